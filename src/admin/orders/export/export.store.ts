/* A CSV file of the selected orders, or of every order that the filter finds (docs/product.md, rule 15.4). */
import { download } from '#admin/download.ts'
import { partsOf } from '#admin/kit/parts-of.ts'
import { fetchWholeOrders } from '#admin/order/whole-order.api.ts'
import { MAX_PAGE_SIZE, type WholeOrder } from '#admin/order/whole-order.ts'
import { pagesOf } from '#admin/orders/all-orders.ts'
import type { OrderFilter } from '#admin/orders/order-filter.ts'
import { fetchOrders } from '#admin/orders/orders.api.ts'
import { createSubmit } from '#kit/form/submit.ts'
import { countOf } from '#kit/text.ts'
import { ORDER_HEADER, toOrderRow } from './order-rows.ts'
import { BYTE_ORDER_MARK, CSV_TYPE, toCsv } from './write-csv.ts'

/** The orders of a filter, or those with these ids. */
type WantedOrders = OrderFilter | { ids: readonly string[] }

const defaults = { fetchOrders, fetchWholeOrders, download }

export function createExport(options: Partial<typeof defaults> = {}) {
  const services = { ...defaults, ...options }
  const { $submission, submit } = createSubmit('Error fetching orders')
  const start = (wanted: WantedOrders) =>
    submit(async () => {
      const parts = [BYTE_ORDER_MARK + toCsv([ORDER_HEADER])]
      let count = 0
      for await (const orders of wholeOrders(wanted, services)) {
        parts.push(toCsv(orders.map(toOrderRow)))
        count += orders.length
      }
      services.download('orders', 'csv', new Blob(parts, { type: CSV_TYPE }))
      return `${countOf(count, 'order')} exported.`
    })
  return { $submission, start }
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
