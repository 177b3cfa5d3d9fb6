/* What is said of the other orders of a phone. */

import { countOf } from '#kit/text.ts'
import { ORDER_STATUSES } from '#order/status.ts'
import type { OrdersOfCustomer } from './order-with-history.ts'

/** `3 other orders from this phone: 2 delivered, 1 cancelled`. */
export function formatEarlierOrders(earlier: OrdersOfCustomer): string {
  if (earlier.count === 0) return 'First order from this phone'
  const statuses = ([...ORDER_STATUSES, 'joined'] as const)
    .filter((status) => earlier[status] > 0)
    .map((status) => `${earlier[status]} ${status}`)
    .join(', ')
  const orders = countOf(earlier.count, 'other order')
  return `${orders} from this phone: ${statuses}`
}
