/* What is done on a page before anything is fetched, or while it is. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { DIST } from '#tests/support/built-site.ts'
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
const DRAWER = '**/_astro/PurchaseForm.*.js*'

const badge = (page: Page) => page.locator('[data-cart-count]')

test.describe('before anybody is there', () => {
  test.use({ viewport: { width: 360, height: 780 } })

  test('no page loads React by itself', async ({ page }) => {
    for (const path of ['/', '/products', PRODUCT, '/blog', '/blog/1', '/about', '/contact']) {
      await page.goto(path, { waitUntil: 'networkidle' })
      const scripts = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => new URL(name).pathname)
          .filter((name) => name.endsWith('.js')),
      )
      expect(scripts, path).not.toEqual([])
      expect(scripts.filter(isReact), path).toEqual([])
    }
  })
})

test('the first tap on a product adds to the cart and says so before the drawer has come', async ({
  page,
}) => {
  const release = await holdFirst(page, DRAWER)
  await page.goto(PRODUCT)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByText(addedText(product))).toBeVisible()
  await expect(badge(page)).toHaveText('1')
  await expect(page.getByRole('dialog', { name: 'Your cart' })).toBeHidden()
  release()
  await expect(page.getByRole('dialog', { name: 'Your cart' })).toBeVisible()
  await expect(badge(page)).toHaveText('1')
})

test('several taps happen in their order', async ({ page }) => {
  await page.goto(PRODUCT)
  const more = page.getByRole('button', { name: 'Increase quantity' })
  for (let tap = 0; tap < 3; tap += 1) await more.click()
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByText(addedText(product, 4))).toBeVisible()
  await expect(badge(page)).toHaveText('4')
})

test('Enter on Shop Now leads to the checkout', async ({ page }) => {
  await page.goto(PRODUCT)
  await page.getByRole('button', { name: 'Shop Now' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/checkout$/)
})

test('what is typed and ticked in the filters before React has come holds, then and after', async ({
  page,
}) => {
  const release = await holdFirst(page, REACT)
  await page.goto('/products')
  await page.getByLabel('Best Seller').check()
  await page.getByLabel('Search').pressSequentially(rareWord)
  await expect(page.getByText(foundText([rareProduct]))).toBeVisible()
  await expect(page).toHaveURL(`/products?q=${rareWord}&bestSeller=true`)
  release()
  await page.waitForFunction(() => !document.querySelector('astro-island[ssr]'))
  await page.getByRole('button', { name: category }).click()
  await expect(page).toHaveURL(
    `/products?${new URLSearchParams({ q: rareWord, category, bestSeller: 'true' })}`,
  )
  await expect(page.getByLabel('Search')).toHaveValue(rareWord)
  await expect(page.getByLabel('Best Seller')).toBeChecked()
})

test('rule 1.14: Back before React has come undoes a filter in the form too', async ({ page }) => {
  const release = await holdFirst(page, REACT)
  await page.goto('/products')
  await page.getByLabel('Best Seller').check()
  await page.getByLabel('To', { exact: true }).fill('3000')
  await page.goBack()
  await expect(page.getByText(foundText(catalogue))).toBeVisible()
  await expectNoFilter(page)
  release()
  await page.waitForFunction(() => !document.querySelector('astro-island[ssr]'))
  await expectNoFilter(page)
})

test.describe(() => {
  test.use({ expectedNoise: /Failed to load resource|astro-island/ })

  test('the filters of a phone open at the first tap, without React', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 780 })
    await page.route(REACT, (route) => route.abort())
    await page.goto('/products', { waitUntil: 'domcontentloaded' })
    await page.getByRole('button', { name: 'Show Filters' }).click()
    await expect(page.getByLabel('Best Seller')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Hide Filters' })).toBeVisible()
  })
})

test('a filter in the URL is shown without an interaction', async ({ page }) => {
  await page.goto(`/products?${new URLSearchParams({ q: rareWord, category, bestSeller: 'true' })}`)
  await expect(page.getByText(foundText([rareProduct]))).toBeVisible()
  await expect(page.getByLabel('Search')).toHaveValue(rareWord)
  await expect(page.getByLabel('Best Seller')).toBeChecked()
  await expect(page.getByRole('button', { name: category })).toHaveAttribute('aria-pressed', 'true')
})

test.describe('without a connection', () => {
  test.use({ expectedNoise: /Failed to load resource|cart drawer could not be loaded/ })

  test('taps add to the cart all the same, and the next one with it opens the drawer', async ({
    page,
    context,
  }) => {
    await page.goto(PRODUCT)
    await context.setOffline(true)
    const add = page.getByRole('button', { name: 'Add to cart' })
    await add.click()
    await expect(page.getByText(addedText(product))).toBeVisible()
    await expect(badge(page)).toHaveText('1')
    await context.setOffline(false)
    await add.click()
    await expect(badge(page)).toHaveText('2')
    await expect(page.getByRole('dialog', { name: 'Your cart' })).toBeVisible()
  })
})

async function expectNoFilter(page: Page): Promise<void> {
  await expect(page.getByLabel('Best Seller')).not.toBeChecked()
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('4000')
  await expect(page).toHaveURL('/products')
}

/** Only React is as large as this. */
function isReact(file: string): boolean {
  return statSync(join(DIST, file)).size > 50_000
}
