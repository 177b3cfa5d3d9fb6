import type { Page } from '@playwright/test'
import { describeFilter, NO_FILTER } from '#shop/catalogue/filter.ts'
import {
  bestSellers,
  catalogue,
  category,
  foundText,
  lowestOf,
  price,
  product,
  rareProduct,
  rareWord,
  type SoldProduct,
  spokenPrice,
  upTo,
} from '#tests/support/catalogue.ts'
import { recordDialogs, recordShifts } from '../support/page-checks.ts'
import { expect, test } from '../support/shop-test.ts'
import { translate } from '../support/translation.ts'

test('rules 1.6, 1.7, 1.10, 1.12, 1.13 and 1.32: filters combine, say how many they would find beside those that are chosen, none included, are in the URL and can be cleared, and a card leads to its product', async ({
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
  const count = (found: readonly SoldProduct[]) => `(${found.length})`
  const inCategory = page.getByRole('button', { name: category })
  await expect(bestSeller).toHaveAccessibleDescription(count(bestSellers))
  await expect(inCategory).toHaveAccessibleDescription(
    count(catalogue.filter((one) => one.category === category)),
  )
  await page.getByLabel('Search').fill(rareWord)
  await expect(inCategory).toHaveAccessibleDescription(count([rareProduct]))
  await page.getByLabel('Search').fill('nothing-like-this')
  await expect(bestSeller).toHaveAccessibleDescription(count([]))
  await page.getByLabel('Search').fill('')

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

test('rule 1.11: a word of Urdu for oil finds the oils, and a link to /search is a search', async ({
  page,
}) => {
  const oils = catalogue.filter((one) => `${one.name} ${one.description}`.includes('oil'))
  await page.goto(`/search?${new URLSearchParams({ q: 'تیل' })}`)
  await expect(page).toHaveURL(/\/products\?q=/)
  await expect(page.getByLabel('Search')).toHaveValue('تیل')
  await expect(page.getByText(foundText(oils))).toBeVisible()
})

test('rules 1.16, 1.31 and 12.7: a phone has search and filters in one row, three products with the first price on its first screen, and the first card lies as it will before the others have come', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/products')
  const search = await page.getByLabel('Search').boundingBox()
  const button = page.getByRole('button', { name: 'Show Filters' })
  expect(search?.y).toBe((await button.boundingBox())?.y)
  const cards = page.getByRole('main').getByRole('article')
  await expect(cards.first().getByText(price(product)).last()).toBeInViewport()
  for (const card of (await cards.all()).slice(1, 3))
    await expect(card.getByRole('img')).toBeInViewport({ ratio: 0.5 })
  // No row has a hole: of an odd number the first lies across.
  const rights = await cards.evaluateAll((all) =>
    all.map((card) => Math.round(card.getBoundingClientRect().right)),
  )
  expect(rights.at(-1)).toBe(Math.max(...rights))

  const box = page.getByLabel('Best Seller')
  await expect(box).toBeHidden()
  await button.click()
  await box.check()
  await expect(page.getByText(foundText(bestSellers))).toBeVisible()
  await box.uncheck()
  await page.getByRole('button', { name: 'Hide Filters' }).click()
  await expect(box).toBeHidden()
  await expectFirstCardInPlace(page)
  await page.goto('/')
  await expectFirstCardInPlace(page)
})

test('rule 12.7: a URL with a filter shifts nothing', async ({ page }) => {
  const shifts = await recordShifts(page)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    for (const query of [
      { q: rareWord },
      { min: String(lowestOf(catalogue) + 1), bestSeller: 'true' },
      { q: 'nothing-like-this, however long a search may be' },
    ]) {
      await page.goto(`/products?${new URLSearchParams(query)}`)
      await expect(page.getByRole('status').filter({ hasText: 'found' })).toBeVisible()
      await expect(page.getByRole('contentinfo')).toBeVisible()
      expect(await shifts(), JSON.stringify(query)).toEqual([])
    }
  }
})

test('a page that the browser translates filters and counts', async ({ page }) => {
  await page.goto('/products')
  const steps: [() => Promise<void>, readonly unknown[]][] = [
    [() => page.getByLabel('Best Seller').check(), bestSellers],
    [() => page.getByLabel('Search').fill(rareWord), [rareProduct]],
    [() => page.getByRole('button', { name: category }).click(), [rareProduct]],
    [() => page.getByLabel('To', { exact: true }).fill('0'), []],
    [() => page.getByRole('button', { name: 'Clear Filters', exact: true }).click(), catalogue],
    [() => page.getByLabel('Highest price').press('Home'), []],
    [() => page.getByRole('button', { name: 'Clear All Filters' }).click(), catalogue],
  ]
  for (const [press, found] of steps) {
    await translate(page)
    await press()
    await expect(page.getByText(foundText(found))).toBeVisible()
    await expect(page.getByRole('main').getByRole('article')).toHaveCount(found.length)
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('rules 1.22 and 1.34: the catalogue is shown whole, without a form that would do nothing, and filters by links that say how many they find', async ({
    page,
  }) => {
    await page.goto('/products?featured=true')
    await expect(page.getByText(foundText(catalogue))).toBeVisible()
    await expect(page.getByLabel('Search')).toBeHidden()
    const filters = page.getByRole('navigation', { name: 'Filters' })
    await filters.getByRole('link', { name: `Best Seller (${bestSellers.length})` }).click()
    await expect(page).toHaveURL('/products/best-seller')
    await expect(page.getByText(foundText(bestSellers))).toBeVisible()
    const described = describeFilter({ ...NO_FILTER, bestSeller: true })
    await expect(page.getByText(described)).toBeVisible()
    await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', described)
    const cards = page.getByRole('main').getByRole('article')
    await expect(cards).toHaveCount(bestSellers.length)
    await filters.getByRole('link', { name: `All (${catalogue.length})` }).click()
    await cards.first().getByRole('link').click()
    await expect(page).toHaveURL(product.path)
  })
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
  await page.getByRole('button', { name: 'Clear Filters', exact: true }).press('Enter')
  // Rule 12.3: the button is gone with the filter.
  await expect(page.getByText(foundText(catalogue))).toBeFocused()
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

  // Also over another page.
  await page.goForward()
  await expect(bestSeller).toBeChecked()
  await page.getByRole('main').getByRole('article').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/product\//)
  await page.goBack()
  await expect(page.getByText(foundText(bestSellers))).toBeVisible()
  await expect(bestSeller).toBeChecked()
})

/** Takes the others away, one by one. */
async function expectFirstCardInPlace(page: Page): Promise<void> {
  const cards = page.locator('.product-grid > *')
  await expect(cards.first()).toBeVisible()
  const box = await cards.first().boundingBox()
  const count = await cards.count()
  for (let left = count - 1; left > 0; left -= 1) {
    await cards.last().evaluate((card) => card.remove())
    const { width } = (await cards.first().boundingBox()) ?? {}
    expect(width, `${page.url()}, ${left} of ${count}`).toBe(box?.width)
  }
}
