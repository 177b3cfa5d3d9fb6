import { type Audit, CATEGORIES } from '../measure/figures.ts'
import type { Landing } from '../measure/next-page.ts'
import { bytesIn, type Weight } from '../measure/wire.ts'
import { median } from '../statistics.ts'
import { type Aim, lcp, tapWords, worstShift } from './aims.ts'
import type { PageResult, Result } from './result.ts'
import type { Row } from './table.ts'

const HEAD = [
  'kB, ms',
  'html',
  'css',
  'js',
  'font',
  'img',
  'other',
  'all',
  'requests',
  'Lighthouse',
  'FCP',
  'LCP',
  '/ baseline',
  'TBT',
  'CLS',
  'tap',
]

/** A row for each kind of page, followed by its baselines. Times are medians, with the worst after a `–`. */
export function pageTable({ pages }: Result): Row[] {
  if (pages.length === 0) return []
  return [HEAD, ...pages.flatMap((page) => [pageRow(page), ...baselineRows(page)])]
}

export function stepTable({ steps }: Result): Row[] {
  if (steps.length === 0) return []
  const head = [
    'press to, ms',
    'prerendered',
    'FCP',
    'LCP',
    'baseline FCP',
    'baseline LCP',
    '/ baseline',
  ]
  return [
    head,
    ...steps.map(({ name, ours, baseline }) => [
      name,
      `${ours.filter(({ prerendered }) => prerendered).length}/${ours.length}`,
      middle(ours, 'fcp').toFixed(0),
      middle(ours, 'lcp').toFixed(0),
      middle(baseline, 'fcp').toFixed(0),
      middle(baseline, 'lcp').toFixed(0),
      (middle(ours, 'lcp') / middle(baseline, 'lcp')).toFixed(2),
    ]),
  ]
}

/** What a customer pays for more than one page, by type. */
export function visitTable({ home, visit }: Result): Row[] {
  if (!home || !visit) return []
  return [
    ['kB', ...HEAD.slice(1, 9), 'with workers'],
    ['home at 360 px, first view', ...weightCells(home.firstView), ''],
    ['home at 360 px, read to its end', ...weightCells(home.whole), ''],
    ['home → catalogue → product', ...weightCells(visit.weight), kilobytes(visit.sent)],
  ]
}

export function aimTable(aims: Aim[]): Row[] {
  const head = ['', 'measured', 'aim', '']
  return [
    head,
    ...aims.map(({ what, figure, aim, isMet }) => [what, figure, aim, isMet ? '✓' : '✗']),
  ]
}

function pageRow({ kind, first, audits, taps, baselines }: PageResult): Row {
  const ratio = baselines ? lcp(audits) / lcp(baselines.plain.audits) : Number.NaN
  return [kind.name, ...weightCells(first), ...auditCells(audits, ratio), tapCell(taps)]
}

function baselineRows({ kind, baselines }: PageResult): Row[] {
  if (!baselines) return []
  const { plain, react } = baselines
  const ratio = lcp(react.audits) / lcp(plain.audits)
  return [
    [
      `${kind.name}, no script`,
      ...weightCells(plain.first),
      ...auditCells(plain.audits, 1),
      tapCell(plain.taps),
    ],
    [
      `${kind.name}, React`,
      ...weightCells(react.first),
      ...auditCells(react.audits, ratio),
      tapCell(react.taps),
    ],
  ]
}

function weightCells(weight: Weight): Row {
  const { html, css, js, font, img, other } = weight
  return [
    ...[html, css, js, font, img, other, bytesIn(weight)].map(kilobytes),
    String(weight.requests),
  ]
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}

function auditCells(audits: Audit[], ratio: number): Row {
  if (audits.length === 0) return ['', '', '', '', '', '']
  return [
    scoreWords(audits),
    times(audits, 'fcp'),
    times(audits, 'lcp'),
    Number.isNaN(ratio) ? '' : ratio.toFixed(2),
    times(audits, 'tbt'),
    worstShift(audits),
  ]
}

/** Performance, accessibility, best practices, SEO: the worst of all runs. */
function scoreWords(audits: Audit[]): string {
  return CATEGORIES.map((category) => Math.min(...audits.map((audit) => audit[category]))).join(' ')
}

function times(audits: Audit[], name: 'fcp' | 'lcp' | 'tbt'): string {
  const values = audits.map((audit) => audit[name])
  const [usual, worst] = [median(values), Math.max(...values)].map((value) => value.toFixed(0))
  return usual === worst ? `${usual}` : `${usual}–${worst}`
}

function middle(landings: Landing[], name: 'fcp' | 'lcp'): number {
  return median(landings.map((landing) => landing[name]))
}

function tapCell(taps: number[]): string {
  return taps.length === 0 ? '' : tapWords(median(taps))
}
