/* What is still to be collected of an order, and what the shop owes (docs/desk-rules.md, rule 21.23). */
import type { Order } from '#order/order.ts'
import { statusDefinition } from '#order/status.ts'
import { amountToCollect } from '#order/sums.ts'

type Paid = Pick<Order, 'status' | 'total' | 'advance'>

/** Minor units. Nothing once its parcel arrived, is lost or comes back (`isAway`), or it was cancelled. */
export function cashDue(order: Paid, isAway = false): number {
  return statusDefinition(order.status).isFinal || isAway ? 0 : amountToCollect(order)
}

/** Minor units: the advance of a cancelled order. */
export function amountToPayBack({ status, advance }: Paid): number {
  return status === 'cancelled' ? advance : 0
}
