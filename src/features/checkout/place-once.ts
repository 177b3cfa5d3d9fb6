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
import { type attempts, isThrough } from './attempt.ts'

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
  const saved = attempt.step === 'saved' && (await findOwn(attempt.key, services))
  // Where the store denies an order that it confirmed, the same key is safe in any case.
  return finish(saved || (await save(cart, address, attempt.key, services)), services)
}

/** An attempt of this device that did get through although its answer was lost, now brought to its end. */
export async function resumeAttempt(services: PlacingServices): Promise<Order | undefined> {
  const attempt = services.attempts.latest()
  if (!attempt || isThrough(attempt)) return undefined
  const saved = await findOwn(attempt.key, services)
  return saved && finish(saved, services)
}

/** An order with the key that it was placed by. */
interface Saved {
  key: OrderKey
  order: Order
}

/**
 * The key is read once: the device's storage may be erased while the order is on its way, and a second
 * key would be a second order.
 */
async function save(
  cart: Cart,
  address: ShippingAddress,
  key: OrderKey,
  services: PlacingServices,
): Promise<Saved> {
  if (cart.items.length === 0) throw new ShopError('cart_empty')
  if (cartProblem(cart)) throw new ShopError('cart_too_large')
  const request = { items: cart.items.map(toChoice), total: cart.total, shippingAddress: address }
  const place = (by: OrderKey) => patiently(() => services.placeOrder(by, request), services)
  try {
    return { key, order: await place(key) }
  } catch (error) {
    // An id that somebody else's order has already: nothing was saved, so a new one is safe.
    if (hasCode(error, 'id_taken')) {
      const other = services.attempts.begin().key
      return { key: other, order: await place(other) }
    }
    // An earlier try did get through, and the form or the cart was changed since. That order stands.
    if (hasCode(error, 'attempt_reused')) {
      const saved = await findOwn(key, services)
      if (saved) return saved
      throw new ShopError('unreachable', { cause: error })
    }
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

/** The order of a key. Somebody else's under the same id is shown masked: only its own device sees it. */
async function findOwn(key: OrderKey, services: PlacingServices): Promise<Saved | undefined> {
  const order = await services.fetchOrder(key.id, key.token)
  return order && !order.masked ? { key, order } : undefined
}

/**
 * Saved is noted before the copy is tried, since a refused copy is then all that is left to do. The
 * cart is emptied before the end is noted: a second tab that sees the end also sees the empty cart.
 * Where pages have no lock, that tab may have come to the end first: pieces are taken out once.
 */
async function finish({ key, order }: Saved, services: PlacingServices): Promise<Order> {
  const { attempts } = services
  const isDone = () => {
    const latest = attempts.latest()
    return latest?.key.id === key.id && isThrough(latest)
  }
  services.rememberOrder(key)
  if (isDone()) return order
  attempts.save({ key, step: 'saved' })
  await services.sendOrderCopy(order)
  if (isDone()) return order
  services.takeOrdered(order.items)
  attempts.save({ key, step: 'done' })
  return order
}

function toChoice({ id, size, quantity, price }: Cart['items'][number]) {
  return { id, size, quantity, price }
}
