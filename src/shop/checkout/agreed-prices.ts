/* The prices that a customer agreed to at the checkout, where they differ from the price list of the page. */

import {
  type Cart,
  type CartItem,
  cartWithTotal,
  isSame,
  type ProductSize,
} from '#shop/cart/cart.ts'

/** Minor units, for one unit. A line without a price is not sold any more. */
export type Prices = (ProductSize & { price?: number })[]

/** The cart at these prices. A line that they do not name costs what the page says. */
export function withPrices({ items, total }: Cart, prices: Prices | undefined): Cart {
  return prices ? cartWithTotal(items.map((item) => withPrice(item, prices))) : { items, total }
}

export function withPrice(item: CartItem, prices: Prices = []): CartItem {
  return { ...item, price: priceOf(item, prices) ?? item.price }
}

export function priceOf(item: CartItem, prices: Prices): number | undefined {
  return prices.find((line) => isSame(line, item))?.price
}
