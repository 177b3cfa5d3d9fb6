/* The owner's list of orders: short rows, in pages that begin and end at an order. */
import type { Order, OrderItem, OrderStatus } from '#features/orders/order.ts'

/** One row of the list: enough to recognise an order, not enough to send it. */
export interface OrderSummary {
  id: string
  /** ISO timestamp. */
  date: string
  status: OrderStatus
  /** Minor units. */
  total: number
  trackingNumber: string | undefined
  fullName: string
  phone: string
  city: string
  state: string
}

/** A place between two orders: right before or after the one named. The date is the store's own text. */
export interface Cursor {
  date: string
  id: string
}

export interface OrderQuery {
  search: string
  status: OrderStatus | undefined
  olderThan?: Cursor | undefined
  newerThan?: Cursor | undefined
}

/** The most that the store gives in one page. */
export const LARGEST_PAGE = 100

export interface OrderPage {
  orders: OrderSummary[]
  /** Where the next older page begins; nothing at the end. */
  older: Cursor | undefined
  newer: Cursor | undefined
}

export type OrderCounts = Record<OrderStatus | 'all', number>

/** What the owner may change of an order. An empty tracking number takes it away. */
export interface OrderChange {
  status?: OrderStatus
  trackingNumber?: string
}

export function withChange<Changed extends Pick<Order, 'status' | 'trackingNumber'>>(
  order: Changed,
  { status, trackingNumber }: OrderChange,
): Changed {
  return {
    ...order,
    status: status ?? order.status,
    trackingNumber:
      trackingNumber === undefined ? order.trackingNumber : trackingNumber || undefined,
  }
}

export function countPieces(items: readonly OrderItem[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0)
}
