/* What is asked before orders are sent (docs/desk-rules.md, rule 21.47). */

import {
  type AskedReason,
  isAsked,
  type PackingReason,
  REASON_COUNTS,
  reasonsLeft,
} from '#admin/order/packing.ts'
import type { OrderSummary } from '#admin/orders/orders.ts'

/** An order that was asked about. */
export interface PackableOrder extends Pick<OrderSummary, 'id' | 'fullName'> {
  /** Why it may not leave, none included. */
  reasons: PackingReason[]
  /** Minor units. */
  toCollect: number
}

/** What the admin includes. What is booked already is sent once more. */
export type Included = AskedReason | 'booked'

export function leaving(
  orders: readonly PackableOrder[],
  included: readonly Included[],
): PackableOrder[] {
  return orders.filter(({ reasons }) => stopping(reasons, included).length === 0)
}

/** What stays, by reason. What stays in any case is not offered for another reason as well. */
export function stoppedBy(orders: readonly PackableOrder[], included: readonly Included[]) {
  return (Object.keys(REASON_COUNTS) as PackingReason[])
    .map((reason) => ({
      reason,
      orders: orders.filter(({ reasons }) => {
        const all = stopping(reasons, included)
        return all.includes(reason) && (!isAsked(reason) || all.every(isAsked))
      }),
    }))
    .filter(({ orders: stopped }) => stopped.length > 0)
}

function stopping(
  reasons: readonly PackingReason[],
  included: readonly Included[],
): PackingReason[] {
  const isBooked = reasons.includes('booked') && !included.includes('booked')
  return [...(isBooked ? (['booked'] as const) : []), ...reasonsLeft(reasons, included)]
}
