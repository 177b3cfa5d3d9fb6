/* What the checkout uses in the browser. Tests replace it. */

import { withLock } from '#kit/storage/with-lock.ts'
import { type OrderKey, orderOfPhone, rememberOrder } from '#order/device/order-key.ts'
import { savePlaced } from '#order/device/placed-order.ts'
import type { Order } from '#order/order.ts'
import { fetchOrder } from '#order/requests/order.api.ts'
import { placeOrder } from '#order/requests/place-order.api.ts'
import { readCart } from '#shop/cart/cart.store.ts'
import type { Cart, ChosenLine } from '#shop/cart/cart.ts'
import { removeOrdered, setQuantity } from '#shop/cart/change-cart.store.ts'
import { attempts } from './place/attempt.ts'
import { reportUnsentCopy, sendOrderCopy } from './place/order-copy.api.ts'
import type { Clock } from './place/retry.ts'

export interface CheckoutServices extends Clock {
  placeOrder: typeof placeOrder
  fetchOrder: typeof fetchOrder
  sendOrderCopy(order: Order): Promise<void>
  reportUnsentCopy(key: OrderKey): void
  /** Saves the key, so that this device sees its order in full, and knows the orders of a phone. */
  rememberOrder(key: OrderKey, phone: string): void
  /** The newest order of this device that may have this phone. */
  orderOfPhone(phone: string): OrderKey | undefined
  readCart(): Cart
  /** Removes the ordered units from the cart. */
  removeOrdered(items: readonly ChosenLine[]): void
  /** Unlike a line that the customer removes, it cannot be restored. */
  dropLine(id: string, size: string): void
  /** Saves the order for its confirmation. */
  savePlaced(order: Order): void
  attempts: typeof attempts
  /** Runs one submission at a time over all tabs, so that two tabs share one attempt. */
  withLock<Result>(work: () => Promise<Result>): Promise<Result>
}

export const checkoutServices: CheckoutServices = {
  placeOrder,
  fetchOrder,
  sendOrderCopy,
  reportUnsentCopy,
  rememberOrder,
  orderOfPhone,
  readCart,
  removeOrdered,
  dropLine: (id, size) => setQuantity(id, size, 0),
  savePlaced,
  attempts,
  withLock: (work) => withLock('zulf:checkout', work),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  now: () => performance.now(),
}
