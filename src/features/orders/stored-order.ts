import { toMinor } from '#shared/money.ts'
import type { Order } from './order.ts'

/** An order as the store's functions write it: prices as decimals, null for what is not there. */
export type StoredOrder = Omit<Order, 'trackingNumber'> & { trackingNumber: string | null }

export function toOrder(stored: StoredOrder): Order {
  return {
    ...stored,
    items: stored.items.map((item) => ({ ...item, price: toMinor(item.price) })),
    total: toMinor(stored.total),
    trackingNumber: stored.trackingNumber ?? undefined,
  }
}
