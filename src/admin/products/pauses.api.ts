/* Requests about what is not sold for a while. Each may throw a ShopError. */

import { adminClient } from '#admin/auth/admin-client.ts'
import { adminCall, adminRequest } from '#admin/auth/admin-request.ts'
import type { Pause, PausedSize } from '#product/pauses.ts'

/** By a POST, whose response is in no cache. */
export async function fetchCurrentPauses(): Promise<Pause[]> {
  return (await adminRequest<{ pauses: Pause[] }>(adminClient.rpc('shop_pauses'))).pauses
}

/** The pauses after it, or why it was refused. */
export type PauseResult =
  | { ok: true; pauses: Pause[] }
  | { ok: false; code: string; field?: keyof Pause }

export function pause({ id, size, reason, until }: Pause): Promise<PauseResult> {
  return adminCall(adminClient.rpc('admin_pause', { p: { id, size, reason, until } }))
}

export function resume({ id, size }: PausedSize): Promise<PauseResult> {
  return adminCall(adminClient.rpc('admin_resume', { p: { id, size } }))
}
