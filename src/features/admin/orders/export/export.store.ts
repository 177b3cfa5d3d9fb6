/* A CSV file of every order that the filter finds, over all pages (docs/product.md, rule 15.4). */
import { atom } from 'nanostores'
import { settings } from '#config/settings.ts'
import type { Order } from '#features/orders/order.ts'
import { SHOP_ZONE } from '#shared/shop-zone.ts'
import { fetchOrders, fetchWholeOrders } from '../orders.api.ts'
import { MAX_PAGE_SIZE, type OrderFilter, type OrderPage, type OrderQuery } from '../orders.ts'
import { BYTE_ORDER_MARK, toCsv } from './csv.ts'
import type { Sheet } from './sheets.ts'

export type Export =
  | { step: 'idle' }
  | { step: 'collecting'; sheet: Sheet; collected: number }
  | { step: 'failed'; sheet: Sheet }
  | { step: 'done'; sheet: Sheet; collected: number }

interface ExportOptions {
  fetchOrders?: typeof fetchOrders
  fetchWholeOrders?: typeof fetchWholeOrders
  download?: typeof download
}

const defaults = { fetchOrders, fetchWholeOrders, download }

export function createExport(options: ExportOptions = {}) {
  const services = { ...defaults, ...options }
  const $export = atom<Export>({ step: 'idle' })
  /** Number of the latest run. A cancelled run finds that it is not the latest any more. */
  let latestRun = 0

  async function start(sheet: Sheet, { search, status }: OrderFilter): Promise<void> {
    latestRun += 1
    const run = latestRun
    const parts = [BYTE_ORDER_MARK + toCsv([sheet.header])]
    let collected = 0
    $export.set({ step: 'collecting', sheet, collected })
    try {
      for await (const orders of allPages({ search, status }, services)) {
        if (run !== latestRun) return
        const rows = orders.filter(sheet.includes).map(sheet.toRow)
        parts.push(toCsv(rows))
        collected += rows.length
        $export.set({ step: 'collecting', sheet, collected })
      }
      if (run !== latestRun) return
      services.download(sheet.name, parts)
      $export.set({ step: 'done', sheet, collected })
    } catch (error) {
      if (run !== latestRun) return
      console.error('Error fetching orders', error)
      $export.set({ step: 'failed', sheet })
    }
  }

  function cancel(): void {
    latestRun += 1
    $export.set({ step: 'idle' })
  }

  return { $export, start, cancel }
}

export type ExportStore = ReturnType<typeof createExport>

/** Newest first. Each page is a request of its own, so none exceeds the row limit of the API. */
async function* allPages(
  filter: OrderFilter,
  { fetchOrders, fetchWholeOrders }: Omit<typeof defaults, 'download'>,
): AsyncGenerator<Order[]> {
  let query: OrderQuery | undefined = { ...filter, older: undefined, newer: undefined }
  while (query) {
    const { rows, older }: OrderPage = await fetchOrders(query, MAX_PAGE_SIZE)
    if (rows.length > 0) yield await fetchWholeOrders(rows.map(({ id }) => id))
    query = older && { ...filter, older, newer: undefined }
  }
}

/** Milliseconds after which even a slow browser has read the file. */
const REVOKE_AFTER_MS = 60_000

const shopDay = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: SHOP_ZONE })

/** Downloads `zulf-orders-2026-11-21.csv`, dated in the shop's time zone. */
function download(name: string, parts: string[]): void {
  const url = URL.createObjectURL(new Blob(parts, { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${settings.name.toLowerCase()}-${name}-${shopDay.format(new Date())}.csv`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS)
}
