/* Requests about customers' requests for help. Each may throw a ShopError. */

import { adminClient } from '#admin/auth/admin-client.ts'
import { adminCall, adminRequest } from '#admin/auth/admin-request.ts'
import { fetchWholeOrders } from '#admin/order/whole-order.api.ts'
import { olderOf, pagingFrom } from '#desk/lists/trail.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import type { ListedRequest, RequestPage, RequestQuery, RequestState } from './help-requests.ts'

export async function fetchHelpRequests(query: RequestQuery): Promise<RequestPage> {
  const { filter } = query
  const p = { ...(filter !== 'all' && { state: filter }), ...olderOf(query) }
  const { requests, open, older }: RequestsResponse = await adminRequest(
    adminClient.rpc('admin_help_requests', { p }),
  )
  const ids = requests.map(({ orderId }) => orderId)
  const orders = ids.length > 0 ? await fetchWholeOrders(ids) : []
  const rows = requests.map((request) => ({
    ...request,
    order: orders.find(({ id }) => id === request.orderId),
  }))
  return { rows, open, ...pagingFrom(query, older) }
}

interface RequestsResponse {
  requests: Omit<ListedRequest, 'order'>[]
  open: number
  older: number | null
}

/** Returns how many messages are unread and requests open from now on. */
export async function setRequestState(orderId: string, state: RequestState): Promise<number> {
  const call = adminClient.rpc('admin_mark_help_request', { p: { id: orderId, state } })
  const result = await adminCall<{ ok: true; unread: number } | { ok: false; code: string }>(call)
  if (!result.ok) throw new ShopError(result.code)
  return result.unread
}
