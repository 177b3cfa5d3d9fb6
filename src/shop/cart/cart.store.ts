/*
 * The one cart (docs/product.md, rules 2.4–2.9): shared by the islands and scripts of a page, and by all tabs. Pages that
 * only show it load no more than this; `change-cart.store.ts` changes it.
 */
import { atom, type ReadableAtom } from 'nanostores'
import { onShownFromCache } from '#kit/page-events.ts'
import { deviceStorage } from '#kit/storage/device-storage.ts'
import { isOnThisPageOnly } from '#kit/storage/storage-lifetime.ts'
import { withLines } from '#paths.ts'
import type { Cart } from './cart.ts'
import { CART_KEY, decodeCart, encodeCart, ORDERED_KEY, WHOLE_CART } from './stored-cart.ts'

let savedText = deviceStorage.get(CART_KEY)
let lastOrdered = deviceStorage.get(ORDERED_KEY)

const $saved = atom<Cart>(decodeCart(savedText))

/** In a prerendered island: `useStore($cart, { ssr: () => EMPTY_CART })`, or `useCart()`. */
export const $cart: ReadableAtom<Cart> = $saved

if (typeof window !== 'undefined') {
  addEventListener('storage', ({ key }) => {
    // Null where the whole storage was cleared.
    if (key === CART_KEY || key === null) readCart()
  })
  onShownFromCache(readCart)
}

/**
 * The cart as it is saved at this moment: `$cart` learns of other tabs with a delay. Notifies the listeners of `$cart`
 * also where another tab placed an order and left the same cart.
 */
export function readCart(): Cart {
  const text = deviceStorage.get(CART_KEY)
  const ordered = deviceStorage.get(ORDERED_KEY)
  if (text === savedText && ordered === lastOrdered) return $saved.get()
  savedText = text
  lastOrdered = ordered
  $saved.set(decodeCart(text))
  return $saved.get()
}

export function saveCart(cart: Cart, changes: readonly string[]): void {
  deviceStorage.set(CART_KEY, encodeCart(cart, changes))
  readCart()
}

/**
 * The path to a page that shows the cart. Where the browser stores nothing, the cart goes with it in the query
 * (cart-in-url.ts).
 */
export function pathWithCart(path: string): string {
  const { items } = readCart()
  if (items.length === 0 || !isOnThisPageOnly(CART_KEY)) return path
  return withLines(path, WHOLE_CART, items)
}
