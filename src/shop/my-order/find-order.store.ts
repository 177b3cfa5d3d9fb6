/* The page that finds an order, and lists those of this device (docs/product.md, rule 7.21). */

import { type QueryUrl, queryState } from '#kit/query-state.ts'
import { createRemoteStore } from '#kit/remote/remote-store.ts'
import type { Order } from '#order/order.ts'
import { rememberedOrders } from '#order/order-key.ts'
import { parseOrderId } from '#order/parse-order-id.ts'
import { paths } from '#paths.ts'
import { fetchOrder, findOrder } from './order.api.ts'
import { createOrderSearch } from './order-search.store.ts'

/** The device saves more: a list of these is enough to find one. */
const MAX_LISTED = 10

export interface OwnOrder {
  id: string
  /** Undefined where it could not be loaded. */
  order: Order | undefined
}

export type FindOrderStore = ReturnType<typeof createFindOrderStore>

interface FindOrderOptions {
  find?: typeof findOrder
  fetch?: typeof fetchOrder
  /** Opens the page of the order that was found. */
  open?: (path: string) => void
  url?: QueryUrl
}

export function createFindOrderStore({
  find = findOrder,
  fetch = fetchOrder,
  open = (path) => location.assign(path),
  url,
}: FindOrderOptions = {}) {
  const { $search, search, reset } = createOrderSearch(({ id }) => open(paths.tracking(id)), find)
  /** The number alone: a phone is never in a URL. */
  const query = queryState(
    { number: { name: 'number', parse: parseNumber, print: (number) => number } },
    url && { url },
  )
  const ids = rememberedOrders()
    .slice(0, MAX_LISTED)
    .map(({ id }) => id)
  const own = createRemoteStore(() => fetchOwnOrders(fetch), { retriesWhenOnline: true })

  /** The URL gets the number, so that reload and Back have it. */
  async function searchFor(typedId: string, typedPhone: string): Promise<void> {
    query.set({ number: parseNumber(typedId) }, 'replace')
    await search(typedId, typedPhone)
  }

  function start(): () => void {
    // Back to the page as it was left: its search has ended.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) reset()
    }
    addEventListener('pageshow', onPageShow)
    const stop = own.start()
    return () => {
      removeEventListener('pageshow', onPageShow)
      stop()
    }
  }

  const { number } = query.$query.get()
  return { $search, $own: own.$remote, ids, number, search: searchFor, start }
}

function parseNumber(text: string | null): string {
  return parseOrderId(text ?? '') ?? ''
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
