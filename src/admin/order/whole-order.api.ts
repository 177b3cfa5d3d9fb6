/* The request for whole orders. It may throw a ShopError. */
import { adminClient } from '#admin/auth/admin-client.ts'
import { adminRequest } from '#admin/auth/admin-request.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import type { Order } from '#order/order.ts'
import { parseOrder } from '#order/order-json.ts'
import type { WholeOrder } from './whole-order.ts'

/** Whole orders in the order of their ids, at most `MAX_PAGE_SIZE` of them. Unknown ids are left out. */
export async function fetchWholeOrders(ids: readonly string[]): Promise<WholeOrder[]> {
  const call = adminClient.rpc('admin_whole_orders', { p: { ids: [...ids] } })
  const { orders } = await adminRequest<{ orders: Omit<WholeOrder, keyof Order>[] }>(call)
  return orders.map((json) => ({ ...json, ...toOrder(json) }))
}

export function toOrder(json: unknown): Order {
  const order = parseOrder(json)
  if (!order) throw new ShopError('unreachable', { cause: json })
  return order
}
