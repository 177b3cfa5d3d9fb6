/* What the service worker has cached, and how a customer makes it do so. */
import type { Page } from '@playwright/test'
import { type FILES, PAGES } from '#shop/offline/routing.ts'
import { expect } from './shop-test.ts'

/** Opens a page, scrolls, and waits until the page is cached with all its files. */
export async function openAndCache(page: Page, path: string, key = path): Promise<void> {
  await page.goto(path)
  await page.mouse.wheel(0, 200)
  await expectCached(page, key)
}

export async function expectCached(page: Page, key: string): Promise<void> {
  await expect.poll(() => cachedPaths(page, PAGES)).toContain(key)
}

/** The paths of everything in one of the worker's caches, or in all of them. */
export async function cachedPaths(
  page: Page,
  name?: typeof PAGES | typeof FILES,
): Promise<string[]> {
  return page.evaluate(async (wanted) => {
    const names = wanted ? [wanted] : await caches.keys()
    const paths: string[] = []
    for (const cache of names) {
      for (const { url } of await (await caches.open(cache)).keys()) {
        paths.push(url.slice(location.origin.length))
      }
    }
    return paths
  }, name)
}

/** The pictures on the screen that did not load. */
export async function blankPictures(page: Page): Promise<string[]> {
  await page.waitForFunction(() => document.readyState === 'complete')
  return page.evaluate(() =>
    [...document.images]
      .filter((image) => image.getBoundingClientRect().top < innerHeight)
      .filter((image) => image.checkVisibility() && image.naturalWidth === 0)
      .map((image) => image.currentSrc),
  )
}
