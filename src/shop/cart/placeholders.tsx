/* What the HTML of the build has in place of the cart: elements that fill-cart.ts fills in. */

import { amountText, type Sum } from '#order/sums.ts'
import { priceList } from '#product/price-list.ts'
import { priceCart } from './cart.ts'
import type { ShownLine } from './removed-lines.ts'
import { subtotalLabel } from './words.ts'

/** Any line, for the markup in the template. */
export function linePlaceholder(): ShownLine {
  const choices = priceList.map(({ id, sizes: [{ label }] }) => ({ id, size: label, quantity: 1 }))
  const [item] = priceCart(choices).items
  if (!item) throw new Error('src/content/price-list.json: nothing is on sale')
  return { item, isRemoved: false }
}

export function amountPlaceholder(sum: Sum) {
  return sum.name === 'shipping' ? amountText(sum) : <span data-cart="total">…</span>
}

export function labelPlaceholder({ name, label }: Sum) {
  return name === 'subtotal' ? <span data-cart="subtotal">{subtotalLabel(1)}</span> : label
}
