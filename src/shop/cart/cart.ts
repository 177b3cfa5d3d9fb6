/*
 * The rules of the cart (docs/product.md, rules 2.1–2.7). A line is identified by product and size. Its
 * price is never trusted: it is read from the price list again.
 */

import { lineKey } from '#order/order-lines.ts'
import { paths } from '#paths.ts'
import { findPricedProduct, sellingPrice } from '#product/price-list.ts'

export interface CartItem {
  id: string
  name: string
  /** Minor units, for one unit. */
  price: number
  image: string
  quantity: number
  size: string
}

export interface Cart {
  items: CartItem[]
  /** Minor units. */
  total: number
}

/** What tells lines apart. */
export type ProductSize = Pick<CartItem, 'id' | 'size'>

/** What a customer chose; everything else about an item follows from the price list. */
export type ChosenLine = ProductSize & Pick<CartItem, 'quantity'>

export const EMPTY_CART: Cart = { items: [], total: 0 }

/** Adds to the item of the same product and size, or as a new last item. */
export function withAdded(cart: Cart, choice: ChosenLine): Cart {
  const present = cart.items.find((item) => isSame(item, choice))
  if (present) return withQuantity(cart, choice.id, choice.size, present.quantity + choice.quantity)
  return priceCart([...cart.items, choice])
}

/** A quantity of 0 or less removes the item. */
export function withQuantity(cart: Cart, id: string, size: string, quantity: number): Cart {
  return priceCart(
    cart.items.map((item) => (isSame(item, { id, size }) ? { ...item, quantity } : item)),
  )
}

/** Removes the ordered units; what another tab added meanwhile stays. */
export function withoutOrdered(cart: Cart, ordered: readonly ChosenLine[]): Cart {
  return priceCart(
    cart.items.map((item) => {
      const taken = ordered.find((other) => isSame(other, item))?.quantity ?? 0
      return { ...item, quantity: item.quantity - taken }
    }),
  )
}

/** Prices the choices from today's list. Drops what is not sold and invalid quantities. */
export function priceCart(choices: readonly ChosenLine[]): Cart {
  return cartWithTotal(choices.flatMap(toCartItem))
}

/** The cart of these lines, at the prices that they have. */
export function cartWithTotal(items: CartItem[]): Cart {
  return { items, total: items.reduce((sum, { price, quantity }) => sum + price * quantity, 0) }
}

/** Whether two choices are one line of a cart. */
export function isSame(a: ProductSize, b: ProductSize): boolean {
  return a.id === b.id && a.size === b.size
}

/** The id that the name of a line has on a page. */
export function lineId(line: ProductSize): string {
  return `cart-${lineKey(line)}`.replace(/\s+/g, '-')
}

/** Compares units, not prices: a price that changed since is not another cart. */
export function isSameCart(ordered: readonly ChosenLine[], cart: readonly ChosenLine[]): boolean {
  const isIn = (item: ChosenLine) =>
    cart.some((other) => isSame(other, item) && other.quantity === item.quantity)
  return ordered.length === cart.length && ordered.every(isIn)
}

function toCartItem({ id, size: label, quantity }: ChosenLine): CartItem[] {
  const product = findPricedProduct(id)
  const size = product?.sizes.find((candidate) => candidate.label === label)
  if (!product || !size || !Number.isSafeInteger(quantity) || quantity < 1) return []
  return [
    {
      id,
      name: product.name,
      price: sellingPrice(size),
      image: paths.thumbnail(id),
      quantity,
      size: label,
    },
  ]
}
