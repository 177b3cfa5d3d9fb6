/* What the checkout depends on in the browser. Tests bring their own. */
import { readCart, takeOrdered } from '#features/cart/cart.store.ts'
import { fetchOrder, placeOrder } from '#features/orders/order.api.ts'
import { rememberOrder } from '#features/orders/order-key.ts'
import { attempts } from './attempt.ts'
import type { CheckoutServices } from './checkout.store.ts'
import { sendOrderCopy } from './order-copy.api.ts'

export const liveServices: CheckoutServices = {
  readCart,
  takeOrdered,
  rememberOrder,
  placeOrder,
  fetchOrder,
  sendOrderCopy,
  attempts,
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  now: () => performance.now(),
  withLock,
}

let lastInTab: Promise<unknown> = Promise.resolve()

/**
 * Browsers offer locks to secure pages only. Elsewhere work runs one at a time in this tab, and between
 * tabs the backend's own check has to do.
 */
async function withLock<Result>(work: () => Promise<Result>): Promise<Result> {
  const locks = (navigator as { locks?: LockManager }).locks
  if (locks) return await locks.request('zulf:checkout', work)
  const result = lastInTab.then(work)
  lastInTab = result.catch(() => undefined)
  return result
}
