/* What is still to be collected of an order, and what the shop owes (docs/desk-rules.md, rule 21.23). */
import { isReturningOrLost, type Order } from '#order/order.ts'
import { statusDefinition } from '#order/status.ts'
import { amountToCollect } from '#order/sums.ts'

type Paid = Pick<Order, 'status' | 'total' | 'advance'>

/** Minor units. Nothing once its parcel arrived, comes back or is lost, or it was cancelled. */
export function cashDue(order: Paid & Pick<Order, 'parcelState'>): number {
  const { isFinal } = statusDefinition(order.status)
  return isFinal || isReturningOrLost(order) ? 0 : amountToCollect(order)
}

/** Minor units: the advance of a cancelled order. */
export function amountToPayBack({ status, advance }: Paid): number {
  return status === 'cancelled' ? advance : 0
}
