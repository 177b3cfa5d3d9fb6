/* What is measured, and in which order: weighing comes first, and leaves everything packed at the edges. */
import { paths } from '#paths.ts'
import { type FloorName, floorPath } from './baseline/baseline.ts'
import { type Floors, openFloors } from './baseline/open-baselines.ts'
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
  const floors = await openFloors(bench)
  try {
    const pages: PageResult[] = []
    for (const kind of bench.kinds) pages.push(await weighKind(bench, floors, kind))
    for (let round = 1; round <= bench.options.rounds; round++) {
      for (const page of pages) {
        console.error(`Timing ${page.kind.name}, ${round} of ${bench.options.rounds}`)
        await timeKind(bench, floors, page)
      }
    }
    return { pages, ...(await weighVisits(bench)), steps: await followSteps(bench, floors) }
  } finally {
    await floors.close()
  }
}

async function weighKind(bench: Bench, floors: Floors, kind: Kind): Promise<PageResult> {
  const { browser, shop } = bench
  console.error(`Weighing ${kind.name}`)
  const weighed = await weigh(browser, shop.edge.url, kind)
  const page = { kind, ...weighed, audits: [], taps: [], floors: undefined }
  if (!kind.hasFloor) return page
  const weighFloor = async (floor: FloorName) => ({
    first: await weighVisit(browser, [floors.url + floorPath(floor, kind.name)]),
    audits: [],
    taps: [],
  })
  return { ...page, floors: { plain: await weighFloor('plain'), react: await weighFloor('react') } }
}

/** A page and right after it its floors, so that what else the machine does slows them alike. */
async function timeKind(bench: Bench, floors: Floors, page: PageResult): Promise<void> {
  await time(bench, bench.shop.edge.url, page.kind, page)
  if (!page.floors) return
  for (const [name, action] of FLOOR_ACTIONS) {
    const floor = { path: floorPath(name, page.kind.name), action }
    await time(bench, floors.url, floor, page.floors[name])
  }
}

const FLOOR_ACTIONS = [
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
