/* Packing slips on their way to the printer: whole orders, since the list knows only a part of each. */
import { atom } from 'nanostores'
import type { Order } from '#features/orders/order.ts'
import { LARGEST_PAGE } from '../order-list.ts'
import { fetchWholeOrders } from '../orders.api.ts'

export type Printing =
  | { step: 'idle' }
  | { step: 'collecting' }
  | { step: 'ready'; orders: Order[] }
  | { step: 'failed' }

export function createPrinting(fetchWhole = fetchWholeOrders) {
  const $printing = atom<Printing>({ step: 'idle' })

  async function collect(ids: readonly string[]): Promise<void> {
    if ($printing.get().step === 'collecting') return
    $printing.set({ step: 'collecting' })
    try {
      const orders: Order[] = []
      for (let start = 0; start < ids.length; start += LARGEST_PAGE) {
        orders.push(...(await fetchWhole(ids.slice(start, start + LARGEST_PAGE))))
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
