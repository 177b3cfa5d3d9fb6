/* The orders of this device, on the page that finds an order (docs/product.md, rule 7.21). */
import { createRemoteStore } from '#kit/remote/remote-store.ts'
import { rememberedOrders } from '#order/device/order-key.ts'
import { saveCard } from '#order/device/save-card.ts'
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

/** The orders of this device, without those that the backend does not know any more. What is saved of them is as they are. */
async function fetchOwnOrders(fetch: typeof fetchOrder): Promise<OwnOrder[]> {
  const keys = rememberedOrders().slice(0, MAX_LISTED)
  const results = await Promise.allSettled(keys.map(({ id, token }) => fetch(id, token)))
  const listed = results.map((result, nth) => ({ id: keys[nth]?.id ?? '', result }))
  // The newest last: it then stands first.
  for (const { id, result } of [...listed].reverse())
    if (result.status === 'fulfilled') saveCard(id, result.value)
  return listed.flatMap(({ id, result }): OwnOrder[] => {
    if (result.status === 'rejected') return [{ id, order: undefined }]
    return result.value ? [{ id, order: result.value }] : []
  })
}
