/*
 * The cart as /checkout shows it: at the prices that the customer agreed to, and from the press on as it was sent. The
 * units of a placed order leave the saved cart before the page is left.
 */
import { atom, computed } from 'nanostores'
import { cartWithTotal } from '#shop/cart/cart.ts'
import { $lines } from '#shop/cart/change-cart.store.ts'
import type { ShownLine } from '#shop/cart/removed-lines.ts'
import { type Prices, withPrice } from './agreed-prices.ts'

/** The prices that differ from the price list of the page. */
export const $shownPrices = atom<Prices | undefined>()

/** Whether what is shown stays, whatever becomes of the saved cart. */
export const $isSent = atom(false)

let latest: readonly ShownLine[] = []

/** All lines, with those that were removed on this page. */
export const $shownLines = computed([$lines, $shownPrices, $isSent], (lines, prices, isSent) => {
  // A cart that is emptied with nothing to restore was ordered, here or in another tab: the page is about to be left.
  const isOrdered = lines.length === 0
  if (!isSent && !isOrdered)
    latest = lines.map((line) => ({ ...line, item: withPrice(line.item, prices) }))
  return latest
})

export const $shownCart = computed($shownLines, (lines) =>
  cartWithTotal(lines.filter(({ isRemoved }) => !isRemoved).map(({ item }) => item)),
)
