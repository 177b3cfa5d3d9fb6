/* What is measured, and in which order: weighing comes first, and leaves everything packed at the edges. */
import { paths } from '#paths.ts'
import { floorPath } from './floor/floor.ts'
import { type Floors, openFloors } from './floor/open-floors.ts'
import type { Browser } from './judges.ts'
import { type Kind, soldFirst } from './kinds.ts'
import { audit } from './measure/audit.ts'
import { timeTap } from './measure/tap.ts'
import { weigh, weighHomeOnNarrowPhone, weighVisit } from './measure/weigh.ts'
import { type Options, VISIT } from './options.ts'
import type { FloorResult, PageResult, Result } from './report/result.ts'
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
      for (const page of pages) await timeKind(bench, floors, page, round)
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
  const empty = { kind, ...weighed, audits: [], taps: [], floors: undefined }
  if (!kind.hasFloor) return empty
  const weighFloor = async (path: string) => ({
    first: await weighVisit(browser, [floors.url + path]),
    audits: [],
  })
  const plain = await weighFloor(floorPath('plain', kind.name))
  const react = await weighFloor(floorPath('react', kind.name))
  return { ...empty, floors: { plain, react } }
}

/** One round of a page and right after it its floors, so that what else the machine does slows them alike. */
async function timeKind(
  { browser, shop, certificate, options }: Bench,
  floors: Floors,
  { kind, audits, taps, floors: measured }: PageResult,
  round: number,
): Promise<void> {
  console.error(`Timing ${kind.name}, ${round} of ${options.rounds}`)
  taps.push(await timeTap(browser, shop.edge.url, kind))
  if (!options.lighthouse) return
  const settings = { fingerprint: certificate.fingerprint, applied: options.applied }
  audits.push(await audit(shop.edge.url, kind, settings))
  for (const name of measured ? floorNames : []) {
    const floor = { path: floorPath(name, kind.name) }
    measured?.[name].audits.push(await audit(floors.url, floor, settings))
  }
}

const floorNames: readonly (keyof FloorResult)[] = ['plain', 'react']

async function weighVisits({
  browser,
  shop,
  options,
}: Bench): Promise<Pick<Result, 'home' | 'visit'>> {
  if (options.only && options.only !== VISIT) return { home: undefined, visit: undefined }
  console.error('Weighing a visit')
  const { url } = shop.edge
  const visited = [paths.home, paths.products, paths.product(soldFirst().id)]
  return {
    home: await weighHomeOnNarrowPhone(browser, url),
    visit: await weighVisit(
      browser,
      visited.map((path) => url + path),
    ),
  }
}
