/*
 * Orders that their customer changed since an admin last opened them (docs/product.md, rule 21.44): a sheet names
 * them before it books them.
 */
import { pagesOf } from '#admin/order/all-orders.ts'
import type { fetchOrders } from '#admin/order/orders.api.ts'
import type { OrderSummary } from '#admin/order/orders.ts'
import type { BatchRequest } from './batches.ts'

export interface ChangedOrders {
  request: BatchRequest
  changed: Pick<OrderSummary, 'id' | 'fullName'>[]
  /** All orders that no courier has. */
  unbooked: readonly string[]
}

/** Undefined where no order of the request was changed. */
export async function findChanged(
  fetch: typeof fetchOrders,
  request: BatchRequest,
): Promise<ChangedOrders | undefined> {
  const unbooked = await fetchUnbooked(fetch)
  const isAsked = ({ id }: OrderSummary) => !request.ids || request.ids.includes(id)
  const changed = unbooked.filter(
    (order) => order.marks.includes('customer_changed') && isAsked(order),
  )
  if (changed.length === 0) return undefined
  return {
    request,
    changed: changed.map(({ id, fullName }) => ({ id, fullName })),
    unbooked: unbooked.map(({ id }) => id),
  }
}

/** The request without these orders. */
export function requestWithout(
  { request, unbooked }: ChangedOrders,
  leftOut: readonly string[],
): BatchRequest {
  if (leftOut.length === 0) return request
  return { ...request, ids: (request.ids ?? unbooked).filter((id) => !leftOut.includes(id)) }
}

/** Held ones too: what is open and not booked is either confirmed or not. */
async function fetchUnbooked(fetch: typeof fetchOrders): Promise<OrderSummary[]> {
  const rows: OrderSummary[] = []
  for (const view of ['confirmed', 'unconfirmed'] as const) {
    const filter = { search: '', status: undefined, view }
    for await (const page of pagesOf(filter, fetch)) rows.push(...page)
  }
  return rows
}
