/* The request before orders are sent. It may throw a ShopError. */
import { adminRpc } from '#admin/auth/admin-request.ts'
import type { PackableOrder } from './packable.ts'

/** As many of all that no courier has are asked about at once, the oldest. */
export const MAX_ASKED = 1000

/** Why each of at most 500 orders may not leave, or of all that no courier has. */
export async function fetchPackable(ids?: readonly string[]): Promise<PackableOrder[]> {
  const p = ids ? { ids } : {}
  return (await adminRpc<{ orders: PackableOrder[] }>('admin_packable', p)).orders
}
