/*
 * Several units of one size that are sold together for less, as the Pair is two bottles (docs/product.md, rules
 * 2.33 and 2.34). Which size is the same as which is data: `sameAs` in the price list.
 */

import { formatMoney } from '#kit/money.ts'
import { priceList, sellingPrice } from '#product/price-list.ts'
import { type Cart, type CartItem, type ChosenLine, withAdded, withQuantity } from './cart.ts'
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
  return offerOf(line, PAIR_OFFER.label, (needed) => line.quantity >= needed && line.quantity)
}

/** An offer to take a whole pair instead of fewer units. */
export function offerAhead(line: Units): PairOffer | undefined {
  return offerOf(line, PAIR_OFFER.aheadLabel, (needed) => line.quantity < needed && needed)
}

/** `unitsOf` says how many units the offer is for, where so many are needed. */
function offerOf(
  { id, size, price }: Units,
  labelOf: typeof PAIR_OFFER.label,
  unitsOf: (needed: number) => number | false,
): PairOffer | undefined {
  for (const product of priceList) {
    for (const { label, sameAs, ...prices } of product.sizes) {
      if (sameAs?.id !== id || sameAs.size !== size) continue
      const pairs = Math.floor(Number(unitsOf(sameAs.quantity)) / sameAs.quantity)
      const units = pairs * sameAs.quantity
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
export function withPair(cart: Cart, { id, size }: Pick<ChosenLine, 'id' | 'size'>): Cart {
  const item = cart.items.find((other) => other.id === id && other.size === size)
  const offer = item && pairOffer(item)
  if (!offer) return cart
  return withAdded(withQuantity(cart, id, size, item.quantity - offer.units), offer.pair)
}
