/* The order of one page: loading, ready or failed. Ready without a value: no such order. */
import { createRemoteStore, type Remote, type RemoteStore } from '#kit/remote/remote-store.ts'
import { tokenOf } from '#order/device/order-key.ts'
import { confirmCode, orderPhone } from '#order/device/order-proof.ts'
import type { Order } from '#order/order.ts'
import { parseOrderId } from '#order/parse-order-id.ts'
import { fetchOrder, findOrder } from '#order/requests/order.api.ts'
import { statusDefinition } from '#order/status.ts'

/** After this time the database moves a tracked order from pending to processing (docs/product.md, rule 7.8). */
export const PROCESSING_AFTER_MS = 15_000

/** From a response to the next request, while the order is open and its page visible. */
export const FOLLOW_MS = 30_000

/** After a request that failed: the device may be offline for long. */
export const RETRY_MS = 60_000

export type OrderStore = RemoteStore<Order | undefined>

/** Gets the order as it is after a request, and what the customer has done, where that was done. */
export type OnOrder = (order: Order, done?: string) => void

export interface OrderStoreOptions {
  request?: typeof fetchOrder
  find?: typeof findOrder
  /** In place of FOLLOW_MS while the order is pending. */
  pendingMs?: number
}

/**
 * Follows the order until it is delivered or cancelled (docs/product.md, rule 7.26). The id is taken in every form in
 * which it is typed.
 */
export function createOrderStore(
  typedId: string,
  { request = fetchOrder, find = findOrder, pendingMs = FOLLOW_MS }: OrderStoreOptions = {},
): OrderStore {
  const orderId = parseOrderId(typedId)

  async function fetchShown(): Promise<Order | undefined> {
    if (!orderId) return undefined
    const order = await request(orderId, tokenOf(orderId) ?? confirmCode(orderId))
    const phone = orderPhone(orderId)
    if (!order?.masked || !phone) return order
    // A pair that is found counts as no try (docs/product.md, rule 6.16), so the page may ask again.
    try {
      return (await find(orderId, phone)) ?? order
    } catch (error) {
      // An order that is shown in full stays so until the next request.
      if (shownOrder(store.$remote.get())?.masked === false) throw error
      return order
    }
  }

  const store: OrderStore = createRemoteStore(fetchShown, {
    errorMessage: 'Error fetching orders',
    pollMs: (remote) => pauseAfter(remote, pendingMs),
    reloadsWhenVisible: true,
    // Where no order is on screen, the customer presses Retry.
    mayReload: () => shownOrder(store.$remote.get()) !== undefined,
  })
  return store
}

function pauseAfter(remote: Remote<Order | undefined>, pendingMs: number): number | undefined {
  const order = shownOrder(remote)
  if (!order || statusDefinition(order.status).isFinal) return undefined
  if (remote.state === 'ready' && remote.isStale) return RETRY_MS
  return order.status === 'pending' ? pendingMs : FOLLOW_MS
}

function shownOrder(remote: Remote<Order | undefined>): Order | undefined {
  return remote.state === 'ready' ? remote.value : undefined
}
