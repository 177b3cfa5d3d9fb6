/* Messages to the shop by WhatsApp: what their links say, and an order that arrives that way and again. */
import type { Locator } from '@playwright/test'
import { settings } from '#config/settings.ts'
import { ADD_OPTIONAL } from '#order/texts/address-words.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import { choice, product, sumInWords } from '#tests/support/catalogue.ts'
import { shortenPauses } from '../support/clock.ts'
import {
  chat,
  confirmedOrder,
  expectOrderRefused,
  fillAddress,
  newPhone,
  pressPlaceOrder,
  putInCart,
  savedCart,
} from '../support/customer.ts'
import { faults } from '../support/network.ts'
import { adminTest as test } from '../support/own-shop.ts'
import { expectAccessible } from '../support/page-checks.ts'
import { expect } from '../support/shop-test.ts'

const GREETING = 'Assalam-o-Alaikum,'
const line = (quantity: number) => `${quantity} x ${product.name} (${product.sizes[0].label})`

/** The message that a press of the link would begin. */
async function messageOf(link: Locator): Promise<string> {
  await link.focus()
  const url = new URL((await link.getAttribute('href')) ?? '')
  expect(`${url.origin}${url.pathname}`).toBe(`https://wa.me/${settings.whatsApp}`)
  return url.searchParams.get('text') ?? ''
}

test('rule 4.31: a product is asked about, and ordered in the chosen quantity', async ({
  page,
}) => {
  await page.goto(product.path)
  expect(await messageOf(page.getByRole('link', { name: /^WhatsApp \d/ }))).toBe(
    `${GREETING} I have a question about ${product.name}.`,
  )
  const order = `${GREETING} I would like to order:`
  expect(await messageOf(chat(page, 'Order on WhatsApp'))).toBe(
    [order, line(1), `Total: ${sumInWords(product)}`].join('\n'),
  )
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  expect(await messageOf(chat(page, 'Order on WhatsApp'))).toContain(line(2))
  await page.getByLabel('Quantity', { exact: true }).fill('12')
  expect(await messageOf(chat(page, 'Order on WhatsApp'))).toBe(
    [order, line(12), `Total: ${sumInWords(product, 12)}`].join('\n'),
  )
  await page.getByLabel('Quantity', { exact: true }).fill('0')
  expect(await messageOf(chat(page, 'Order on WhatsApp'))).toContain(line(12))
})

test.describe('where the backend cannot be reached', () => {
  test.use({ expectedNoise: /Error (creating|fetching) order|Failed to load resource/ })

  test('rules 4.31 to 4.33: a cart is ordered as it is, and an order that is sent by WhatsApp and entered by the admin is the customer’s, and the only one', async ({
    page,
    browser,
    shop,
  }) => {
    await shortenPauses(page)
    await putInCart(page, [choice(product, 2)])
    await page.goto('/cart')
    const cart = [`${GREETING} I would like to order:`, line(2), `Total: ${sumInWords(product, 2)}`]
    expect(await messageOf(chat(page, 'Order on WhatsApp'))).toBe(cart.join('\n'))
    await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
    const phone = newPhone()
    await fillAddress(page, phone)
    await page.getByText(ADD_OPTIONAL).click()
    await page.getByLabel('Landmark').fill('Blue mosque')
    await page.route('**/rest/v1/rpc/**', faults.refused)
    await pressPlaceOrder(page)
    await expectOrderRefused(page)
    const text = await messageOf(chat(page, 'Send this order on WhatsApp'))
    expect(text.split('\n')).toEqual([
      `${GREETING} I would like to order:`,
      expect.stringMatching(/^Order Number: [A-Z]{8}$/),
      line(2),
      `Total: ${sumInWords(product, 2)}`,
      `Full Name: ${goodAddress.fullName}`,
      `Address: ${goodAddress.address}`,
      `City: ${goodAddress.city}`,
      `State: ${goodAddress.state}`,
      `Postal Code: ${goodAddress.postalCode}`,
      `Country: ${goodAddress.country}`,
      `Phone: ${phone}`,
      'Landmark: Blue mosque',
      expect.stringMatching(/^Code: [A-Z0-9]{8}$/),
    ])
    await expectAccessible(page)

    const admin = await (await browser.newContext({ baseURL: shop.url })).newPage()
    await admin.goto('/admin/orders/new')
    await admin.getByLabel('Paste a message').fill(text)
    await admin.getByRole('button', { name: 'Fill In' }).click()
    await expect(admin.getByText('Not recognized')).toBeHidden()
    const code = text.slice(-8)
    await expect(admin.getByLabel('Code from the message')).toHaveValue(code)
    await admin.getByRole('button', { name: 'Save Order' }).click()
    await expect(admin.getByText('Order saved')).toBeVisible()
    const id = admin.url().slice(-8)
    expect(text).toContain(id)
    await admin.context().close()

    await page.unroute('**/rest/v1/rpc/**')
    await pressPlaceOrder(page)
    expect(await confirmedOrder(page)).toBe(id)
    expect(await savedCart(page)).not.toContain(product.id)
    expect(await messageOf(chat(page, 'Write to us on WhatsApp'))).toBe(
      `${GREETING} I have placed order ${id}. I will have ${sumInWords(product, 2)} in cash ready. ${settings.site}/order/tracking/${id}`,
    )
    // Her device has the right to it.
    await page.getByRole('link', { name: 'Change or cancel' }).click()
    await expect(page.getByText('Change Address or Phone')).toBeVisible()
    const orders = await shop.sql(
      "select id from public.orders where shipping_address ->> 'phone' = $1",
      [phone],
    )
    expect(orders).toEqual([{ id }])
  })
})
