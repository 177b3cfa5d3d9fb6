/*
 * Placing an order exactly once (docs/product.md, section 5; docs/decisions/placing-orders.md). A press
 * ends in an outcome, or throws and can be repeated: the same attempt goes on.
 */

import { hasCode, ShopError } from '#kit/remote/shop-error.ts'
import type { ShippingAddress } from '#order/address/address.ts'
import type { OrderKey } from '#order/device/order-key.ts'
import { limitProblem } from '#order/order-lines.ts'
import type { CheckoutServices } from '#shop/checkout/checkout-services.ts'
import type { Attempt } from './attempt.ts'
import {
  type CompletionOptions,
  completeOrder,
  findSaved,
  isSamePurchase,
  type Purchase,
  type SavedOrder,
  toRequest,
} from './complete-order.ts'
import { hasOtherAddress, nameEarlier, type Outcome, placedBefore, setAside } from './outcome.ts'
import { withRetry } from './retry.ts'

/**
 * Completes the current attempt. `named` are the saved orders that the customer was shown before the press: with another
 * cart or address she wants one more. An order that she was not shown is named first, and nothing is placed.
 */
export async function placeOnce(
  purchase: Purchase,
  named: readonly string[],
  services: CheckoutServices,
): Promise<Outcome> {
  const attempt = services.attempts.current()
  const { key, step, earlier } = attempt
  if (earlier && !named.includes(earlier)) return { result: 'named', orderId: earlier }
  if (purchase.cart.items.length === 0)
    return finishWithoutCart(attempt, purchase.address, services)

  // An earlier press saved the order, and its copy was refused: the second try is the last.
  const copy = step === 'saved' ? 'optional' : 'required'
  if (step === 'saved') {
    const saved = await lookUp(key, services)
    if (saved && isSamePurchase(saved.order, purchase)) return finish(saved, copy, services)
  }

  try {
    return await finish(await placeByKey(key, purchase, services), copy, services)
  } catch (error) {
    if (!hasCode(error, 'attempt_reused')) throw error
    // The key names an order that differs from what is sent now.
    const saved = await lookUp(key, services)
    if (!saved) throw new ShopError('unreachable', { cause: error })
    // The backend compares prices as well, and the order of the lines.
    if (isSamePurchase(saved.order, purchase)) return finish(saved, copy, services)
    if (named.includes(key.id)) return placeAnother(saved, purchase, services)
    return setAside(saved, { leavesLastUnits: false }, services)
  }
}

/** Without a cart nothing can be placed, but an earlier try may have got through. */
async function finishWithoutCart(
  { key, step }: Attempt,
  address: ShippingAddress,
  services: CheckoutServices,
): Promise<Outcome> {
  const saved = step === 'prepared' ? undefined : await lookUp(key, services)
  if (!saved) throw new ShopError('cart_empty')
  const isBeforeChange = hasOtherAddress(saved, address)
  await completeOrder(saved, { copy: 'optional', removesUnits: true, isBeforeChange }, services)
  return placedBefore(saved, isBeforeChange)
}

/** Places a second order beside one that its customer was told of. The cart is hers as she sees it. */
async function placeAnother(
  earlier: SavedOrder,
  purchase: Purchase,
  services: CheckoutServices,
): Promise<Outcome> {
  await completeOrder(earlier, { copy: 'optional', removesUnits: false }, services)
  nameEarlier(earlier.key.id, services)
  const { key } = services.attempts.current()
  return finish(await placeByKey(key, purchase, services), 'required', services)
}

/** Completes an order of the cart that the customer sees: its units leave it. */
async function finish(
  saved: SavedOrder,
  copy: CompletionOptions['copy'],
  services: CheckoutServices,
): Promise<Outcome> {
  await completeOrder(saved, { copy, removesUnits: true }, services)
  return { result: 'placed', orderId: saved.key.id, order: saved.order }
}

/**
 * The order of an attempt, or undefined where there is none. `rate_limited` says the same: the limit counts misses alone,
 * and others who share the client address may have used it up.
 */
async function lookUp(key: OrderKey, services: CheckoutServices): Promise<SavedOrder | undefined> {
  try {
    return await withRetry(() => findSaved(key, services), services)
  } catch (error) {
    if (hasCode(error, 'rate_limited')) return undefined
    throw error
  }
}

/**
 * The key is a parameter, not read again: the device's storage may be erased while the order is on its
 * way, and a second key would be a second order.
 */
async function placeByKey(
  key: OrderKey,
  purchase: Purchase,
  services: CheckoutServices,
): Promise<SavedOrder> {
  if (limitProblem(purchase.cart.items)) throw new ShopError('cart_too_large')
  try {
    return await send(key, purchase, services)
  } catch (error) {
    // Placed long ago, and erased since. Whether to order anew is for the customer to decide.
    if (hasCode(error, 'order_erased')) services.attempts.begin()
    if (!hasCode(error, 'id_taken')) throw error
    // Another customer's order has this id: nothing was saved, so a new one is safe.
    const { key: other } = services.attempts.begin(services.attempts.latest()?.earlier)
    return send(other, purchase, services)
  }
}

/** Sends the request, with retries: the backend saves it once. The order may have another number than its attempt. */
async function send(
  key: OrderKey,
  purchase: Purchase,
  services: CheckoutServices,
): Promise<SavedOrder> {
  const { attempts } = services
  const latest = attempts.latest()
  if (latest?.step === 'prepared' && latest.key.token === key.token)
    attempts.save({ ...latest, step: 'placing' })
  const request = toRequest(purchase, services.orderOfPhone(purchase.address.phone))
  const order = await withRetry(() => services.placeOrder(key, request), services)
  return { key: { ...key, id: order.id }, order, sent: purchase.cart.items }
}
