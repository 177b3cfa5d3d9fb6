/* What a customer's browser has saved is damaged or huge, there is no room for more, or it stores nothing. */
import type { Page } from '@playwright/test'
import { CART_KEY } from '#shop/cart/stored-cart.ts'
import { otherProduct, price, product } from '#tests/support/catalogue.ts'
import { shortenPauses } from '../support/clock.ts'
import {
  chat,
  expectOrderRefused,
  expectTotal,
  fillAddress,
  newPhone,
  placeOrder,
  pressPlaceOrder,
  savedCart,
  shopNow,
} from '../support/customer.ts'
import { failFirst, faults, PLACE_ORDER } from '../support/network.ts'
import { expectPlaced, ordersOf } from '../support/saved-orders.ts'
import { expect, hydrated, test } from '../support/shop-test.ts'

const NOTICE = /Your browser stores nothing for this site/

test('D29 D30 D32 D33 what is damaged, of another shape or megabytes long does not hinder an order, and is replaced', async ({
  page,
}) => {
  await page.goto('/about')
  await saveText(page, CART_KEY, '{')
  await page.goto('/cart')
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Continue Shopping' })).toBeVisible()
  await expect(page.getByRole('main').locator('a[href="/order/find"]')).toHaveCount(1)
  expect(await savedCart(page)).toContain('"items":[]')

  // A first order leaves every key that the shop uses.
  await shopNow(page)
  const first = await placeOrder(page)
  const keys = await page.evaluate(() => Object.keys(localStorage))
  expect(keys.length).toBeGreaterThanOrEqual(3)
  const junk = [`[${'{},'.repeat(350_000)}{}]`, '{"version":9,"key":{"id":5},"step":"done"}']
  for (const [nth, key] of keys.entries()) await saveText(page, key, String(junk[nth % 2]))
  await shopNow(page)
  const { phone, id } = await placeOrder(page)
  expect(id).not.toBe(first.id)
  expect(await ordersOf(phone)).toMatchObject([{ id }])
  for (const text of await page.evaluate(() => Object.values<string>(localStorage))) {
    expect(text.length).toBeLessThan(1_000)
  }
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

test.describe('rule 11.10: with storage that throws and locks that are refused', () => {
  test.use({
    expectedNoise:
      /Error creating order|Failed to load resource|astro-island|dynamically imported module/,
  })

  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      for (const storage of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, storage, {
          get: () => {
            throw new DOMException('denied', 'SecurityError')
          },
        })
      }
      LockManager.prototype.request = () =>
        Promise.reject(new DOMException('The request was denied.', 'SecurityError'))
    })
  })

  test('D28 the checkout holds the cart over a reload and Back, and a reload after a lost response finds the order', async ({
    page,
  }) => {
    await shortenPauses(page)
    await shopNow(page)
    await expectTotal(page, price(product))
    await page.goto('/about')
    await page.goBack()
    await hydrated(page)
    await expectTotal(page, price(product))

    const phone = newPhone()
    await fillAddress(page, phone)
    await failFirst(page, PLACE_ORDER, faults.responseLost, faults.refused, faults.refused)
    await pressPlaceOrder(page)
    await expectOrderRefused(page)
    expect(await ordersOf(phone)).toHaveLength(1)
    expect(page.url()).not.toMatch(/token|[A-Z]{8}/)
    await page.reload()
    await expectPlaced(page, phone)
    await expect(page.getByText('Ayesha Khan')).toBeVisible()
  })

  test('D28 rule 4.12: a checkout without a cart says why, and lines go from the drawer over the cart to the checkout', async ({
    page,
  }) => {
    await page.goto('/checkout')
    await expect(page.getByText(NOTICE)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
    await expect(chat(page, 'order on WhatsApp')).toBeVisible()
    await expect(page).toHaveURL('/checkout')

    await page.goto(product.path)
    await page.getByRole('button', { name: 'Add to cart' }).click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByText(NOTICE)).toBeVisible()
    await drawer.getByRole('button', { name: 'Increase quantity' }).click()
    await drawer.getByRole('link', { name: 'View Cart' }).click()
    await expect(page).toHaveURL('/cart')
    await expect(page.getByText(NOTICE)).toBeVisible()
    await expect(chat(page, 'order on WhatsApp')).toHaveAttribute(
      'href',
      new RegExp(`wa\\.me/\\d+\\?text=.*${encodeURIComponent(`2 x ${product.name}`)}`),
    )
    await page.getByRole('button', { name: 'Increase quantity' }).click()
    await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
    await expect(page).toHaveURL('/checkout')
    await expectTotal(page, price(product, 3))
    await expect(page.getByText('Added to cart')).toBeHidden()
    await page.getByRole('link', { name: 'Cart, 3' }).click()
    await expect(page).toHaveURL('/cart')
    await expect(page.getByRole('link', { name: 'Cart, 3' })).toBeAttached()
  })

  test('a product’s plain form leads to the checkout as well, also over a reload', async ({
    page,
  }) => {
    await page.route('**/_astro/PurchaseForm.*', (route) => route.abort())
    await page.goto(otherProduct.path, { waitUntil: 'load' })
    await page.getByRole('button', { name: 'Shop Now' }).first().click()
    await expectTotal(page, price(otherProduct))
    await page.reload()
    await expectTotal(page, price(otherProduct))
  })
})

async function saveText(page: Page, key: string, text: string): Promise<void> {
  await page.evaluate(([name, value]) => localStorage.setItem(name, value), [key, text] as const)
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
