/* Requests of the run. Each may throw a ShopError. */

import { adminRpc } from '#admin/auth/admin-request.ts'
import { toMinor } from '#kit/money.ts'
import type { ListedOrder, NextOrder } from './run-list.ts'

/** Leases the most urgent order to this device, or `first`, wherever that is. `skip` are those that were passed over. */
export function fetchNextOrder(
  device: string,
  skip: readonly string[],
  first: string | undefined,
): Promise<NextOrder> {
  return adminRpc('admin_next_order', { device, skip, ...(first && { first }) })
}

/** Who waits for a reply, what comes later, and what another device has on its screen. */
export async function fetchRunList(device: string): Promise<ListedOrder[]> {
  const { orders } = await adminRpc<{ orders: ListedJson[] }>('admin_run_list', { device })
  return orders.map(({ total, advance, ...order }) => ({
    ...order,
    cash: toMinor(total) - toMinor(advance),
  }))
}

type ListedJson = Omit<ListedOrder, 'cash'> & Record<'total' | 'advance', number>
