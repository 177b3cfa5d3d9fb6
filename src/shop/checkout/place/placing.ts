/* What a press of Place Order does. */

import type { ShippingAddress } from '#order/address/address.ts'
import { type Cart, isSameCart } from '#shop/cart/cart.ts'
import type { CheckoutServices } from '#shop/checkout/checkout-services.ts'
import type { Attempt } from './attempt.ts'
import { findUnseen } from './find-earlier.ts'
import { nameEarlier, type Outcome } from './outcome.ts'
import { placeOnce } from './place-once.ts'

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

export async function place(
  { cartAtPress, cart, address, named, unseen }: Press,
  services: CheckoutServices,
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
