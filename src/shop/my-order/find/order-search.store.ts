/* Finds an order by its number and phone (docs/product.md, rules 6.15 and 6.19). */
import { atom } from 'nanostores'
import { codeOf } from '#kit/remote/shop-error.ts'
import { cleanCode } from '#kit/text.ts'
import { saveOrderPhone } from '#order/device/order-proof.ts'
import type { Order } from '#order/order.ts'
import { parseOrderId } from '#order/parse-order-id.ts'
import { findOrder } from '#order/requests/order.api.ts'
import { SEARCH_PROBLEMS } from './words.ts'

export type Search =
  | { state: 'editing'; problems: SearchProblems }
  | { state: 'searching' }
  | { state: 'missing'; id: string }
  | { state: 'failed'; id: string; code: string }

export interface SearchProblems {
  id?: string
  phone?: string
}

/** Saves the phone that found an order, so that its page shows all of it in this tab. */
export function createOrderSearch(onFound: (order: Order) => void, find = findOrder) {
  const $search = atom<Search>({ state: 'editing', problems: {} })

  async function search(typedId: string, typedPhone: string): Promise<void> {
    if ($search.get().state === 'searching') return
    const id = parseOrderId(typedId)
    const phone = cleanCode(typedPhone)
    const problems = searchProblems(id, phone)
    if (!id || problems.phone) {
      $search.set({ state: 'editing', problems })
      return
    }
    $search.set({ state: 'searching' })
    try {
      const order = await find(id, phone)
      if (!order) {
        $search.set({ state: 'missing', id })
        return
      }
      saveOrderPhone(id, phone)
      onFound(order)
    } catch (error) {
      const code = codeOf(error)
      if (code === 'unforeseen') console.error('Error finding an order', error)
      $search.set({ state: 'failed', id, code })
    }
  }

  function reset(): void {
    $search.set({ state: 'editing', problems: {} })
  }

  return { $search, search, reset }
}

function searchProblems(id: string | undefined, phone: string): SearchProblems {
  return {
    ...(!id && { id: SEARCH_PROBLEMS.id }),
    // Older orders may have phones that a new order may not have.
    ...(!/^\d{10,15}$/.test(phone.replace(/\D/g, '')) && { phone: SEARCH_PROBLEMS.phone }),
  }
}
