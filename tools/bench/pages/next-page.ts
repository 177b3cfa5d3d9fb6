/* How long the next page takes after a press on a link, on a slow network, beside a baseline. */
import { setTimeout } from 'node:timers/promises'
import { paths } from '#paths.ts'
import { baselinePath } from './baselines.ts'
import {
  NARROW_WINDOW,
  networkIdle,
  newPhonePage,
  openBrowser,
  openPage,
  type Page,
} from './browser.ts'
import { bestSeller } from './page-kinds.ts'
import { openSlowNetwork } from './slow-network.ts'

interface Landing {
  prerendered: boolean
  /** Milliseconds from the press, as the customer sees them. */
  fcp: number
  lcp: number
}

export interface NextPageResult {
  name: string
  ours: Landing[]
  baseline: Landing[]
}

/** The most frequent steps. `baseline` names the baseline page that each starts from. */
const STEPS = [
  { name: 'home → catalogue', path: paths.home, to: paths.products, baseline: 'home' },
  {
    name: 'catalogue → product',
    path: paths.products,
    to: paths.product(bestSeller().id),
    baseline: 'catalogue',
  },
]

/**
 * How long the pointer rests on the link before the press: enough to fetch a page on this network. A
 * phone's browser, which has no pointer, begins when the link comes into view.
 */
const HOVER_MS = 2_000
const NAVIGATION_TIMEOUT_MS = 20_000
const POLL_MS = 100

export async function timeNextPages(
  shop: { port: number },
  baselines: { port: number },
  rounds: number,
  fingerprint: string,
): Promise<NextPageResult[]> {
  const ours = await openSlowNetwork(shop.port)
  const plain = await openSlowNetwork(baselines.port)
  const results: NextPageResult[] = STEPS.map(({ name }) => ({ name, ours: [], baseline: [] }))
  try {
    for (let round = 1; round <= rounds; round++) {
      for (const [nth, { name, path, to, baseline }] of STEPS.entries()) {
        console.error(`Following ${name}, ${round} of ${rounds}`)
        const link = `main a[href="${to}"]`
        results[nth]?.ours.push(await followLink(ours.url + path, link, fingerprint))
        const from = plain.url + baselinePath('plain', baseline)
        results[nth]?.baseline.push(await followLink(from, 'main a', fingerprint))
      }
    }
    return results
  } finally {
    await ours.close()
    await plain.close()
  }
}

/** In a new browser, with nothing cached. */
async function followLink(from: string, selector: string, fingerprint: string): Promise<Landing> {
  const browser = await openBrowser(fingerprint)
  try {
    const page = await newPhonePage(browser, NARROW_WINDOW)
    await openPage(page, from)
    const link = await page.$(selector)
    if (!link) throw new Error(`${from} has no link ${selector}`)
    await link.scrollIntoView()
    await networkIdle(page)
    await page.evaluate(savePressTime)
    await link.hover()
    await setTimeout(HOVER_MS)
    await page.mouse.down()
    await page.mouse.up()
    await untilArrived(page, from)
    return await page.evaluate(readLanding)
  } finally {
    await browser.close()
  }
}

function savePressTime(): void {
  const save = (event: PointerEvent) => {
    localStorage.setItem('bench:pressed', String(performance.timeOrigin + event.timeStamp))
  }
  addEventListener('pointerdown', save, { capture: true })
}

/** Polls: while a prerendered page replaces the old one, evaluating fails. */
async function untilArrived(page: Page, from: string): Promise<void> {
  const hasArrived = `location.href !== ${JSON.stringify(from)} && document.readyState === 'complete'`
  for (let left = NAVIGATION_TIMEOUT_MS / POLL_MS; left > 0; left--) {
    if (await page.evaluate(hasArrived).catch(() => false)) return
    await setTimeout(POLL_MS)
  }
  throw new Error(`The press on ${from} led to no page`)
}

/** Waits for the images in the viewport: Puppeteer sees no network of a prerendered page. */
async function readLanding(): Promise<Landing> {
  const visible = [...document.images].filter((image) => {
    const { top, bottom } = image.getBoundingClientRect()
    return top < innerHeight && bottom > 0
  })
  await Promise.all(visible.map((image) => image.decode().catch(() => undefined)))
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  const largest = await new Promise<number>((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    })
  })
  const [navigation] = performance.getEntriesByType(
    'navigation',
  ) as (PerformanceNavigationTiming & { activationStart: number })[]
  const activated = navigation?.activationStart ?? 0
  const [first] = performance.getEntriesByName('first-contentful-paint')
  const pressed = Number(localStorage.getItem('bench:pressed'))
  const sincePress = (time: number) => performance.timeOrigin + Math.max(time, activated) - pressed
  return {
    prerendered: activated > 0,
    fcp: sincePress(first?.startTime ?? 0),
    lcp: sincePress(largest),
  }
}
