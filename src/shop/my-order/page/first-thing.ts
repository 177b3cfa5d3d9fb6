/* What the page of an order offers first. */
import { isHelpOver } from '#order/help-days.ts'
import type { Order } from '#order/order.ts'
import { statusDefinition } from '#order/status.ts'

/** Whether that is help. */
export function isHelpFirst(order: Order): boolean {
  return order.status === 'delivered' && !order.masked && !order.request && !isHelpOver(order)
}

/** Whether that is ordering again: the order is final, its items do not come still, and nothing may be wrong with it. */
export function isOrderAgainFirst(order: Order): boolean {
  const { masked, status, joined } = order
  const isOver = statusDefinition(status).isFinal && !joined
  return !masked && isOver && !isHelpFirst(order)
}
