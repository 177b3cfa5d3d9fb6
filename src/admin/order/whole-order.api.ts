/* The request for whole orders. It may throw a ShopError. */
import { adminRpc } from '#admin/auth/admin-request.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import type { Order } from '#order/order.ts'
import { parseOrder } from '#order/order-json.ts'
import type { WholeOrder } from './whole-order.ts'

/** Whole orders in the order of their ids, at most `MAX_PAGE_SIZE` of them. Unknown ids are left out. */
export async function fetchWholeOrders(ids: readonly string[]): Promise<WholeOrder[]> {
  const { orders } = await adminRpc<{ orders: WholeOrderJson[] }>('admin_whole_orders', { ids })
  return orders.map(toWholeOrder)
}

/** The order's own fields are as the backend writes them. */
export type WholeOrderJson = Omit<WholeOrder, keyof Order>

export function toWholeOrder(json: WholeOrderJson): WholeOrder {
  return { ...json, ...toOrder(json) }
}

export function toOrder(json: unknown): Order {
  const order = parseOrder(json)
  if (!order) throw new ShopError('unreachable', { cause: json })
  return order
}
