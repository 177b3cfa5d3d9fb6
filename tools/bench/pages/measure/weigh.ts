import { NARROW_PHONE, open, phonePage, settle } from '../browser.ts'
import type { Place } from '../kinds.ts'
import type { Browser, Page } from '../lighthouse.ts'
import { seed } from '../shop.ts'
import { type Weight, watchWire } from './wire.ts'

export interface Weighed {
  first: Weight
  /** Bytes of Brotli, without the headers of the answers. */
  scriptAtFirst: number
  /** All of it, after the page's main action was tapped for the first time. */
  scriptAfterTouch: number
  /** Requests that the first picture of the page waited for. */
  renderBlocking: number
}

/** A page on a phone that never saw the shop, and the same page once it was touched. */
export async function weigh(browser: Browser, shop: string, place: Place): Promise<Weighed> {
  return withFreshPage(browser, async (page) => {
    await seed(page, shop, place)
    const weight = await watchWire(page)
    await open(page, shop + place.path)
    const first = weight()
    const scriptAtFirst = await page.evaluate(scriptReceived)
    const renderBlocking = await page.evaluate<number>(
      "performance.getEntriesByType('resource').filter((entry) => entry.renderBlockingStatus === 'blocking').length",
    )
    await tapMainAction(page, place)
    await settle(page)
    return {
      first,
      scriptAtFirst,
      scriptAfterTouch: await page.evaluate(scriptReceived),
      renderBlocking,
    }
  })
}

function scriptReceived(): number {
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return resources
    .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
}

export async function tapMainAction(page: Page, { path, action }: Place): Promise<void> {
  const element = await page.$(action)
  if (!element) throw new Error(`${path} has no ${action}`)
  await element.scrollIntoView()
  await page.evaluate(nextPicture)
  await element.tap()
}

export interface HomeOnNarrowPhone {
  firstView: Weight
  /** Read down to its end. */
  whole: Weight
}

export async function weighHomeOnNarrowPhone(
  browser: Browser,
  shop: string,
): Promise<HomeOnNarrowPhone> {
  const context = await browser.createBrowserContext()
  try {
    const page = await phonePage(context, NARROW_PHONE)
    const weight = await watchWire(page)
    await open(page, `${shop}/`)
    const firstView = weight()
    await page.evaluate(readDown)
    await settle(page)
    return { firstView, whole: weight() }
  } finally {
    await context.close()
  }
}

/** In steps of a screen, so that each lazy picture comes near. */
async function readDown(): Promise<void> {
  for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
    scrollTo({ top: y, behavior: 'instant' })
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
  }
}

/** Whoever taps has seen where. */
async function nextPicture(): Promise<void> {
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
}

/** Several pages in turn, with what is kept from the ones before. */
export async function weighVisit(browser: Browser, addresses: string[]): Promise<Weight> {
  return withFreshPage(browser, async (page) => {
    const weight = await watchWire(page)
    for (const address of addresses) await open(page, address)
    return weight()
  })
}

async function withFreshPage<Result>(
  browser: Browser,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.createBrowserContext()
  try {
    return await work(await phonePage(context))
  } finally {
    await context.close()
  }
}
