/*
 * Several units of one size that are sold together for less, as the Pair is two bottles (docs/product.md, rules
 * 2.33 and 2.34). Which size is the same as which is data: `sameAs` in the price list.
 */

import { formatMoney } from '#kit/money.ts'
import { priceList, sellingPrice } from '#product/price-list.ts'
import { type Cart, type CartItem, type Choice, withAdded, withQuantity } from './cart.ts'
import { PAIR_OFFER } from './words.ts'

export interface PairOffer {
  sentence: string
  /** Of the button. */
  label: string
  /** What the units become. */
  pair: Choice
  /** How many units become it. A rest stays. */
  units: number
}

type Units = Pick<CartItem, 'id' | 'size' | 'price' | 'quantity'>

/** Undefined where nothing on sale is the same for less. */
export function pairOffer({ id, size, price, quantity }: Units): PairOffer | undefined {
  for (const product of priceList) {
    for (const { label, sameAs, ...prices } of product.sizes) {
      if (sameAs?.id !== id || sameAs.size !== size || quantity < sameAs.quantity) continue
      const pairs = Math.floor(quantity / sameAs.quantity)
      const units = pairs * sameAs.quantity
      const saved = units * price - pairs * sellingPrice(prices)
      if (saved <= 0) continue
      return {
        sentence: PAIR_OFFER.sentence(sameAs.says, formatMoney(sellingPrice(prices))),
        label: PAIR_OFFER.label(units, formatMoney(saved)),
        pair: { id: product.id, size: label, quantity: pairs },
        units,
      }
    }
  }
  return undefined
}

/** The cart with the pair in place of the units of this line. */
export function withPair(cart: Cart, { id, size }: Pick<Choice, 'id' | 'size'>): Cart {
  const item = cart.items.find((other) => other.id === id && other.size === size)
  const offer = item && pairOffer(item)
  if (!offer) return cart
  return withAdded(withQuantity(cart, id, size, item.quantity - offer.units), offer.pair)
}
