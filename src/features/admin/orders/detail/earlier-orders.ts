import { ORDER_STATUSES } from '#features/orders/order.ts'
import type { EarlierOrders } from '../orders.api.ts'

/** `3 earlier orders from this phone: 2 delivered, 1 cancelled`. */
export function earlierSentence(earlier: EarlierOrders): string {
  if (earlier.count === 0) return 'First order from this phone'
  const endings = ORDER_STATUSES.filter((status) => earlier[status] > 0)
    .map((status) => `${earlier[status]} ${status}`)
    .join(', ')
  const orders = earlier.count === 1 ? '1 earlier order' : `${earlier.count} earlier orders`
  return `${orders} from this phone: ${endings}`
}
