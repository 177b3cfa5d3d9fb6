/* An order that the backend has saved: how it is found again, compared and completed. */

import { hasCode, ShopError } from '#kit/remote/shop-error.ts'
import { isSameAddress, type ShippingAddress } from '#order/address/address.ts'
import type { OrderKey } from '#order/device/order-key.ts'
import type { Order } from '#order/order.ts'
import type { OrderRequest } from '#order/requests/order-request.ts'
import { isForHolder } from '#order/requests/place-order.api.ts'
import { type Cart, type ChosenLine, isSameCart } from '#shop/cart/cart.ts'
import type { CheckoutServices } from '#shop/checkout/checkout-services.ts'
import { isComplete } from './attempt.ts'

/** What is sent by a press of Place Order. */
export interface Purchase {
  cart: Cart
  address: ShippingAddress
}

export function toRequest({ cart, address }: Purchase, orderOfPhone?: OrderKey): OrderRequest {
  const items = cart.items.map(({ id, size, quantity, price }) => ({ id, size, quantity, price }))
  return {
    items,
    total: cart.total,
    shippingAddress: address,
    ...(orderOfPhone && { orderOfPhone }),
  }
}

/** An order with the key that it was placed by. */
export interface SavedOrder {
  key: OrderKey
  order: Order
  /** What its customer sent: another cart than the order's where an admin entered it meanwhile. */
  sent?: readonly ChosenLine[]
}

/** The order of a key. Another device's order under the same id is not this one. */
export async function findSaved(
  key: OrderKey,
  services: CheckoutServices,
): Promise<SavedOrder | undefined> {
  const order = await services.fetchOrder(key.id, key.token)
  return order && isForHolder(order) ? { key, order } : undefined
}

export function isSamePurchase(order: Order, { cart, address }: Purchase): boolean {
  return isSameCart(order.items, cart.items) && isSameAddress(order.shippingAddress, address)
}

export interface CompletionOptions {
  /** A required copy whose content is refused throws 'copy_refused'; an optional one is tried and no more. */
  copy: 'required' | 'optional'
  /** Whether the cart still holds the ordered units. */
  removesUnits: boolean
  /** Whether it was saved before its cart or address was changed. */
  isBeforeChange?: boolean
}

/**
 * Sends the copy and removes the ordered units from the cart. "saved" is stored before the copy is
 * sent, so that after a reload only the copy is missing. The cart is changed before "complete" is stored:
 * a second tab that reads "complete" also reads the changed cart. Without locks another tab may have
 * completed the order meanwhile: units are removed once.
 */
export async function completeOrder(
  { key, order, sent = order.items }: SavedOrder,
  { copy, removesUnits, isBeforeChange = false }: CompletionOptions,
  services: CheckoutServices,
): Promise<void> {
  const { attempts } = services
  // An admin entered it from a message without the code of this device, which gets no right to it.
  if (isForHolder(order)) services.rememberOrder(key, order.shippingAddress.phone)
  if (isCompleted(key.id, services)) return
  saveStep('saved')
  try {
    await services.sendOrderCopy(order)
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    if (copy === 'required' && hasCode(error, 'copy_refused')) throw error
    services.reportUnsentCopy(key)
  }
  if (isCompleted(key.id, services)) return
  if (removesUnits) services.removeOrdered(sent)
  saveStep('complete')

  function saveStep(step: 'saved' | 'complete'): void {
    const latest = attempts.latest()
    // By the token: an order may have got another number than its attempt.
    const earlier = latest?.key.token === key.token ? latest.earlier : undefined
    attempts.save({
      key,
      step,
      ...(earlier !== undefined && { earlier }),
      ...(step === 'complete' && isBeforeChange && { isBeforeChange }),
    })
  }
}

function isCompleted(orderId: string, { attempts }: CheckoutServices): boolean {
  const latest = attempts.latest()
  if (!latest) return false
  return latest.key.id === orderId ? isComplete(latest) : latest.earlier === orderId
}
