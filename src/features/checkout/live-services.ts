/* The real world behind the checkout. Tests bring their own. */
import { readCart, takeOrdered } from '#features/cart/cart.store.ts'
import { fetchOrder, placeOrder } from '#features/orders/order.remote.ts'
import { rememberOrder } from '#features/orders/order-key.ts'
import { attempts } from './attempt.ts'
import type { CheckoutServices } from './checkout.store.ts'
import { sendOrderCopy } from './order-copy.remote.ts'

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
  oneAtATime,
}

/** Browsers offer locks to secure pages only; elsewhere the store's own check has to do. */
async function oneAtATime<Result>(work: () => Promise<Result>): Promise<Result> {
  const locks = (navigator as { locks?: LockManager }).locks
  return locks ? await locks.request('zulf:checkout', work) : await work()
}
