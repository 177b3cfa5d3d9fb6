/* Requests about orders. Each may throw a ShopError. */

import type { Database } from '#api/database.types.ts'
import type { Order } from '#features/orders/order.ts'
import { parseOrder } from '#features/orders/order-json.ts'
import { toMinor } from '#shared/money.ts'
import { ShopError } from '#shared/shop-error.ts'
import { adminClient } from '../auth/admin-client.ts'
import { adminRequest } from '../auth/admin-request.ts'
import {
  MAX_PAGE_SIZE,
  type OrderChange,
  type OrderCounts,
  type OrderCursor,
  type OrderInFull,
  type OrderPage,
  type OrderQuery,
  type OrderSummary,
} from './orders.ts'

const PAGE_SIZE = 25

export async function fetchOrders(query: OrderQuery, limit = PAGE_SIZE): Promise<OrderPage> {
  const { search, status, older, newer } = query
  const p = {
    search,
    limit,
    ...(status && { status }),
    ...(older && { older: { ...older } }),
    ...(newer && { newer: { ...newer } }),
  }
  const page = (await adminRequest(
    adminClient.rpc('admin_orders', { p }),
  )) as unknown as OrdersResponse
  return {
    rows: page.orders.map((order) => ({
      ...order,
      total: toMinor(order.total),
      trackingNumber: order.trackingNumber ?? undefined,
    })),
    older: page.older ?? undefined,
    newer: page.newer ?? undefined,
  }
}

export async function fetchCounts(): Promise<OrderCounts> {
  return (await adminRequest(adminClient.rpc('admin_order_counts'))) as unknown as OrderCounts
}

/** The order, or undefined where no order has this id. */
export async function fetchOrderInFull(id: string): Promise<OrderInFull | undefined> {
  const response = await adminRequest(adminClient.rpc('admin_order', { p_id: id }))
  if (response === null) return undefined
  const { order, earlier } = response as unknown as OrderResponse
  return { order: toOrder(order), earlier }
}

/** Whole orders in the order of their ids, at most `MAX_PAGE_SIZE` of them. Unknown ids are left out. */
export async function fetchWholeOrders(ids: readonly string[]): Promise<Order[]> {
  const rows = await adminRequest(adminClient.from('orders').select().in('id', ids))
  const orders = new Map(rows.map((row) => [row.id, fromRow(row)]))
  return ids.flatMap((id) => orders.get(id) ?? [])
}

/** The order as saved, or undefined where the change matched no order. */
export async function saveOrder(id: string, change: OrderChange): Promise<Order | undefined> {
  const { status, trackingNumber } = change
  const columns = {
    ...(status && { status }),
    ...(trackingNumber !== undefined && { tracking_number: trackingNumber || null }),
  }
  const rows = await adminRequest(adminClient.from('orders').update(columns).eq('id', id).select())
  return rows[0] && fromRow(rows[0])
}

/** The date of the newest order, in the database's own text; undefined in an empty shop. */
export async function fetchNewestDate(): Promise<string | undefined> {
  const newest = adminClient.from('orders').select('date')
  const rows = await adminRequest(newest.order('date', { ascending: false }).limit(1))
  return rows[0]?.date
}

/** How many orders came in since; counts no further than `MAX_PAGE_SIZE`. */
export async function countOrdersSince(date: string | undefined): Promise<number> {
  const orders = adminClient.from('orders').select('id').limit(MAX_PAGE_SIZE)
  return (await adminRequest(date === undefined ? orders : orders.gt('date', date))).length
}

interface OrdersResponse {
  orders: (Omit<OrderSummary, 'trackingNumber'> & { trackingNumber: string | null })[]
  older: OrderCursor | null
  newer: OrderCursor | null
}

interface OrderResponse extends Omit<OrderInFull, 'order'> {
  order: unknown
}

type OrderRow = Database['public']['Tables']['orders']['Row']

function fromRow(row: OrderRow): Order {
  return toOrder({
    id: row.id,
    items: row.items,
    total: row.total,
    status: row.status,
    date: row.date,
    estimatedDelivery: row.estimated_delivery,
    trackingNumber: row.tracking_number,
    trackingHistory: row.tracking_history,
    paymentMethod: row.payment_method,
    shippingAddress: row.shipping_address,
    masked: false,
  })
}

function toOrder(json: unknown): Order {
  const order = parseOrder(json)
  if (!order) throw new ShopError('unreachable', { cause: json })
  return order
}
