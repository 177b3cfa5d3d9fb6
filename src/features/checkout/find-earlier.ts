/*
 * On opening the checkout: an order of this device whose customer may not know of it. Its response was
 * lost, or nobody saw its confirmation (docs/product.md, section 5).
 */
import type { DeliveryDetails } from '#features/orders/extras.ts'
import type { OrderKey } from '#features/orders/order-key.ts'
import { hasCode, ShopError } from '#shared/shop-error.ts'
import { confirm, nameEarlier, type Outcome, type PlacingServices, setAside } from './outcome.ts'
import { completeOrder, findSaved, isSameCart, type SavedOrder, toRequest } from './saved-order.ts'

/** The address in the form, where it is complete. */
export type ReadAddress = () => DeliveryDetails | undefined

/**
 * With the cart that it was placed with the order is completed and confirmed. Beside another cart it is
 * named, and the units that are not part of it stay in the cart. The form is read last: it may be edited
 * meanwhile.
 */
export async function findEarlier(
  readAddress: ReadAddress,
  services: PlacingServices,
): Promise<Outcome | undefined> {
  const latest = services.attempts.latest()
  if (!latest || latest.step === 'seen') return undefined
  if (latest.step === 'complete') return findUnseen(latest.key, readAddress, services)

  const found = await findSaved(latest.key, services)
  // Nothing was saved by this key. The order placed before it is still to be named.
  if (!found) return latest.earlier ? { result: 'earlier', orderId: latest.earlier } : undefined

  const saved = latest.step === 'placing' ? await claim(found, readAddress(), services) : found
  const { items } = services.readCart()
  const isCartEmpty = items.length === 0
  if (!isCartEmpty && !isSameCart(saved.sent ?? saved.order.items, items)) {
    return setAside(saved, { leavesLastUnits: true }, services)
  }
  // The confirmation must not wait for a copy where there is no cart to press for again.
  const copy = isCartEmpty ? 'optional' : 'required'
  await completeOrder(saved, { copy, takesUnits: true }, services)
  return confirm(saved, readAddress())
}

/** A complete order whose confirmation nobody saw. Known without the backend, compared with its help. */
export async function findUnseen(
  key: OrderKey,
  readAddress: ReadAddress,
  services: PlacingServices,
): Promise<Outcome> {
  const saved = await findSaved(key, services).catch(ignoreShopError)
  const { items } = services.readCart()
  const isOfThisCart = saved && isSameCart(saved.order.items, items)
  if (items.length > 0 && !isOfThisCart) return nameEarlier(key.id, services)
  return saved ? confirm(saved, readAddress()) : { result: 'placed', orderId: key.id }
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

function ignoreShopError(error: unknown): undefined {
  if (!(error instanceof ShopError)) throw error
}
