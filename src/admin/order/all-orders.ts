/* Every order that a filter finds, over all pages. */
import type { fetchOrders } from './orders.api.ts'
import {
  MAX_PAGE_SIZE,
  type OrderFilter,
  type OrderQuery,
  type OrderSummary,
  type PageOfOrders,
} from './orders.ts'

/** Newest first. Each page is a request of its own, so none exceeds the row limit of the API. */
export async function* pagesOf(
  { search, status, mark, group }: OrderFilter,
  fetchPage: typeof fetchOrders,
): AsyncGenerator<OrderSummary[]> {
  const filter = { search, status, mark, group }
  let query: OrderQuery | undefined = { ...filter, older: undefined, newer: undefined }
  while (query) {
    const { rows, older }: PageOfOrders = await fetchPage(query, MAX_PAGE_SIZE)
    if (rows.length > 0) yield rows
    query = older && { ...filter, older, newer: undefined }
  }
}

/** As many ids as one request about whole orders takes. */
export function* pagesOfIds(ids: readonly string[]): Generator<string[]> {
  for (let first = 0; first < ids.length; first += MAX_PAGE_SIZE) {
    yield ids.slice(first, first + MAX_PAGE_SIZE)
  }
}
