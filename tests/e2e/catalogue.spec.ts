import {
  bestSellers,
  catalogue,
  category,
  foundText,
  lowestOf,
  otherProduct,
  price,
  product,
  rareProduct,
  rareWord,
  spokenPrice,
  upTo,
} from '#tests/support/catalogue.ts'
import { recordDialogs } from './support/page-checks.ts'
import { expect, test } from './support/shop-test.ts'

test('rules 1.6, 1.7, 1.10, 1.12 and 1.13: filters combine, are in the URL and can be cleared, and a card leads to its product', async ({
  page,
}) => {
  await page.goto('/products')
  const cards = page.getByRole('main').getByRole('article').filter({ visible: true })
  await expect(page.getByText(foundText(catalogue))).toBeVisible()
  await expect(cards).toHaveCount(catalogue.length)
  for (const one of catalogue) {
    const card = cards.filter({ has: page.locator(`a[href="${one.path}"]`) })
    await expect(card).toContainText(spokenPrice(one))
    await expect(card.getByText('Bestseller')).toHaveCount(one.bestSeller ? 1 : 0)
    await expect(card.getByText('New Arrival')).toHaveCount(one.newArrival ? 1 : 0)
    await expect(card.getByText('% OFF')).toHaveText(
      one.discountPercentage ? [`${one.discountPercentage}% OFF`] : [],
    )
  }

  const bestSeller = page.getByLabel('Best Seller')
  await bestSeller.check()
  await expect(page.getByText(foundText(bestSellers))).toBeVisible()
  await page.getByLabel('Search').fill(rareWord.toUpperCase())
  await expect(page.getByText(foundText([rareProduct]))).toBeVisible()
  await expect(page).toHaveURL(`/products?q=${rareWord.toUpperCase()}&bestSeller=true`)
  await expect(cards).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear All Filters' }).click()
  await expect(page.getByText(foundText(catalogue))).toBeVisible()
  await expect(page).toHaveURL('/products')
  await expect(bestSeller).not.toBeChecked()

  const button = page.getByRole('button', { name: category })
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(`/products?${new URLSearchParams({ category })}`)
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await expect(page).toHaveURL('/products')

  const [lowest, to] = [lowestOf(catalogue), page.getByLabel('To', { exact: true })]
  const found = page.getByText(foundText(upTo(lowest)))
  await to.fill(String(lowest))
  await expect(found).toBeVisible()
  await to.fill(String(lowest - 1))
  await expect(page.getByText('No products found')).toBeVisible()
  await page.getByLabel('Highest price').press('ArrowRight')
  await expect(found).toBeVisible()
  await expect(page).toHaveURL(`/products?max=${lowest}`)
  await page.getByRole('button', { name: 'Clear All Filters' }).click()
  await cards.first().getByRole('link').first().click()
  await expect(page).toHaveURL(product.path)
})

test('rules 1.16 and 1.31: a phone has search and filters in one row, and two products with their prices on its first screen', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/products')
  const search = await page.getByLabel('Search').boundingBox()
  const button = await page.getByRole('button', { name: 'Show Filters' }).boundingBox()
  expect(search?.y).toBe(button?.y)
  const cards = page.getByRole('main').getByRole('article')
  const [first, second] = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()]
  expect(second?.y).toBe(first?.y)
  await expect(cards.nth(1).getByText(price(otherProduct)).last()).toBeInViewport()
})

test('E23 E24 rules 1.14 and 1.15: Back undoes a filter, a reload keeps it, and a search that finds nothing says so, whatever its characters', async ({
  page,
}) => {
  const dialogs = recordDialogs(page)
  const hostile = '"><img src=x onerror=alert(1)>'
  await page.goto(`/products?${new URLSearchParams({ featured: 'true', q: hostile })}`)
  const [search, bestSeller] = [page.getByLabel('Search'), page.getByLabel('Best Seller')]
  const expectNothingFound = async () => {
    await expect(page.getByText('No products found')).toBeVisible()
    await expect(page.getByText('Try adjusting your filters or search query')).toBeVisible()
    await expect(page.locator('main [onerror]')).toHaveCount(0)
  }
  await expectNothingFound()
  await expect(search).toHaveValue(hostile)
  await expect(page.getByLabel('Featured')).toBeChecked()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await page.getByRole('button', { name: 'Clear Filters', exact: true }).click()
  await expect(page.getByText(foundText(catalogue))).toBeVisible()
  for (const typed of ['.*', '%', hostile, 'oil '.repeat(2500)]) {
    await search.fill('')
    await expect(page.getByText(foundText(catalogue))).toBeVisible()
    await search.fill(typed)
    await expectNothingFound()
  }
  expect(page.url().length).toBeLessThan(1000)
  // Enter sends nothing.
  await search.fill(rareWord)
  await search.press('Enter')
  await expect(page).toHaveURL(`/products?q=${rareWord}`)
  await expect(page.getByText(foundText([rareProduct]))).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  expect(dialogs).toEqual([])

  await page.goto('/products')
  await bestSeller.check()
  await expect(page.getByText(foundText(bestSellers))).toBeVisible()
  await page.reload()
  await expect(page.getByText(foundText(bestSellers))).toBeVisible()
  await page.goBack()
  await expect(page.getByText(foundText(catalogue))).toBeVisible()
  await expect(bestSeller).not.toBeChecked()
})
