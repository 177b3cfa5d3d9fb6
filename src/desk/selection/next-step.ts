/* The one filled button of the list of orders: the next step of the stage (docs/product.md, rule 15.1). */

import type { Stage } from '#admin/order/stages.ts'
import type { OrderSummary } from '#admin/orders/orders.ts'
import { paths } from '#paths.ts'

export type ListStep =
  /** Of all orders of the stage. */
  | { kind: 'link'; label: string; href: string }
  /** Of what is ticked. */
  | { kind: 'yes' | 'resume' | 'send' }

const REPLY: ListStep = { kind: 'yes' }

/** Each batch there has its own next step. */
const PARCELS: ListStep = { kind: 'link', label: 'Open the parcels', href: paths.adminParcels }

const STEPS: Partial<Record<Stage, ListStep>> = {
  to_confirm: { kind: 'link', label: 'Start', href: paths.adminRun },
  waiting: REPLY,
  later: REPLY,
  held: { kind: 'resume' },
  to_pack: { kind: 'send' },
  needs_number: PARCELS,
  to_ship: PARCELS,
  to_tell: { kind: 'link', label: 'Tell customers', href: paths.adminTell },
  on_the_way: { kind: 'link', label: 'Import the courier’s file', href: paths.adminMoney },
}

/** Of a list; in one without a stage, of what is ticked, which may be of several: then what may leave is sent. */
export function nextStepOf(
  stage: Stage | undefined,
  ticked: readonly Pick<OrderSummary, 'stage'>[],
): ListStep | undefined {
  if (stage) return STEPS[stage]
  const [first, ...others] = new Set(ticked.map((order) => order.stage))
  const step = first && others.length === 0 ? STEPS[first] : undefined
  return step?.kind === 'yes' || step?.kind === 'resume' ? step : { kind: 'send' }
}

/** Whether a reply in the chat confirms it. */
export function takesReply(stage: Stage | null | undefined): boolean {
  return stage ? STEPS[stage] === REPLY : false
}
