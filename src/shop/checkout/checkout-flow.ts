/* How a press of Place Order, or opening the checkout, ends: the state that the page shows then. */

import { hasCode, ShopError } from '#kit/remote/shop-error.ts'
import { ADDRESS_FIELDS, type ShippingAddress } from '#order/address/address.ts'
import { deviceCode } from '#order/device-code.ts'
import { isForHolder } from '#order/requests/place-order.api.ts'
import { learnFromRefusal } from '#shop/pauses/pauses.store.ts'
import { questionOf } from './cart-question.ts'
import type { CheckoutServices } from './checkout-services.ts'
import type { CheckoutState, NamedOrder } from './checkout-state.store.ts'
import { type Attempt, isComplete } from './place/attempt.ts'
import type { Outcome } from './place/outcome.ts'

/** The state and services that the functions of the flow share. */
export interface Flow extends CheckoutState {
  services: CheckoutServices
  /** The attempt that was there when this tab was opened. */
  latestOnCreation: Attempt | undefined
}

/** The latest attempt, if a tab completed it since this one was opened, or nobody has seen its confirmation. */
export function unseenAttempt({ services, latestOnCreation }: Flow): Attempt | undefined {
  const latest = services.attempts.latest()
  const isNew = latest?.key.id !== latestOnCreation?.key.id || latestOnCreation?.step !== 'seen'
  return isNew && latest && isComplete(latest) ? latest : undefined
}

export function namedOrders({ services }: Flow): NamedOrder[] {
  const latest = services.attempts.latest()
  const orders: NamedOrder[] = []
  if (latest?.step === 'saved') orders.push({ orderId: latest.key.id, isCopyMissing: true })
  if (latest?.earlier) orders.push({ orderId: latest.earlier, isCopyMissing: false })
  return orders
}

/** Leads to the confirmation (follow-checkout.ts), which shows the order without asking for it. */
export function showPlaced(
  flow: Flow,
  { orderId, order, isBeforeChange = false }: Outcome & { result: 'placed' },
): void {
  if (order && isForHolder(order)) flow.services.savePlaced(order)
  const named = namedOrders(flow)
  flow.$checkout.set({ state: 'placed', orderId, isBeforeChange, named })
}

export function showEmpty({ $checkout }: Flow): void {
  $checkout.set({ state: 'empty', named: [] })
}

/** Asks where the customer can decide; else says what failed. */
export function showFailure(flow: Flow, error: unknown, address: ShippingAddress): void {
  const { $checkout, services } = flow
  if (hasCode(error, 'cart_empty')) {
    showEmpty(flow)
    return
  }
  const { code, field } = error instanceof ShopError ? error : new ShopError('unforeseen')
  const key = services.attempts.latest()?.key
  const unsent = key && { orderId: key.id, code: deviceCode(key.token), address }
  const named = namedOrders(flow)
  if (hasCode(error, 'item_paused')) learnFromRefusal(error.cause)
  const question = questionOf(error, services.readCart())
  if (question) {
    $checkout.set({ state: 'asking', question, named, ...(unsent && { unsent }) })
    return
  }
  console.error('Error creating order', error)
  const wrongField = ADDRESS_FIELDS.find((name) => name === field)
  // The customer's own mistake, or an order that is saved and named.
  const needsNoShop = wrongField || code === 'cart_too_large' || code === 'copy_refused'
  $checkout.set({
    state: 'failed',
    code,
    problems: wrongField ? { [wrongField]: code } : {},
    named,
    ...(unsent && !needsNoShop && { unsent }),
  })
}
