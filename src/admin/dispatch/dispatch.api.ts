/* The request that dispatches an order. It may throw a ShopError. */
import { adminClient } from '#admin/auth/admin-client.ts'
import { toResult } from '#admin/order/orders.api.ts'
import type { OrderResult } from '#admin/order/orders.ts'
import type { DispatchChange } from './dispatch.ts'

/** Changes this version of the order. */
export async function bookOrder(
  id: string,
  version: number,
  change: DispatchChange,
): Promise<OrderResult> {
  return toResult(adminClient.rpc('admin_book_order', { p: { id, version, ...change } }))
}
