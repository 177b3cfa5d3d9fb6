/** The one cart: shared by all islands and tabs, and alive between visits (decisions.md, "Cart"). */
import { persistentAtom } from '@nanostores/persistent'
import { computed, type ReadableAtom } from 'nanostores'
import '#shared/device-storage.ts'
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

const $stored = persistentAtom<Cart>('zulf:cart', EMPTY_CART, {
  encode: encodeCart,
  decode: decodeCart,
})

export const $cart: ReadableAtom<Cart> = $stored

/** Pieces in the cart, for the badge. */
export const $cartCount = computed($cart, countPieces)

export function addToCart(choice: Choice): void {
  $stored.set(withAdded($stored.get(), choice))
}

export function setQuantity(id: string, size: string, quantity: number): void {
  $stored.set(withQuantity($stored.get(), id, size, quantity))
}

export function removeFromCart(id: string, size: string): void {
  setQuantity(id, size, 0)
}

/** After an order: its pieces leave the cart. */
export function takeOrdered(ordered: readonly Choice[]): void {
  $stored.set(withoutOrdered($stored.get(), ordered))
}

export function clearCart(): void {
  $stored.set(EMPTY_CART)
}
