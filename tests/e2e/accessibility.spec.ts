/* Every page can be read and used by everybody, at every width. */
import { choice, otherProduct, product } from '#tests/support/catalogue.ts'
import {
  confirmedOrder,
  fillAddress,
  newPhone,
  pressPlaceOrder,
  putInCart,
} from './support/customer.ts'
import { expectAccessible, expectNoOverflow } from './support/page-checks.ts'
import { expect, test } from './support/shop-test.ts'

/** One page of each kind. */
const PAGES = [
  '/',
  '/products',
  '/products?q=nothing-like-this',
  product.path,
  '/product/nothing',
  '/cart',
  '/about',
  '/contact',
  '/results',
  '/blog',
  '/blog/1',
  '/blog/7',
  '/privacy',
  '/nowhere',
  '/offline',
  '/order/tracking/ABCDEFGH',
  '/order/find',
  '/admin',
]

test.use({ expectedNoise: /Failed to load resource|404/ })

for (const path of PAGES) {
  test(`rules 12.1 and 12.5: ${path} passes axe and fits a small screen`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
    // content-policy.spec.ts opens every linked page at all widths.
    await expectNoOverflow(page, [320])
  })
}

test('the way from the cart to the tracked order passes axe and fits every width', async ({
  page,
}) => {
  // Four pages, each checked by axe at two widths.
  test.slow()
  await putInCart(page, [choice(product), choice(otherProduct, 998)])
  await page.goto('/cart')
  await expect(page.getByText('Order Summary')).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.goto('/checkout')
  await expectNoOverflow(page)
  await pressPlaceOrder(page)
  await expect(page.getByText('This field is required').first()).toBeVisible()
  await expectAccessible(page)
  await putInCart(page, [choice(product)])
  await page.goto('/checkout')
  await fillAddress(page, newPhone())
  await pressPlaceOrder(page)
  const id = await confirmedOrder(page)
  await expect(page.getByText('Order placed successfully!')).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/order/tracking/${id}`)
  await expect(page.getByText('Order Processing')).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
})

test.describe('on a phone', { tag: '@phone' }, () => {
  test.use({ viewport: { width: 360, height: 780 } })

  test('the menu passes axe', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Shop' })).toBeVisible()
    await expectAccessible(page, [360])
  })

  test('the open filters pass axe', async ({ page }) => {
    await page.goto('/products')
    await page.getByRole('button', { name: 'Show Filters' }).click()
    await expectAccessible(page, [360])
  })

  test('the cart drawer and its toast pass axe', async ({ page }) => {
    await page.goto(product.path)
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await expect(page.getByText('Added to cart').first()).toBeVisible()
    await expectAccessible(page, [360])
  })

  test('every control of the checkout is at least 44 px high', async ({ page }) => {
    await putInCart(page, [choice(product)])
    await page.goto('/checkout')
    await page.getByText('Add a landmark, second phone or note').click()
    const controls = page
      .getByRole('main')
      .locator('input:not([type=radio]), button, summary, label:has(input)')
    expect(await controls.count()).toBeGreaterThan(7)
    for (const control of await controls.all()) {
      expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    }
  })
})
