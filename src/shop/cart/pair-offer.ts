/*
 * Several units of one size that are sold together for less, as the Pair is two bottles (docs/product.md, rules
 * 2.33 and 2.34). Which size is the same as which is data: `sameAs` in the price list.
 */

import { formatMoney } from '#kit/money.ts'
import { priceList, sellingPrice } from '#product/price-list.ts'
import {
  type Cart,
  type CartItem,
  type ChosenLine,
  isSame,
  type ProductSize,
  withAdded,
  withQuantity,
} from './cart.ts'
import { PAIR_OFFER } from './words.ts'

export interface PairOffer {
  sentence: string
  /** The label of the button. */
  label: string
  /** What the units are swapped for. */
  pair: ChosenLine
  /** How many units are swapped. Others stay. */
  units: number
}

type Units = Pick<CartItem, 'id' | 'size' | 'price' | 'quantity'>

/** Undefined where no other product has the same units for less. */
export function pairOffer(line: Units): PairOffer | undefined {
  return offerOf(line, PAIR_OFFER.label, (needed) => line.quantity - (line.quantity % needed))
}

/** An offer to take a whole pair instead of fewer units. */
export function offerAhead(line: Units): PairOffer | undefined {
  return offerOf(line, PAIR_OFFER.aheadLabel, (needed) => (line.quantity < needed ? needed : 0))
}

/** `unitsOf` says how many units are swapped, where a pair has so many: whole pairs, or 0. */
function offerOf(
  { id, size, price }: Units,
  labelOf: typeof PAIR_OFFER.label,
  unitsOf: (needed: number) => number,
): PairOffer | undefined {
  for (const product of priceList) {
    for (const { label, sameAs, ...prices } of product.sizes) {
      if (sameAs?.id !== id || sameAs.size !== size) continue
      const units = unitsOf(sameAs.quantity)
      const pairs = units / sameAs.quantity
      const saved = units * price - pairs * sellingPrice(prices)
      if (saved <= 0) continue
      return {
        sentence: PAIR_OFFER.sentence(sameAs.says, formatMoney(sellingPrice(prices))),
        label: labelOf(units, formatMoney(saved)),
        pair: { id: product.id, size: label, quantity: pairs },
        units,
      }
    }
  }
  return undefined
}

/** The cart with the pair in place of the units of this line. */
export function withPair(cart: Cart, line: ProductSize): Cart {
  const item = cart.items.find((other) => isSame(other, line))
  const offer = item && pairOffer(item)
  if (!offer) return cart
  const rest = item.quantity - offer.units
  return withAdded(withQuantity(cart, line.id, line.size, rest), offer.pair)
}
