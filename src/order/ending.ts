import type { Order } from './order.ts'
import { ARRIVED, ENDING_WORDS } from './texts/order-words.ts'

/** What the pages of an order say that ended without a delivery. Undefined for every other order. */
export function endingOf({ status, outcome }: Pick<Order, 'status' | 'outcome'>) {
  return status === 'cancelled' ? ENDING_WORDS[outcome ?? 'cancelled'] : undefined
}

/** The heading of a page of the order. `whileOpen` is that of an order on its way. */
export function orderHeading(order: Order, whileOpen: string): string {
  if (order.status === 'delivered') return ARRIVED
  return endingOf(order)?.heading ?? whileOpen
}
