import { openBrowser, phonePage } from '../browser.ts'
import type { Place } from '../kinds.ts'
import { loadLighthouse } from '../lighthouse.ts'
import { seed } from '../shop.ts'
import type { Audit } from './figures.ts'

export interface AuditSettings {
  fingerprint: string
  /** By the network that DevTools slows, instead of by Lighthouse's model of it. */
  applied: boolean
}

/** One run of Lighthouse's mobile preset, in a browser of its own. */
export async function audit(
  shop: string,
  place: Place,
  { fingerprint, applied }: AuditSettings,
): Promise<Audit> {
  const lighthouse = await loadLighthouse()
  const browser = await openBrowser(fingerprint)
  try {
    await seed(await phonePage(browser), shop, place)
    const result = await lighthouse(shop + place.path, {
      port: Number(new URL(browser.wsEndpoint()).port),
      logLevel: 'silent',
      throttlingMethod: applied ? 'devtools' : 'simulate',
      // The cart that was put there must stay; nothing else is in this browser.
      disableStorageReset: true,
      // The not-found page is measured too.
      ignoreStatusCode: true,
    })
    if (!result) throw new Error(`Lighthouse said nothing about ${place.path}`)
    const { categories, audits, runtimeError } = result.lhr
    if (runtimeError) throw new Error(`Lighthouse, ${place.path}: ${runtimeError.message}`)
    const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
    const figure = (name: string) => audits[name]?.numericValue ?? Number.NaN
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
      fcp: figure('first-contentful-paint'),
      lcp: figure('largest-contentful-paint'),
      tbt: figure('total-blocking-time'),
      cls: figure('cumulative-layout-shift'),
    }
  } finally {
    await browser.close()
  }
}
