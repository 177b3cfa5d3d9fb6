/* An earlier order in the cart again, at the prices of today (docs/product.md, rules 2.30 to 2.32). */

import { formatMoney } from '#kit/money.ts'
import type { OrderedLine } from '#order/device/order-again-handover.ts'
import { MAX_ITEMS, MAX_QUANTITY } from '#order/order-lines.ts'
import { tooManyUnits } from '#order/texts/limit-words.ts'
import { findPricedProduct } from '#product/price-list.ts'
import { type Cart, isSame, priceCart, withAdded } from './cart.ts'
import { lineText, ORDER_AGAIN } from './words.ts'

export interface OrderedAgain {
  cart: Cart
  /** What differs from the earlier order, as sentences. */
  notes: string[]
}

/**
 * Raises the lines of the cart to the quantities of the earlier order. What is in the cart already
 * counts, so that a second press does not double it.
 */
export function withOrderedAgain(cart: Cart, lines: readonly OrderedLine[]): OrderedAgain {
  return lines.reduce(withLine, { cart, notes: [] })
}

function withLine({ cart, notes }: OrderedAgain, line: OrderedLine): OrderedAgain {
  const name = `${line.name} (${line.size})`
  const say = (note: string) => ({ cart, notes: [...notes, note] })
  const [today] = priceCart([{ ...line, quantity: 1 }]).items
  if (!today) {
    const isSold = findPricedProduct(line.id) !== undefined
    return say(isSold ? ORDER_AGAIN.sizeNotSold(name) : ORDER_AGAIN.notSold(name))
  }
  const present = cart.items.find((item) => isSame(item, line))?.quantity ?? 0
  if (present === 0 && cart.items.length >= MAX_ITEMS)
    return say(ORDER_AGAIN.leftOut(name, MAX_ITEMS))

  const wanted = Math.min(line.quantity, MAX_QUANTITY)
  const said = [
    ...notes,
    ...(today.price === line.price
      ? []
      : [ORDER_AGAIN.otherPrice(name, formatMoney(today.price), formatMoney(line.price))]),
    ...(wanted < line.quantity ? [tooManyUnits(wanted, name)] : []),
    ...(present > 0 ? [ORDER_AGAIN.present(name, present, present < wanted)] : []),
  ]
  if (wanted <= present) return { cart, notes: said }
  return { cart: withAdded(cart, { ...line, quantity: wanted - present }), notes: said }
}

/** `2 × Hair Oil (100ml), 1 × Gift Pack (2 x 100ml)` */
export function describeCart({ items }: Cart): string {
  return items.map(({ quantity, name, size }) => lineText(quantity, name, size)).join(', ')
}
