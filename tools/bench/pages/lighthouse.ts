/* Lighthouse's audit of one page. `npx` fetches it, so that not every install carries it. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { root } from '#tools/run/step.mjs'
import { type Browser, newPhonePage } from './browser.ts'
import { type PageKind, seedCart } from './page-kinds.ts'

const LIGHTHOUSE = 'lighthouse@13.5.0'

export interface Audit {
  /** Milliseconds. */
  fcp: number
  lcp: number
  tbt: number
  cls: number
  /** On the wire. */
  bytes: number
  requests: number
}

interface SentFile {
  url: string
  transferSize?: number
}

interface LighthouseReport {
  runtimeError?: { message: string }
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
  const { runtimeError, audits } = await runLighthouse(browser, site + path(orderId))
  if (runtimeError) throw new Error(`Lighthouse, ${path(orderId)}: ${runtimeError.message}`)
  const figure = (name: string) => audits[name]?.numericValue ?? Number.NaN
  const sent = (audits['network-requests']?.details?.items ?? []).filter(({ url }) =>
    url.startsWith('https:'),
  )
  return {
    fcp: figure('first-contentful-paint'),
    lcp: figure('largest-contentful-paint'),
    tbt: figure('total-blocking-time'),
    cls: figure('cumulative-layout-shift'),
    bytes: sent.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
    requests: sent.length,
  }
}

async function runLighthouse(browser: Browser, url: string): Promise<LighthouseReport> {
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      ...['--yes', LIGHTHOUSE, url, '--port', new URL(browser.wsEndpoint()).port],
      ...['--output', 'json', '--quiet', '--only-categories', 'performance'],
      // Leaves the cart in place.
      '--disable-storage-reset',
    ],
    { cwd: root, maxBuffer: 64 * 1024 * 1024 },
  )
  return JSON.parse(stdout) as LighthouseReport
}
