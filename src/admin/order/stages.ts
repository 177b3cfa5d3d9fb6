/* The one stage of an order, as the database decides it (docs/desk-rules.md, rule 21.70), and its name. */

/** In the order of the work. */
const STAGES = {
  to_confirm: 'To confirm',
  waiting: 'Waiting for a reply',
  later: 'Later',
  held: 'Held',
  to_pack: 'To pack',
  needs_number: 'Needs its number',
  to_ship: 'To ship',
  to_tell: 'To tell',
  on_the_way: 'On its way',
  not_delivered: 'Not delivered',
  coming_back: 'Coming back',
  came_back: 'To check in',
  delivered: 'Delivered, unpaid',
  paid: 'Delivered, paid',
  cancelled: 'Cancelled',
  replaced: 'Replaced',
  joined: 'Joined',
} as const

export type Stage = keyof typeof STAGES

export const ALL_STAGES = Object.keys(STAGES) as Stage[]

/** The lists of these begin with the oldest order: `private.stages` of the database. */
export const STAGES_WITH_WORK: readonly Stage[] = ALL_STAGES.slice(
  0,
  ALL_STAGES.indexOf('came_back') + 1,
)

/** `to_pack` → `To pack`; one that this page does not know as well. */
export function stageName(stage: Stage): string {
  return STAGES[stage] ?? stage
}

export interface Stages {
  /** How many orders are in each stage. One without orders is absent. */
  stages: Partial<Record<Stage, number>>
  /** ISO timestamp: when the next waiting or postponed order is to be confirmed again. */
  nextDueAt: string | null
  /** How many at "Later" had no answer three times: they come back by no time. */
  toDecide: number
  /** How many to confirm each device has on the screen of its run. */
  leases: Record<string, number>
  /** ISO timestamp: when the last backup was made and proved. */
  lastBackup: string | null
}
