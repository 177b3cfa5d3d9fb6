/* Where scripts cannot be loaded, the same HTML still sells and searches: docs/decisions/islands.md. */
import type { Page } from '@playwright/test'
import {
  category,
  choice,
  foundText,
  otherProduct,
  product,
  rareProduct,
  rareWord,
  total,
} from '#tests/support/catalogue.ts'
import { expectTotal, putInCart } from '../support/customer.ts'
import { holdFirst } from '../support/network.ts'
import { expect, hydrated, test } from '../support/shop-test.ts'

const PRODUCT = product.path
const NAME = product.name

test.use({ expectedNoise: /Failed to load resource|astro-island|dynamically imported module/ })

const quantity = (page: Page) => page.getByLabel('Quantity', { exact: true })

test('a product whose scripts are gone says so, and goes into the cart by its form, once, also after a reload and Back, and to the checkout', async ({
  page,
}) => {
  await page.route('**/_astro/*.js*', async (route) => {
    const isOfProduct = route.request().headers()['referer']?.endsWith(PRODUCT)
    await (isOfProduct ? route.abort() : route.continue())
  })
  await page.goto(PRODUCT, { waitUntil: 'load' })
  await expect(page.getByText('This page could not be loaded completely.')).toBeVisible()
  await quantity(page).fill('2')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page).toHaveURL('/cart')
  await expectInCart(page, 2)
  await expect(page.getByText(`2 × ${NAME} (100ml) added to your cart`)).toBeVisible()

  await page.reload()
  await expectInCart(page, 2)
  await page.goBack()
  await expect(page).toHaveURL(PRODUCT)
  await page.goForward()
  await expect(page).toHaveURL('/cart')
  await expectInCart(page, 2)

  // The quantity that was typed counts by Enter as well.
  await page.goBack()
  await quantity(page).fill('12')
  await quantity(page).press('Enter')
  await expect(page).toHaveURL('/cart')
  await expectInCart(page, 14)

  await putInCart(page, [choice(otherProduct)])
  await page.goto(PRODUCT, { waitUntil: 'load' })
  await page.getByRole('button', { name: 'Shop Now' }).click()
  await expect(page).toHaveURL('/checkout')
  await expectTotal(page, total([product, 1], [otherProduct, 1]))
})

test('a quantity typed before the script has loaded holds, and half a number goes', async ({
  page,
}) => {
  const release = await holdFirst(page, '**/_astro/PurchaseForm.*.js')
  await page.goto(PRODUCT, { waitUntil: 'load' })
  await quantity(page).fill('7')
  release()
  await hydrated(page)
  await page.getByRole('button', { name: 'Increase quantity' }).click()
  await expect(quantity(page)).toHaveValue('8')
  await quantity(page).fill('')
  await quantity(page).blur()
  await expect(quantity(page)).toHaveValue('8')
  await quantity(page).press('Enter')
  await expect(page.getByText(`8 × ${NAME} (100ml) added to your cart`)).toBeVisible()
  await expect(page).toHaveURL(PRODUCT)
})

test('a catalogue whose script does not come opens its filters on a phone, and sends what is pressed and searched by Enter', async ({
  page,
}) => {
  let isGone = true
  await page.route(/_astro\/(FilterSidebar|ProductList)\./, (route) =>
    isGone ? route.abort() : route.continue(),
  )
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/products', { waitUntil: 'load' })
  // After the one reload by which a page looks for scripts that are gone.
  await expect(page.getByText('This page could not be loaded completely.')).toBeVisible()
  const button = page.getByRole('button', { name: category })
  await expect(button).toBeHidden()
  await page.getByRole('button', { name: 'Show Filters' }).click()
  await expect(button).toBeVisible()
  await page.getByRole('button', { name: 'Hide Filters' }).click()
  await expect(button).toBeHidden()
  await page.getByRole('button', { name: 'Show Filters' }).click()
  await button.click()
  await expect(page).toHaveURL((url) => url.searchParams.get('category') === category)

  const search = page.getByLabel('Search')
  await search.fill(rareWord)
  await search.press('Enter')
  await expect(page).toHaveURL((url) => url.searchParams.get('q') === rareWord)
  isGone = false
  await page.reload()
  await expect(page.getByText(foundText([rareProduct]))).toBeVisible()
  await expect(search).toHaveValue(rareWord)
})

async function expectInCart(page: Page, units: number): Promise<void> {
  await expect(page.getByText('Subtotal (1 item)')).toBeVisible()
  await expect(page.getByRole('link', { name: `Cart, ${units}` })).toBeAttached()
}
