/* The list of orders, and the number of orders of each status. */

import { createList } from '#admin/lists/list.store.ts'
import { filterParams, isQueue, NO_ORDER_FILTER } from '#admin/orders/order-filter.ts'
import { fetchOrders } from '#admin/orders/orders.api.ts'
import {
  type OrderQuery,
  type OrderSummary,
  orderQuerySchema,
  type PageOfOrders,
} from '#admin/orders/orders.ts'
import { stages } from '#admin/orders/stages.store.ts'
import type { QueryUrl } from '#kit/query-state.ts'
import { createRemoteStore } from '#kit/remote/remote-store.ts'
import { fetchCounts } from './counts.api.ts'

const defaults = { fetchOrders, fetchCounts, stages }

export function createOrderList({
  url,
  ...options
}: Partial<typeof defaults> & { url?: QueryUrl } = {}) {
  const { fetchOrders, fetchCounts, stages } = { ...defaults, ...options }
  /** Failures are silent: the list shows them, and its filter works without numbers. */
  const counts = createRemoteStore(fetchCounts)
  const list = createList<OrderQuery, PageOfOrders>({
    schema: orderQuerySchema,
    fetchPage: (query) => {
      void counts.load()
      void stages.load()
      return fetchOrders(query)
    },
    isQueue,
    errorMessage: 'Error fetching orders',
    ...(url && { url }),
  })

  /** From the first page of what is shown: search, filter and what is ticked stay. Of a long queue among all orders. */
  async function showNewest(): Promise<void> {
    const { older, newer } = list.$query.get()
    if ((older ?? newer) === undefined) await list.load()
    else await list.show({})
    const page = list.$remote.get()
    const hasMore = page.state === 'ready' && page.value.newer !== undefined
    // The last page of a queue has them.
    if (hasMore && isQueue(list.$query.get())) await list.show(NO_ORDER_FILTER)
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

/** Without a stage or a mark: a chip leads to its orders, whatever was chosen before. */
export const NO_STAGE = { stage: undefined, mark: undefined, group: '' }

/** Whether the list has other filters than a stage, a mark or a status: what is counted is no number of its rows. */
export function isNarrowed(query: OrderQuery): boolean {
  const { search, filter } = filterParams({ ...query, ...NO_STAGE })
  return Boolean(search || filter)
}

export type OrderListStore = ReturnType<typeof createOrderList>

/** Whether an order that was just placed stands in this list. */
export function hasNewOrders(query: OrderQuery): boolean {
  const { search, status, filter } = filterParams(query)
  const isOfStage = !filter || JSON.stringify(filter) === JSON.stringify({ stage: 'to_confirm' })
  return !search && isOfStage && (!status || status === 'pending')
}
