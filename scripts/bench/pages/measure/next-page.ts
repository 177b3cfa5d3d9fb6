import { NARROW_WINDOW, open, openBrowser, phonePage, settle } from '../browser.ts'
import type { Page } from '../judges.ts'

export interface Step {
  /** On a slow network. */
  from: string
  /** The link that is followed, as a selector. */
  link: string
}

export interface Landing {
  prerendered: boolean
  /** Milliseconds from the press, as the visitor sees them. */
  fcp: number
  lcp: number
}

/**
 * How long the pointer rests on the link before the press. A phone's browser, which has no pointer,
 * begins when a link has been in view for about as long.
 */
const REST = 1_000

/** From the press on a link to the next page, in a browser that never saw either. */
export async function follow(step: Step, fingerprint: string): Promise<Landing> {
  const browser = await openBrowser(fingerprint)
  try {
    const page = await phonePage(browser, NARROW_WINDOW)
    await open(page, step.from)
    const link = await page.$(step.link)
    if (!link) throw new Error(`${step.from} has no link ${step.link}`)
    await link.scrollIntoView()
    await settle(page)
    await page.evaluate(keepMomentOfPress)
    await link.hover()
    await new Promise((resolve) => setTimeout(resolve, REST))
    await page.mouse.down()
    await page.mouse.up()
    return await landingOf(page, step.from)
  } finally {
    await browser.close()
  }
}

function keepMomentOfPress(): void {
  const keep = (event: PointerEvent) => {
    localStorage.setItem('bench:pressed', String(performance.timeOrigin + event.timeStamp))
  }
  addEventListener('pointerdown', keep, { capture: true })
}

async function landingOf(page: Page, from: string): Promise<Landing> {
  await page.waitForFunction(
    `location.href !== ${JSON.stringify(from)} && document.readyState === 'complete'`,
  )
  await settle(page)
  return page.evaluate(readLanding)
}

async function readLanding(): Promise<Landing> {
  const largest = await new Promise<number>((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    })
  })
  const [navigation] = performance.getEntriesByType(
    'navigation',
  ) as (PerformanceNavigationTiming & {
    activationStart: number
  })[]
  const shownAt = navigation?.activationStart ?? 0
  const [first] = performance.getEntriesByName('first-contentful-paint')
  const pressed = Number(localStorage.getItem('bench:pressed'))
  const sincePress = (moment: number) =>
    performance.timeOrigin + Math.max(moment, shownAt) - pressed
  return {
    prerendered: shownAt > 0,
    fcp: sincePress(first?.startTime ?? 0),
    lcp: sincePress(largest),
  }
}
