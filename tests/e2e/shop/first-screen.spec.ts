/* What a page shows of its first screen when only the first bytes of its HTML have come, before any script. */

import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { paths } from '#paths.ts'
import { product } from '#tests/support/catalogue.ts'
import budgets from '../../../budgets.json' with { type: 'json' }
import { expect, test } from '../support/shop-test.ts'

/** Of every kind of page one. */
const PATHS = [
  ...[paths.home, paths.products, product.path, paths.cart, paths.checkout, paths.contact],
  ...[paths.about, paths.results, paths.questions, paths.privacy, paths.blog, paths.article(1)],
  ...[paths.findOrder, paths.tracking('ABCDEFGH'), paths.confirmation('ABCDEFGH')],
]

test.use({ reducedMotion: 'reduce', expectedNoise: /ERR_FAILED/ })

for (const [width, height] of [
  [360, 740],
  [1280, 800],
] as const) {
  test(`rule 19.10: the first screen comes with the first bytes of each page at ${width} px`, async ({
    page,
  }) => {
    test.slow()
    await page.setViewportSize({ width, height })
    // The blog shows its articles in a random order.
    await page.addInitScript(() => Object.assign(Math, { random: () => 0.5 }))
    // Scripts do not come, and fonts not in time.
    await page.route(/\.js$/, () => undefined)
    await page.route(/\.woff2$/, (route) => route.abort())
    const cut: string[] = []
    for (const path of PATHS) {
      const whole = await firstScreen(page, path)
      let first = await firstScreen(page, path, budgets.firstScreen)
      // A picture that was decoded is painted some frames later while the machine is busy.
      for (let nth = 0; nth < 20 && !(await looksAs(first, whole)); nth += 1)
        first = await page.screenshot()
      if (!(await looksAs(first, whole))) cut.push(path)
    }
    expect(cut).toEqual([])
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
}

/** A picture of it, of the first `bytes` of the response as the host compresses it at best. */
async function firstScreen(page: Page, path: string, bytes?: number): Promise<Buffer> {
  await page.route(
    path,
    async (route) => {
      const html = await (await route.fetch()).text()
      const body = firstOf(html, bytes)
      // Without the content policy, which does not know a part of a script.
      await route.fulfill({ contentType: 'text/html; charset=utf-8', body })
    },
    { times: 1 },
  )
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(async () => {
    if (document.readyState === 'loading') return false
    const seen = Array.from(document.images).filter(
      (image) => image.checkVisibility() && image.getBoundingClientRect().top < innerHeight,
    )
    for (const image of seen) image.decoding = 'sync'
    await Promise.all(seen.map((image) => image.decode()))
    return true
  })
  return page.screenshot()
}

/** Round corners differ by a few levels of a color from one picture to the next. */
async function looksAs(a: Buffer, b: Buffer): Promise<boolean> {
  const [one, other] = await Promise.all([a, b].map((png) => sharp(png).raw().toBuffer()))
  return one?.every((level, nth) => Math.abs(level - (other?.[nth] ?? 0)) < 16) ?? false
}

function firstOf(html: string, bytes?: number): Buffer {
  return brotliDecompressSync(brotliCompressSync(html).subarray(0, bytes), {
    finishFlush: constants.BROTLI_OPERATION_FLUSH,
  })
}
