/* Every order that a filter finds, over all pages. */

import { MAX_PAGE_SIZE } from '#admin/order/whole-order.ts'
import { filterOf, isQueue, type OrderFilter } from './order-filter.ts'
import type { fetchOrders } from './orders.api.ts'
import type { OrderQuery, OrderSummary, PageOfOrders } from './orders.ts'

/**
 * In the order of the list, with whether there are more. Each page is a request of its own, so none exceeds the row limit
 * of the API.
 */
export async function* pagesOf(
  query: OrderFilter,
  fetchPage: typeof fetchOrders,
): AsyncGenerator<{ rows: OrderSummary[]; hasMore: boolean }> {
  const filter = filterOf(query)
  let next: OrderQuery | undefined = { ...filter, older: undefined, newer: undefined }
  while (next) {
    const { rows, older, newer }: PageOfOrders = await fetchPage(next, MAX_PAGE_SIZE)
    if (isQueue(filter)) next = newer && { ...filter, newer, older: undefined }
    else next = older && { ...filter, older, newer: undefined }
    if (rows.length > 0) yield { rows, hasMore: next !== undefined }
  }
}
