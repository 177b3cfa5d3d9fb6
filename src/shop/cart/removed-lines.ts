/*
 * Removed lines are shown in their places, with "Undo", until the page is left or something is ordered
 * (docs/product.md, rule 2.21). They are saved nowhere, and priced from today's list like the others.
 */
import {
  type Cart,
  type CartItem,
  type ChosenLine,
  isSame,
  type ProductSize,
  priceCart,
} from './cart.ts'

export interface RemovedLine {
  choice: ChosenLine
  /** Its index among all lines on screen. */
  place: number
}

export interface ShownLine {
  item: CartItem
  isRemoved: boolean
}

/** Without the lines that were added again, here or in another tab. */
export function withoutPresent(removed: readonly RemovedLine[], cart: Cart): RemovedLine[] {
  return removed.filter(({ choice }) => !cart.items.some((item) => isSame(item, choice)))
}

/** The lines on screen. */
export function shownLines(cart: Cart, removed: readonly RemovedLine[]): ShownLine[] {
  const lines = cart.items.map((item) => ({ item, isRemoved: false }))
  for (const { choice, place } of removed) {
    const [item] = priceCart([choice]).items
    if (item) lines.splice(place, 0, { item, isRemoved: true })
  }
  return lines
}

/** What is to be shown as removed once this line has left the cart. */
export function removedWith(lines: readonly ShownLine[], key: ProductSize): RemovedLine[] {
  return lines.flatMap(({ item, isRemoved }, place) =>
    isRemoved || isSame(item, key) ? [{ choice: item, place }] : [],
  )
}

/** The cart with this removed line in its place. */
export function restored(lines: readonly ShownLine[], key: ProductSize): Cart {
  return priceCart(
    lines.filter((line) => !line.isRemoved || isSame(line.item, key)).map(({ item }) => item),
  )
}
