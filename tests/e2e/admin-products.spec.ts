import { logIn } from './support/admin.ts'
import { test } from './support/own-shop.ts'
import { expect } from './support/shop-test.ts'

test.beforeEach(async ({ page }) => {
  await logIn(page)
  await page.goto('/admin/products')
})

test('a product shows what the spec names, and leads to its page', async ({ page }) => {
  const row = page.getByRole('row').filter({ hasText: 'One bottle of the oil' })
  for (const text of ['Hair Oil', 'herbal', 'coconut', '+2', '799.00', '1599.00', '4.9', '328']) {
    await expect(row).toContainText(text)
  }
  await expect(row.locator('s')).toHaveText('1599.00')
  await expect(row.locator('li').filter({ hasText: 'bhringraj' })).toHaveCount(0)
  await expect(row.locator('img')).toBeVisible()
  await expect(row.getByRole('link', { name: 'View' })).toHaveAttribute(
    'href',
    '/product/zulf-herbal-oil-single',
  )
})

test('a search looks at name, description, category and tags', async ({ page }) => {
  const rows = page.locator('tbody').getByRole('row')
  await expect(rows).toHaveCount(3)
  for (const [typed, count] of [
    ['AMBER GLASS', 1],
    ['value', 1],
    ['hair oil', 3],
    ['.*', 0],
  ] as const) {
    await page.getByLabel('Search').fill(typed)
    await expect(rows, typed).toHaveCount(count)
  }
  await expect(page.getByText('No products found')).toBeVisible()
})

test('Edit and Add New Product say where the catalogue is kept', async ({ page }) => {
  for (const name of ['Edit Zulf Herbal Hair Oil', 'Add New Product']) {
    await page.getByRole('button', { name, exact: true }).first().click()
    await expect(page.getByText('The catalogue is kept in files')).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByText('The catalogue is kept in files')).toBeHidden()
  }
})
