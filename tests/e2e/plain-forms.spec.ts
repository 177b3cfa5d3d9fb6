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
import { putInCart, savedCart } from './support/customer.ts'
import { holdFirst } from './support/network.ts'
import { expect, hydrated, test } from './support/shop-test.ts'

const PRODUCT = product.path
const NAME = product.name

test.use({ expectedNoise: /Failed to load resource|astro-island|dynamically imported module/ })

const quantity = (page: Page) => page.getByLabel('Quantity', { exact: true })
const add = (page: Page) => page.getByRole('button', { name: 'Add to cart' })

test.describe('a product whose script could not be loaded', () => {
  test.beforeEach(async ({ page }) => {
    await page.route('**/_astro/ProductDetail.*', (route) => route.abort())
    await page.goto(PRODUCT, { waitUntil: 'load' })
  })

  test('goes into the cart by its form, once, also after a reload and Back', async ({ page }) => {
    await quantity(page).fill('2')
    await add(page).click()
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
  })

  test('takes the quantity that was typed, by Enter as well', async ({ page }) => {
    await quantity(page).fill('12')
    await quantity(page).press('Enter')
    await expect(page).toHaveURL('/cart')
    await expectInCart(page, 12)
  })

  test('goes to the checkout by Shop Now, with what was in the cart', async ({ page }) => {
    await putInCart(page, [choice(otherProduct)])
    await page.goto(PRODUCT, { waitUntil: 'load' })
    await page.getByRole('button', { name: 'Shop Now' }).click()
    await expect(page).toHaveURL('/checkout')
    await expect(
      page
        .getByRole('definition')
        .filter({ hasText: total([product, 1], [otherProduct, 1]) })
        .last(),
    ).toBeVisible()
    await page.reload()
    await expect(
      page
        .getByRole('definition')
        .filter({ hasText: total([product, 1], [otherProduct, 1]) })
        .last(),
    ).toBeVisible()
  })
})

test('rule 2.14: a quantity over the limit in the URL is ignored, and removed from it', async ({
  page,
}) => {
  await putInCart(page, [choice(otherProduct)])
  const before = await savedCart(page)
  const { id, size } = choice(product)
  await page.goto(`/cart?${new URLSearchParams({ product: id, size, quantity: '1000' })}`)
  await expect(page).toHaveURL('/cart')
  await expect(page.getByText('Subtotal (1 item)')).toBeVisible()
  expect(await savedCart(page)).toBe(before)
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

test.describe('a catalogue whose filters React could not hydrate', () => {
  test.beforeEach(async ({ page }) => {
    await page.route('**/_astro/FilterSidebar.*', (route) => route.abort())
    await page.goto('/products')
  })

  test('is searched by Enter, shows for what, and is cleared', async ({ page }) => {
    await page.getByLabel('Search').fill(rareWord)
    await page.getByLabel('Search').press('Enter')
    await expect(page).toHaveURL(new RegExp(`/products\\?q=${rareWord}`))
    await expect(page.getByText(foundText([rareProduct]))).toBeVisible()
    await expect(page.getByLabel('Search')).toHaveValue(rareWord)
    await page.getByRole('button', { name: 'Clear All Filters' }).click()
    await expect(page.getByText(foundText(catalogue))).toBeVisible()
    await expect(page.getByLabel('Search')).toHaveValue('')
    await expect(page).toHaveURL('/products')
  })

  test('is filtered by what is ticked, beside what was typed', async ({ page }) => {
    const most = lowestOf(bestSellers)
    const found = upTo(most).filter(({ bestSeller }) => bestSeller)
    await page.getByLabel('To', { exact: true }).fill(String(most))
    await page.getByLabel('Best Seller').check()
    await expect(page).toHaveURL(new RegExp(`max=${most}.*bestSeller=true`))
    await expect(page.getByText(foundText(found))).toBeVisible()
    await expect(page.getByLabel('Best Seller')).toBeChecked()
    await expect(page.getByLabel('Highest price')).toHaveValue(String(most))
    await expect(page.getByLabel('To', { exact: true })).toHaveValue(String(most))
  })

  test('is filtered by category', async ({ page }) => {
    await page.getByRole('button', { name: category }).click()
    await expect(page).toHaveURL((url) => url.searchParams.get('category') === category)
    await expect(page.getByText(foundText(catalogue))).toBeVisible()
  })
})

test('with React, Enter in the search sends nothing', async ({ page }) => {
  await page.goto('/products?q=g')
  await page.waitForFunction(() => !document.querySelector('astro-island[ssr]'))
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await page.getByLabel('Search').fill(rareWord)
  await page.getByLabel('Search').press('Enter')
  await expect(page).toHaveURL(`/products?q=${rareWord}`)
  await expect(page.getByText(foundText([rareProduct]))).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

async function expectInCart(page: Page, units: number): Promise<void> {
  await expect(page.getByText('Subtotal (1 item)')).toBeVisible()
  await expect(page.getByRole('link', { name: `Cart, ${units} items` })).toBeAttached()
}
