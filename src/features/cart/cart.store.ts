/** The one cart as a store: shared by all islands and tabs (docs/product.md, rules 2.4–2.9). */
import { atom, type ReadableAtom } from 'nanostores'
import { deviceStorage } from '#shared/device-storage.ts'
import { type Cart, type Choice, EMPTY_CART, toCart, withoutOrdered, withQuantity } from './cart.ts'
import { CART_KEY, onCartChange } from './cart-changes.ts'
import { encodeCart, readCart, saveCart } from './stored-cart.ts'

export { addToCart, readCart } from './stored-cart.ts'

const $stored = atom<Cart>(readCart())

export const $cart: ReadableAtom<Cart> = $stored

if (typeof window !== 'undefined') onCartChange(() => $stored.set(readCart()))

// What was damaged or outdated is replaced at once by what could be read of it.
const text = deviceStorage.get(CART_KEY)
if (text !== null && text !== encodeCart(readCart())) saveCart(readCart())

export function setQuantity(id: string, size: string, quantity: number): void {
  saveCart(withQuantity(readCart(), id, size, quantity))
}

export function removeFromCart(id: string, size: string): void {
  setQuantity(id, size, 0)
}

/** After an order: its units leave the cart. */
export function takeOrdered(ordered: readonly Choice[]): void {
  const left = withoutOrdered(readCart(), ordered)
  // A device that has no room for the new cart must at least forget the old one.
  deviceStorage.remove(CART_KEY)
  saveCart(left)
}

export function replaceCart(choices: readonly Choice[]): void {
  saveCart(toCart(choices))
}

export function clearCart(): void {
  saveCart(EMPTY_CART)
}
