/* The checkout before its scripts have come, and where they never come. */

import type { Page } from '@playwright/test'
import { ADD_OPTIONAL } from '#order/texts/address-words.ts'
import { paths, withLines } from '#paths.ts'
import { CART_KEY } from '#shop/cart/stored-cart.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import {
  choice,
  otherProduct,
  pair,
  pairedProduct,
  price,
  product,
  sumInWords,
  total,
} from '#tests/support/catalogue.ts'
import {
  chat,
  expectTotal,
  fillAddress,
  newPhone,
  pressPlaceOrder,
  putInCart,
} from '../support/customer.ts'
import { recordShifts } from '../support/page-checks.ts'
import { expectPlaced, ordersOf } from '../support/saved-orders.ts'
import { expect, test } from '../support/shop-test.ts'

const SCRIPTS = '**/_astro/*.js'
const ISLANDS = /_astro\/(CheckoutForm|CheckoutSummary|CartPage)\./
const NO_SUM = '0.00'

/** Holds scripts with such a URL back until the returned function is called. */
async function holdScripts(page: Page, url: string | RegExp = SCRIPTS): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.continue().catch(() => {})
  })
  return resolve
}

/** Presses Place Order on a complete form before React has come. */
async function pressEarly(page: Page): Promise<{ phone: string; release: () => void }> {
  await putInCart(page, [choice(product)])
  const release = await holdScripts(page, ISLANDS)
  await page.goto('/checkout', { waitUntil: 'domcontentloaded' })
  const phone = newPhone()
  await fillAddress(page, phone)
  await pressPlaceOrder(page)
  return { phone, release }
}

test('rule 4.50: items and sums are there before React, and nothing moves when it comes, at any width', async ({
  page,
}) => {
  const shifts = await recordShifts(page)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    await putInCart(page, [choice(product, 2), choice(otherProduct)])
    const sum = total([product, 2], [otherProduct, 1])
    const release = await holdScripts(page, ISLANDS)
    await page.goto('/checkout', { waitUntil: 'domcontentloaded' })
    const summary = page.getByRole('region', { name: 'Order Summary' })
    const fold = summary.getByText('Free delivery, pay cash')
    if (width < 1024) {
      await expect(summary).toContainText('2 items')
      await expect(summary).toContainText(sum)
      await fold.click()
    }
    await expect(summary.getByRole('listitem')).toHaveCount(2)
    await expect(summary.getByRole('listitem').first()).toContainText(price(product, 2))
    await expect(summary.getByLabel('Quantity', { exact: true }).first()).toHaveValue('2')
    await expect(summary.getByRole('definition').last()).toHaveText(sum)
    await expect(page.getByRole('region', { name: 'Your order' })).toContainText(sum)
    await expect(
      page.getByText('All prices in Pakistani rupees').filter({ visible: true }),
    ).toHaveCount(1)
    release()
    await expect(summary.getByRole('button', { name: 'Increase quantity' }).first()).toBeEnabled()
    await expect(summary.getByRole('definition').last()).toHaveText(sum)
    expect(await shifts()).toEqual([])
    await page.unroute(ISLANDS)
  }
})

test('rule 2.35: the cart is there before React, and nothing moves when it comes, at any width', async ({
  page,
}) => {
  const shifts = await recordShifts(page)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    await putInCart(page, [choice(product), choice(otherProduct, 2)])
    const release = await holdScripts(page, ISLANDS)
    await page.goto('/cart', { waitUntil: 'domcontentloaded' })
    await expect(page.getByRole('row')).toHaveCount(3)
    await expect(page.getByText('Subtotal (2 items)')).toBeVisible()
    await expectTotal(page, total([product, 1], [otherProduct, 2]))
    await expect(page.getByLabel('Quantity', { exact: true }).first()).toBeDisabled()
    const message = chat(page, 'Order on WhatsApp')
    await expect(message).toHaveAttribute('href', /2%20x/)
    release()
    await expect(page.getByLabel('Quantity', { exact: true }).first()).toBeEnabled()
    await expectTotal(page, total([product, 1], [otherProduct, 2]))
    expect(await shifts()).toEqual([])
    await page.unroute(ISLANDS)
  }
})

