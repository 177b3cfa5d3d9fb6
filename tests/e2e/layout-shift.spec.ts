/* Nothing moves while a page arrives, late fonts included. */
import { otherProduct } from '#tests/support/catalogue.ts'
import { expect, test } from './support/shop-test.ts'

declare global {
  interface Window {
    shifts?: string[]
  }
}

/** From the arrival of the last font on, a page has this many frames to move in. */
const FRAMES = 20

const PAGES = ['/', '/products', otherProduct.path, '/blog', '/blog/1', '/results']

for (const width of [360, 1280]) {
  for (const path of [...PAGES, '/about', '/contact', '/returns', '/cart']) {
    test(`${path} stands still at ${width} px while its fonts come late`, async ({ page }) => {
      await page.setViewportSize({ width, height: 780 })
      const fonts = Promise.withResolvers<void>()
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
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      fonts.resolve()
      await page.evaluate(async (frames) => {
        await document.fonts.ready
        for (let frame = 0; frame < frames; frame += 1) await new Promise(requestAnimationFrame)
      }, FRAMES)
      expect(await page.evaluate(() => window.shifts)).toEqual([])
    })
  }
}
