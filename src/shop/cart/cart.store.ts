/**
 * The one cart (docs/product.md, rules 2.4–2.9): shared by the islands and scripts of a page, and by all tabs. Every
 * change begins with what is saved at that moment, which another tab may have written.
 */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { onShownFromCache } from '#kit/page-events.ts'
import { deviceStorage } from '#kit/storage/device-storage.ts'
import { isOnThisPageOnly } from '#kit/storage/storage-lifetime.ts'
import { showToast, type Toast } from '#kit/toast/toast.store.ts'
import { withLines } from '#paths.ts'
import { type Cart, type Choice, toCart, withAdded, withoutOrdered, withQuantity } from './cart.ts'
import { offSaleToasts } from './off-sale.ts'
import { withPair } from './pair-offer.ts'
import {
  type RemovedLine,
  removedWith,
  restored,
  type ShownLine,
  shownLines,
  withoutPresent,
} from './removed-lines.ts'
import { CARRIED, CART_KEY, decodeCart, encodeCart, savedChoices } from './stored-cart.ts'

/** Counts the orders of this device, so that no tab restores a line after one. */
const ORDERED_KEY = 'zulf:ordered'

let savedText = deviceStorage.get(CART_KEY)
let lastOrdered = deviceStorage.get(ORDERED_KEY)

const $saved = atom<Cart>(decodeCart(savedText))
const $removed = atom<readonly RemovedLine[]>([])

/** In a printed island: `useStore($cart, { ssr: () => EMPTY_CART })`, or `useCart()`. */
export const $cart: ReadableAtom<Cart> = $saved

/** The lines of the cart, and in their places those that were removed on this page. */
export const $lines: ReadableAtom<ShownLine[]> = computed([$saved, $removed], shownLines)

if (typeof window !== 'undefined') {
  addEventListener('storage', ({ key }) => {
    // Null where the whole storage was cleared.
    if (key === CART_KEY || key === null) readCart()
  })
  onShownFromCache(readCart)
}

/** The cart as it is saved at this moment. `$cart` hears of other tabs with a delay, so an order reads the cart here. */
export function readCart(): Cart {
  const text = deviceStorage.get(CART_KEY)
  const ordered = deviceStorage.get(ORDERED_KEY)
  if (text === savedText && ordered === lastOrdered) return $saved.get()
  const cart = decodeCart(text)
  $removed.set(ordered === lastOrdered ? withoutPresent($removed.get(), cart) : [])
  savedText = text
  lastOrdered = ordered
  $saved.set(cart)
  return cart
}

/** Adds to the line of the same product and size. */
export function addToCart(choice: Choice): void {
  change((cart) => withAdded(cart, choice))
}

export function setQuantity(id: string, size: string, quantity: number): void {
  change((cart) => withQuantity(cart, id, size, quantity))
}

export function removeFromCart(id: string, size: string): void {
  dropOffSale()
  // Before the cart, whose listeners call canRestore().
  $removed.set(removedWith($lines.get(), { id, size }))
  setQuantity(id, size, 0)
}

/** Does nothing where the line is not shown as removed any more. */
export function restoreToCart(id: string, size: string): void {
  change(() => restored($lines.get(), { id, size }))
}

/** Whether a line that was removed on this page can be restored. */
export function canRestore(): boolean {
  return $lines.get().some(({ isRemoved }) => isRemoved)
}

/** A pair in place of the units of a line, where one is sold for less. */
export function swapForPair(line: Pick<Choice, 'id' | 'size'>): void {
  change((cart) => withPair(cart, line))
}

export function replaceCart(choices: readonly Choice[]): void {
  change(() => toCart(choices))
}

/** After an order: its units leave the cart. */
export function takeOrdered(ordered: readonly Choice[]): void {
  const left = withoutOrdered(readCart(), ordered)
  // Before the cart, whose change notifies other tabs.
  deviceStorage.set(ORDERED_KEY, String((Number(lastOrdered) || 0) + 1))
  // Where storage is full the old cart is removed, even if the new one cannot be saved.
  deviceStorage.remove(CART_KEY)
  save(left)
}

/**
 * Takes out of the saved cart what was taken off sale, and says so once (rule 2.5). Damaged data is replaced by what
 * could be read of it. Every change of the cart begins with it, and so do the pages that show its lines.
 */
export function dropOffSale(say: (toast: Toast) => unknown = showToast): void {
  const cart = readCart()
  if (savedText === null || savedText === encodeCart(cart)) return
  const toasts = offSaleToasts(savedChoices(savedText))
  save(cart)
  toasts.forEach(say)
}

/**
 * The path to a page that shows the cart. Where the browser stores nothing, the cart goes with it in the query
 * (cart-in-url.ts).
 */
export function pathWithCart(path: string): string {
  const { items } = readCart()
  if (items.length === 0 || !isOnThisPageOnly(CART_KEY)) return path
  return withLines(path, CARRIED, items)
}

function change(changed: (cart: Cart) => Cart): void {
  dropOffSale()
  save(changed(readCart()))
}

function save(cart: Cart): void {
  deviceStorage.set(CART_KEY, encodeCart(cart))
  readCart()
}
