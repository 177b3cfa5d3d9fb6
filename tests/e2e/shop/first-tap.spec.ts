/* What is done on a page before anything is fetched, or while it is. */
import type { Page } from '@playwright/test'
import {
  addedText,
  foundText,
  lowestOf,
  product,
  rareProduct,
  rareWord,
} from '#tests/support/catalogue.ts'
import { holdFirst } from '../support/network.ts'
import { expect, test } from '../support/shop-test.ts'

const PRODUCT = product.path
const DRAWER = '**/_astro/CartDrawer.*.js*'

const badge = (page: Page) => page.locator('[data-cart-count]')

test('taps on a product happen in their order, add to the cart before the drawer has come', async ({
  page,
}) => {
  const release = await holdFirst(page, DRAWER)
  await page.goto(PRODUCT)
  const more = page.getByRole('button', { name: 'Increase quantity' })
  for (let tap = 0; tap < 3; tap += 1) await more.click()
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(badge(page)).toHaveText('4')
  await expect(page.getByRole('dialog', { name: 'Your cart' })).toBeHidden()
  release()
  await expect(page.getByRole('dialog', { name: 'Your cart' })).toBeVisible()
  await expect(badge(page)).toHaveText('4')
})

test('what is typed and ticked in the filters before their script has come holds', async ({
  page,
}) => {
  const most = String(lowestOf([rareProduct]))
  const release = await holdFirst(page, '**/_astro/FilterSidebar.*.js')
  await page.goto('/products', { waitUntil: 'load' })
  await page.getByLabel('Best Seller').check()
  await page.getByLabel('Search').pressSequentially(rareWord)
  await page.getByLabel('To', { exact: true }).fill(most)
  release()
  await expect(page.getByText(foundText([rareProduct]))).toBeVisible()
  await expect(page).toHaveURL(`/products?q=${rareWord}&max=${most}&bestSeller=true`)
  await expect(page.getByLabel('Highest price')).toHaveValue(most)
})

test.describe('without a connection', () => {
  test.use({
    expectedNoise: /Failed to load resource|dynamically imported module/,
  })

  test('taps add to the cart all the same, and a toast says so in place of the drawer', async ({
    page,
    context,
  }) => {
    await page.goto(PRODUCT)
    await context.setOffline(true)
    const add = page.getByRole('button', { name: 'Add to cart' })
    await add.click()
    await expect(page.getByText(addedText(product))).toBeVisible()
    await expect(badge(page)).toHaveText('1')
    await expect(async () => {
      // So soon after the first it may count as a double tap.
      if ((await badge(page).textContent()) === '1') await add.click()
      await expect(badge(page)).toHaveText('2', { timeout: 1000 })
    }).toPass()
    await expect(page.getByText(addedText(product))).toBeVisible()
  })
})
