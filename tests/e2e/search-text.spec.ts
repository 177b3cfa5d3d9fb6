import type { Page } from '@playwright/test'
import { expect, test } from './support/shop-test.ts'

for (const typed of ['<b>', '.*', '[a-z', '\\', '%', '$&', '"><img src=x onerror=alert(1)>']) {
  test(`E23 the search takes ${typed} for what it is`, async ({ page }) => {
    const dialogs = dialogsOf(page)
    await page.goto('/products')
    await page.getByLabel('Search').fill(typed)
    await expectNothingFound(page)
    await page.goto(`/products?${new URLSearchParams({ q: typed })}`)
    await expectNothingFound(page)
    await expect(page.getByLabel('Search')).toHaveValue(typed)
    await expect(page.locator('main :is(b, [onerror])')).toHaveCount(0)
    expect(dialogs).toEqual([])
  })
}

test('E24 ten thousand characters are searched for as far as a search goes', async ({ page }) => {
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

function dialogsOf(page: Page): string[] {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  return dialogs
}
