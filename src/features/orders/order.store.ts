/* The order of one page: loading, ready or failed. Ready without a value: no such order. */
import { createRemoteStore, type Remote, type RemoteStore } from '#shared/remote-store.ts'
import { fetchOrder, trackOrder } from './order.api.ts'
import { isOrderId, type Order, statusDefinition } from './order.ts'
import { tokenOf } from './order-key.ts'

/** After this time the database moves a tracked order from pending to processing. */
export const PROCESSING_AFTER_MS = 15_000

/** From a response to the next request, while the order is open and its page visible. */
export const FOLLOW_MS = 30_000

/** After a request that failed: the device may be offline for long. */
export const RETRY_MS = 60_000

export type OrderStore = RemoteStore<Order | undefined>

export interface OrderStoreOptions {
  request?: typeof fetchOrder
  /** In place of FOLLOW_MS while the order is pending. */
  pendingMs?: number
}

/** Follows the order until it is delivered or cancelled (docs/product.md, rule 7.26). */
export function createOrderStore(
  orderId: string,
  { request = fetchOrder, pendingMs = FOLLOW_MS }: OrderStoreOptions = {},
): OrderStore {
  const fetchOwn = async () => (isOrderId(orderId) ? request(orderId, tokenOf(orderId)) : undefined)
  const store: OrderStore = createRemoteStore(fetchOwn, {
    errorMessage: 'Error fetching orders',
    keepsValue: true,
    pollMs: (remote) => pauseAfter(remote, pendingMs),
    reloadsWhenVisible: true,
    retriesWhenOnline: true,
    // Where no order is on screen, the customer presses Retry.
    mayReload: () => shownOrder(store.$remote.get()) !== undefined,
  })
  return store
}

/** Requests a pending order again when it should be processing (docs/product.md, rule 7.8). */
export function createTrackingStore(
  orderId: string,
  { request = trackOrder }: OrderStoreOptions = {},
): OrderStore {
  return createOrderStore(orderId, { request, pendingMs: PROCESSING_AFTER_MS })
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
