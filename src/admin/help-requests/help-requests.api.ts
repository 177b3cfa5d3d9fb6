/* Requests about customers' requests for help. Each may throw a ShopError. */

import { adminClient } from '#admin/auth/admin-client.ts'
import { adminCall, adminRequest } from '#admin/auth/admin-request.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import type { ListedRequest, RequestPage, RequestState } from './help-requests.ts'

export async function fetchHelpRequests(
  state: RequestState | undefined,
  older: number | undefined,
): Promise<RequestPage> {
  const p = { ...(state && { state }), ...(older !== undefined && { older }) }
  const page = (await adminRequest(adminClient.rpc('admin_help_requests', { p }))) as unknown as {
    requests: ListedRequest[]
    open: number
    older: number | null
  }
  return { ...page, older: page.older ?? undefined }
}

/** Returns how many messages are unread and requests open from now on. */
export async function setRequestState(orderId: string, state: RequestState): Promise<number> {
  const call = adminClient.rpc('admin_mark_help_request', { p: { id: orderId, state } })
  const result = await adminCall<{ ok: true; unread: number } | { ok: false; code: string }>(call)
  if (!result.ok) throw new ShopError(result.code)
  return result.unread
}
