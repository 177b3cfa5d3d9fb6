/* What happens next with an order, for its customer (docs/product.md, rules 7.24 and 18.65). */
import { isHelpOver } from '#order/help-days.ts'
import { type Order, statusDefinition } from '#order/order.ts'

export function nextStep(order: Order): string {
  const { status, booked } = order
  const { isOpen, next } = statusDefinition(status)
  if (isOpen && booked) return 'Your parcel is booked with the courier, who takes it next.'
  if (status === 'delivered' && isHelpOver(order)) return 'Your parcel is with you.'
  return next
}
