/** The one cart: shared by all islands and tabs, and alive between visits (decisions.md, "Cart"). */
import { persistentAtom } from '@nanostores/persistent'
import { computed, type ReadableAtom } from 'nanostores'
import { deviceStorage } from '#shared/device-storage.ts'
import {
  type Cart,
  type Choice,
  countPieces,
  EMPTY_CART,
  withAdded,
  withoutOrdered,
  withQuantity,
} from './cart.ts'
import { decodeCart, encodeCart } from './stored-cart.ts'

const KEY = 'zulf:cart'

const $stored = persistentAtom<Cart>(KEY, EMPTY_CART, {
  encode: encodeCart,
  decode: decodeCart,
})

// What was damaged or outdated is replaced at once by what could be read of it.
if (deviceStorage.get(KEY) !== null) $stored.set($stored.get())

export const $cart: ReadableAtom<Cart> = $stored

/** Pieces in the cart, for the badge. */
export const $cartCount = computed($cart, countPieces)

/**
 * The cart as the device keeps it at this moment. `$cart` hears of other tabs a little later, which
 * is soon enough for the screen but not for an order.
 */
export function readCart(): Cart {
  const text = deviceStorage.get(KEY)
  return text === null ? EMPTY_CART : decodeCart(text)
}

export function addToCart(choice: Choice): void {
  $stored.set(withAdded(readCart(), choice))
}

export function setQuantity(id: string, size: string, quantity: number): void {
  $stored.set(withQuantity(readCart(), id, size, quantity))
}

export function removeFromCart(id: string, size: string): void {
  setQuantity(id, size, 0)
}

/** After an order: its pieces leave the cart. */
export function takeOrdered(ordered: readonly Choice[]): void {
  const left = withoutOrdered(readCart(), ordered)
  // A device that has no room for the new cart must at least forget the old one.
  deviceStorage.remove(KEY)
  $stored.set(left)
}

export function clearCart(): void {
  $stored.set(EMPTY_CART)
}
