/* What phones receive until all that is near has come, compressed as the host does at best: budgets.json. */

import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { DIST } from '#tests/support/built-site.ts'
import { product } from '#tests/support/catalogue.ts'
import budgets from '../../budgets.json' with { type: 'json' }
import { expect, test } from './support/shop-test.ts'

test.use({ isMobile: true, hasTouch: true })

test.describe('on a middling phone', () => {
  test.use({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 })

  test('a visit from home to the catalogue and a product fits its budget, and loads one large picture until its gallery is used', async ({
    page,
  }) => {
    const received = new Set<string>()
    for (const path of ['/', '/products', product.path]) {
      for (const url of await receivedBy(page, path)) received.add(url)
    }
    expect(weightOf(received)).toBeLessThanOrEqual(budgets.visit.bytes)
    expect(received.size).toBeLessThanOrEqual(budgets.visit.requests)

    const later = page.locator('[id^="picture-"]:not(#picture-1)')
    const { images } = product
    const lastPicture = basename(String(images.at(-1)?.file), '.webp')
    await expect(later.locator('picture')).toHaveCount(images.length - 1)
    for (const place of await later.all()) await expect(place.locator('picture')).toBeHidden()
    expect(await picturesIn(page)).not.toContain(lastPicture)

    await page.getByRole('link', { name: `Picture ${images.length} of ${images.length}` }).tap()
    const last = later.last()
    await expect(last.locator('picture img')).toBeInViewport()
    await expect.poll(() => picturesIn(page)).toContain(lastPicture)
  })
})

test.describe('on a narrow phone', () => {
  test.use({ viewport: { width: 360, height: 800 }, deviceScaleFactor: 2 })

  // budgets.test.ts holds that no page to read has an island.
  test('the home page fits its budget, and fetches no React', async ({ page }) => {
    const received = await receivedBy(page, '/')
    expect(weightOf(received)).toBeLessThanOrEqual(budgets.home)
    const names = [...received].map((url) => new URL(url).pathname)
    const scripts = names.filter((name) => name.endsWith('.js'))
    expect(scripts).not.toEqual([])
    // Only React is as large as this.
    expect(scripts.filter((file) => readFileSync(join(DIST, file)).length > 50_000)).toEqual([])
  })

  for (const [path, most] of Object.entries(budgets.pictures)) {
    test(`${path} fetches the pictures that are near, and the others on the way down`, async ({
      page,
    }) => {
      // The blog shows its articles in a random order, and their pictures differ in size.
      await page.addInitScript(() => Object.assign(Math, { random: () => 0.5 }))
      const near = [...(await receivedBy(page, path))].filter((url) => url.endsWith('.avif'))
      expect(near.length).toBeGreaterThan(1)
      expect(weightOf(near)).toBeLessThanOrEqual(most)
      const last = page.getByRole('main').getByRole('img').last()
      await last.scrollIntoViewIfNeeded()
      await expect(last).toHaveJSProperty('complete', true)
      await expect(last).not.toHaveJSProperty('naturalWidth', 0)
    })
  }
})

async function receivedBy(page: Page, path: string): Promise<Set<string>> {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  const urls = await page.evaluate(() =>
    [
      ...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource'),
    ].map(({ name }) => name),
  )
  expect(urls.length).toBeGreaterThan(3)
  return new Set(urls)
}

/** The large pictures that have come. */
function picturesIn(page: Page): Promise<string> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.avif'))
      .join(),
  )
}

function weightOf(urls: Iterable<string>): number {
  // What the backend responds, such as what is paused, is no file.
  const files = [...urls].filter((url) => !url.includes('/rest/'))
  return files.map(weigh).reduce((sum, bytes) => sum + bytes, 0)
}

function weigh(url: string): number {
  const path = new URL(url).pathname
  const [file = ''] = [path, `${path}.html`, `${path}index.html`]
    .map((name) => join(DIST, name))
    .filter((name) => statSync(name, { throwIfNoEntry: false })?.isFile())
  const content = readFileSync(file)
  return /\.(avif|webp|png|woff2)$/.test(file) ? content.length : brotliCompressSync(content).length
}
