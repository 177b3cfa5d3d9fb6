import { setTimeout } from 'node:timers/promises'
import { NARROW_WINDOW, open, openBrowser, phonePage, settle } from '../browser.ts'
import type { Page } from '../lighthouse.ts'

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
 * How long the pointer rests on the link before the press: enough to fetch a page on this network. A
 * phone's browser, which has no pointer, begins when the link comes into view, and has longer.
 */
const REST = 2_000

/** A page that is not there after this time never comes. */
const PATIENCE = 20_000
const STEP = 100

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
    await setTimeout(REST)
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
  await arrival(page, from)
  return page.evaluate(readLanding)
}

/** Asks again and again: a prepared page that takes the place of the old one answers no question in between. */
async function arrival(page: Page, from: string): Promise<void> {
  const isThere = `location.href !== ${JSON.stringify(from)} && document.readyState === 'complete'`
  for (let left = PATIENCE / STEP; left > 0; left--) {
    if (await page.evaluate<boolean>(isThere).catch(() => false)) return
    await setTimeout(STEP)
  }
  throw new Error(`The press led nowhere from ${from}`)
}

/** Once the pictures in sight are there: Puppeteer hears nothing of a prepared page's network. */
async function readLanding(): Promise<Landing> {
  const pictures = [...document.images].filter((picture) => {
    const { top, bottom } = picture.getBoundingClientRect()
    return top < innerHeight && bottom > 0
  })
  await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)))
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
