import {
  bestSellers,
  catalogue,
  category,
  foundText,
  lowestOf,
  product,
  rareProduct,
  rareWord,
  spokenPrice,
  upTo,
} from '#tests/support/catalogue.ts'
import { expect, test } from './support/shop-test.ts'

const cards = (page: import('@playwright/test').Page) =>
  page.getByRole('main').getByRole('article').filter({ visible: true })

test('rule 1.10: filters combine, are in the URL and can be cleared', async ({ page }) => {
  await page.goto('/products')
  await expect(page.getByText(foundText(catalogue))).toBeVisible()

  await page.getByLabel('Best Seller').check()
  await expect(page.getByText(foundText(bestSellers))).toBeVisible()
  await page.getByLabel('Search').fill(rareWord.toUpperCase())
  await expect(page.getByText(foundText([rareProduct]))).toBeVisible()
  await expect(page).toHaveURL(`/products?q=${rareWord.toUpperCase()}&bestSeller=true`)
  await expect(cards(page)).toHaveCount(1)

  await page.getByRole('button', { name: 'Clear All Filters' }).click()
  await expect(page.getByText(foundText(catalogue))).toBeVisible()
  await expect(page).toHaveURL('/products')
  await expect(page.getByLabel('Best Seller')).not.toBeChecked()
})

test('rule 1.13: pressing the selected category again clears it', async ({ page }) => {
  await page.goto('/products')
  const button = page.getByRole('button', { name: category })
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(`/products?${new URLSearchParams({ category })}`)
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await expect(page).toHaveURL('/products')
})

test('rule 1.12: the price filter includes its ends', async ({ page }) => {
  await page.goto('/products')
  const lowest = lowestOf(catalogue)
  const found = page.getByText(foundText(upTo(lowest)))
  await page.getByLabel('To', { exact: true }).fill(String(lowest))
  await expect(found).toBeVisible()
  await page.getByLabel('To', { exact: true }).fill(String(lowest - 1))
  await expect(page.getByText('No products found')).toBeVisible()
  await page.getByLabel('Highest price').press('ArrowRight')
  await expect(found).toBeVisible()
  await expect(page).toHaveURL(`/products?max=${lowest}`)
})

test('rule 1.15: filters that find nothing say so, and can be cleared', async ({ page }) => {
  await page.goto('/products?featured=true&newArrival=true&q=nothing-like-this')
  await expect(page.getByText('No products found')).toBeVisible()
  await expect(page.getByText('Try adjusting your filters or search query')).toBeVisible()
  await expect(page.getByLabel('Featured')).toBeChecked()
  await page.getByRole('button', { name: 'Clear Filters', exact: true }).click()
  await expect(page.getByText(foundText(catalogue))).toBeVisible()
})

test('rule 1.14: Back undoes a filter, and a reload keeps it', async ({ page }) => {
  await page.goto('/products')
  await page.getByLabel('Best Seller').check()
  await expect(page.getByText(foundText(bestSellers))).toBeVisible()
  await page.reload()
  await expect(page.getByText(foundText(bestSellers))).toBeVisible()
  await page.goBack()
  await expect(page.getByText(foundText(catalogue))).toBeVisible()
  await expect(page.getByLabel('Best Seller')).not.toBeChecked()
})

test('rule 1.16: on a phone the filters are behind a button, with the search above', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/products')
  await expect(page.getByLabel('Search')).toBeVisible()
  await expect(page.getByLabel('Best Seller')).toBeHidden()
  await page.getByRole('button', { name: 'Show Filters' }).click()
  await expect(page.getByLabel('Best Seller')).toBeVisible()
  await page.getByRole('button', { name: 'Hide Filters' }).click()
  await expect(page.getByLabel('Best Seller')).toBeHidden()
})

test('rules 1.6 and 1.7: a card shows prices and badges, and links to its product', async ({
  page,
}) => {
  await page.goto('/products')
  await expect(cards(page)).toHaveCount(catalogue.length)
  for (const one of catalogue) {
    const card = cards(page).filter({ has: page.locator(`a[href="${one.path}"]`) })
    await expect(card).toContainText(spokenPrice(one))
    await expect(card.getByText('Bestseller')).toHaveCount(one.bestSeller ? 1 : 0)
    await expect(card.getByText('New Arrival')).toHaveCount(one.newArrival ? 1 : 0)
    await expect(card.getByText('% OFF')).toHaveText(
      one.discountPercentage ? [`${one.discountPercentage}% OFF`] : [],
    )
  }
  await cards(page).first().getByRole('link').first().click()
  await expect(page).toHaveURL(product.path)
})
