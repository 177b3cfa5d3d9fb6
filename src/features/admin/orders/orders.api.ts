/* What the owner asks the store about orders. Everything here may throw a ShopError. */

import { adminClient } from '#api/admin-client.ts'
import type { Database } from '#api/database.types.ts'
import type { HistoryEntry, Order, OrderStatus } from '#features/orders/order.ts'
import { type StoredOrder, toOrder } from '#features/orders/stored-order.ts'
import { toMinor } from '#shared/money.ts'
import { askAdmin } from '../auth/ask-admin.ts'
import {
  type Cursor,
  LARGEST_PAGE,
  type OrderChange,
  type OrderCounts,
  type OrderPage,
  type OrderQuery,
  type OrderSummary,
} from './order-list.ts'

/** How the customer's orders before this one ended, told by the phone number. */
export type EarlierOrders = Record<OrderStatus | 'count', number>

export interface OrderInFull {
  order: Order
  earlier: EarlierOrders
}

const PAGE_SIZE = 25

export async function fetchOrders(query: OrderQuery, limit = PAGE_SIZE): Promise<OrderPage> {
  const { search, status, olderThan, newerThan } = query
  const p = {
    search,
    limit,
    ...(status && { status }),
    ...(olderThan && { older: { ...olderThan } }),
    ...(newerThan && { newer: { ...newerThan } }),
  }
  const page = (await askAdmin(adminClient.rpc('admin_orders', { p }))) as unknown as StoredPage
  return {
    orders: page.orders.map((order) => ({
      ...order,
      total: toMinor(order.total),
      trackingNumber: order.trackingNumber ?? undefined,
    })),
    older: page.older ?? undefined,
    newer: page.newer ?? undefined,
  }
}

export async function fetchCounts(): Promise<OrderCounts> {
  return (await askAdmin(adminClient.rpc('admin_order_counts'))) as unknown as OrderCounts
}

/** The order, or nothing where no order has this id. */
export async function fetchOrderInFull(id: string): Promise<OrderInFull | undefined> {
  const answer = await askAdmin(adminClient.rpc('admin_order', { p_id: id }))
  if (answer === null) return undefined
  const { order, earlier } = answer as unknown as { order: StoredOrder; earlier: EarlierOrders }
  return { order: toOrder(order), earlier }
}

/** Whole orders in the order of their ids, at most `LARGEST_PAGE` of them. Unknown ids are left out. */
export async function fetchWholeOrders(ids: readonly string[]): Promise<Order[]> {
  const rows = await askAdmin(adminClient.from('orders').select().in('id', ids))
  const orders = new Map(rows.map((row) => [row.id, fromRow(row)]))
  return ids.flatMap((id) => orders.get(id) ?? [])
}

/** The order as the store keeps it from now on, or nothing where the change reached no order. */
export async function saveOrder(id: string, change: OrderChange): Promise<Order | undefined> {
  const { status, trackingNumber } = change
  const columns = {
    ...(status && { status }),
    ...(trackingNumber !== undefined && { tracking_number: trackingNumber || null }),
  }
  const rows = await askAdmin(adminClient.from('orders').update(columns).eq('id', id).select())
  return rows[0] && fromRow(rows[0])
}

/** When the newest order came in, in the store's own text, or nothing in an empty shop. */
export async function fetchNewestDate(): Promise<string | undefined> {
  const newest = adminClient.from('orders').select('date')
  const rows = await askAdmin(newest.order('date', { ascending: false }).limit(1))
  return rows[0]?.date
}

/** How many orders came in since; counts no further than `LARGEST_PAGE`. */
export async function countOrdersSince(date: string | undefined): Promise<number> {
  const orders = adminClient.from('orders').select('id').limit(LARGEST_PAGE)
  return (await askAdmin(date === undefined ? orders : orders.gt('date', date))).length
}

interface StoredPage {
  orders: (Omit<OrderSummary, 'trackingNumber'> & { trackingNumber: string | null })[]
  older: Cursor | null
  newer: Cursor | null
}

type OrderRow = Database['public']['Tables']['orders']['Row']

function fromRow(row: OrderRow): Order {
  return toOrder({
    id: row.id,
    items: row.items as unknown as Order['items'],
    total: row.total,
    status: row.status as OrderStatus,
    date: row.date,
    estimatedDelivery: row.estimated_delivery,
    trackingNumber: row.tracking_number,
    trackingHistory: row.tracking_history as unknown as HistoryEntry[],
    paymentMethod: row.payment_method,
    shippingAddress: row.shipping_address as unknown as Order['shippingAddress'],
    masked: false,
  })
}