test('rule 2.35: before React a quantity of the cart changes, a pair is taken and a line removed, and React offers Undo', async ({
  page,
}) => {
  await putInCart(page, [choice(pairedProduct), choice(pair)])
  const release = await holdScripts(page, ISLANDS)
  await page.goto('/cart', { waitUntil: 'domcontentloaded' })
  const more = page.getByRole('button', { name: 'Increase quantity' }).first()
  await expect(more).toHaveAccessibleDescription(pairedProduct.name)
  await more.press('Enter')
  await expect(more).toBeFocused()
  await expectTotal(page, total([pairedProduct, 2], [pair, 1]))
  await page.getByRole('button', { name: /^Swap 2 / }).click()
  await expectTotal(page, price(pair, 2))
  await page.getByRole('button', { name: 'Decrease quantity' }).click()
  await expectTotal(page, price(pair))
  await page.getByRole('button', { name: `Remove ${pair.name}` }).click()
  await expect(page.getByRole('button', { name: 'Increase quantity' })).toHaveCount(0)
  release()
  await page.getByRole('button', { name: `Undo removing ${pair.name}` }).click()
  await expectTotal(page, price(pair))
})

test('rule 2.35: a product’s plain form shows its line before React, and leads on to the checkout', async ({
  page,
}) => {
  const release = await holdScripts(page, ISLANDS)
  const { id, size } = choice(product)
  await page.goto(`/cart?${new URLSearchParams({ product: id, size, quantity: '3' })}`, {
    waitUntil: 'domcontentloaded',
  })
  await expectTotal(page, price(product, 3))
  await expect(page).toHaveURL('/cart')
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
  await expect(page).toHaveURL('/checkout')
  await expect(page.getByRole('region', { name: 'Your order' })).toContainText(price(product, 3))
  release()
})

test('rule 4.50: so are those of a cart in the URL, and no sum is shown of a cart that cannot be read', async ({
  page,
}) => {
  const release = await holdScripts(page, ISLANDS)
  const { id, size } = choice(product)
  await page.goto(withLines(paths.checkout, 'whole-cart', [{ id, size, quantity: 3 }]), {
    waitUntil: 'domcontentloaded',
  })
  const sum = page.getByRole('region', { name: 'Your order' })
  await expect(sum).toContainText(price(product, 3))

  await page.goto('/robots.txt')
  await page.evaluate((key) => localStorage.setItem(key, '{"version":1,"items":[{'), CART_KEY)
  await page.goto('/checkout', { waitUntil: 'domcontentloaded' })
  await expect(sum).toContainText('…')

  const unsold = { id, size: 'not sold', quantity: 1 }
  const items = JSON.stringify({ version: 1, items: [unsold, { id, size, quantity: 1 }] })
  await page.evaluate(([key, cart]) => localStorage.setItem(key, cart), [CART_KEY, items] as const)
  await page.goto('/checkout', { waitUntil: 'domcontentloaded' })
  await expect(sum).toContainText(price(product))
  await expect(page.getByText(NO_SUM)).toHaveCount(0)
  release()
  await expect(page.getByLabel('Quantity', { exact: true })).toBeEnabled()
  await expect(sum).toContainText(price(product))
})

