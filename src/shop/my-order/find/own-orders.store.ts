/* The orders of this device, on the page that finds an order (docs/product.md, rule 7.21). */
import { createRemoteStore } from '#kit/remote/remote-store.ts'
import { rememberedOrders } from '#order/device/order-key.ts'
import type { Order } from '#order/order.ts'
import { fetchOrder } from '#order/requests/order.api.ts'

/** The device saves more: a list of these is enough to find one. `OwnOrdersPreview.astro` has the same. */
const MAX_LISTED = 10

export interface OwnOrder {
  id: string
  /** Undefined where it could not be loaded. */
  order: Order | undefined
}

export type OwnOrdersStore = ReturnType<typeof createOwnOrders>

export function createOwnOrders(fetch = fetchOrder) {
  const keys = rememberedOrders().slice(0, MAX_LISTED)
  const own = createRemoteStore(() => fetchOwnOrders(fetch))
  return { ids: keys.map(({ id }) => id), $own: own.$remote, start: own.start }
}

/** The orders of this device, without those that the backend does not know any more. */
async function fetchOwnOrders(fetch: typeof fetchOrder): Promise<OwnOrder[]> {
  const keys = rememberedOrders().slice(0, MAX_LISTED)
  const results = await Promise.allSettled(keys.map(({ id, token }) => fetch(id, token)))
  return results.flatMap((result, nth): OwnOrder[] => {
    const id = keys[nth]?.id ?? ''
    if (result.status === 'rejected') return [{ id, order: undefined }]
    return result.value ? [{ id, order: result.value }] : []
  })
}
