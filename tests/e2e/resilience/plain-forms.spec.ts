/* Where scripts cannot be loaded, the same HTML still sells and searches: docs/decisions/islands.md. */
import type { Page } from '@playwright/test'
import {
  bestSellers,
  catalogue,
  category,
  choice,
  foundText,
  lowestOf,
  otherProduct,
  product,
  rareProduct,
  rareWord,
  total,
  upTo,
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
  const release = await holdFirst(page, '**/_astro/ProductDetail.*.js')
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

test('a catalogue whose filters React could not hydrate opens them on a phone, is searched by Enter, cleared, and filtered by what is ticked', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.route('**/_astro/{FilterSidebar,client}.*', (route) => route.abort())
  await page.goto('/products')
  const [search, bestSeller] = [page.getByLabel('Search'), page.getByLabel('Best Seller')]
  await expect(bestSeller).toBeHidden()
  await page.getByRole('button', { name: 'Show Filters' }).click()
  await expect(bestSeller).toBeVisible()
  await page.getByRole('button', { name: 'Hide Filters' }).click()
  await expect(bestSeller).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 780 })

  await search.fill(rareWord)
  await search.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/products\\?q=${rareWord}`))
  await expect(page.getByText(foundText([rareProduct]))).toBeVisible()
  await expect(search).toHaveValue(rareWord)
  await page.getByRole('button', { name: 'Clear All Filters' }).click()
  await expect(page.getByText(foundText(catalogue))).toBeVisible()
  await expect(search).toHaveValue('')
  await expect(page).toHaveURL('/products')

  const most = lowestOf(bestSellers)
  const found = upTo(most).filter(({ bestSeller }) => bestSeller)
  await page.getByLabel('To', { exact: true }).fill(String(most))
  await bestSeller.check()
  await expect(page).toHaveURL(new RegExp(`max=${most}.*bestSeller=true`))
  await expect(page.getByText(foundText(found))).toBeVisible()
  await expect(bestSeller).toBeChecked()
  await expect(page.getByLabel('Highest price')).toHaveValue(String(most))
  await expect(page.getByLabel('To', { exact: true })).toHaveValue(String(most))
  await page.getByRole('button', { name: category }).click()
  await expect(page).toHaveURL((url) => url.searchParams.get('category') === category)
})

async function expectInCart(page: Page, units: number): Promise<void> {
  await expect(page.getByText('Subtotal (1 item)')).toBeVisible()
  await expect(page.getByRole('link', { name: `Cart, ${units} items` })).toBeAttached()
}
