/* The list of orders, and the number of orders of each status. */

import { createList } from '#admin/lists/list.store.ts'
import { NO_ORDER_FILTER } from '#admin/order/order-filter.ts'
import { fetchCounts, fetchOrders } from '#admin/order/orders.api.ts'
import {
  type OrderQuery,
  type OrderSummary,
  orderQuerySchema,
  type PageOfOrders,
} from '#admin/order/orders.ts'
import type { QueryUrl } from '#kit/query-state.ts'
import { createRemoteStore } from '#kit/remote/remote-store.ts'

interface OrderListOptions {
  fetchOrders?: (query: OrderQuery) => Promise<PageOfOrders>
  fetchCounts?: typeof fetchCounts
  url?: QueryUrl
}

const defaults = { fetchOrders, fetchCounts }

export function createOrderList({ url, ...options }: OrderListOptions = {}) {
  const { fetchOrders, fetchCounts } = { ...defaults, ...options }
  /** Failures are silent: the list shows them, and its filter works without numbers. */
  const counts = createRemoteStore(fetchCounts, { keepsValue: true })
  const list = createList<OrderQuery, PageOfOrders>({
    schema: orderQuerySchema,
    fetchPage: (query) => {
      void counts.load()
      return fetchOrders(query)
    },
    errorMessage: 'Error fetching orders',
    ...(url && { url }),
  })

  async function showNewest(): Promise<void> {
    if (list.isUnfiltered()) await list.load()
    else await list.show(NO_ORDER_FILTER)
  }

  /** Shows a change that was saved elsewhere on the page. */
  function applyChange(id: string, change: Partial<OrderSummary>): void {
    list.update((page) => ({
      ...page,
      rows: page.rows.map((order) => (order.id === id ? { ...order, ...change } : order)),
    }))
  }

  return { ...list, counts, showNewest, applyChange }
}

export type OrderListStore = ReturnType<typeof createOrderList>
