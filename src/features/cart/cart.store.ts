/* The cart: shared by all islands and tabs, and saved between visits (docs/product.md, rules 2.4–2.9). */
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

// Damaged or outdated text is replaced at once by what was parsed of it.
if (deviceStorage.get(CART_KEY) !== null) $stored.set($stored.get())

export const $cart: ReadableAtom<Cart> = $stored

// The badge is on pages without any store, so it listens to the window.
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

/** After an order: its units leave the cart. */
export function takeOrdered(ordered: readonly Choice[]): void {
  const left = withoutOrdered(readCart(), ordered)
  // Removed first: a full device may have no room for the new cart.
  deviceStorage.remove(CART_KEY)
  $stored.set(left)
}

export function replaceCart(choices: readonly Choice[]): void {
  $stored.set(toCart(choices))
}

export function clearCart(): void {
  $stored.set(EMPTY_CART)
}
