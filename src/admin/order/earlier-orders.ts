/* What is said of where an order comes from, and of the other orders of its phone. */
import { countOf } from '#kit/text.ts'
import { ORDER_STATUSES } from '#order/status.ts'
import type { OrderSource } from './order-filter.ts'
import type { OrdersOfCustomer } from './orders.ts'

export const SOURCE_TEXTS: Record<OrderSource, string> = {
  website: 'Placed on the website',
  phone: 'Entered by an admin: by phone',
  whatsapp: 'Entered by an admin: by WhatsApp',
}

/** `3 other orders from this phone: 2 delivered, 1 cancelled`. */
export function formatEarlierOrders(earlier: OrdersOfCustomer): string {
  if (earlier.count === 0) return 'First order from this phone'
  const statuses = ORDER_STATUSES.filter((status) => earlier[status] > 0)
    .map((status) => `${earlier[status]} ${status}`)
    .join(', ')
  const orders = countOf(earlier.count, 'other order')
  return `${orders} from this phone: ${statuses}`
}
