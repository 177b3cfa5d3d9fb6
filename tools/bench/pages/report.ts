/* The figures of a run as Markdown tables. */
import type { Audit, Weight } from './measure.ts'
import type { NextPageResult } from './next-page.ts'
import type { MeasuredPage } from './page-kinds.ts'

export interface PageResult extends MeasuredPage {
  name: string
  site: string
  weight: Weight
  /** One of each round; empty without Lighthouse. */
  audits: Audit[]
  /** Milliseconds from tap to frame, one of each round. */
  taps: number[]
  /** The page that this one is a baseline of. */
  baselineOf?: string
  /** Whether it is the baseline without script. */
  isPlain?: boolean
}

export interface Report {
  pages: PageResult[]
  /** `bytesSent` also counts what a worker requested. */
  visit: { weight: Weight; bytesSent: number } | undefined
  nextPages: NextPageResult[]
}

const WEIGHT_COLUMNS = ['html', 'css', 'js', 'font', 'img', 'other', 'all', 'requests']
const TIME_COLUMNS = ['Lighthouse', 'FCP', 'LCP', '/ baseline', 'TBT', 'CLS', 'tap']

export function printReport({ pages, visit, nextPages }: Report): void {
  if (pages.length > 0) {
    const rows = pages.map((page) => pageRow(page, pages))
    printTable([['kB, ms', ...WEIGHT_COLUMNS, ...TIME_COLUMNS], ...rows])
  }
  if (visit) {
    printTable([
      ['kB', ...WEIGHT_COLUMNS, 'with workers'],
      ['home → catalogue → product', ...weightCells(visit.weight), kilobytes(visit.bytesSent)],
    ])
  }
  if (nextPages.length > 0) printTable(nextPageRows(nextPages))
  const warning = noiseWarning(pages)
  if (warning) console.error(warning)
}

/** Undefined in a quiet run. A page without script blocks nothing by itself. */
export function noiseWarning(pages: PageResult[]): string | undefined {
  const blocked = pages.flatMap(({ isPlain, audits }) => (isPlain ? audits : []))
  const worst = Math.max(0, ...blocked.map(({ tbt }) => tbt))
  if (worst === 0) return undefined
  return `The machine was busy: a page without script was blocked for ${worst.toFixed(0)} ms. The bytes of this run are right, its times are not.`
}

/** Times are medians, with the worst after a `–`; scores are the worst of all rounds. */
export function pageRow(page: PageResult, pages: PageResult[]): string[] {
  const { name, weight, audits, taps, baselineOf } = page
  const plain = pages.find((other) => other.isPlain && other.baselineOf === (baselineOf ?? name))
  const tap = median(taps)
  return [
    name,
    ...weightCells(weight),
    ...(audits.length === 0 ? ['', '', '', '', '', ''] : auditCells(audits, plain?.audits)),
    tap === 0 ? '< 16 ms' : `${tap} ms`,
  ]
}

function auditCells(audits: Audit[], plain: Audit[] | undefined): string[] {
  const lcp = (of: Audit[]) => median(of.map((audit) => audit.lcp))
  const [first] = audits
  return [
    (first?.scores ?? [])
      .map((_, nth) => Math.min(...audits.map(({ scores }) => scores[nth] ?? 0)))
      .join(' '),
    range(audits.map(({ fcp }) => fcp)),
    range(audits.map((audit) => audit.lcp)),
    plain ? (lcp(audits) / lcp(plain)).toFixed(2) : '',
    range(audits.map(({ tbt }) => tbt)),
    Math.max(...audits.map(({ cls }) => cls)).toFixed(3),
  ]
}

function nextPageRows(results: NextPageResult[]): string[][] {
  const head = ['press to, ms', 'prerendered', 'FCP', 'LCP', 'baseline LCP', '/ baseline']
  return [
    head,
    ...results.map(({ name, ours, baseline }) => {
      const [fcp, lcp, baselineLcp] = [
        median(ours.map((landing) => landing.fcp)),
        median(ours.map((landing) => landing.lcp)),
        median(baseline.map((landing) => landing.lcp)),
      ]
      const prerendered = ours.filter((landing) => landing.prerendered).length
      const times = [fcp, lcp, baselineLcp].map((time) => time.toFixed(0))
      return [name, `${prerendered}/${ours.length}`, ...times, (lcp / baselineLcp).toFixed(2)]
    }),
  ]
}

function weightCells({ requests, ...bytes }: Weight): string[] {
  const { html, css, js, font, img, other } = bytes
  const parts = [html, css, js, font, img, other]
  const all = parts.reduce((sum, part) => sum + part, 0)
  return [...[...parts, all].map(kilobytes), String(requests)]
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}

function range(values: number[]): string {
  const [usual, worst] = [median(values), Math.max(...values)].map((value) => value.toFixed(0))
  return usual === worst ? `${usual}` : `${usual}–${worst}`
}

/** The lower of the two middle values of an even number, which really was measured. */
function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}

function printTable([head = [], ...rows]: string[][]): void {
  const rule = head.map((_, column) => (column === 0 ? '---' : '--:'))
  const lines = [head, rule, ...rows].map((row) => `| ${row.join(' | ')} |`)
  console.log(`${lines.join('\n')}\n`)
}
