/* Requests about customers' requests for help. Each may throw a ShopError. */

import { adminRpc } from '#admin/auth/admin-request.ts'
import { toWholeOrder, type WholeOrderJson } from '#admin/order/whole-order.api.ts'
import { olderOf, pagingFrom } from '#desk/lists/trail.ts'
import type { ListedRequest, RequestPage, RequestQuery, RequestState } from './help-requests.ts'

export async function fetchHelpRequests(query: RequestQuery): Promise<RequestPage> {
  const { filter } = query
  const p = { ...(filter !== 'all' && { state: filter }), ...olderOf(query) }
  const { requests, open, older }: RequestsResponse = await adminRpc('admin_help_requests', p)
  const rows = requests.map((request) => ({ ...request, order: toWholeOrder(request.order) }))
  return { rows, open, ...pagingFrom(query, older) }
}

interface RequestsResponse {
  requests: (Omit<ListedRequest, 'order'> & { order: WholeOrderJson })[]
  open: number
  older: number | null
}

/** Returns how many messages are unread and requests open from now on. */
export async function setRequestState(orderId: string, state: RequestState): Promise<number> {
  const p = { id: orderId, state }
  return (await adminRpc<{ unread: number }>('admin_mark_help_request', p)).unread
}
