/* What a press of Place Order and opening the checkout do. */

import type { ShippingAddress } from '#order/address/address.ts'
import { isForHolder } from '#order/requests/place-order.api.ts'
import { type Cart, isSameCart } from '#shop/cart/cart.ts'
import type { Attempt } from './attempt.ts'
import { findEarlier, findUnseen, type ReadAddress } from './find-earlier.ts'
import { nameEarlier, type Outcome } from './outcome.ts'
import { placeOnce } from './place-once.ts'
import { type PlacingServices, placingServices } from './placing-services.ts'

/** A press of Place Order. */
export interface Press {
  cartAtPress: Cart
  /** The cart as it is now, at the prices that the customer agreed to. */
  cart: Cart
  address: ShippingAddress
  /** Ids of the saved orders that the page named before the press. */
  named: readonly string[]
  /** A complete order whose confirmation nobody saw. */
  unseen: Attempt | undefined
}

export type Placing = ReturnType<typeof createPlacing>

export function createPlacing(options: Partial<PlacingServices> = {}) {
  const services = { ...placingServices, ...options }
  return {
    findEarlier: (readAddress: ReadAddress) =>
      withPlacedSaved(findEarlier(readAddress, services), services),
    place: (press: Press) => withPlacedSaved(place(press, services), services),
  }
}

async function place(
  { cartAtPress, cart, address, named, unseen }: Press,
  services: PlacingServices,
): Promise<Outcome> {
  if (unseen && cart.items.length === 0) return findUnseen(unseen, () => address, services)
  // Another tab has placed the order of this press: what is left in the cart was not pressed for.
  if (unseen && !isSameCart(cart.items, cartAtPress.items))
    return nameEarlier(unseen.key.id, services)
  // The earlier order may have taken its units out of the cart since the press.
  const earlier = services.attempts.latest()?.earlier
  if (earlier && !isSameCart(cart.items, cartAtPress.items))
    return { result: 'named', orderId: earlier }
  return placeOnce({ cart, address }, named, services)
}

/** The confirmation shows the order without asking for it. */
async function withPlacedSaved<Found extends Outcome | undefined>(
  outcome: Promise<Found>,
  { savePlaced }: PlacingServices,
): Promise<Found> {
  const found = await outcome
  const order = found?.result === 'placed' ? found.order : undefined
  if (order && isForHolder(order)) savePlaced(order)
  return found
}
