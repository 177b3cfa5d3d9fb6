/* Lighthouse's audit of one page. `npx` fetches it, so that not every install carries it. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { root } from '#tools/run/step.mjs'
import { type Browser, newPhonePage } from './browser.ts'
import { type PageKind, seedCart } from './page-kinds.ts'

const LIGHTHOUSE = 'lighthouse@13.5.0'

export interface Audit {
  /** Performance, accessibility, best practices, SEO: 0 to 100. */
  scores: number[]
  /** Milliseconds. */
  fcp: number
  lcp: number
  tbt: number
  cls: number
  /** On the wire. */
  bytes: { html: number; script: number; all: number }
  requests: number
}

interface SentFile {
  url: string
  resourceType?: string
  transferSize?: number
}

interface LighthouseReport {
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null } | undefined>
  audits: Record<string, { numericValue?: number; details?: { items?: SentFile[] } } | undefined>
}

/**
 * One run of the mobile preset in a browser that was just opened.
 * @param orderId Of an order that was placed, for its page.
 */
export async function auditPage(
  browser: Browser,
  site: string,
  { path, needsCart }: PageKind,
  orderId: string,
): Promise<Audit> {
  if (needsCart) await seedCart(await newPhonePage(browser), site)
  const { runtimeError, categories, audits } = await runLighthouse(browser, site + path(orderId))
  if (runtimeError) throw new Error(`Lighthouse, ${path(orderId)}: ${runtimeError.message}`)
  const names = ['performance', 'accessibility', 'best-practices', 'seo']
  const figure = (name: string) => audits[name]?.numericValue ?? Number.NaN
  const sent = (audits['network-requests']?.details?.items ?? []).filter(({ url }) =>
    url.startsWith('https:'),
  )
  const bytesOf = (type?: string) =>
    sent
      .filter(({ resourceType }) => resourceType === (type ?? resourceType))
      .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)
  return {
    scores: names.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
    fcp: figure('first-contentful-paint'),
    lcp: figure('largest-contentful-paint'),
    tbt: figure('total-blocking-time'),
    cls: figure('cumulative-layout-shift'),
    bytes: { html: bytesOf('Document'), script: bytesOf('Script'), all: bytesOf() },
    requests: sent.length,
  }
}

async function runLighthouse(browser: Browser, url: string): Promise<LighthouseReport> {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      ...['--yes', LIGHTHOUSE, url, '--port', new URL(browser.wsEndpoint()).port],
      ...['--output', 'json', '--quiet', '--only-categories'],
      'performance,accessibility,best-practices,seo',
      // Leaves the cart in place.
      '--disable-storage-reset',
      // Measures the not-found page too.
      '--ignore-status-code',
    ],
    { cwd: root, maxBuffer: 64 * 1024 * 1024 },
  )
  return JSON.parse(stdout) as LighthouseReport
}
