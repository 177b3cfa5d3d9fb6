/* Everything that a run found out. */
import type { Kind } from '../kinds.ts'
import type { Audit } from '../measure/audit.ts'
import type { Landing } from '../measure/next-page.ts'
import type { HomeOnNarrowPhone, Weighed } from '../measure/weigh.ts'
import type { Weight } from '../measure/wire.ts'

export interface PageResult extends Weighed {
  kind: Kind
  /** Of each round; empty when nothing was timed. */
  audits: Audit[]
  /** Milliseconds from tap to picture, of each round. */
  taps: number[]
  floors: FloorResult | undefined
}

/** The same pictures and words, without script and with one React island. */
export interface FloorResult {
  plain: { first: Weight; audits: Audit[] }
  react: { first: Weight; audits: Audit[] }
}

export interface StepResult {
  name: string
  /** Whether the rules of the page are to have the next one ready. */
  isLikely: boolean
  ours: Landing[]
  floor: Landing[]
}

export interface Result {
  pages: PageResult[]
  home: HomeOnNarrowPhone | undefined
  /** Home, catalogue and product, one after the other. */
  visit: Weight | undefined
  steps: StepResult[]
}
