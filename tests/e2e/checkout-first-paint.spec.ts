/* The checkout before its scripts have come, and where they never come. */

import type { Page } from '@playwright/test'
import { paths, withLines } from '#paths.ts'
import { CART_KEY } from '#shop/cart/stored-cart.ts'
import { choice, otherProduct, price, product, sumInWords } from '#tests/support/catalogue.ts'
import {
  chat,
  expectOrderRefused,
  fillAddress,
  newPhone,
  pressPlaceOrder,
  putInCart,
} from './support/customer.ts'
import { recordShifts } from './support/page-checks.ts'
import { expectPlaced } from './support/saved-orders.ts'
import { expect, test } from './support/shop-test.ts'

const SCRIPTS = '**/_astro/*.js'
const NO_SUM = '0.00'

/** Holds scripts with such a URL back until the returned function is called. */
async function holdScripts(page: Page, url = SCRIPTS): Promise<() => void> {
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
  const release = await holdScripts(page, '**/_astro/CheckoutPage.*')
  await page.goto('/checkout', { waitUntil: 'commit' })
  const phone = newPhone()
  await fillAddress(page, phone)
  await pressPlaceOrder(page)
  return { phone, release }
}

test('rule 4.50: items and sums are right before any script has come, and nothing moves when they come', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await putInCart(page, [choice(product, 2), choice(otherProduct)])
  const shifts = await recordShifts(page)
  const release = await holdScripts(page)
  await page.goto('/checkout', { waitUntil: 'commit' })
  const summary = page.getByRole('region', { name: 'Order Summary' })
  const total = summary.getByRole('definition').last()
  await expect(summary.getByRole('listitem')).toHaveCount(2)
  await expect(summary.getByRole('listitem').first()).toContainText(price(product, 2))
  await expect(summary.getByLabel('Quantity', { exact: true }).first()).toHaveValue('2')
  const shown = await total.textContent()
  expect(shown).not.toBe(NO_SUM)
  await summary.scrollIntoViewIfNeeded()
  release()
  await expect(summary.getByRole('button', { name: 'Increase quantity' }).first()).toBeEnabled()
  await expect(total).toHaveText(String(shown))
  expect(await shifts()).toEqual([])
})

test('rule 4.50: so are those of a cart in the URL, and no sum is shown of a cart that cannot be read', async ({
  page,
}) => {
  const release = await holdScripts(page)
  const { id, size } = choice(product)
  await page.goto(withLines(paths.checkout, 'carried', [{ id, size, quantity: 3 }]), {
    waitUntil: 'commit',
  })
  const sum = page.getByRole('definition').last()
  await expect(sum).toHaveText(price(product, 3))

  await page.goto('/robots.txt')
  await page.evaluate((key) => localStorage.setItem(key, '{"version":1,"items":[{'), CART_KEY)
  await page.goto('/checkout', { waitUntil: 'commit' })
  await expect(sum).toHaveText('…')

  const unsold = { id, size: 'not sold', quantity: 1 }
  const items = JSON.stringify({ version: 1, items: [unsold, { id, size, quantity: 1 }] })
  await page.evaluate(([key, cart]) => localStorage.setItem(key, cart), [CART_KEY, items] as const)
  await page.goto('/checkout', { waitUntil: 'commit' })
  await expect(sum).toHaveText(price(product))
  await expect(page.getByText(NO_SUM)).toHaveCount(0)
  release()
  await expect(page.getByRole('button', { name: 'Increase quantity' })).toBeEnabled()
  await expect(sum).toHaveText(price(product))
})

test('rule 4.51: a press that waits for the scripts is busy at once, and is carried out', async ({
  page,
}) => {
  await putInCart(page, [choice(product)])
  const release = await holdScripts(page)
  await page.goto('/checkout', { waitUntil: 'commit' })
  await page.getByLabel('Full Name').fill('Ayesha')
  await pressPlaceOrder(page)
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled()
  release()
  await expect(page.getByText('This field is required').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeEnabled()
  await expect(page.getByLabel('Full Name')).toHaveValue('Ayesha')
})

test('rule 4.51: a press on a complete form places the order while React is still on its way', async ({
  page,
}) => {
  const { phone, release } = await pressEarly(page)
  await expectPlaced(page, phone)
  release()
})

test.describe('refused', () => {
  test.use({ expectedNoise: /Failed to load resource|Error creating order/ })

  test('rule 4.51: an order sent without React that is refused is shown as refused once React has come', async ({
    page,
  }) => {
    await page.route('**/rpc/place_order', (route) => route.abort())
    const refused = page.waitForEvent('console', (message) =>
      message.text().includes('Error creating order'),
    )
    const { phone, release } = await pressEarly(page)
    await refused
    await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled()
    release()
    await expectOrderRefused(page)
    await expect(page.getByLabel('Phone')).toHaveValue(phone)
    await page.unroute('**/rpc/place_order')
    await pressPlaceOrder(page)
    await expectPlaced(page, phone)
  })
})

test.describe('without scripts', () => {
  test.use({ expectedNoise: /Failed to load resource|astro-island|dynamically imported module/ })

  test('rule 4.52: the order with what was typed is one press away, at the place of the button', async ({
    page,
  }) => {
    await putInCart(page, [choice(product, 2)])
    await page.route(SCRIPTS, (route) => route.fulfill({ status: 404, body: 'Not found' }))
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

test('rule 4.53: a checkout that stays open for a day and a half shows the date of today', async ({
  page,
}) => {
  await page.clock.install({ time: '2026-11-20T08:00:00Z' })
  await putInCart(page, [choice(product)])
  await page.goto('/checkout')
  await expect(page.getByText('Expected by November 27, 2026')).toBeVisible()
  await page.clock.fastForward('36:00:00')
  await expect(page.getByText('Expected by November 29, 2026')).toBeVisible()
})
