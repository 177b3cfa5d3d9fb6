import { withLock } from '#kit/storage/with-lock.ts'
import { orderOfPhone, rememberOrder } from '#order/device/order-key.ts'
import { savePlaced } from '#order/device/placed-order.ts'
import { fetchOrder } from '#order/requests/order.api.ts'
import { placeOrder } from '#order/requests/place-order.api.ts'
import { readCart } from '#shop/cart/cart.store.ts'
import { removeOrdered, setQuantity } from '#shop/cart/change-cart.store.ts'
import { attempts } from './place/attempt.ts'
import { reportUnsentCopy, sendOrderCopy } from './place/order-copy.api.ts'

/** What the checkout uses in the browser. Tests replace it. */
export const checkoutServices = {
  placeOrder,
  fetchOrder,
  sendOrderCopy,
  reportUnsentCopy,
  rememberOrder,
  orderOfPhone,
  readCart,
  removeOrdered,
  /** Unlike a line that the customer removes, it cannot be restored. */
  dropLine: (id: string, size: string): void => setQuantity(id, size, 0),
  savePlaced,
  attempts,
  /** Runs one submission at a time over all tabs, so that two tabs share one attempt. */
  withLock: <Result>(work: () => Promise<Result>) => withLock('zulf:checkout', work),
  wait: (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)),
  now: () => performance.now(),
}

export type CheckoutServices = typeof checkoutServices
