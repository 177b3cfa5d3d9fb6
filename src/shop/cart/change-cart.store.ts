/*
 * Changes of the cart, and what they removed on this page. Each begins with what is saved at that moment, which another
 * tab may have written.
 */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { deviceStorage } from '#kit/storage/device-storage.ts'
import { showToast, type Toast } from '#kit/toast/toast.store.ts'
import { $cart, readCart, saveCart } from './cart.store.ts'
import {
  type Cart,
  type ChosenLine,
  type ProductSize,
  priceCart,
  withAdded,
  withoutOrdered,
  withQuantity,
} from './cart.ts'
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
import { CART_KEY, encodeCart, ORDERED_KEY, savedChanges, savedChoices } from './stored-cart.ts'

type Change = (cart: Cart) => Cart

/** Another tab that wrote at the same moment replaces a change within this time, or not at all. */
const SAME_MOMENT_MS = 1000

/** How many ids of changes are saved beside the cart. */
const MAX_CHANGES = 4

const $removed = atom<readonly RemovedLine[]>([])
let lastChange: { id: string; changed: Change; at: number } | undefined
let lastOrdered = deviceStorage.get(ORDERED_KEY)

/** The lines of the cart, and in their places those that were removed on this page. */
export const $lines: ReadableAtom<ShownLine[]> = computed([$cart, $removed], shownLines)

// Must be the first listener: others call canRestore().
$cart.listen((cart) => {
  const ordered = deviceStorage.get(ORDERED_KEY)
  $removed.set(ordered === lastOrdered ? withoutPresent($removed.get(), cart) : [])
  lastOrdered = ordered
})

// Two tabs may read the cart before either has written. The second write replaces the first, whose tab repeats it.
if (typeof window !== 'undefined')
  addEventListener('storage', ({ key }) => {
    if (key !== CART_KEY || !lastChange || Date.now() - lastChange.at > SAME_MOMENT_MS) return
    if (!savedChanges(deviceStorage.get(CART_KEY)).includes(lastChange.id)) save(lastChange)
  })

/** Adds to the line of the same product and size. */
export function addToCart(choice: ChosenLine): void {
  change((cart) => withAdded(cart, choice))
}

export function setQuantity(id: string, size: string, quantity: number): void {
  change((cart) => withQuantity(cart, id, size, quantity))
}

export function removeFromCart(id: string, size: string): void {
  dropOffSale()
  // Is set before the cart, whose listeners call canRestore().
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

/** Replaces the units of a line by a pair, where that costs less. */
export function swapForPair(line: ProductSize): void {
  change((cart) => withPair(cart, line))
}

export function replaceCart(choices: readonly ChosenLine[]): void {
  change(() => priceCart(choices))
}

/** Takes the units of a placed order out of the cart. */
export function removeOrdered(ordered: readonly ChosenLine[]): void {
  const left = withoutOrdered(readCart(), ordered)
  const changes = savedChanges(deviceStorage.get(CART_KEY))
  // Is saved before the cart, whose change notifies other tabs.
  deviceStorage.set(ORDERED_KEY, String((Number(lastOrdered) || 0) + 1))
  // Where storage is full the old cart is removed, even if the new one cannot be saved.
  deviceStorage.remove(CART_KEY)
  saveCart(left, changes)
}

/**
 * Removes from the saved cart what is not sold any more, and says so once (rule 2.5). Replaces damaged data by what can
 * be read of it. Runs before each change of the cart, and on the pages that show its lines.
 */
export function dropOffSale(say: (toast: Toast) => unknown = showToast): void {
  const cart = readCart()
  const text = deviceStorage.get(CART_KEY)
  const changes = savedChanges(text)
  if (text === null || text === encodeCart(cart, changes)) return
  saveCart(cart, changes)
  offSaleToasts(savedChoices(text)).forEach(say)
}

function change(changed: Change): void {
  lastChange = { id: Math.random().toString(36).slice(2), changed, at: Date.now() }
  save(lastChange)
}

function save({ id, changed }: NonNullable<typeof lastChange>): void {
  dropOffSale()
  const others = savedChanges(deviceStorage.get(CART_KEY))
  saveCart(changed(readCart()), [...others, id].slice(-MAX_CHANGES))
}
