/** The one cart as a store: shared by all islands and tabs (docs/product.md, rules 2.4–2.9). */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { deviceStorage } from '#kit/storage/device-storage.ts'
import { type Cart, type Choice, toCart, withoutOrdered, withQuantity } from './cart.ts'
import { CART_KEY, onCartChange } from './cart-changes.ts'
import { announceOffSale } from './off-sale.ts'
import { withPair } from './pair-offer.ts'
import {
  type RemovedLine,
  removedWith,
  restored,
  type ShownLine,
  shownLines,
  withoutPresent,
} from './removed-lines.ts'
import { encodeCart, readCart, saveCart } from './stored-cart.ts'

/** Counts the orders of this device, so that no tab restores a line after one. */
const ORDERED_KEY = 'zulf:ordered'

const $stored = atom<Cart>(readCart())
const $removed = atom<readonly RemovedLine[]>([])
let lastOrdered = deviceStorage.get(ORDERED_KEY)

export const $cart: ReadableAtom<Cart> = $stored

/** The lines of the cart, and in their places those that were removed on this page. */
export const $lines: ReadableAtom<ShownLine[]> = computed([$stored, $removed], shownLines)

if (typeof window !== 'undefined') onCartChange(follow)

// What was damaged or outdated is replaced at once by what could be read of it.
const text = deviceStorage.get(CART_KEY)
if (text !== null && text !== encodeCart(readCart())) {
  announceOffSale()
  saveCart(readCart())
}

function follow(): void {
  const cart = readCart()
  const ordered = deviceStorage.get(ORDERED_KEY)
  $removed.set(ordered === lastOrdered ? withoutPresent($removed.get(), cart) : [])
  lastOrdered = ordered
  $stored.set(cart)
}

/** Whether a line that was removed on this page can be restored. */
export function canRestore(): boolean {
  return $lines.get().some(({ isRemoved }) => isRemoved)
}

export function setQuantity(id: string, size: string, quantity: number): void {
  saveCart(withQuantity(readCart(), id, size, quantity))
}

export function removeFromCart(id: string, size: string): void {
  follow()
  // Before the cart, whose listeners call canRestore().
  $removed.set(removedWith($lines.get(), { id, size }))
  setQuantity(id, size, 0)
}

/** Does nothing where the line is not shown as removed any more. */
export function restoreToCart(id: string, size: string): void {
  follow()
  saveCart(restored($lines.get(), { id, size }))
}

/** After an order: its units leave the cart. */
export function takeOrdered(ordered: readonly Choice[]): void {
  follow()
  const left = withoutOrdered(readCart(), ordered)
  // Before the cart, whose change notifies other tabs.
  deviceStorage.set(ORDERED_KEY, String((Number(lastOrdered) || 0) + 1))
  // Where storage is full the old cart is removed, even if the new one cannot be saved.
  deviceStorage.remove(CART_KEY)
  saveCart(left)
}

/** A pair in place of the units of a line, where one is sold for less. */
export function swapForPair(line: Pick<Choice, 'id' | 'size'>): void {
  saveCart(withPair(readCart(), line))
}

export function replaceCart(choices: readonly Choice[]): void {
  saveCart(toCart(choices))
}
