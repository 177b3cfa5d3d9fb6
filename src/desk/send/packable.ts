/* What is asked before orders are sent (docs/product.md, rule 21.47). */
import type { OrderSummary } from '#admin/order/orders.ts'
import {
  type AskedReason,
  isAsked,
  type PackingReason,
  REASON_COUNTS,
  reasonsLeft,
} from '#admin/order/packing.ts'

/** Orders that have the same reasons for not leaving, none included. */
export interface PackingGroup {
  reasons: PackingReason[]
  orders: number
  /** Minor units. */
  toCollect: number
}

/** An order that has reasons for not leaving. */
export interface StoppedOrder extends Pick<OrderSummary, 'id' | 'fullName'> {
  reasons: PackingReason[]
}

export interface Packable {
  groups: PackingGroup[]
  /** The first 100 of each request. */
  stopped: StoppedOrder[]
}

/** What the admin includes. What is booked already is sent once more. */
export type Included = AskedReason | 'booked'

/** How many orders leave, and how much cash they bring, in minor units. */
export function leaving({ groups }: Packable, included: readonly Included[]) {
  return sumOf(groups.filter(({ reasons }) => stopping(reasons, included).length === 0))
}

/** How many orders of a reason are named. */
const MAX_NAMES = 8

/**
 * The reasons that keep orders here, each with how many and the first names. What stays in any case is not offered for
 * another reason as well.
 */
export function stoppedBy({ groups, stopped }: Packable, included: readonly Included[]) {
  return (Object.keys(REASON_COUNTS) as PackingReason[]).flatMap((reason) => {
    const isOf = (one: { reasons: readonly PackingReason[] }) => {
      const all = stopping(one.reasons, included)
      return all.includes(reason) && (!isAsked(reason) || all.every(isAsked))
    }
    const { count } = sumOf(groups.filter(isOf))
    return count > 0 ? { reason, count, named: stopped.filter(isOf).slice(0, MAX_NAMES) } : []
  })
}

function stopping(
  reasons: readonly PackingReason[],
  included: readonly Included[],
): PackingReason[] {
  const isBooked = reasons.includes('booked') && !included.includes('booked')
  return [...(isBooked ? (['booked'] as const) : []), ...reasonsLeft(reasons, included)]
}

function sumOf(groups: readonly PackingGroup[]): { count: number; toCollect: number } {
  return {
    count: groups.reduce((sum, { orders }) => sum + orders, 0),
    toCollect: groups.reduce((sum, { toCollect }) => sum + toCollect, 0),
  }
}
