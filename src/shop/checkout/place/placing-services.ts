/* What placing an order uses in the browser. Tests replace it. */

import { type OrderKey, orderOfPhone, rememberOrder } from '#order/device/order-key.ts'
import { savePlaced } from '#order/device/placed-order.ts'
import type { Order } from '#order/order.ts'
import { fetchOrder } from '#order/requests/order.api.ts'
import { placeOrder } from '#order/requests/place-order.api.ts'
import { readCart } from '#shop/cart/cart.store.ts'
import type { Cart, ChosenLine } from '#shop/cart/cart.ts'
import { removeOrdered } from '#shop/cart/change-cart.store.ts'
import { attempts } from './attempt.ts'
import { reportUnsentCopy, sendOrderCopy } from './order-copy.api.ts'
import type { Clock } from './retry.ts'

export interface PlacingServices extends Clock {
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
  /** Saves the order for its confirmation. */
  savePlaced(order: Order): void
  attempts: typeof attempts
}

export const placingServices: PlacingServices = {
  placeOrder,
  fetchOrder,
  sendOrderCopy,
  reportUnsentCopy,
  rememberOrder,
  orderOfPhone,
  readCart,
  removeOrdered,
  savePlaced,
  attempts,
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  now: () => performance.now(),
}
