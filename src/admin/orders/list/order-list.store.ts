/* The list of orders, and the number of orders of each status. */

import { createList } from '#admin/lists/list.store.ts'
import { isQueue, NO_ORDER_FILTER } from '#admin/order/order-filter.ts'
import { fetchCounts, fetchOrders } from '#admin/order/orders.api.ts'
import {
  type OrderQuery,
  type OrderSummary,
  orderQuerySchema,
  type PageOfOrders,
} from '#admin/order/orders.ts'
import { stages } from '#admin/order/stages.store.ts'
import type { QueryUrl } from '#kit/query-state.ts'
import { createRemoteStore } from '#kit/remote/remote-store.ts'

const defaults = { fetchOrders, fetchCounts, stages }

export function createOrderList({
  url,
  ...options
}: Partial<typeof defaults> & { url?: QueryUrl } = {}) {
  const { fetchOrders, fetchCounts, stages } = { ...defaults, ...options }
  /** Failures are silent: the list shows them, and its filter works without numbers. */
  const counts = createRemoteStore(fetchCounts, { keepsValue: true })
  const list = createList<OrderQuery, PageOfOrders>({
    schema: orderQuerySchema,
    fetchPage: (query) => {
      void counts.load()
      void stages.load()
      return fetchOrders(query)
    },
    errorMessage: 'Error fetching orders',
    ...(url && { url }),
  })

  /** The queue stays: its oldest orders come first, and what is ticked in it goes on. */
  async function showNewest(): Promise<void> {
    if (list.isUnfiltered() || isQueue(list.$query.get())) await list.load()
    else await list.show(NO_ORDER_FILTER)
  }

  /** Loads the rows of these orders again, where they stand: also those that the filter finds no more. */
  async function refreshRows(ids: readonly string[]): Promise<OrderSummary[]> {
    const found = await Promise.all(
      ids.map((search) =>
        fetchOrders({ ...NO_ORDER_FILTER, search, older: undefined, newer: undefined }),
      ),
    )
    const rows = found.flatMap(({ rows }) => rows).filter(({ id }) => ids.includes(id))
    for (const row of rows) applyChange(row.id, row)
    return rows
  }

  /** Shows a change that was saved elsewhere on the page. */
  function applyChange(id: string, change: Partial<OrderSummary>): void {
    list.update((page) => ({
      ...page,
      rows: page.rows.map((order) => (order.id === id ? { ...order, ...change } : order)),
    }))
  }

  return { ...list, counts, stages, showNewest, refreshRows, applyChange }
}

export type OrderListStore = ReturnType<typeof createOrderList>
