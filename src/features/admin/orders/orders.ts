/* The admin's view of orders: rows of the list, its query, and what may be changed. */
import {
  isOrderId,
  ORDER_STATUSES,
  type Order,
  type OrderItem,
  type OrderStatus,
} from '#features/orders/order.ts'
import { choiceParam, type QuerySchema, textParam } from '#shared/query-state.ts'
import {
  type Cursor,
  MAX_SEARCH_LENGTH,
  type Page,
  type Paging,
  pagingParams,
} from '../lists/list.ts'

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

export type OrderCursor = Cursor<'id'>

export interface OrderFilter {
  search: string
  status: OrderStatus | undefined
}

export interface OrderQuery extends OrderFilter, Paging<OrderCursor> {}

export type OrderPage = Page<OrderSummary, OrderCursor>

/** Search, filter and page of the list in the URL. */
export const orderQuerySchema: QuerySchema<OrderQuery> = {
  search: textParam('q', MAX_SEARCH_LENGTH),
  status: choiceParam('status', ORDER_STATUSES),
  ...pagingParams('id', isOrderId),
}

/** The most rows that the API returns at once. */
export const MAX_PAGE_SIZE = 100

export type OrderCounts = Record<OrderStatus | 'all', number>

/** Earlier orders of the same phone, counted by status. */
export type EarlierOrders = Record<OrderStatus | 'count', number>

export interface OrderInFull {
  order: Order
  earlier: EarlierOrders
}

/** What the admin may change of an order. An empty tracking number removes it. */
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

export function countUnits(items: readonly OrderItem[]): number {
  return items.reduce((sum, item) => sum + item.quantity, 0)
}

/** `1 order`, `2 orders`. */
export function formatCount(count: number): string {
  return count === 1 ? '1 order' : `${count} orders`
}
