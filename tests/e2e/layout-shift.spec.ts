/* Rule 12.7: nothing shifts while a page loads, late fonts included. */
import { otherProduct } from '#tests/support/catalogue.ts'
import { expect, test } from './support/shop-test.ts'

declare global {
  interface Window {
    shifts?: string[]
  }
}

/** From the arrival of the last font on, a page has this many frames to move in. */
const FRAMES = 20

const PAGES = [
  '/',
  '/products',
  otherProduct.path,
  '/blog',
  '/blog/1',
  '/results',
  '/about',
  '/contact',
  '/returns',
  '/cart',
]

for (const [width, height] of [
  [360, 780],
  // High enough for the footer, below everything that may move.
  [1280, 2600],
] as const) {
  test(`no page shifts at ${width} px while its fonts come late`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    let fonts = Promise.withResolvers<void>()
    await page.route('**/*.woff2', async (route) => {
      await fonts.promise
      await route.continue()
    })
    await page.addInitScript(() => {
      window.shifts = []
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number
          sources: { node: Node | null }[]
        })[]) {
          const nodes = entry.sources.map(({ node }) => node?.textContent?.trim().slice(0, 40))
          window.shifts?.push(`${entry.value.toFixed(4)} ${nodes.join(' | ')}`)
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const path of PAGES) {
      fonts = Promise.withResolvers<void>()
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      fonts.resolve()
      await page.evaluate(async (frames) => {
        await document.fonts.ready
        for (let frame = 0; frame < frames; frame += 1) await new Promise(requestAnimationFrame)
      }, FRAMES)
      expect(await page.evaluate(() => window.shifts), path).toEqual([])
    }
  })
}
