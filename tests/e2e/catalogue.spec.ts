import {
  bestSellers,
  catalogue,
  foundText,
  otherProduct,
  rareProduct,
} from '#tests/support/catalogue.ts'
import { expect, hydrated, test } from './support/shop-test.ts'

const cards = (page: import('@playwright/test').Page) =>
  page.getByRole('main').getByRole('article').filter({ visible: true })

test('the filters narrow the products, combine, live in the address and are cleared', async ({
  page,
}) => {
  await page.goto('/products')
  await expect(page.getByText(foundText(catalogue))).toBeVisible()

  await page.getByLabel('Best Seller').check()
  await expect(page.getByText(foundText(bestSellers))).toBeVisible()
  await page.getByLabel('Search').fill('GIFT')
  await expect(page.getByText(foundText([rareProduct]))).toBeVisible()
  await expect(page).toHaveURL('/products?q=GIFT&bestSeller=true')
  await expect(cards(page)).toHaveCount(1)

  await page.getByRole('button', { name: 'Clear All Filters' }).click()
  await expect(page.getByText(foundText(catalogue))).toBeVisible()
  await expect(page).toHaveURL('/products')
  await expect(page.getByLabel('Best Seller')).not.toBeChecked()
})

test('a category is chosen by a press and let go by another', async ({ page }) => {
  await page.goto('/products')
  const category = page.getByRole('button', { name: 'Hair Oil' })
  await category.click()
  await expect(category).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL('/products?category=Hair+Oil')
  await category.click()
  await expect(category).toHaveAttribute('aria-pressed', 'false')
  await expect(page).toHaveURL('/products')
})

test('the price range is set by number or by key, both ends included', async ({ page }) => {
  await page.goto('/products')
  await page.getByLabel('To', { exact: true }).fill('799')
  await expect(page.getByText(foundText([rareProduct]))).toBeVisible()
  await page.getByLabel('To', { exact: true }).fill('798')
  await expect(page.getByText('No products found')).toBeVisible()
  await page.getByLabel('Highest price').press('ArrowRight')
  await expect(page.getByText(foundText([rareProduct]))).toBeVisible()
  await expect(page).toHaveURL('/products?max=799')
})

test('no product is featured or new: nothing is found, said so, and cleared', async ({ page }) => {
  await page.goto('/products?featured=true&newArrival=true')
  await expect(page.getByText('No products found')).toBeVisible()
  await expect(page.getByText('Try adjusting your filters or search query')).toBeVisible()
  await expect(page.getByLabel('Featured')).toBeChecked()
  await page.getByRole('button', { name: 'Clear Filters', exact: true }).click()
  await expect(page.getByText(foundText(catalogue))).toBeVisible()
})

test('Back undoes a filter, and a reload keeps it', async ({ page }) => {
  await page.goto('/products')
  await page.getByLabel('Best Seller').check()
  await expect(page.getByText(foundText(bestSellers))).toBeVisible()
  await page.reload()
  await expect(page.getByText(foundText(bestSellers))).toBeVisible()
  await page.goBack()
  await expect(page.getByText(foundText(catalogue))).toBeVisible()
  await hydrated(page)
  await expect(page.getByLabel('Best Seller')).not.toBeChecked()
})

for (const query of [
  '?q=%3Cimg+src=x+onerror=alert(1)%3E',
  '?__proto__[x]=1',
  '?min=-5&max=1e9',
  '?category=Soap',
  '?q=.*',
]) {
  test(`a strange address does no harm: ${query}`, async ({ page }) => {
    page.on('dialog', () => expect(query).toBe('never run as script'))
    await page.goto(`/products${query}`)
    await expect(page.getByText(/^(\d products? found|No products found)$/).first()).toBeVisible()
    expect(
      await page.evaluate(() => ({}) as { x?: string }).then((object) => object.x),
    ).toBeUndefined()
  })
}

test('on a phone the filters wait behind a button, with the search above', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/products')
  await expect(page.getByLabel('Search')).toBeVisible()
  await expect(page.getByLabel('Best Seller')).toBeHidden()
  await page.getByRole('button', { name: 'Show Filters' }).click()
  await expect(page.getByLabel('Best Seller')).toBeVisible()
  await page.getByRole('button', { name: 'Hide Filters' }).click()
  await expect(page.getByLabel('Best Seller')).toBeHidden()
})

test('a card tells price, regular price and badges, and leads to its product', async ({ page }) => {
  await page.goto('/products')
  const gift = cards(page).filter({ hasText: 'Gift Pack' })
  await expect(gift.getByText('Bestseller')).toBeVisible()
  await expect(gift.getByText('50% OFF')).toBeVisible()
  await expect(gift).toContainText('Regular price 3099.00, sale price 1549.00')
  const pair = cards(page).filter({ hasText: 'Pair' })
  await expect(pair.getByText('Bestseller')).toBeHidden()
  await gift.getByRole('link').first().click()
  await expect(page).toHaveURL(otherProduct.path)
})
