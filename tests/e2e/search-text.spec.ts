import type { Page } from '@playwright/test'
import { recordDialogs } from './support/page-checks.ts'
import { expect, test } from './support/shop-test.ts'

test('E23 the search takes special characters literally', async ({ page }) => {
  const dialogs = recordDialogs(page)
  for (const typed of ['.*', '%', '"><img src=x onerror=alert(1)>']) {
    await page.goto('/products')
    await page.getByLabel('Search').fill(typed)
    await expectNothingFound(page)
    await page.goto(`/products?${new URLSearchParams({ q: typed })}`)
    await expectNothingFound(page)
    await expect(page.getByLabel('Search')).toHaveValue(typed)
    await expect(page.locator('main [onerror]')).toHaveCount(0)
  }
  expect(dialogs).toEqual([])
})

test('E24 a search of 10,000 characters is cut at its limit', async ({ page }) => {
  await page.goto('/products')
  await page.getByLabel('Search').fill('oil '.repeat(2500))
  await expectNothingFound(page)
  expect(page.url().length).toBeLessThan(1000)
  await page.goto(`/products?q=${'x'.repeat(4000)}`)
  await expectNothingFound(page)
})

async function expectNothingFound(page: Page): Promise<void> {
  await expect(page.getByText('No products found')).toBeVisible()
  await expect(page.getByText('Try adjusting your filters or search query')).toBeVisible()
}
