import { ordersOf } from './support/admin-session.ts'
import {
  confirmedOrder,
  fillAddress,
  keptCart,
  newPhone,
  pressPlaceOrder,
} from './support/customer.ts'
import { expect, hydrated, test } from './support/shop-test.ts'

for (const text of ['{', 'null', '[1]', 'NaN', '', '{"version":1,"items":[{"id":5}]}']) {
  test(`D29 D30 a damaged cart is an empty cart, and is replaced: ${JSON.stringify(text)}`, async ({
    page,
  }) => {
    await page.addInitScript((damaged) => localStorage.setItem('zulf:cart', damaged), text)
    await page.goto('/cart')
    await expect(page.getByText('Your cart is empty')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Continue Shopping' })).toBeVisible()
    expect(await keptCart(page)).toBe('{"version":1,"items":[]}')
  })
}

test('D31 an edited cart shows the catalogue’s prices and drops what is not sold', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const items = [
      { id: 'zulf-herbal-oil-single', size: '100ml', quantity: 2, price: 1 },
      { id: 'zulf-herbal-oil-double', size: '2 x 100ml', quantity: -5 },
      { id: 'free-oil', size: '100ml', quantity: 1 },
    ]
    localStorage.setItem('zulf:cart', JSON.stringify({ version: 1, items }))
  })
  await page.goto('/cart')
  await expect(page.getByText('Subtotal (1 item)')).toBeVisible()
  await expect(page.getByText('1598.00').first()).toBeVisible()
})

for (const [name, refuse] of [
  [
    'refused',
    () => {
      for (const storage of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, storage, {
          get: () => {
            throw new DOMException('denied', 'SecurityError')
          },
        })
      }
    },
  ],
  [
    'full',
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    },
  ],
] as const) {
  test(`D27 D28 with storage ${name}, a cart page works and nothing throws`, async ({ page }) => {
    await page.addInitScript(refuse)
    await page.goto('/product/zulf-herbal-oil-single')
    await page.getByRole('button', { name: 'Add to cart' }).first().click()
    await expect(page.getByText('Added to cart')).toBeVisible()
    await expect(page.getByRole('link', { name: /Cart.*1/ }).first()).toBeVisible()
  })
}

test('D27 with storage that fills up at the checkout the order still works', async ({ page }) => {
  await page.goto('/product/zulf-herbal-oil-single')
  await page.getByRole('button', { name: 'Shop Now' }).first().click()
  await expect(page).toHaveURL(/\/checkout$/)
  await hydrated(page)
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  const phone = newPhone()
  await fillAddress(page, phone)
  await pressPlaceOrder(page)
  await confirmedOrder(page)
  expect(await ordersOf(phone)).toHaveLength(1)
})

test('D27 with no room left on the device from the first page on, the order still works', async ({
  page,
}) => {
  await page.addInitScript(fillUp)
  await page.goto('/product/zulf-herbal-oil-single')
  await page.getByRole('button', { name: 'Shop Now' }).first().click()
  await expect(page).toHaveURL(/\/checkout$/)
  await hydrated(page)
  expect(await keptCart(page)).toBeNull()
  const phone = newPhone()
  await fillAddress(page, phone)
  await pressPlaceOrder(page)
  await confirmedOrder(page)
  expect(await ordersOf(phone)).toHaveLength(1)
  await page.goto('/cart')
  await expect(page.getByText('Your cart is empty')).toBeVisible()
})

/** Leaves the device no room for a single letter more, as another program on the same site would. */
function fillUp(): void {
  for (let size = 2 ** 22; size >= 1; ) {
    try {
      localStorage.setItem(`full-${localStorage.length}`, 'x'.repeat(size))
    } catch {
      size = Math.floor(size / 2)
    }
  }
}
