/* A CSV file of the selected orders, or of every order that the filter finds (docs/product.md, rule 15.4). */
import { atom } from 'nanostores'
import { download } from '#admin/download.ts'
import { partsOf } from '#admin/kit/parts-of.ts'
import { fetchWholeOrders } from '#admin/order/whole-order.api.ts'
import { MAX_PAGE_SIZE, type WholeOrder } from '#admin/order/whole-order.ts'
import { pagesOf } from '#admin/orders/all-orders.ts'
import type { OrderFilter } from '../order-filter.ts'
import { fetchOrders } from '../orders.api.ts'
import { ORDER_HEADER, toOrderRow } from './order-rows.ts'
import { BYTE_ORDER_MARK, CSV_TYPE, toCsv } from './write-csv.ts'

/** The orders of a filter, or those with these ids. */
export type WantedOrders = OrderFilter | { ids: readonly string[] }

export type Export =
  | { step: 'idle' }
  | { step: 'collecting'; collected: number }
  | { step: 'failed' }
  | { step: 'done'; collected: number }

const defaults = { fetchOrders, fetchWholeOrders, download }

export function createExport(options: Partial<typeof defaults> = {}) {
  const services = { ...defaults, ...options }
  const $export = atom<Export>({ step: 'idle' })
  /** Number of the latest run. A cancelled run finds that it is not the latest any more. */
  let latestRun = 0

  async function start(wanted: WantedOrders): Promise<void> {
    latestRun += 1
    const run = latestRun
    const parts = [BYTE_ORDER_MARK + toCsv([ORDER_HEADER])]
    let collected = 0
    $export.set({ step: 'collecting', collected })
    try {
      for await (const orders of wholeOrders(wanted, services)) {
        if (run !== latestRun) return
        parts.push(toCsv(orders.map(toOrderRow)))
        collected += orders.length
        $export.set({ step: 'collecting', collected })
      }
      if (run !== latestRun) return
      services.download('orders', 'csv', new Blob(parts, { type: CSV_TYPE }))
      $export.set({ step: 'done', collected })
    } catch (error) {
      if (run !== latestRun) return
      console.error('Error fetching orders', error)
      $export.set({ step: 'failed' })
    }
  }

  function cancel(): void {
    latestRun += 1
    $export.set({ step: 'idle' })
  }

  return { $export, start, cancel }
}

export type ExportStore = ReturnType<typeof createExport>

async function* wholeOrders(
  wanted: WantedOrders,
  { fetchOrders, fetchWholeOrders }: Omit<typeof defaults, 'download'>,
): AsyncGenerator<WholeOrder[]> {
  if ('ids' in wanted) {
    for (const ids of partsOf(wanted.ids, MAX_PAGE_SIZE)) yield await fetchWholeOrders(ids)
    return
  }
  for await (const { rows } of pagesOf(wanted, fetchOrders)) {
    yield await fetchWholeOrders(rows.map(({ id }) => id))
  }
}
