/* Everything that a run found out. */
import type { BaselineName } from '../baseline/baseline.ts'
import type { Kind } from '../kinds.ts'
import type { Audit } from '../measure/figures.ts'
import type { Landing } from '../measure/next-page.ts'
import type { HomeOnNarrowPhone, Weighed } from '../measure/weigh.ts'
import type { Weight } from '../measure/wire.ts'

/** Of each round. */
export interface Timings {
  /** Empty without Lighthouse. */
  audits: Audit[]
  /** Milliseconds from tap to picture. */
  taps: number[]
}

export interface PageResult extends Weighed, Timings {
  kind: Kind
  baselines: BaselineResult | undefined
}

/** The same pictures and words, without script and with one React island. */
export type BaselineResult = Record<BaselineName, BaselinePageResult>

export interface BaselinePageResult extends Timings {
  first: Weight
}

export interface StepResult {
  name: string
  /** Whether the rules of the page are to have the next one ready. */
  isLikely: boolean
  ours: Landing[]
  baseline: Landing[]
}

export interface Result {
  pages: PageResult[]
  home: HomeOnNarrowPhone | undefined
  /** Home, catalogue and product, one after the other; `sent` counts what a worker asked for, too. */
  visit: { weight: Weight; sent: number } | undefined
  steps: StepResult[]
}
