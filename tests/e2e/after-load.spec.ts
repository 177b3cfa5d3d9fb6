import type { Page } from '@playwright/test'
import { category, foundText, rareProduct, rareWord } from '#tests/support/catalogue.ts'
import { expect, test } from './support/shop-test.ts'

const PICTURES = /\/_astro\/.*\.(avif|webp)$/

test.use({ viewport: { width: 360, height: 740 } })

test('a page fetches its scripts once it is complete', async ({ page }) => {
  await page.goto('/')
  await expect.poll(() => startsOfScripts(page)).not.toEqual([])
  const complete = await page.evaluate(
    () =>
      performance.getEntriesByType('navigation').map((entry) => entry.toJSON().loadEventStart)[0],
  )
  for (const start of await startsOfScripts(page)) expect(start).toBeGreaterThanOrEqual(complete)
})

test('a press brings the scripts before the page is complete', async ({ page }) => {
  const release = await hold(page, PICTURES)
  await page.goto('/about', { waitUntil: 'domcontentloaded' })
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.locator('[data-after-load]')).toHaveCount(0)
  expect(await page.evaluate(() => document.readyState)).not.toBe('complete')
  release()
})

test('a URL with a filter is applied, and shown, before the page is complete', async ({ page }) => {
  const release = await hold(page, PICTURES)
  const query = new URLSearchParams({ q: rareWord, category, bestSeller: 'true' })
  await page.goto(`/products?${query}`, { waitUntil: 'domcontentloaded' })
  await expect(page.getByText(foundText([rareProduct]))).toBeVisible()
  await expect(page.getByLabel('Search')).toHaveValue(rareWord)
  expect(await page.evaluate(() => document.readyState)).not.toBe('complete')
  release()
  await expect(page.getByLabel('Best Seller')).toBeChecked()
  const button = page.getByRole('button', { name: category, includeHidden: true })
  await expect(button).toHaveAttribute('aria-pressed', 'true')
})

async function hold(page: Page, url: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

function startsOfScripts(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ startTime }) => startTime),
  )
}
