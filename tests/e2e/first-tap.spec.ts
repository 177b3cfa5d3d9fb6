/* What is done on a page before its React has come happens once, and is not lost. */

import type { Page } from '@playwright/test'
import {
  addedText,
  catalogue,
  category,
  foundText,
  product,
  rareProduct,
  rareWord,
} from '#tests/support/catalogue.ts'
import { holdFirst } from './support/network.ts'
import { expect, test } from './support/shop-test.ts'

const PRODUCT = product.path
const REACT = '**/_astro/client.*.js'

const badge = (page: Page) => page.locator('[data-cart-count]')

function scriptsOf(page: Page): string[] {
  const names: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') names.push(request.url())
  })
  return names
}

test.describe('before anybody is there', () => {
  test.use({ viewport: { width: 360, height: 780 } })

  for (const path of ['/', '/products', PRODUCT, '/blog', '/blog/1', '/about', '/contact']) {
    test(`${path} loads no React by itself`, async ({ page }) => {
      const scripts = scriptsOf(page)
      await page.goto(path, { waitUntil: 'networkidle' })
      expect(scripts.filter((url) => /islands\.|react/.test(url))).toEqual([])
    })
  }
})

test('coming near the choices of a product fetches what they need', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto(PRODUCT)
  const react = page.waitForRequest(REACT)
  await page.getByText('100% Natural Ingredients').scrollIntoViewIfNeeded()
  await react
})

test('a tap before React has come adds to the cart exactly once', async ({ page }) => {
  const release = await holdFirst(page, REACT)
  await page.goto(PRODUCT)
  const add = page.getByRole('button', { name: 'Add to cart' })
  await add.click()
  await expect(add).toHaveAttribute('data-kept')
  await expect(badge(page)).toBeHidden()
  release()
  await expect(page.getByText(addedText(product))).toBeVisible()
  await expect(badge(page)).toHaveText('1')
  await expect(add).not.toHaveAttribute('data-kept')
})

test('several taps before React has come happen in their order', async ({ page }) => {
  const release = await holdFirst(page, REACT)
  await page.goto(PRODUCT)
  const more = page.getByRole('button', { name: 'Increase quantity' }).first()
  for (let tap = 0; tap < 3; tap += 1) await more.click()
  await page.getByRole('button', { name: 'Add to cart' }).click()
  release()
  await expect(page.getByText(addedText(product, 4))).toBeVisible()
  await expect(badge(page)).toHaveText('4')
})

test('Enter on a button before React has come counts as a tap', async ({ page }) => {
  const release = await holdFirst(page, REACT)
  await page.goto(PRODUCT)
  await page.getByRole('button', { name: 'Shop Now' }).focus()
  await page.keyboard.press('Enter')
  release()
  await expect(page).toHaveURL(/\/checkout$/)
})

test('what is typed, ticked and pressed in the filters before React has come holds', async ({
  page,
}) => {
  const release = await holdFirst(page, REACT)
  await page.goto('/products')
  await page.getByLabel('Best Seller').check()
  await page.getByLabel('Search').pressSequentially(rareWord)
  await page.getByRole('button', { name: category }).click()
  await expect(page.getByText(foundText(catalogue))).toBeVisible()
  release()
  await expect(page.getByText(foundText([rareProduct]))).toBeVisible()
  await expect(page).toHaveURL(
    `/products?${new URLSearchParams({ q: rareWord, category, bestSeller: 'true' })}`,
  )
  await expect(page.getByLabel('Search')).toHaveValue(rareWord)
  await expect(page.getByLabel('Best Seller')).toBeChecked()
  await expect(page.getByRole('button', { name: category })).toHaveAttribute('aria-pressed', 'true')
})

test('a filter in the address is shown without a touch', async ({ page }) => {
  await page.goto(`/products?q=${rareWord}&bestSeller=true`)
  await expect(page.getByText(foundText([rareProduct]))).toBeVisible()
  await expect(page.getByLabel('Search')).toHaveValue(rareWord)
  await expect(page.getByLabel('Best Seller')).toBeChecked()
})

test.describe('without a connection', () => {
  test.use({ expectedNoise: /Failed to load resource|hydrating|astro-island/ })

  test('a tap says that it could not be heard, and the next one is', async ({ page, context }) => {
    await page.goto(PRODUCT)
    await context.setOffline(true)
    const add = page.getByRole('button', { name: 'Add to cart' })
    await add.click()
    await expect(page.getByText('Please check your connection and try again.')).toBeVisible()
    await expect(add).not.toHaveAttribute('data-kept')
    await context.setOffline(false)
    await add.click()
    await expect(page.getByText(addedText(product))).toBeVisible()
    await expect(badge(page)).toHaveText('1')
  })
})
