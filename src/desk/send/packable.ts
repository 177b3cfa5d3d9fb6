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
  /** Why it may not leave, none included: as the database says, or what withReasonsLeft() leaves of it. */
  reasons: PackingReason[]
  /** Minor units. */
  toCollect: number
}

/** The orders with what keeps them here: that one is booked already, unless it is sent once more. */
export function withReasonsLeft(
  orders: readonly PackableOrder[],
  isAgain: boolean,
): PackableOrder[] {
  return orders.map((order) => {
    const booked = isAgain ? [] : order.reasons.filter((reason) => reason === 'booked')
    return { ...order, reasons: [...booked, ...reasonsLeft(order.reasons)] }
  })
}

/** Those that nothing keeps here but what the admin includes, of orders with the reasons that are left. */
export function leaving(
  orders: readonly PackableOrder[],
  included: readonly AskedReason[] = [],
): PackableOrder[] {
  return orders.filter(({ reasons }) =>
    reasons.every((reason) => isAsked(reason) && included.includes(reason)),
  )
}

/** What stays of such orders, by reason. What stays in any case is not offered for another reason as well. */
export function stoppedBy(orders: readonly PackableOrder[]) {
  return (Object.keys(REASON_COUNTS) as PackingReason[])
    .map((reason) => ({
      reason,
      orders: orders.filter(
        ({ reasons }) => reasons.includes(reason) && (!isAsked(reason) || reasons.every(isAsked)),
      ),
    }))
    .filter((stopped) => stopped.orders.length > 0)
}
