import { formatMoney } from '#kit/money.ts'
import { catalogue, product, rareWord } from '#tests/support/catalogue.ts'
import { adminTest as test } from '../support/own-shop.ts'
import { expect } from '../support/shop-test.ts'

test('rules 16.9 and 18.52: products show their facts and are searched', async ({ page }) => {
  await page.goto('/admin/products')
  const row = page.getByRole('row').filter({ hasText: product.shortDescription })
  const [first] = product.sizes
  await expect(row).toContainText(formatMoney(first.discountPrice ?? first.price))
  await expect(row.getByRole('link', { name: 'View' })).toHaveAttribute('href', product.path)

  for (const name of [`Edit ${product.name}`, 'Add New Product']) {
    await page.getByRole('button', { name, exact: true }).first().click()
    await expect(page.getByText('The catalogue is kept in files')).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByText('The catalogue is kept in files')).toBeHidden()
  }

  const rows = page.locator('tbody').getByRole('row')
  for (const [typed, count] of [
    ['', catalogue.length],
    [rareWord.toUpperCase(), 1],
    [product.category, catalogue.filter(({ category }) => category === product.category).length],
    ['.*', 0],
  ] as const) {
    await page.getByLabel('Search').fill(typed)
    await expect(rows, typed).toHaveCount(count)
  }
  await expect(page.getByText('No products found')).toBeVisible()
})
