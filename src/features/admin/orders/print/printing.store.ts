/* Packing slips of the selection. Whole orders are loaded, since the list has only a part of each. */
import { atom } from 'nanostores'
import type { Order } from '#features/orders/order.ts'
import { fetchWholeOrders } from '../orders.api.ts'
import { MAX_PAGE_SIZE } from '../orders.ts'

export type Printing =
  | { step: 'idle' }
  | { step: 'collecting' }
  | { step: 'ready'; orders: Order[] }
  | { step: 'failed' }

interface PrintingOptions {
  fetchWholeOrders?: typeof fetchWholeOrders
}

const defaults = { fetchWholeOrders }

export function createPrinting(options: PrintingOptions = {}) {
  const { fetchWholeOrders } = { ...defaults, ...options }
  const $printing = atom<Printing>({ step: 'idle' })

  async function collect(ids: readonly string[]): Promise<void> {
    if ($printing.get().step === 'collecting') return
    $printing.set({ step: 'collecting' })
    try {
      const orders: Order[] = []
      for (let start = 0; start < ids.length; start += MAX_PAGE_SIZE) {
        orders.push(...(await fetchWholeOrders(ids.slice(start, start + MAX_PAGE_SIZE))))
      }
      $printing.set({ step: 'ready', orders })
    } catch (error) {
      console.error('Error fetching orders', error)
      $printing.set({ step: 'failed' })
    }
  }

  return { $printing, collect, clear: () => $printing.set({ step: 'idle' }) }
}

export type PrintingStore = ReturnType<typeof createPrinting>
