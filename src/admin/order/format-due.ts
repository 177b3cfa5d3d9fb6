import { formatSum } from '#config/currency.ts'
import { sumsAfterTotal } from '#order/cash.ts'
import type { Order } from '#order/order.ts'

/**
 * What the rider is to collect: `Rs 799.00`, or `Nothing` of an order that is paid already. Undefined where nothing is
 * collected any more: it arrived, ended or comes back.
 */
export function formatDue(order: Order): string | undefined {
  const due = sumsAfterTotal(order).find(({ name }) => name === 'toCollect')
  if (!due) return undefined
  return due.amount > 0 ? formatSum(due.amount) : 'Nothing'
}
