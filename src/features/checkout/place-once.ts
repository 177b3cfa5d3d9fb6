/*
 * Placing an order exactly once (docs/product.md, section 5; docs/decisions/placing-orders.md). A press
 * ends in an outcome, or throws and can be repeated: the same attempt goes on.
 */
import { type Cart, cartProblem, withoutOrdered } from '#features/cart/cart.ts'
import { mapFields } from '#features/orders/address.ts'
import { type DeliveryDetails, EXTRA_FIELDS, type Extras } from '#features/orders/extras.ts'
import type { OrderRequest, placeOrder } from '#features/orders/order.api.ts'
import type { OrderKey } from '#features/orders/order-key.ts'
import { hasCode, ShopError } from '#shared/shop-error.ts'
import { type Clock, withRetry } from './retry.ts'
import {
  type CompletionServices,
  completeOrder,
  findSaved,
  isSameAddress,
  isSameCart,
  isSameOrder,
  type Purchase,
  type SavedOrder,
} from './saved-order.ts'

export interface PlacingServices extends CompletionServices, Clock {
  placeOrder: typeof placeOrder
  readCart(): Cart
}

/** The address in the form, where it is complete. */
export type ReadAddress = () => DeliveryDetails | undefined

export type Outcome =
  | {
      result: 'placed'
      orderId: string
      /** The order was saved by an earlier try, before its cart or address was changed. */
      isBeforeChange?: boolean
    }
  /** An order placed earlier has to be named. Nothing new is placed. */
  | { result: 'earlier'; orderId: string }

/**
 * Completes the current attempt. `named` are the saved orders that the customer was shown before the
 * press: with another cart or address she wants one more. Of an order that she wasn't shown she is told
 * first.
 */
export async function placeOnce(
  purchase: Purchase,
  named: readonly string[],
  services: PlacingServices,
): Promise<Outcome> {
  const { key, step, earlier } = services.attempts.current()
  if (earlier && !named.includes(earlier)) return { result: 'earlier', orderId: earlier }
  if (purchase.cart.items.length === 0) return confirmAttempt(key, purchase.address, services)
  if (step === 'saved') {
    const saved = await withRetry(() => findSaved(key, services), services)
    if (saved && isSameOrder(saved.order, purchase)) return complete(saved)
  }
  try {
    return await complete(await save(key, purchase, services))
  } catch (error) {
    if (!hasCode(error, 'attempt_reused')) throw error
    const saved = await withRetry(() => findSaved(key, services), services)
    if (!saved) throw new ShopError('unreachable', { cause: error })
    // The backend compares prices as well, and the order of the lines.
    if (isSameOrder(saved.order, purchase)) return complete(saved)
    if (named.includes(key.id)) return placeAnother(saved, purchase, services)
    return setAside(saved, { leavesLastUnits: false }, services)
  }

  /** The copy of an order that is saved already was refused before: the second try is the last. */
  async function complete(saved: SavedOrder): Promise<Outcome> {
    const copy = step === 'saved' ? 'optional' : 'required'
    await completeOrder(saved, { copy, takesUnits: true }, services)
    return { result: 'placed', orderId: saved.key.id }
  }
}

/**
 * On opening the checkout: an order whose response was lost, or whose confirmation nobody saw. With the
 * cart that it was placed with it is completed and confirmed; beside another cart it is named, and the
 * units that are not part of it stay in the cart. The form is read last: it may be edited meanwhile.
 */
export async function findEarlier(
  readAddress: ReadAddress,
  services: PlacingServices,
): Promise<Outcome | undefined> {
  const latest = services.attempts.latest()
  if (!latest || latest.step === 'seen') return undefined
  if (latest.step === 'complete') return findUnseen(latest.key, readAddress, services)
  const found = await findSaved(latest.key, services)
  if (!found) return latest.earlier ? { result: 'earlier', orderId: latest.earlier } : undefined
  const saved = latest.step === 'placing' ? await claim(found, readAddress(), services) : found
  const { items } = services.readCart()
  const isCartEmpty = items.length === 0
  if (!isCartEmpty && !isSameCart(saved.sent ?? saved.order.items, items)) {
    return setAside(saved, { leavesLastUnits: true }, services)
  }
  const copy = isCartEmpty ? 'optional' : 'required'
  await completeOrder(saved, { copy, takesUnits: true }, services)
  return confirm(saved, readAddress())
}

/**
 * Sends the attempt again, whose order is saved. Where an admin entered it meanwhile, that makes this device
 * the order's, whatever its lines (docs/product.md, rule 5.18).
 */
