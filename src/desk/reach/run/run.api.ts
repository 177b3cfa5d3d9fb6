/* Requests of the run. Each may throw a ShopError. */

import { adminClient } from '#admin/auth/admin-client.ts'
import { adminCall } from '#admin/auth/admin-request.ts'
import type { RefusedRequest } from '#desk/acts/refused-request.ts'
import { toMinor } from '#kit/money.ts'
import type { ListedOrder, NextOrder } from './run-list.ts'

/** Leases the most urgent order to this device, or `first`, wherever that is. `skip` are those that were passed over. */
export async function fetchNextOrder(
  device: string,
  skip: readonly string[],
  first: string | undefined,
): Promise<NextOrder> {
  const p = { device, skip: [...skip], ...(first && { first }) }
  const next = await adminCall<({ ok: true } & NextOrder) | RefusedRequest>(
    adminClient.rpc('admin_next_order', { p }),
  )
  if (!next.ok) throw new Error(`The run was refused: ${next.code}`)
  return next
}

/** Who waits for a reply, what comes later, and what another device has on its screen. */
export async function fetchRunList(device: string): Promise<ListedOrder[]> {
  const response = await adminCall<{ ok: true; orders: ListedJson[] } | RefusedRequest>(
    adminClient.rpc('admin_run_list', { p: { device } }),
  )
  if (!response.ok) throw new Error(`The list of the run was refused: ${response.code}`)
  return response.orders.map(({ total, advance, ...order }) => ({
    ...order,
    cash: toMinor(total) - toMinor(advance),
  }))
}

type ListedJson = Omit<ListedOrder, 'cash'> & Record<'total' | 'advance', number>
