/* Requests about customers' requests for help. Each may throw a ShopError. */

import { adminClient } from '#admin/auth/admin-client.ts'
import { adminCall, adminRequest } from '#admin/auth/admin-request.ts'
import { type PagingJson, pageParams, toPaging } from '#admin/lists/list.ts'
import { fetchWholeOrders } from '#admin/order/orders.api.ts'
import type { WholeOrder } from '#admin/order/orders.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import type { ListedRequest, RequestPage, RequestQuery, RequestState } from './help-requests.ts'

export async function fetchHelpRequests(query: RequestQuery): Promise<RequestPage> {
  const { filter } = query
  const p = { ...(filter !== 'all' && { state: filter }), ...pageParams(query) }
  const page: RequestsResponse = await adminRequest(adminClient.rpc('admin_help_requests', { p }))
  const ids = page.requests.map(({ orderId }) => orderId)
  return toRequestPage(page, ids.length > 0 ? await fetchWholeOrders(ids) : [])
}

interface RequestsResponse extends PagingJson<number> {
  requests: Omit<ListedRequest, 'order'>[]
  open: number
}

function toRequestPage(
  { requests, open, ...paging }: RequestsResponse,
  orders: readonly WholeOrder[],
): RequestPage {
  const rows = requests.map((request) => ({
    ...request,
    order: orders.find(({ id }) => id === request.orderId),
  }))
  return { rows, open, ...toPaging(paging) }
}

/** Returns how many messages are unread and requests open from now on. */
export async function setRequestState(orderId: string, state: RequestState): Promise<number> {
  const call = adminClient.rpc('admin_mark_help_request', { p: { id: orderId, state } })
  const result = await adminCall<{ ok: true; unread: number } | { ok: false; code: string }>(call)
  if (!result.ok) throw new ShopError(result.code)
  return result.unread
}
