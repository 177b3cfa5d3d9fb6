/*
 * On opening the checkout: an order of this device whose customer may not know of it. Its response was
 * lost, or nobody saw its confirmation (docs/product.md, section 5).
 */

import { hasCode, ShopError } from '#kit/remote/shop-error.ts'
import type { ShippingAddress } from '#order/address/address.ts'
import { isForHolder } from '#order/requests/place-order.api.ts'
import { isSameCart } from '#shop/cart/cart.ts'
import type { CheckoutServices } from '#shop/checkout/checkout-services.ts'
import type { Attempt } from './attempt.ts'
import { completeOrder, findSaved, type SavedOrder, toRequest } from './complete-order.ts'
import { hasOtherAddress, nameEarlier, type Outcome, placedBefore, setAside } from './outcome.ts'

/** Reads the clean address from the form; undefined where it is incomplete. */
export type ReadAddress = () => ShippingAddress | undefined

/**
 * With the cart that it was placed with the order is completed and confirmed. Beside another cart it is
 * named, and the units that are not part of it stay in the cart. The form is read last: it may be edited
 * meanwhile.
 */
export async function findEarlier(
  readAddress: ReadAddress,
  services: CheckoutServices,
): Promise<Outcome | undefined> {
  const latest = services.attempts.latest()
  if (!latest || latest.step === 'seen') return undefined
  if (latest.step === 'complete') return findUnseen(latest, readAddress, services)

  const { key, step } = latest
  const order = step === 'prepared' ? undefined : await services.fetchOrder(key.id, key.token)
  const found: SavedOrder | undefined = order && !order.masked ? { key, order } : undefined
  const saved = found && step === 'placing' ? await claim(found, readAddress(), services) : found
  // Nothing was saved by this key. The order placed before it is still to be named.
  if (!saved) return latest.earlier ? { result: 'named', orderId: latest.earlier } : undefined

  const { items } = services.readCart()
  const isCartEmpty = items.length === 0
  if (!isCartEmpty && !isSameCart(saved.sent ?? saved.order.items, items)) {
    return setAside(saved, { leavesLastUnits: true }, services)
  }
  // The confirmation must not wait for a copy where there is no cart to press for again.
  const copy = isCartEmpty ? 'optional' : 'required'
  const isBeforeChange = hasOtherAddress(saved, readAddress())
  await completeOrder(saved, { copy, removesUnits: true, isBeforeChange }, services)
  return placedBefore(saved, hasOtherAddress(saved, readAddress()))
}

/** A complete order whose confirmation nobody saw. Found also where the backend, which has its lines, is not reached. */
export async function findUnseen(
  { key, isBeforeChange = false }: Attempt,
  readAddress: ReadAddress,
  services: CheckoutServices,
): Promise<Outcome> {
  const saved = await findSaved(key, services).catch(ignoreShopError)
  const { items } = services.readCart()
  const isOfThisCart = saved && isSameCart(saved.order.items, items)
  if (items.length > 0 && !isOfThisCart) return nameEarlier(key.id, services)
  if (!saved) return { result: 'placed', orderId: key.id, isBeforeChange }
  return placedBefore(saved, isBeforeChange || hasOtherAddress(saved, readAddress()))
}

/**
 * Sends an attempt again whose id has an order. Where an admin entered that order meanwhile it becomes the customer's,
 * whatever its lines (docs/product.md, rule 5.18). Undefined where it is another customer's.
 */
async function claim(
  found: SavedOrder,
  address: ShippingAddress | undefined,
  services: CheckoutServices,
): Promise<SavedOrder | undefined> {
  const own = isForHolder(found.order) ? found : undefined
  const cart = services.readCart()
  if (!address || cart.items.length === 0) return own
  try {
    const order = await services.placeOrder(found.key, toRequest({ cart, address }))
    return { key: { ...found.key, id: order.id }, order, sent: cart.items }
  } catch (error) {
    if (hasCode(error, 'attempt_reused') || hasCode(error, 'id_taken')) return own
    throw error
  }
}

function ignoreShopError(error: unknown): undefined {
  if (!(error instanceof ShopError)) throw error
}
