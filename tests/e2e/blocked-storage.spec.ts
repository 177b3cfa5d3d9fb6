/* A customer whose browser stores nothing for this site can still buy. */

import type { Page } from '@playwright/test'
import { otherProduct, price, product } from '#tests/support/catalogue.ts'
import { shortenPauses } from './support/clock.ts'
import {
  expectOrderRefused,
  expectTotal,
  fillAddress,
  newPhone,
  placeOrder,
  pressPlaceOrder,
  shopNow,
} from './support/customer.ts'
import { failFirst, faults, PLACE_ORDER } from './support/network.ts'
import { expectPlaced, ordersOf } from './support/saved-orders.ts'
import { expect, hydrated, test } from './support/shop-test.ts'

const NOTICE = /Your browser stores nothing for this site/

test.describe('with storage that throws', () => {
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
    })
  })

  test('Shop Now leads to a checkout that holds the cart over a reload and Back, and orders it', async ({
    page,
  }) => {
    await shopNow(page)
    await expectTotal(page, price(product))
    await page.reload()
    await expectTotal(page, price(product))
    await page.goto('/about')
    await page.goBack()
    await hydrated(page)
    await expectTotal(page, price(product))

    const { phone, id } = await placeOrder(page)
    expect(await ordersOf(phone)).toMatchObject([{ id }])
    await expect(page.getByText('Ayesha Khan')).toBeVisible()
  })

  test('lines go from the drawer over the cart to the checkout', async ({ page }) => {
    await page.goto(product.path)
    await page.getByRole('button', { name: 'Add to cart' }).click()
    const drawer = page.getByRole('dialog')
    await expect(drawer.getByText(NOTICE)).toBeVisible()
    await drawer.getByRole('button', { name: 'Increase quantity' }).click()
    await drawer.getByRole('link', { name: 'View Cart' }).click()
    await expect(page).toHaveURL('/cart')
    await expect(page.getByText(NOTICE)).toBeVisible()
    await expect(
      page.getByRole('link', { name: 'order on WhatsApp', exact: true }),
    ).toHaveAttribute(
      'href',
      new RegExp(`wa\\.me/\\d+\\?text=.*${encodeURIComponent(`2 x ${product.name}`)}`),
    )
    await page.getByRole('button', { name: 'Increase quantity' }).click()
    await page.getByRole('link', { name: 'Proceed to Checkout' }).click()
    await expect(page).toHaveURL('/checkout')
    await expectTotal(page, price(product, 3))
    await expect(page.getByText('Added to cart')).toBeHidden()
    await page.getByRole('link', { name: 'Cart, 3 items' }).click()
    await expect(page).toHaveURL('/cart')
    await expect(page.getByRole('link', { name: 'Cart, 3 items' })).toBeAttached()
  })

  test('a reload after a lost response finds the order instead of placing a second one', async ({
    page,
  }) => {
    await shortenPauses(page)
    const phone = await openCheckout(page)
    await failFirst(page, PLACE_ORDER, faults.responseLost, faults.refused, faults.refused)
    await pressPlaceOrder(page)
    await expectOrderRefused(page)
    expect(await ordersOf(phone)).toHaveLength(1)
    expect(page.url()).not.toMatch(/token|[A-Z]{8}/)
    await page.reload()
    await expectPlaced(page, phone)
  })

  test('rule 4.12: a checkout without a cart says why, and what to do', async ({ page }) => {
    await page.goto('/checkout')
    await expect(page.getByText(NOTICE)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'order on WhatsApp', exact: true })).toBeVisible()
    await expect(page).toHaveURL('/checkout')
    await page.goto('/cart')
    await expect(page.getByText(NOTICE)).toBeVisible()
  })

  test('a product’s plain form leads to an order as well', async ({ page }) => {
    await page.route('**/_astro/ProductDetail.*', (route) => route.abort())
    await page.goto(otherProduct.path, { waitUntil: 'load' })
    await page.getByRole('button', { name: 'Shop Now' }).first().click()
    const phone = newPhone()
    await fillAddress(page, phone)
    await page.reload()
    await expectTotal(page, price(otherProduct))
    await fillAddress(page, phone)
    await pressPlaceOrder(page)
    await expectPlaced(page, phone)
  })
})

test('with storage that works there is no notice', async ({ page }) => {
  await page.goto(product.path)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Checkout' })).toHaveAttribute(
    'href',
    '/checkout',
  )
  await expect(page.getByText(NOTICE)).toBeHidden()
})

async function openCheckout(page: Page, of = product): Promise<string> {
  await shopNow(page, of)
  const phone = newPhone()
  await fillAddress(page, phone)
  return phone
}