async function claim(
  saved: SavedOrder,
  address: DeliveryDetails | undefined,
  services: PlacingServices,
): Promise<SavedOrder> {
  const cart = services.readCart()
  if (!address || cart.items.length === 0) return saved
  try {
    const order = await services.placeOrder(saved.key, toRequest({ cart, address }))
    return { ...saved, order, sent: cart.items }
  } catch (error) {
    if (hasCode(error, 'attempt_reused') || hasCode(error, 'id_taken')) return saved
    throw error
  }
}

/** A complete order whose confirmation nobody saw. Known without the backend, compared with its help. */
export async function findUnseen(
  key: OrderKey,
  readAddress: ReadAddress,
  services: PlacingServices,
): Promise<Outcome> {
  const saved = await findSaved(key, services).catch(ignoreShopError)
  const { items } = services.readCart()
  if (items.length > 0 && !(saved && isSameCart(saved.order.items, items)))
    return nameEarlier(key.id, services)
  return saved ? confirm(saved, readAddress()) : { result: 'placed', orderId: key.id }
}

/** Without a cart nothing can be placed, but an earlier try may have got through. */
async function confirmAttempt(
  key: OrderKey,
  address: DeliveryDetails,
  services: PlacingServices,
): Promise<Outcome> {
  const saved = await withRetry(() => findSaved(key, services), services)
  if (!saved) throw new ShopError('cart_empty')
  await completeOrder(saved, { copy: 'optional', takesUnits: true }, services)
  return confirm(saved, address)
}

/**
 * Completes an order that its customer has not been told of, and whose cart or address she has changed
 * since. What is left in the cart is for the next press to place.
 */
async function setAside(
  saved: SavedOrder,
  { leavesLastUnits }: { leavesLastUnits: boolean },
  services: PlacingServices,
): Promise<Outcome> {
  const left = withoutOrdered(services.readCart(), saved.order.items)
  const takesUnits = left.items.length > 0 || !leavesLastUnits
  await completeOrder(saved, { copy: 'optional', takesUnits }, services)
  const { id } = saved.key
  if (services.readCart().items.length > 0) return nameEarlier(id, services)
  return { result: 'placed', orderId: id, isBeforeChange: true }
}

/** Places a second order beside one that its customer was told of. The cart is hers as she sees it. */
async function placeAnother(
  earlier: SavedOrder,
  purchase: Purchase,
  services: PlacingServices,
): Promise<Outcome> {
  await completeOrder(earlier, { copy: 'optional', takesUnits: false }, services)
  nameEarlier(earlier.key.id, services)
  const saved = await save(services.attempts.current().key, purchase, services)
  await completeOrder(saved, { copy: 'required', takesUnits: true }, services)
  return { result: 'placed', orderId: saved.key.id }
}

/** From here on the next attempt names this order. Another tab may have begun that attempt already. */
export function nameEarlier(orderId: string, { attempts }: PlacingServices): Outcome {
  if (attempts.latest()?.earlier !== orderId) attempts.begin(orderId)
  return { result: 'earlier', orderId }
}

function confirm({ key, order }: SavedOrder, address: DeliveryDetails | undefined): Outcome {
  const isBeforeChange = address !== undefined && !isSameAddress(order, address)
  return { result: 'placed', orderId: key.id, isBeforeChange }
}

/**
 * The key is a parameter, not read again: the device's storage may be erased while the order is on its
 * way, and a second key would be a second order.
 */
async function save(
  key: OrderKey,
  purchase: Purchase,
  services: PlacingServices,
): Promise<SavedOrder> {
  const { cart } = purchase
  if (cartProblem(cart)) throw new ShopError('cart_too_large')
  const request = toRequest(purchase)
  const place = (by: OrderKey) => withRetry(() => services.placeOrder(by, request), services)
  try {
    return { key, order: await place(key), sent: cart.items }
  } catch (error) {
    // Placed long ago, and erased since. Whether to order anew is for the customer to decide.
    if (hasCode(error, 'order_erased')) services.attempts.begin()
    if (!hasCode(error, 'id_taken')) throw error
    // Another customer's order has this id: nothing was saved, so a new one is safe.
    const other = services.attempts.begin(services.attempts.latest()?.earlier).key
    return { key: other, order: await place(other), sent: cart.items }
  }
}

/** Without extras, the request has none: an earlier version of the page sent the same. */
function toRequest({ cart, address: details }: Purchase): OrderRequest {
  const extras = EXTRA_FIELDS.flatMap((field) => (details[field] ? [[field, details[field]]] : []))
  return {
    items: cart.items.map(toChoice),
    total: cart.total,
    shippingAddress: mapFields((field) => details[field]),
    ...(extras.length > 0 && { extras: Object.fromEntries(extras) as Extras }),
  }
}

function toChoice({ id, size, quantity, price }: Cart['items'][number]) {
  return { id, size, quantity, price }
}

function ignoreShopError(error: unknown): undefined {
  if (!(error instanceof ShopError)) throw error
}
