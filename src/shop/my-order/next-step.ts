/* What happens next with an order, for its customer (docs/product.md, rules 7.24 and 18.65). */
import { isHelpOver } from '#order/help-days.ts'
import type { Order } from '#order/order.ts'
import { statusDefinition } from '#order/status.ts'
import {
  NEXT_OF_PARCEL,
  NEXT_WHEN_BOOKED,
  NEXT_WHEN_HELP_IS_OVER,
} from '#order/texts/order-words.ts'

export function nextStep(order: Order): string {
  const { status, booked, parcelState } = order
  const { isOpen, isOnItsWay, next } = statusDefinition(status)
  if (isOpen && booked) return NEXT_WHEN_BOOKED
  if (isOnItsWay && parcelState) return NEXT_OF_PARCEL[parcelState]
  if (status === 'delivered' && isHelpOver(order)) return NEXT_WHEN_HELP_IS_OVER
  return next
}
