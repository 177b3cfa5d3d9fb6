import { expect, test } from 'vitest'
import type { Kind } from '../kinds.ts'
import { aPage, home, perfect, weight } from './a-page.ts'
import { aimsOf, lcp, tapWords, worstShift } from './aims.ts'
import type { PageResult, Result } from './result.ts'

test('a page that is all it should be meets every aim, to the last byte', () => {
  expect(missed(aPage())).toEqual([])
})

test('HTML and CSS share the first flight', () => {
  expect(missed(aPage({ first: { ...weight, css: 601 } }))).toEqual(['home: HTML with its CSS'])
})

test('script has a limit of its kind of page, before and after the first touch', () => {
  const heavy = { scriptAtFirst: 78_000, scriptAfterTouch: 78_000 }
  expect(missed(aPage(heavy))).toEqual([
    'home: script, first load',
    'home: script, after the first touch',
  ])
  expect(missed(aPage({ ...heavy, kind: { ...home, script: 'buying' } }))).toEqual([])
})

test('one run that is not perfect is enough to miss', () => {
  for (const fault of [{ tbt: 1 }, { performance: 99 }, { seo: 92 }]) {
    const audits = [perfect, { ...perfect, ...fault }]
    expect(missed(aPage({ audits }))).toEqual(['home: Lighthouse 4 × 100, TBT 0'])
  }
})

test('what Lighthouse counts against a page that is as it should be is not judged', () => {
  const kind: Kind = { ...home, excused: ['seo'] }
  expect(missed(aPage({ kind, audits: [{ ...perfect, seo: 66 }] }))).toEqual([])
  expect(missed(aPage({ kind, audits: [{ ...perfect, accessibility: 99 }] }))).toEqual([
    'home: Lighthouse 3 × 100, TBT 0',
  ])
})

test('the largest picture is held against the page without script', () => {
  const baselineLcp = (milliseconds: number) => ({
    plain: { first: weight, audits: [{ ...perfect, lcp: milliseconds }], taps: [] },
    react: { first: weight, audits: [perfect], taps: [] },
  })
  expect(missed(aPage({ baselines: baselineLcp(1_000) }))).toEqual([])
  expect(missed(aPage({ baselines: baselineLcp(999) }))).toEqual(['home: LCP'])
})

test('a shift that Lighthouse shows is missed', () => {
  expect(worstShift([perfect, { ...perfect, cls: 0.0006 }])).toBe('0.001')
  expect(missed(aPage({ audits: [{ ...perfect, cls: 0.0006 }] }))).toEqual(['home: CLS'])
})

test('a tap that the browser finds too short to report is below its step', () => {
  expect(tapWords(0)).toBe('< 16 ms')
  expect(missed(aPage({ audits: [], taps: [16, 24, 24] }))).toEqual([
    'home: tap to picture, processor slowed 4×',
  ])
})

test('only the steps that are likely must be ready, and then each time', () => {
  const ready = { prerendered: true, fcp: 12, lcp: 12 }
  const cold = { prerendered: false, fcp: 12, lcp: 12 }
  const step = { name: 'a → b', ours: [ready, cold], baseline: [{ ...cold, lcp: 100 }] }
  expect(missedOf({ steps: [{ ...step, isLikely: true }] })).toEqual(['a → b: prerendered'])
  expect(missedOf({ steps: [{ ...step, isLikely: false }] })).toEqual([])
})

test('a ratio without a baseline is not met', () => {
  const ready = { prerendered: true, fcp: 12, lcp: 12 }
  const step = { name: 'a → b', isLikely: true, ours: [ready], baseline: [] }
  expect(missedOf({ steps: [step] })).toEqual(['a → b: press to LCP'])
})

test('the usual time of an even number of runs was really measured', () => {
  expect(lcp([{ ...perfect, lcp: 900 }, perfect])).toBe(900)
})

function missed(page: PageResult): string[] {
  return missedOf({ pages: [page] })
}

function missedOf(change: Partial<Result>): string[] {
  const result = { pages: [], home: undefined, visit: undefined, steps: [], ...change }
  return aimsOf(result).flatMap(({ what, isMet }) => (isMet ? [] : [what]))
}
