/* What a page shows of its first screen when only the first bytes of its HTML have come, before any script. */

import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { Page, Request } from '@playwright/test'
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

test.use({ expectedNoise: /ERR_FAILED/ })

/** Without a script, a page that is resized looks as if it had been opened at that width. */
const SCREENS = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
] as const

test('rule 19.10: the first screen comes with the first bytes of each page', async ({
  page,
  request,
}) => {
  test.slow()
  // The blog shows its articles in a random order.
  await page.addInitScript(() => Object.assign(Math, { random: () => 0.5 }))
  // Scripts do not come, and fonts not in time.
  await page.route(/\.js$/, () => undefined)
  await page.route(/\.woff2$/, (route) => route.abort())
  const cut: string[] = []
  const coming = comingPictures(page)
  for (const path of PATHS) {
    // As the host compresses it at best.
    const html = brotliCompressSync(await (await request.get(path)).body())
    const first = html.subarray(0, budgets.firstScreen)
    // All of it is in the first bytes.
    if (first.length === html.length) continue
    // Pictures are chosen for the narrow screen, and chosen anew for the wide one.
    await page.setViewportSize(SCREENS[0])
    await open(page, path, html)
    const whole: Buffer[] = []
    for (const screen of SCREENS) whole.push(await firstScreen(page, screen, coming))
    await page.setViewportSize(SCREENS[0])
    await open(page, path, first)
    for (const [nth, screen] of SCREENS.entries()) {
      if (!(await looksAs(await firstScreen(page, screen, coming), whole[nth])))
        cut.push(`${path} at ${screen.width} px`)
    }
  }
  expect(cut).toEqual([])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

/** With these bytes as its response, as far as they can be read. */
async function open(page: Page, path: string, bytes: Buffer): Promise<void> {
  const body = brotliDecompressSync(bytes, { finishFlush: constants.BROTLI_OPERATION_FLUSH })
  // Without the content policy, which does not know a part of a script.
  await page.route(
    path,
    (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }),
    { times: 1 },
  )
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(() => document.readyState !== 'loading')
}

/** The pictures that are on their way. */
function comingPictures(page: Page): ReadonlySet<Request> {
  const coming = new Set<Request>()
  page.on('request', (request) => {
    if (request.resourceType() === 'image') coming.add(request)
  })
  page.on('requestfinished', (request) => coming.delete(request))
  page.on('requestfailed', (request) => coming.delete(request))
  return coming
}

async function firstScreen(
  page: Page,
  screen: { width: number; height: number },
  coming: ReadonlySet<Request>,
): Promise<Buffer> {
  await page.setViewportSize(screen)
  // By the second frame the files for the new width are chosen and asked for.
  await page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame)
  })
  await expect.poll(() => coming.size).toBe(0)
  await page.evaluate(async () => {
    const seen = Array.from(document.images).filter(
      (image) => image.checkVisibility() && image.getBoundingClientRect().top < innerHeight,
    )
    // While another file is chosen for the new width, decoding the former one ends.
    const decoded = async (image: HTMLImageElement) => {
      while (
        !(await image
          .decode()
          .then(() => true)
          .catch(() => false))
      )
        await new Promise(requestAnimationFrame)
    }
    await Promise.all(seen.map(decoded))
  })
  return page.screenshot()
}

/** Round corners differ by a few levels of a color from one picture to the next. */
async function looksAs(a: Buffer, b: Buffer | undefined): Promise<boolean> {
  if (b && a.equals(b)) return true
  const [one, other] = await Promise.all([a, b].map((png) => sharp(png).raw().toBuffer()))
  return one?.every((level, nth) => Math.abs(level - (other?.[nth] ?? 0)) < 16) ?? false
}
