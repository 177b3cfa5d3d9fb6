/* A table of every order that the filter finds, all pages of it, collected and handed to the owner. */
import { atom } from 'nanostores'
import type { Order } from '#features/orders/order.ts'
import { LARGEST_PAGE, type OrderQuery } from '../order-list.ts'
import { fetchOrders, fetchWholeOrders } from '../orders.api.ts'
import { BYTE_ORDER_MARK, toCsv } from './csv.ts'
import { download } from './download.ts'
import type { Sheet } from './sheets.ts'

export type Export =
  | { step: 'idle' }
  | { step: 'collecting'; sheet: Sheet; collected: number }
  | { step: 'failed'; sheet: Sheet }
  | { step: 'done'; sheet: Sheet; collected: number }

const live = { fetchOrders, fetchWholeOrders, download }

export function createExport(services = live) {
  const $export = atom<Export>({ step: 'idle' })
  /** Of the collection under way: a cancelled one finds that it is another's turn. */
  let turn = 0

  async function start(sheet: Sheet, { search, status }: OrderQuery): Promise<void> {
    turn += 1
    const own = turn
    const parts = [BYTE_ORDER_MARK + toCsv([sheet.header])]
    let collected = 0
    $export.set({ step: 'collecting', sheet, collected })
    try {
      for await (const orders of allPages({ search, status }, services)) {
        if (own !== turn) return
        const rows = orders.filter(sheet.includes).map(sheet.toRow)
        parts.push(toCsv(rows))
        collected += rows.length
        $export.set({ step: 'collecting', sheet, collected })
      }
      if (own !== turn) return
      services.download(sheet.name, parts)
      $export.set({ step: 'done', sheet, collected })
    } catch (error) {
      if (own !== turn) return
      console.error('Error fetching orders', error)
      $export.set({ step: 'failed', sheet })
    }
  }

  function cancel(): void {
    turn += 1
    $export.set({ step: 'idle' })
  }

  return { $export, start, cancel }
}

export type ExportStore = ReturnType<typeof createExport>

/** Newest first, page by page, so that no answer meets the store's limit of rows. */
async function* allPages(
  query: OrderQuery,
  { fetchOrders, fetchWholeOrders }: Omit<typeof live, 'download'>,
): AsyncGenerator<Order[]> {
  let next: OrderQuery | undefined = query
  while (next) {
    const { orders, older } = await fetchOrders(next, LARGEST_PAGE)
    if (orders.length > 0) yield await fetchWholeOrders(orders.map(({ id }) => id))
    next = older && { ...query, olderThan: older }
  }
}
