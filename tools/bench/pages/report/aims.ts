/* What we want, and whether a run shows it. Nothing here fails a run: times are read by people. */
import { type Audit, CATEGORIES, type Category } from '../measure/figures.ts'
import { bytesIn } from '../measure/wire.ts'
import { median } from '../statistics.ts'
import type { PageResult, Result, StepResult } from './result.ts'

/** Pages to read, to choose on, and to buy on. */
export type ScriptLimit = keyof typeof SCRIPT_LIMITS

export interface Aim {
  what: string
  figure: string
  aim: string
  isMet: boolean
}

/** Bytes of Brotli before anything is touched, and all after the first touch. */
const SCRIPT_LIMITS = {
  reading: { first: 4_000, touched: 72_000 },
  choosing: { first: 6_000, touched: 72_000 },
  buying: { first: 78_000, touched: 78_000 },
} as const

/** What a server may send before it must wait for the browser: ten segments of 1460 bytes. */
const FIRST_FLIGHT = 14_600
const HOME_LIMIT = 150_000
const VISIT_LIMIT = 182_000

const LCP_OF_FLOOR = 1.05
const NEXT_PAGE_OF_FLOOR = 0.12
const TAP_LIMIT = 16

export function aimsOf({ pages, home, visit, steps }: Result): Aim[] {
  return [
    ...pages.flatMap((page) => [...byteAims(page), ...timeAims(page), ...tapAims(page)]),
    ...(home ? [atMost('home at 360 px, first view', bytesIn(home.firstView), HOME_LIMIT)] : []),
    ...(visit
      ? [atMost('visit home → catalogue → product', bytesIn(visit.weight), VISIT_LIMIT)]
      : []),
    ...steps.flatMap(nextPageAims),
  ]
}

function byteAims({
  kind,
  first,
  scriptAtFirst,
  scriptAfterTouch,
  renderBlocking,
}: PageResult): Aim[] {
  const limit = SCRIPT_LIMITS[kind.script]
  return [
    atMost(`${kind.name}: HTML with its CSS`, first.html + first.css, FIRST_FLIGHT),
    {
      what: `${kind.name}: render-blocking requests`,
      figure: String(renderBlocking),
      aim: '0',
      isMet: renderBlocking === 0,
    },
    atMost(`${kind.name}: script, first load`, scriptAtFirst, limit.first),
    atMost(`${kind.name}: script, after the first touch`, scriptAfterTouch, limit.touched),
  ]
}

function timeAims({ kind, audits, baselines }: PageResult): Aim[] {
  if (audits.length === 0) return []
  const { name } = kind
  const { excused = [] } = kind
  const judged = CATEGORIES.filter((category) => !excused.includes(category))
  const perfect = audits.filter((audit) => isPerfect(audit, judged)).length
  return [
    {
      what: `${name}: Lighthouse ${judged.length} × 100, TBT 0`,
      figure: `${perfect} of ${audits.length} runs`,
      aim: 'all',
      isMet: perfect === audits.length,
    },
    {
      what: `${name}: CLS`,
      figure: worstShift(audits),
      aim: '0.000',
      isMet: worstShift(audits) === '0.000',
    },
    ...(baselines
      ? [ofBaseline(`${name}: LCP`, lcp(audits), lcp(baselines.plain.audits), LCP_OF_FLOOR)]
      : []),
  ]
}

function tapAims({ kind, taps }: PageResult): Aim[] {
  if (taps.length === 0) return []
  const tap = median(taps)
  return [
    {
      what: `${kind.name}: tap to picture, processor slowed 4×`,
      figure: tapWords(tap),
      aim: `≤ ${TAP_LIMIT} ms`,
      isMet: tap <= TAP_LIMIT,
    },
  ]
}

function isPerfect(audit: Audit, judged: Category[]): boolean {
  return audit.tbt === 0 && judged.every((category) => audit[category] === 100)
}

function nextPageAims({ name, isLikely, ours, baseline }: StepResult): Aim[] {
  if (!isLikely) return []
  const prerendered = ours.filter((landing) => landing.prerendered).length
  return [
    {
      what: `${name}: prerendered`,
      figure: `${prerendered}/${ours.length}`,
      aim: 'all',
      isMet: prerendered === ours.length,
    },
    ofBaseline(
      `${name}: press to LCP`,
      median(ours.map((landing) => landing.lcp)),
      median(baseline.map((landing) => landing.lcp)),
      NEXT_PAGE_OF_FLOOR,
    ),
  ]
}

export function lcp(audits: Audit[]): number {
  return median(audits.map((audit) => audit.lcp))
}

/** To the third decimal, as Lighthouse shows it. */
export function worstShift(audits: Audit[]): string {
  return Math.max(...audits.map(({ cls }) => cls)).toFixed(3)
}

/** Below 16 ms the browser says nothing. */
export function tapWords(milliseconds: number): string {
  return milliseconds === 0 ? '< 16 ms' : `${milliseconds} ms`
}

function atMost(what: string, bytes: number, limit: number): Aim {
  return {
    what,
    figure: `${bytes.toLocaleString('en')} B`,
    aim: `≤ ${limit.toLocaleString('en')} B`,
    isMet: bytes <= limit,
  }
}

function ofBaseline(what: string, figure: number, baseline: number, limit: number): Aim {
  const ratio = figure / baseline
  return {
    what,
    figure: `${figure.toFixed(0)} ms, ${ratio.toFixed(2)} × baseline`,
    aim: `≤ ${limit.toFixed(2)} × baseline`,
    isMet: ratio <= limit,
  }
}
