/* Requests of the returns desk. Each may throw a ShopError. */
import { adminClient } from '#admin/auth/admin-client.ts'
import { adminCall } from '#admin/auth/admin-request.ts'
import type { CheckIn, CheckInResult } from './returns.ts'

export function checkIn({ code, act, token }: CheckIn): Promise<CheckInResult> {
  return adminCall(adminClient.rpc('admin_check_in', { p: { code, act, token } }))
}

export function undoCheckIn(token: string): Promise<{ ok: true } | { ok: false; code: string }> {
  return adminCall(adminClient.rpc('admin_undo_check_in', { p: { token } }))
}
