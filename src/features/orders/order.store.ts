/* The order of one page: loading, ready or failed. Ready without a value: no such order. */
import { createRemoteStore, type Remote } from '#shared/remote-store.ts'
import { fetchOrder, trackOrder } from './order.api.ts'
import { isOrderId, type Order } from './order.ts'
import { tokenOf } from './order-key.ts'

/** After this time the database moves a tracked order from pending to processing. */
export const PROCESSING_AFTER_MS = 15_000

export interface OrderStoreOptions {
  request?: typeof fetchOrder
  /** Milliseconds until the order is requested again; undefined requests it no more. */
  pollMs?: (remote: Remote<Order | undefined>) => number | undefined
}

export function createOrderStore(
  orderId: string,
  { request = fetchOrder, pollMs = () => undefined }: OrderStoreOptions = {},
) {
  const fetchOwn = async () => (isOrderId(orderId) ? request(orderId, tokenOf(orderId)) : undefined)
  return createRemoteStore(fetchOwn, {
    errorMessage: 'Error fetching orders',
    keepsValue: true,
    retriesWhenOnline: true,
    pollMs,
  })
}

/** Requests a pending order again when it should be processing (docs/product.md, rule 7.8). */
export function createTrackingStore(orderId: string, { request = trackOrder } = {}) {
  return createOrderStore(orderId, {
    request,
    pollMs: (remote) =>
      remote.state === 'ready' && remote.value?.status === 'pending'
        ? PROCESSING_AFTER_MS
        : undefined,
  })
}

export type OrderStore = ReturnType<typeof createOrderStore>
