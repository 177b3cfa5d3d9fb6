/** The one cart: shared by all islands and tabs, and alive between visits (decisions.md, "Cart"). */
import type { ReadableAtom } from 'nanostores'
import { deviceStorage } from '#shared/device-storage.ts'
import { storedAtom } from '#shared/stored-atom.ts'
import {
  type Cart,
  type Choice,
  EMPTY_CART,
  toCart,
  withAdded,
  withoutOrdered,
  withQuantity,
} from './cart.ts'
import { CART_KEY, decodeCart, encodeCart, readCart } from './stored-cart.ts'

export { readCart }

const $stored = storedAtom<Cart>(CART_KEY, EMPTY_CART, {
  encode: encodeCart,
  decode: decodeCart,
})

// What was damaged or outdated is replaced at once by what could be read of it.
if (deviceStorage.get(CART_KEY) !== null) $stored.set($stored.get())

export const $cart: ReadableAtom<Cart> = $stored

// The badge is on pages that carry no store at all, so it listens to the page.
if (typeof window !== 'undefined') {
  $cart.listen(() => window.dispatchEvent(new Event('cart-changed')))
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
  deviceStorage.remove(CART_KEY)
  $stored.set(left)
}

export function replaceCart(choices: readonly Choice[]): void {
  $stored.set(toCart(choices))
}

export function clearCart(): void {
  $stored.set(EMPTY_CART)
}
