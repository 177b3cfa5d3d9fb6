/* What the service worker has kept, and how a person brings it about. */
import type { Page } from '@playwright/test'
import { type FILES, PAGES } from '#features/offline/caches.ts'
import { expect } from './shop-test.ts'

/** Opens a page, looks at it as a person does, and waits until it is kept with all that works it. */
export async function see(page: Page, path: string, key = path): Promise<void> {
  await page.goto(path)
  await page.mouse.wheel(0, 200)
  await expectKept(page, key)
}

export async function expectKept(page: Page, key: string): Promise<void> {
  await expect.poll(() => keptPaths(page, PAGES)).toContain(key)
}

/** The addresses of everything in one of the worker's caches, or in every cache there is. */
export async function keptPaths(page: Page, name?: typeof PAGES | typeof FILES): Promise<string[]> {
  return page.evaluate(async (wanted) => {
    const names = wanted ? [wanted] : await caches.keys()
    const kept: string[] = []
    for (const cache of names) {
      for (const { url } of await (await caches.open(cache)).keys()) {
        kept.push(url.slice(location.origin.length))
      }
    }
    return kept
  }, name)
}

/** The pictures on the screen that show nothing. */
export async function blankPictures(page: Page): Promise<string[]> {
  await page.waitForFunction(() => document.readyState === 'complete')
  return page.evaluate(() =>
    [...document.images]
      .filter((image) => image.getBoundingClientRect().top < innerHeight)
      .filter((image) => image.checkVisibility() && image.naturalWidth === 0)
      .map((image) => image.currentSrc),
  )
}
