/* What a press of Place Order and opening the checkout do, with the services that they use in the browser. */

import type { ShippingAddress } from '#order/address/address.ts'
import { orderOfPhone, rememberOrder } from '#order/device/order-key.ts'
import { handOver } from '#order/device/placed-order.ts'
import { fetchOrder } from '#order/requests/order.api.ts'
import { isForHolder, placeOrder } from '#order/requests/place-order.api.ts'
import { readCart } from '#shop/cart/cart.store.ts'
import type { Cart } from '#shop/cart/cart.ts'
import { takeOrdered } from '#shop/cart/change-cart.ts'
import { type Attempt, attempts } from './attempt.ts'
import { findEarlier, findUnseen, type ReadAddress } from './find-earlier.ts'
import { reportUnsentCopy, sendOrderCopy } from './order-copy.api.ts'
import { nameEarlier, type Outcome, type PlacingServices } from './outcome.ts'
import { placeOnce } from './place-once.ts'
import { isSameCart } from './saved-order.ts'

/** A press of Place Order. */
export interface Press {
  /** The cart when it was pressed. */
  shown: Cart
  /** The cart as it is now, at the prices that the customer agreed to. */
  cart: Cart
  address: ShippingAddress
  /** Ids of the saved orders that the page named before the press. */
  named: readonly string[]
  /** A complete order whose confirmation nobody saw. */
  unseen: Attempt | undefined
}

export type Placing = ReturnType<typeof createPlacing>

export const livePlacing: PlacingServices = {
  readCart,
  takeOrdered,
  rememberOrder,
  orderOfPhone,
  placeOrder,
  fetchOrder,
  sendOrderCopy,
  reportUnsentCopy,
  handOver,
  attempts,
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  now: () => performance.now(),
}

export function createPlacing(options: Partial<PlacingServices> = {}) {
  const services = { ...livePlacing, ...options }
  return {
    findEarlier: (readAddress: ReadAddress) =>
      handedOver(findEarlier(readAddress, services), services),
    place: (press: Press) => handedOver(place(press, services), services),
  }
}

async function place(
  { shown, cart, address, named, unseen }: Press,
  services: PlacingServices,
): Promise<Outcome> {
  if (unseen && cart.items.length === 0) return findUnseen(unseen.key, () => address, services)
  // Or another tab has placed it: what is left in the cart is not what was pressed for.
  if (unseen && !isSameCart(cart.items, shown.items)) return nameEarlier(unseen.key.id, services)
  // Its units may have left the cart since the press. What is left was not pressed for.
  const earlier = services.attempts.latest()?.earlier
  if (earlier && !isSameCart(cart.items, shown.items))
    return { result: 'earlier', orderId: earlier }
  return placeOnce({ cart, address }, named, services)
}

/** The confirmation shows the order without asking for it. */
async function handedOver<Found extends Outcome | undefined>(
  outcome: Promise<Found>,
  { handOver }: PlacingServices,
): Promise<Found> {
  const found = await outcome
  const order = found?.result === 'placed' ? found.order : undefined
  if (order && isForHolder(order)) handOver(order)
  return found
}
