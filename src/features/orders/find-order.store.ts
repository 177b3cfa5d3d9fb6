/* Finds an order by its number and phone, and lists the orders of this device (docs/product.md, rule 7.21). */
import { atom } from 'nanostores'
import { createRemoteStore } from '#shared/remote-store.ts'
import { codeOf } from '#shared/shop-error.ts'
import { cleanText, foldDigits } from '#shared/text.ts'
import { ADDRESS_TABLE } from './address.ts'
import { fetchOrder, findOrder } from './order.api.ts'
import { createOrderStore, type OrderStore } from './order.store.ts'
import { type Order, parseOrderId } from './order.ts'
import { rememberedOrders } from './order-key.ts'

/** The device saves more: a list of these is enough to find one. */
const MAX_LISTED = 10

export type Search =
  | { state: 'editing'; problems: SearchProblems }
  | { state: 'searching' }
  | { state: 'found'; order: OrderStore }
  | { state: 'missing' }
  | { state: 'failed'; id: string; code: string }

export interface SearchProblems {
  id?: string
  phone?: string
}

export interface OwnOrder {
  id: string
  /** Undefined where it could not be loaded. */
  order: Order | undefined
}

export type FindOrderStore = ReturnType<typeof createFindOrderStore>

export function createFindOrderStore({ find = findOrder, fetch = fetchOrder } = {}) {
  const $search = atom<Search>({ state: 'editing', problems: {} })
  const own = createRemoteStore(() => fetchOwnOrders(fetch), { retriesWhenOnline: true })

  async function search(typedId: string, typedPhone: string): Promise<void> {
    if ($search.get().state === 'searching') return
    const id = parseOrderId(typedId)
    const phone = foldDigits(cleanText(typedPhone))
    const problems = searchProblems(id, phone)
    if (!id || problems.phone) {
      $search.set({ state: 'editing', problems })
      return
    }
    $search.set({ state: 'searching' })
    try {
      const order = await find(id, phone)
      $search.set(order ? { state: 'found', order: follow(order, phone) } : { state: 'missing' })
    } catch (error) {
      const code = codeOf(error)
      if (code === 'unforeseen') console.error('Error finding an order', error)
      $search.set({ state: 'failed', id, code })
    }
  }

  /** A pair that is found counts as no try (docs/product.md, rule 6.16), so the page may ask again. */
  function follow(order: Order, phone: string): OrderStore {
    const store = createOrderStore(order.id, { request: (id) => find(id, phone) })
    store.set(order)
    return store
  }

  function searchAgain(): void {
    $search.set({ state: 'editing', problems: {} })
  }

  return { $search, $own: own.$remote, search, searchAgain, start: own.start }
}

function searchProblems(id: string | undefined, phone: string): SearchProblems {
  return {
    ...(!id && { id: 'An order number has eight letters or digits, like ABCDEFGH.' }),
    ...(!ADDRESS_TABLE.phone.isValid?.(phone) && {
      phone: 'Please enter the phone number of the order.',
    }),
  }
}

/** Those that the backend does not know any more are left out. */
async function fetchOwnOrders(fetch: typeof fetchOrder): Promise<OwnOrder[]> {
  const keys = rememberedOrders().slice(0, MAX_LISTED)
  const results = await Promise.allSettled(keys.map(({ id, token }) => fetch(id, token)))
  return results.flatMap((result, nth): OwnOrder[] => {
    const id = keys[nth]?.id ?? ''
    if (result.status === 'rejected') return [{ id, order: undefined }]
    return result.value ? [{ id, order: result.value }] : []
  })
}
