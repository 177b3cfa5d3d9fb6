/* Three measurements of one page: its bytes, its first tap, and Lighthouse's audit. */
import { createRequire } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import {
  type Browser,
  newPhonePage,
  openBrowser,
  openPage,
  type Page,
  withFreshPage,
} from './browser.ts'
import { type MeasuredPage, seedCart } from './page-kinds.ts'

/** Bytes on the wire with headers, by type. */
export interface Weight {
  html: number
  css: number
  js: number
  font: number
  img: number
  other: number
  requests: number
}

export interface Audit {
  /** Performance, accessibility, best practices, SEO: 0 to 100. */
  scores: number[]
  /** Milliseconds. */
  fcp: number
  lcp: number
  tbt: number
  cls: number
}

const TYPES: Record<string, keyof Weight> = {
  Document: 'html',
  Stylesheet: 'css',
  Script: 'js',
  Font: 'font',
  Image: 'img',
}

/** Opens pages one after the other in one browser profile, which is empty before. */
export function weighPages(
  browser: Browser,
  site: string,
  pages: Pick<MeasuredPage, 'path' | 'needsCart'>[],
): Promise<Weight> {
  return withFreshPage(browser, async (page) => {
    if (pages.some(({ needsCart }) => needsCart)) await seedCart(page, site)
    const weight = await countBytes(page)
    for (const { path } of pages) await openPage(page, site + path)
    return weight
  })
}

/** Counts into the returned object what the page receives from now on. */
async function countBytes(page: Page): Promise<Weight> {
  const weight: Weight = { html: 0, css: 0, js: 0, font: 0, img: 0, other: 0, requests: 0 }
  const types = new Map<string, keyof Weight>()
  const devTools = await page.createCDPSession()
  await devTools.send('Network.enable')
  devTools.on('Network.requestWillBeSent', ({ request }) => {
    if (request.url.startsWith('https:')) weight.requests++
  })
  devTools.on('Network.responseReceived', ({ requestId, type }) => {
    types.set(requestId, TYPES[type] ?? 'other')
  })
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    weight[types.get(requestId) ?? 'other'] += encodedDataLength
  })
  return weight
}

const CPU_SLOWDOWN = 4
/** Longer than any tap that is worth measuring. */
const TAP_TIMEOUT_MS = 1_000

/**
 * Milliseconds from the first tap on the page's main action to the next frame, with a slow processor.
 * The browser counts in steps of 8 and reports nothing below 16: that is 0 here.
 */
export function timeFirstTap(
  browser: Browser,
  site: string,
  measured: MeasuredPage,
): Promise<number> {
  return withFreshPage(browser, async (page) => {
    if (measured.needsCart) await seedCart(page, site)
    await page.evaluateOnNewDocument(recordInteractions)
    const devTools = await page.createCDPSession()
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await openPage(page, site + measured.path)
    const element = await page.$(measured.action)
    if (!element) throw new Error(`${measured.path} has no ${measured.action}`)
    await element.scrollIntoView()
    await page.evaluate(twoFrames)
    await element.tap()
    await setTimeout(TAP_TIMEOUT_MS)
    return (await page.evaluate('window.longestInteraction')) as number
  })
}

function recordInteractions(): void {
  const target = Object.assign(window, { longestInteraction: 0 })
  // TypeScript's DOM types lack both properties.
  const options = { type: 'event', durationThreshold: 16 }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ((entry as PerformanceEventTiming & { interactionId: number }).interactionId > 0) {
        target.longestInteraction = Math.max(target.longestInteraction, entry.duration)
      }
    }
  }).observe(options)
}

async function twoFrames(): Promise<void> {
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
}

interface LighthouseReport {
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null } | undefined>
  audits: Record<string, { numericValue?: number } | undefined>
}

type Lighthouse = (url: string, flags: object) => Promise<{ lhr: LighthouseReport } | undefined>

/** One run of Lighthouse's mobile preset, in a browser of its own. */
export async function auditPage(
  site: string,
  { path, needsCart }: MeasuredPage,
  fingerprint: string,
): Promise<Audit> {
  const lighthouse = await loadLighthouse()
  const browser = await openBrowser(fingerprint)
  try {
    if (needsCart) await seedCart(await newPhonePage(browser), site)
    const result = await lighthouse(site + path, {
      port: Number(new URL(browser.wsEndpoint()).port),
      logLevel: 'silent',
      // Leaves the cart in place.
      disableStorageReset: true,
      // Measures the not-found page too.
      ignoreStatusCode: true,
    })
    if (!result) throw new Error(`Lighthouse has no result for ${path}`)
    const { categories, audits, runtimeError } = result.lhr
    if (runtimeError) throw new Error(`Lighthouse, ${path}: ${runtimeError.message}`)
    const names = ['performance', 'accessibility', 'best-practices', 'seo']
    const figure = (name: string) => audits[name]?.numericValue ?? Number.NaN
    return {
      scores: names.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
      fcp: figure('first-contentful-paint'),
      lcp: figure('largest-contentful-paint'),
      tbt: figure('total-blocking-time'),
      cls: figure('cumulative-layout-shift'),
    }
  } finally {
    await browser.close()
  }
}

/** From the package of tools/observatory, so that not every install carries it. */
async function loadLighthouse(): Promise<Lighthouse> {
  const folder = new URL('../../observatory/', import.meta.url)
  const file = createRequire(folder).resolve('lighthouse')
  return ((await import(pathToFileURL(file).href)) as { default: Lighthouse }).default
}
