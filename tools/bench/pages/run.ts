/* What is measured, and in which order: weighing comes first, and leaves everything packed at the edges. */
import { paths } from '#paths.ts'
import { type BaselineName, baselinePath } from './baseline/baseline.ts'
import { type Baselines, openBaselines } from './baseline/open-baselines.ts'
import { type Kind, type Place, soldFirst } from './kinds.ts'
import type { Browser } from './lighthouse.ts'
import { audit } from './measure/audit.ts'
import { timeTap } from './measure/tap.ts'
import { weigh, weighHomeOnNarrowPhone, weighVisit } from './measure/weigh.ts'
import { type Options, VISIT } from './options.ts'
import type { PageResult, Result, Timings } from './report/result.ts'
import type { Certificate } from './server/certificate.ts'
import type { BenchShop } from './shop.ts'
import { followSteps } from './steps.ts'

export interface Bench {
  browser: Browser
  shop: BenchShop
  certificate: Certificate
  kinds: Kind[]
  options: Options
}

export async function run(bench: Bench): Promise<Result> {
  const baselines = await openBaselines(bench)
  try {
    const pages: PageResult[] = []
    for (const kind of bench.kinds) pages.push(await weighKind(bench, baselines, kind))
    for (let round = 1; round <= bench.options.rounds; round++) {
      for (const page of pages) {
        console.error(`Timing ${page.kind.name}, ${round} of ${bench.options.rounds}`)
        await timeKind(bench, baselines, page)
      }
    }
    return { pages, ...(await weighVisits(bench)), steps: await followSteps(bench, baselines) }
  } finally {
    await baselines.close()
  }
}

async function weighKind(bench: Bench, baselines: Baselines, kind: Kind): Promise<PageResult> {
  const { browser, shop } = bench
  console.error(`Weighing ${kind.name}`)
  const weighed = await weigh(browser, shop.edge.url, kind)
  const page = { kind, ...weighed, audits: [], taps: [], baselines: undefined }
  if (!kind.hasBaseline) return page
  const weighBaseline = async (baseline: BaselineName) => ({
    first: await weighVisit(browser, [baselines.url + baselinePath(baseline, kind.name)]),
    audits: [],
    taps: [],
  })
  return {
    ...page,
    baselines: { plain: await weighBaseline('plain'), react: await weighBaseline('react') },
  }
}

/** A page and right after it its baselines, so that what else the machine does slows them alike. */
async function timeKind(bench: Bench, baselines: Baselines, page: PageResult): Promise<void> {
  await time(bench, bench.shop.edge.url, page.kind, page)
  if (!page.baselines) return
  for (const [name, action] of BASELINE_ACTIONS) {
    const baseline = { path: baselinePath(name, page.kind.name), action }
    await time(bench, baselines.url, baseline, page.baselines[name])
  }
}

const BASELINE_ACTIONS = [
  ['plain', 'summary'],
  ['react', 'main button'],
] as const

async function time(
  { browser, certificate: { fingerprint }, options: { lighthouse, applied } }: Bench,
  site: string,
  place: Place,
  { audits, taps }: Timings,
): Promise<void> {
  taps.push(await timeTap(browser, site, place))
  if (lighthouse) audits.push(await audit(site, place, { fingerprint, applied }))
}

async function weighVisits({
  browser,
  shop,
  options,
}: Bench): Promise<Pick<Result, 'home' | 'visit'>> {
  if (options.only && options.only !== VISIT) return { home: undefined, visit: undefined }
  console.error('Weighing a visit')
  const { url, bodiesSent } = shop.edge
  const home = await weighHomeOnNarrowPhone(browser, url)
  const visited = [paths.home, paths.products, paths.product(soldFirst().id)]
  const before = bodiesSent()
  const weight = await weighVisit(
    browser,
    visited.map((path) => url + path),
  )
  return { home, visit: { weight, sent: bodiesSent() - before } }
}
