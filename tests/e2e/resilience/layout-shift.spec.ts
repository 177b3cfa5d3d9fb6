/* Rule 12.7: nothing shifts while a page loads, late fonts included. */
import { otherProduct } from '#tests/support/catalogue.ts'
import { recordShifts } from '../support/page-checks.ts'
import { expect, test } from '../support/shop-test.ts'

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
  '/delivery',
  '/questions',
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
    const shifts = await recordShifts(page)
    for (const path of PAGES) {
      fonts = Promise.withResolvers<void>()
      await page.goto(path, { waitUntil: 'domcontentloaded' })
      fonts.resolve()
      await page.evaluate(async (frames) => {
        await document.fonts.ready
        for (let frame = 0; frame < frames; frame += 1) await new Promise(requestAnimationFrame)
      }, FRAMES)
      expect(await shifts(), path).toEqual([])
    }
  })
}
