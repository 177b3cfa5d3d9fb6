/* The request for a page of the list. It may throw a ShopError. */

import { adminRpc } from '#admin/auth/admin-request.ts'
import { type PagingJson, pageParams, toPaging } from '#admin/lists/list.ts'
import { MAX_PAGE_SIZE } from '#admin/order/whole-order.ts'
import { $couriers, type Courier } from '#admin/parcels/couriers.ts'
import { toMinor } from '#kit/money.ts'
import type { OrderOutcome } from '#order/order.ts'
import { withAddressMarks } from './marks/marks.ts'
import { filterParams, isQueue } from './order-filter.ts'
import type { OrderCursor, OrderQuery, OrderSummary, PageOfOrders } from './orders.ts'

const PAGE_SIZE = 25

/** The queue has a page of its own size: a morning's work. */
export async function fetchOrders(
  query: OrderQuery,
  limit = isQueue(query) ? MAX_PAGE_SIZE : PAGE_SIZE,
): Promise<PageOfOrders> {
  const p = { ...filterParams(query), limit, ...pageParams(query) }
  const { couriers, ...page } = await adminRpc<OrdersResponse>('admin_orders', p)
  $couriers.set(couriers)
  return toPageOfOrders(page)
}

interface OrdersResponse extends PagingJson<OrderCursor> {
  couriers: Courier[]
  orders: (Omit<OrderSummary, 'trackingNumber' | 'courier' | 'outcome'> &
    Record<'trackingNumber' | 'courier', string | null> & { outcome: OrderOutcome | null })[]
}

function toPageOfOrders({ orders, ...paging }: Omit<OrdersResponse, 'couriers'>): PageOfOrders {
  const rows = orders.map((order) => ({
    ...order,
    total: toMinor(order.total),
    advance: toMinor(order.advance),
    trackingNumber: order.trackingNumber ?? undefined,
    courier: order.courier ?? undefined,
    outcome: order.outcome ?? undefined,
    marks: withAddressMarks(order.marks, order.status, order),
  }))
  return { rows, ...toPaging(paging) }
}
