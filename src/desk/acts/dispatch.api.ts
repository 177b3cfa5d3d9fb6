/* The request that dispatches an order. It may throw a ShopError. */
import { adminClient } from '#admin/auth/admin-client.ts'
import { toResult } from '#admin/order/orders.api.ts'
import type { OrderResult } from '#admin/order/orders.ts'
import type { AskedReason } from '#admin/order/packing.ts'
import type { DispatchChange } from './dispatch.ts'

/** Changes this version of the order. By the change it may leave in spite of the reasons that are included. */
export async function bookOrder(
  id: string,
  version: number,
  change: DispatchChange,
  include: readonly AskedReason[] = [],
): Promise<OrderResult> {
  return toResult(
    adminClient.rpc('admin_book_order', { p: { id, version, ...change, include: [...include] } }),
  )
}
