/* What is still to be collected of an order, and what the shop owes (docs/desk-rules.md, rule 21.23). */
import { isReturningOrLost, type Order } from './order.ts'
import { statusDefinition } from './status.ts'
import { amountToCollect, type Payable, type Sum, sum } from './sums.ts'

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

/**
 * What stands below a total that is shown already: the advance, if there is one, and what the courier collects. Once an
 * order has arrived, the rest was collected; of a cancelled one, and of one whose parcel comes back or is lost, nothing is.
 */
export function sumsAfterTotal(order: Payable & Pick<Order, 'status' | 'parcelState'>): Sum[] {
  const { advance, status } = order
  const name = status === 'delivered' ? 'collected' : 'toCollect'
  return [
    ...(advance > 0 ? [sum('advance', advance)] : []),
    ...(status === 'cancelled' || isReturningOrLost(order)
      ? []
      : [sum(name, amountToCollect(order))]),
  ]
}

/** The sums on a parcel (docs/product.md, rule 15.3): also of one that is lost or comes back. */
export function sumsOfSlip(order: Parameters<typeof sumsAfterTotal>[0]): Sum[] {
  const sums = sumsAfterTotal({ ...order, parcelState: undefined })
  return order.advance > 0 ? [sum('total', order.total), ...sums] : sums
}
