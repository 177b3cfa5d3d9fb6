/* What happens next with an order, for its customer, or how it ended (docs/product.md, rules 7.24, 7.27 and 18.65). */
import { amountToPayBack } from './cash.ts'
import { isHelpOver } from './help-days.ts'
import type { Order } from './order.ts'
import { statusDefinition } from './status.ts'
import {
  ARRIVED,
  ENDING_WORDS,
  NEXT_OF_PARCEL,
  NEXT_WHEN_BOOKED,
  NEXT_WITHOUT_REPORT,
} from './texts/order-words.ts'

/** Of an order that did not end without a delivery (endingOf). */
export function nextStep(order: Order): string {
  const { status, booked, parcelState, request } = order
  const { isOpen, isOnItsWay, next } = statusDefinition(status)
  if (isOpen && booked) return NEXT_WHEN_BOOKED
  if (isOnItsWay && parcelState) return NEXT_OF_PARCEL[parcelState]
  if (status === 'delivered' && (request || isHelpOver(order))) return NEXT_WITHOUT_REPORT
  return next
}

/** What the pages of an order say that ended without a delivery. Undefined for every other order. */
export function endingOf({ status, outcome, joined }: Order) {
  if (joined) return ENDING_WORDS.joined
  return status === 'cancelled' ? ENDING_WORDS[outcome ?? 'cancelled'] : undefined
}

/** The heading of a page of the order. `whileOpen` is that of an order that is not final. */
export function orderHeading(order: Order, whileOpen: string): string {
  if (order.status === 'delivered') return ARRIVED
  return endingOf(order)?.heading ?? whileOpen
}

/** Minor units: the advance of an order that was cancelled and does not go in another's parcel. */
export function payBackOf(order: Order): number {
  return order.joined ? 0 : amountToPayBack(order)
}
