/* Requests about what is not sold for a while. Each may throw a ShopError. */

import { adminCall, adminRpc, type RequestResult } from '#admin/auth/admin-request.ts'
import type { Pause, PausedSize } from '#product/pauses.ts'

/** By a POST, whose response is in no cache. */
export async function fetchCurrentPauses(): Promise<Pause[]> {
  return (await adminRpc<{ pauses: Pause[] }>('shop_pauses')).pauses
}

/** The pauses after it, or why it was refused. */
export type PauseResult = RequestResult<{ pauses: Pause[] }>

export function pause({ id, size, reason, until }: Pause): Promise<PauseResult> {
  return adminCall('admin_pause', { id, size, reason, until })
}

export function resume({ id, size }: PausedSize): Promise<PauseResult> {
  return adminCall('admin_resume', { id, size })
}
