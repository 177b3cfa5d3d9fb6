/* Messages to the shop by WhatsApp: what their links say, and an order that arrives that way and again. */
import type { Locator, Page } from '@playwright/test'
import { settings } from '#config/settings.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import { choice, otherProduct, price, product, total } from '#tests/support/catalogue.ts'
import {
  buy,
  confirmedOrder,
  expectOrderRefused,
  openFilledCheckout,
  pressPlaceOrder,
  putInCart,
  savedCart,
} from './support/customer.ts'
import { faults, PLACE_ORDER } from './support/network.ts'
import { adminTest as test } from './support/own-shop.ts'
import { expectAccessible } from './support/page-checks.ts'
import { expect } from './support/shop-test.ts'

const GREETING = 'Assalam-o-Alaikum,'
const line = (quantity: number, of = product) => `${quantity} x ${of.name} (${of.sizes[0].label})`

/** The message that a press of the link would begin. */
async function messageOf(link: Locator): Promise<string> {
  await link.focus()
  const url = new URL((await link.getAttribute('href')) ?? '')
  expect(`${url.origin}${url.pathname}`).toBe(`https://wa.me/${settings.whatsApp}`)
  return url.searchParams.get('text') ?? ''
}

function chat(page: Page, name: string): Locator {
  return page.getByRole('link', { name, exact: true })
}

test('rule 4.31: a product is asked about, and ordered in the chosen quantity', async ({
  page,
}) => {
  await page.goto(product.path)
  expect(await messageOf(chat(page, 'Ask about this product'))).toBe(
    `${GREETING} I have a question about ${product.name}.`,
  )
  const order = `${GREETING} I would like to order:`
  expect(await messageOf(chat(page, 'Order on WhatsApp'))).toBe(
    [order, line(1), `Total: ${price(product)}`].join('\n'),
  )
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  expect(await messageOf(chat(page, 'Order on WhatsApp'))).toContain(line(2))
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('12')
  expect(await messageOf(chat(page, 'Order on WhatsApp'))).toBe(
    [order, line(12), `Total: ${price(product, 12)}`].join('\n'),
  )
  await page.getByRole('spinbutton', { name: 'Quantity' }).fill('0')
  expect(await messageOf(chat(page, 'Order on WhatsApp'))).toContain(line(12))
})

test('rule 4.31: a cart is ordered as it is', async ({ page }) => {
  await putInCart(page, [choice(product, 2), choice(otherProduct)])
  await page.goto('/cart')
  expect(await messageOf(chat(page, 'Order on WhatsApp'))).toBe(
    [
      `${GREETING} I would like to order:`,
      line(2),
      line(1, otherProduct),
      `Total: ${total([product, 2], [otherProduct, 1])}`,
    ].join('\n'),
  )
})

test('rule 4.32: a placed order is confirmed by WhatsApp', async ({ page }) => {
  const { id } = await buy(page)
  expect(await messageOf(chat(page, 'Confirm on WhatsApp'))).toBe(
    `${GREETING} I confirm my order ${id}. I will have ${price(product)} in cash ready.`,
  )
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('rule 4.31: a product is asked about all the same', async ({ page }) => {
    await page.goto(product.path)
    expect(await messageOf(chat(page, 'Ask about this product'))).toContain(product.name)
    await expect(chat(page, 'Order on WhatsApp')).toBeHidden()
  })
})

test.describe('where the backend cannot be reached', () => {
  test.use({ expectedNoise: /Error (creating|fetching) order|Failed to load resource/ })

  test('rule 4.33: an order that is sent by WhatsApp and entered by the admin is the customer’s, and the only one', async ({
    page,
    browser,
    shop,
  }) => {
    const { phone } = await openFilledCheckout(page, [choice(product, 2)])
    await page.getByText('Add a landmark, second phone or note').click()
    await page.getByLabel('Landmark').fill('Blue mosque')
    await page.route('**/rest/v1/rpc/**', faults.refused)
    await pressPlaceOrder(page)
    await expectOrderRefused(page)
    const text = await messageOf(chat(page, 'Send this order on WhatsApp'))
    expect(text.split('\n')).toEqual([
      `${GREETING} I would like to order:`,
      expect.stringMatching(/^Order Number: [A-Z]{8}$/),
      line(2),
      `Total: ${price(product, 2)}`,
      `Full Name: ${goodAddress.fullName}`,
      `Address: ${goodAddress.address}`,
      `City: ${goodAddress.city}`,
      `State: ${goodAddress.state}`,
      `Postal Code: ${goodAddress.postalCode}`,
      `Country: ${goodAddress.country}`,
      `Phone: ${phone}`,
      'Landmark: Blue mosque',
    ])
    await expectAccessible(page)

    const admin = await (await browser.newContext({ baseURL: shop.url })).newPage()
    await admin.goto('/admin/orders/new')
    await admin.getByLabel('Paste a message').fill(text)
    await admin.getByRole('button', { name: 'Fill In' }).click()
    await expect(admin.getByText('did not recognize')).toBeHidden()
    await admin.getByRole('button', { name: 'Save Order' }).click()
    await expect(admin.getByText('Order saved')).toBeVisible()
    const id = admin.url().slice(-8)
    expect(text).toContain(id)
    await admin.context().close()

    await page.unroute('**/rest/v1/rpc/**')
    await pressPlaceOrder(page)
    expect(await confirmedOrder(page)).toBe(id)
    expect(await savedCart(page)).not.toContain(product.id)
    const orders = await shop.sql(
      "select id from public.orders where shipping_address ->> 'phone' = $1",
      [phone],
    )
    expect(orders).toEqual([{ id }])
  })

  for (const [how, fault] of [
    ['an error of the server', faults.unavailable],
    ['a page of a proxy', faults.htmlPage],
    ['a blocked request', faults.blocked],
  ] as const) {
    test(`rule 4.33: the order can be sent after ${how}, and not after it is edited`, async ({
      page,
    }) => {
      await openFilledCheckout(page)
      await page.route(PLACE_ORDER, fault)
      await pressPlaceOrder(page)
      await expect(chat(page, 'Send this order on WhatsApp')).toBeVisible({ timeout: 30_000 })
      await page.getByLabel('City').fill('Multan')
      await expect(chat(page, 'Send this order on WhatsApp')).toBeHidden()
    })
  }

  test('rule 4.33: offline as well', async ({ page, context }) => {
    await openFilledCheckout(page)
    await context.setOffline(true)
    await pressPlaceOrder(page)
    await expect(chat(page, 'Send this order on WhatsApp')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText('You are offline.')).toBeVisible()
    await context.setOffline(false)
  })
})
