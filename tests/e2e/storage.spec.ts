/* What a customer's browser has saved is damaged, edited, huge, or there is no room for more. */
import type { Page } from '@playwright/test'
import { CART_KEY } from '#features/cart/cart-changes.ts'
import { choice, otherProduct, price, product } from '#tests/support/catalogue.ts'
import { placeOrder, savedCart, shopNow } from './support/customer.ts'
import { ordersOf } from './support/saved-orders.ts'
import { expect, test } from './support/shop-test.ts'

test('D29 D30 a damaged cart is an empty cart, and is replaced', async ({ page }) => {
  await page.goto('/about')
  for (const text of ['{', '{"version":1,"items":[{"id":5}]}', '{"version":0,"items":[]}']) {
    await saveText(page, [CART_KEY], text)
    await page.goto('/cart')
    await expect(page.getByText('Your cart is empty')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Continue Shopping' })).toBeVisible()
    expect(await savedCart(page)).toBe('{"version":1,"items":[]}')
  }
})

test('D31 an edited cart shows the catalogue’s prices and drops invalid lines', async ({
  page,
}) => {
  const items = [
    { ...choice(product, 2), price: 1 },
    choice(otherProduct, -5),
    { ...choice(product), id: 'free-oil' },
  ]
  await page.goto('/about')
  await saveText(page, [CART_KEY], JSON.stringify({ version: 1, items }))
  await page.goto('/cart')
  await expect(page.getByText('Subtotal (1 item)')).toBeVisible()
  await expect(page.getByText(price(product, 2)).first()).toBeVisible()
})

for (const [title, junk] of [
  ['D33 megabytes', `[${'{},'.repeat(350_000)}{}]`],
  ['D32 data of another shape', '{"version":9,"key":{"id":5},"step":"done"}'],
] as const) {
  test(`${title} under the shop’s keys does not hinder an order, and is replaced`, async ({
    page,
  }) => {
    // A first order leaves every key that the shop uses.
    await shopNow(page)
    const first = await placeOrder(page)
    const keys = await page.evaluate(() => Object.keys(localStorage))
    expect(keys.length).toBeGreaterThanOrEqual(3)
    await page.goto('/about')
    await saveText(page, keys, junk)
    await shopNow(page)
    const { phone, id } = await placeOrder(page)
    expect(id).not.toBe(first.id)
    expect(await ordersOf(phone)).toMatchObject([{ id }])
    for (const text of await page.evaluate(() => Object.values<string>(localStorage))) {
      expect(text.length).toBeLessThan(1_000)
    }
  })
}

test('D28 storage that cannot be read changes nothing for a cart page', async ({ page }) => {
  await page.addInitScript(() => {
    for (const storage of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, storage, {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      })
    }
  })
  await expectAdded(page)
})

test('D27 storage that refuses to write changes nothing for a cart page', async ({ page }) => {
  await page.addInitScript(refuseWrites)
  await expectAdded(page)
})

test('D27 storage that is full from the checkout on does not hinder the order', async ({
  page,
}) => {
  await shopNow(page)
  await page.evaluate(refuseWrites)
  const { phone } = await placeOrder(page)
  expect(await ordersOf(phone)).toHaveLength(1)
})

test('D27 storage that is full from the first page on does not hinder the order', async ({
  page,
}) => {
  await page.addInitScript(fillStorage)
  await shopNow(page)
  expect(await savedCart(page)).toBeNull()
  const { phone } = await placeOrder(page)
  expect(await ordersOf(phone)).toHaveLength(1)
  await page.goto('/cart')
  await expect(page.getByText('Your cart is empty')).toBeVisible()
})

async function expectAdded(page: Page): Promise<void> {
  await page.goto(product.path)
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByText('Added to cart')).toBeVisible()
  await expect(page.getByRole('link', { name: /Cart.*1/ }).first()).toBeVisible()
}

async function saveText(page: Page, keys: string[], text: string): Promise<void> {
  await page.evaluate(
    ([names, value]) => {
      for (const name of names) localStorage.setItem(name, value)
    },
    [keys, text] as const,
  )
}

function refuseWrites(): void {
  Storage.prototype.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
}

/** Leaves no room for a single character more. */
function fillStorage(): void {
  for (let size = 2 ** 22; size >= 1; ) {
    try {
      localStorage.setItem(`full-${localStorage.length}`, 'x'.repeat(size))
    } catch {
      size = Math.floor(size / 2)
    }
  }
}
