/* How an attempt to place an order ends, for a press of Place Order and for opening the checkout. */

import { isSameAddress, type ShippingAddress } from '#order/address/address.ts'
import type { Order } from '#order/order.ts'
import { withoutOrdered } from '#shop/cart/cart.ts'
import type { CheckoutServices } from '#shop/checkout/checkout-services.ts'
import { completeOrder, type SavedOrder } from './complete-order.ts'

export type Outcome =
  | {
      result: 'placed'
      orderId: string
      /** Undefined where only the id is known. */
      order?: Order
      /** The order was saved by an earlier try, before its cart or address was changed. */
      isBeforeChange?: boolean
    }
  /** An order placed earlier has to be named. Nothing new is placed. */
  | { result: 'named'; orderId: string }

/** Whether the form has another address than the order. False where the form is incomplete. */
export function hasOtherAddress(
  { order }: SavedOrder,
  address: ShippingAddress | undefined,
): boolean {
  return address !== undefined && !isSameAddress(order.shippingAddress, address)
}

/** An order of an earlier try. */
export function placedBefore({ key, order }: SavedOrder, isBeforeChange: boolean): Outcome {
  return { result: 'placed', orderId: key.id, order, isBeforeChange }
}

/** From here on the next attempt names this order. Another tab may have begun that attempt already. */
export function nameEarlier(orderId: string, { attempts }: CheckoutServices): Outcome {
  if (attempts.latest()?.earlier !== orderId) attempts.begin(orderId)
  return { result: 'named', orderId }
}

/**
 * Completes an order that its customer has not been told of, and whose cart or address she has changed
 * since. What is left in the cart is for the next press to place. `leavesLastUnits` keeps the units in a
 * cart that would be empty without them: nobody has pressed yet.
 */
export async function setAside(
  saved: SavedOrder,
  { leavesLastUnits }: { leavesLastUnits: boolean },
  services: CheckoutServices,
): Promise<Outcome> {
  const left = withoutOrdered(services.readCart(), saved.order.items)
  const removesUnits = left.items.length > 0 || !leavesLastUnits
  const options = { copy: 'optional', removesUnits, isBeforeChange: true } as const
  await completeOrder(saved, options, services)
  const { id } = saved.key
  if (services.readCart().items.length > 0) return nameEarlier(id, services)
  return { result: 'placed', orderId: id, order: saved.order, isBeforeChange: true }
}
