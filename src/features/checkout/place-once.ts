/*
 * Placing an order exactly once (decisions.md, "Checkout"). Every way out of here is one of two: the
 * order is saved and copied, or an error is thrown and the same attempt can go on later.
 */
import { type Cart, cartProblem } from '#features/cart/cart.ts'
import type { ShippingAddress } from '#features/orders/address.ts'
import type { fetchOrder, placeOrder } from '#features/orders/order.remote.ts'
import type { Order } from '#features/orders/order.ts'
import type { OrderKey } from '#features/orders/order-key.ts'
import { hasCode, ShopError } from '#shared/shop-error.ts'
import type { Attempt, attempts } from './attempt.ts'

export interface PlacingServices {
  placeOrder: typeof placeOrder
  fetchOrder: typeof fetchOrder
  sendOrderCopy(order: Order): Promise<void>
  /** Keeps the key, so that this device sees its order in full. */
  rememberOrder(key: OrderKey): void
  /** Takes the ordered pieces out of the cart. */
  takeOrdered(items: Order['items']): void
  attempts: typeof attempts
  /** Resolves after so many milliseconds. */
  wait(milliseconds: number): Promise<void>
  now(): number
}

/** Milliseconds before the first and the second automatic retry. */
const PAUSES = [500, 1500]

/** No retry begins later than this many milliseconds after the press. */
const PATIENCE = 20_000

/** Brings the current attempt to its end, doing again only the step that is missing. */
export async function placeOnce(
  cart: Cart,
  address: ShippingAddress,
  services: PlacingServices,
): Promise<Order> {
  const attempt = services.attempts.current()
  const order =
    attempt.step === 'saved'
      ? await readBack(attempt, services)
      : await save(cart, address, services)
  await finish(order, services)
  return order
}

/** An attempt of this device that did get through although its answer was lost, now brought to its end. */
export async function resumeAttempt(services: PlacingServices): Promise<Order | undefined> {
  const attempt = services.attempts.latest()
  if (!attempt || attempt.step === 'done') return undefined
  const order = await services.fetchOrder(attempt.key.id, attempt.key.token)
  // Somebody else's order under the same id is shown masked; only the placing device sees its own.
  if (!order || order.masked) return undefined
  await finish(order, services)
  return order
}

async function save(
  cart: Cart,
  address: ShippingAddress,
  services: PlacingServices,
): Promise<Order> {
  if (cart.items.length === 0) throw new ShopError('cart_empty')
  if (cartProblem(cart)) throw new ShopError('cart_too_large')
  const request = { items: cart.items.map(toChoice), total: cart.total, shippingAddress: address }
  try {
    return await patiently(
      () => services.placeOrder(services.attempts.current().key, request),
      services,
    )
  } catch (error) {
    // An id that somebody else's order has already: nothing was saved, so a new one is safe.
    if (hasCode(error, 'id_taken'))
      return services.placeOrder(services.attempts.begin().key, request)
    // An earlier try did get through, and the form or the cart was changed since. That order stands.
    if (hasCode(error, 'attempt_reused')) return readBack(services.attempts.current(), services)
    throw error
  }
}

/** Tries again where the outcome is unknown; the store knows the attempt and will not save it twice. */
async function patiently<Answer>(
  ask: () => Promise<Answer>,
  { wait, now }: PlacingServices,
): Promise<Answer> {
  const start = now()
  for (const pause of PAUSES) {
    try {
      return await ask()
    } catch (error) {
      if (!hasCode(error, 'unreachable') || now() - start + pause > PATIENCE) throw error
      await wait(pause)
    }
  }
  return ask()
}

/** The order that an attempt has saved. */
async function readBack({ key }: Attempt, { fetchOrder }: PlacingServices): Promise<Order> {
  const order = await fetchOrder(key.id, key.token)
  if (!order) throw new ShopError('unreachable')
  return order
}

/**
 * Saved is noted before the copy is tried, since a refused copy is then all that is left to do. The
 * cart is emptied before the end is noted: a second tab that sees the end also sees the empty cart.
 */
async function finish(order: Order, services: PlacingServices): Promise<void> {
  const { key } = services.attempts.current()
  services.attempts.save({ key, step: 'saved' })
  services.rememberOrder(key)
  await services.sendOrderCopy(order)
  services.takeOrdered(order.items)
  services.attempts.save({ key, step: 'done' })
}

function toChoice({ id, size, quantity, price }: Cart['items'][number]) {
  return { id, size, quantity, price }
}
