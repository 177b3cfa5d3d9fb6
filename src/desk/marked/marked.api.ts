/* The request for marked orders. It may throw a ShopError. */
import { adminClient } from '#admin/auth/admin-client.ts'
import { adminRequest } from '#admin/auth/admin-request.ts'
import { toMinor } from '#kit/money.ts'
import type { MarkedOrders } from './marked.ts'

export async function fetchMarked(): Promise<MarkedOrders> {
  const { groups, decisions } = await adminRequest<MarkedOrders>(
    adminClient.rpc('admin_marked_groups'),
  )
  return { groups: groups.map((group) => ({ ...group, total: toMinor(group.total) })), decisions }
}
