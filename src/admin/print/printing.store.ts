/* What is printed: packing slips or a load sheet. Whole orders are loaded, since a list has a part of each. */
import { atom } from 'nanostores'
import { fetchWholeOrders } from '#admin/order/orders.api.ts'
import { MAX_PAGE_SIZE } from '#admin/order/orders.ts'
import type { Order } from '#order/order.ts'
import { loadBarcodes } from './code128.ts'

export type PrintJob =
  | { what: 'slips'; orders: Order[] }
  | { what: 'load sheet'; orders: Order[]; courier: string | undefined; at: string }

export type Printing =
  | { step: 'idle' }
  | { step: 'collecting' }
  | { step: 'ready'; job: PrintJob }
  | { step: 'failed' }

interface PrintingOptions {
  fetchWholeOrders?: typeof fetchWholeOrders
  loadBarcodes?: typeof loadBarcodes
}

const defaults = { fetchWholeOrders, loadBarcodes }

export function createPrinting(options: PrintingOptions = {}) {
  const { fetchWholeOrders, loadBarcodes } = { ...defaults, ...options }
  const $printing = atom<Printing>({ step: 'idle' })

  /** Prints what `collect` returns, unless something else is being collected. */
  async function start(collect: () => Promise<PrintJob>): Promise<void> {
    if ($printing.get().step === 'collecting') return
    $printing.set({ step: 'collecting' })
    try {
      const [job] = await Promise.all([collect(), loadBarcodes()])
      $printing.set({ step: 'ready', job })
    } catch (error) {
      console.error('Error fetching orders', error)
      $printing.set({ step: 'failed' })
    }
  }

  /** Packing slips of these orders, in this order. */
  function collect(ids: readonly string[]): Promise<void> {
    return start(async () => {
      const orders: Order[] = []
      for (let first = 0; first < ids.length; first += MAX_PAGE_SIZE) {
        orders.push(...(await fetchWholeOrders(ids.slice(first, first + MAX_PAGE_SIZE))))
      }
      return { what: 'slips', orders }
    })
  }

  return { $printing, start, collect, clear: () => $printing.set({ step: 'idle' }) }
}

export type PrintingStore = ReturnType<typeof createPrinting>
