/* For tests: a home page that is all it should be. */
import type { Kind } from '../kinds.ts'
import type { Audit } from '../measure/figures.ts'
import type { Weight } from '../measure/wire.ts'
import type { PageResult } from './result.ts'

export const weight: Weight = {
  html: 14_000,
  css: 600,
  js: 4_900,
  font: 0,
  img: 90_000,
  other: 0,
  requests: 9,
}

export const perfect: Audit = {
  performance: 100,
  accessibility: 100,
  bestPractices: 100,
  seo: 100,
  fcp: 800,
  lcp: 1_050,
  tbt: 0,
  cls: 0.0004,
}

export const home: Kind = { name: 'home', path: '/', action: 'button', script: 'reading' }

export function aPage(change: Partial<PageResult> = {}): PageResult {
  return {
    kind: home,
    first: weight,
    scriptAtFirst: 4_000,
    scriptAfterTouch: 4_000,
    renderBlocking: 0,
    audits: [perfect],
    taps: [16],
    baselines: undefined,
    ...change,
  }
}
