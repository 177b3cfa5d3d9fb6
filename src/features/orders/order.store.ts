/* The order of one page: loading, ready or failed. Ready without a value: no such order. */
import { createRemoteStore, type RemoteOptions, type RemoteStore } from '#shared/remote-store.ts'
import { fetchOrder, trackOrder } from './order.api.ts'
import { isOrderId, type Order } from './order.ts'
import { tokenOf } from './order-key.ts'

/** After this time the database moves a tracked order from pending to processing. */
export const PROCESSING_AFTER_MS = 15_000

export type OrderStore = RemoteStore<Order | undefined>

export interface OrderStoreOptions {
  request?: typeof fetchOrder
}

export function createOrderStore(
  orderId: string,
  { request = fetchOrder, ...following }: OrderStoreOptions & RemoteOptions<Order | undefined> = {},
): OrderStore {
  const fetchOwn = async () => (isOrderId(orderId) ? request(orderId, tokenOf(orderId)) : undefined)
  return createRemoteStore(fetchOwn, {
    errorMessage: 'Error fetching orders',
    keepsValue: true,
    ...following,
  })
}

/** Requests a pending order again when it should be processing (docs/product.md, rule 7.8). */
export function createTrackingStore(
  orderId: string,
  { request = trackOrder }: OrderStoreOptions = {},
): OrderStore {
  const store: OrderStore = createOrderStore(orderId, {
    request,
    pollMs: (remote) =>
      remote.state === 'ready' && remote.value?.status === 'pending'
        ? PROCESSING_AFTER_MS
        : undefined,
    retriesWhenOnline: true,
    // Where no order is on screen, the customer presses Retry.
    mayReload: () => store.$remote.get().state === 'ready',
  })
  return store
}