test('rule 4.51: a press that waits for React is busy at once, puts no address into the URL, and is carried out', async ({
  page,
}) => {
  await putInCart(page, [choice(product)])
  const release = await holdScripts(page)
  await page.goto('/checkout', { waitUntil: 'commit' })
  await page.getByLabel('Full Name').fill('Ayesha')
  await page.waitForFunction(() => document.readyState === 'interactive')
  await pressPlaceOrder(page)
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible()
  await page.getByLabel('Full Name').press('Enter')
  await expect(page).toHaveURL('/checkout')
  release()
  await expect(page.getByText('This field is required').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeEnabled()
  await expect(page.getByLabel('Full Name')).toHaveValue('Ayesha')
})

test('rule 4.51: what is typed into every field before React stays, and an early press places the order once', async ({
  page,
}) => {
  const { phone, release } = await pressEarly(page)
  await page.getByText(ADD_OPTIONAL).click()
  await page.getByLabel('Landmark').fill('Mosque')
  await page.getByLabel('Second Number').fill('0321 7654321')
  await page.getByLabel('Note for the Rider').fill('Ring twice')
  await page.getByRole('button', { name: 'Processing...' }).click()
  release()
  await expectPlaced(page, phone)
  const [order, ...others] = await ordersOf(phone)
  expect(others).toEqual([])
  expect(order?.shipping_address).toMatchObject({ ...goodAddress, phone })
  for (const text of ['Mosque', '0321 7654321', 'Ring twice'])
    await expect(page.getByText(text)).toBeVisible()
})

test.describe('without scripts', () => {
  test.use({ expectedNoise: /Failed to load resource|astro-island|dynamically imported module/ })

  test('rule 4.52: the order with what was typed is one press away, at the place of the button', async ({
    page,
  }) => {
    await putInCart(page, [choice(product, 2)])
    await page.route(ISLANDS, (route) => route.fulfill({ status: 404, body: 'Not found' }))
    await page.goto('/checkout', { waitUntil: 'commit' })
    const link = chat(page, 'Send this order on WhatsApp')
    await expect(link).toBeVisible()
    await expect(page.getByRole('button', { name: 'Place Order' })).toBeHidden()
    await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText(
      price(product, 2),
    )
    const phone = newPhone()
    await fillAddress(page, phone)
    // The chat itself is another site.
    await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: '' }))
    const [opened] = await Promise.all([page.waitForEvent('popup'), link.click()])
    const text = new URL(opened.url()).searchParams.get('text')
    expect(text).toContain(`2 x ${product.name}`)
    expect(text).toContain(`Total: ${sumInWords(product, 2)}`)
    expect(text).toContain(phone)
    expect(page.url()).toMatch(/\/checkout$/)
  })

  test.describe('switched off', () => {
    test.use({ javaScriptEnabled: false })

    test('rule 4.52: the page says so, shows no form, and names WhatsApp and telephone', async ({
      page,
    }) => {
      await page.goto('/checkout')
      await expect(page.getByText(/needs JavaScript/)).toBeVisible()
      await expect(chat(page, 'Send this order on WhatsApp').first()).toBeInViewport()
      await expect(page.getByRole('link', { name: /^Call / }).first()).toBeInViewport()
      await expect(page.getByRole('button', { name: 'Place Order' })).toBeHidden()
      await expect(page.getByText(NO_SUM)).toHaveCount(0)
    })
  })
})

test('rule 4.53: the date is counted from the day of the server, and moves on while the page stays open', async ({
  page,
}) => {
  // The clock of the device is 50 minutes ahead: it has the next day.
  await page.clock.install({ time: '2026-11-20T19:20:00Z' })
  await page.route('**/robots.txt', (route) =>
    route.request().method() === 'HEAD'
      ? route.fulfill({ headers: { date: 'Fri, 20 Nov 2026 18:30:00 GMT' } })
      : route.continue(),
  )
  await putInCart(page, [choice(product)])
  await page.goto('/checkout')
  await expect(page.getByText('Expected by November 27, 2026')).toBeVisible()
  await page.clock.fastForward('36:00:00')
  await expect(page.getByText('Expected by November 29, 2026')).toBeVisible()
  await page.goto('/cart')
  await expect(page.getByText('by November 27, 2026')).toBeVisible()
})
