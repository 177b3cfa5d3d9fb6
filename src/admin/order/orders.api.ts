/* Requests about orders. Each may throw a ShopError. */

import { adminClient } from '#admin/auth/admin-client.ts'
import { adminRequest } from '#admin/auth/admin-request.ts'
import { type PagingJson, pageParams, toPaging } from '#admin/lists/list.ts'
import { toMinor } from '#kit/money.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import type { Order, OrderOutcome } from '#order/order.ts'
import { parseOrder } from '#order/order-json.ts'
import { type OrderStatus, statusDefinition } from '#order/status.ts'
import { $couriers, type Courier } from './couriers.ts'
import { addressMarks, type OrderMark } from './marks.ts'
import { filterParams, isQueue } from './order-filter.ts'
import type {
  OrderCursor,
  OrderInFull,
  OrderQuery,
  OrderSummary,
  PageOfOrders,
  WholeOrder,
} from './orders.ts'
import { MAX_PAGE_SIZE } from './orders.ts'

const PAGE_SIZE = 25

/** The queue has a page of its own size: a morning's work. */
export async function fetchOrders(
  query: OrderQuery,
  limit = isQueue(query) ? MAX_PAGE_SIZE : PAGE_SIZE,
): Promise<PageOfOrders> {
  const p = { ...filterParams(query), limit, ...pageParams(query) }
  const { couriers, ...page } = await adminRequest<OrdersResponse>(
    adminClient.rpc('admin_orders', { p }),
  )
  $couriers.set(couriers)
  return toPageOfOrders(page)
}

/** The order, or undefined where no order has this id. */
export async function fetchOrderInFull(id: string): Promise<OrderInFull | undefined> {
  const call = adminClient.rpc('admin_order', { p_id: id })
  const response = await adminRequest<OrderResponse | null>(call)
  if (!response) return undefined
  const { couriers, ...found } = response
  $couriers.set(couriers)
  return toOrderInFull(found)
}

/** Notes that the admin has the order on screen: what its customer did before is no news any more. */
export async function seeOrder(id: string): Promise<void> {
  await adminRequest(adminClient.rpc('admin_see_order', { p: { id } }))
}

/** Whole orders in the order of their ids, at most `MAX_PAGE_SIZE` of them. Unknown ids are left out. */
export async function fetchWholeOrders(ids: readonly string[]): Promise<WholeOrder[]> {
  const call = adminClient.rpc('admin_whole_orders', { p: { ids: [...ids] } })
  const { orders } = await adminRequest<{
    orders: Pick<WholeOrder, 'confirmation' | 'endReason' | 'reasons' | 'stage' | 'told'>[]
  }>(call)
  return orders.map((json) => {
    const { confirmation, endReason, reasons, stage, told } = json
    return { ...toOrder(json), confirmation, endReason, reasons, stage, told }
  })
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

interface OrderResponse extends Omit<OrderInFull, 'order' | 'manyTriesAt'> {
  order: unknown
  couriers: Courier[]
  manyTriesAt: string | null
}

function toOrderInFull({
  order: json,
  manyTriesAt,
  ...rest
}: Omit<OrderResponse, 'couriers'>): OrderInFull {
  const order = toOrder(json)
  return {
    ...rest,
    order,
    marks: withAddressMarks(rest.marks, order.status, order.shippingAddress),
    manyTriesAt: manyTriesAt ?? undefined,
  }
}

/** Only of what may still be sent. */
function withAddressMarks(
  marks: readonly OrderMark[],
  status: OrderStatus,
  to: Parameters<typeof addressMarks>[0],
): OrderMark[] {
  return [...marks, ...(statusDefinition(status).isOpen ? addressMarks(to) : [])]
}

export function toOrder(json: unknown): Order {
  const order = parseOrder(json)
  if (!order) throw new ShopError('unreachable', { cause: json })
  return order
}
