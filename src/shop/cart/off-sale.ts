import type { Toast } from '#kit/toast/toast.store.ts'
import { MAX_ITEMS } from '#order/order-lines.ts'
import { sizesOnSale } from '#product/on-sale.ts'
import { priceListEntries } from '#product/price-list.ts'
import type { ChosenLine } from './cart.ts'
import { NOT_SOLD } from './words.ts'

/** Of name and size. Anybody can write a cart: a longer name is junk, and is not shown. */
const MAX_NAME_LENGTH = 80

/** The toasts for what was taken off sale, or is not known any more (docs/product.md, rule 2.5). */
export function offSaleToasts(choices: readonly ChosenLine[]): Toast[] {
  return choices.slice(0, MAX_ITEMS).flatMap(({ id, size }) => {
    const entry = priceListEntries.find((candidate) => candidate.id === id)
    if (entry && sizesOnSale(entry).some(({ label }) => label === size)) return []
    const name = entry?.name ?? id.replaceAll('-', ' ')
    if (`${name}${size}`.length > MAX_NAME_LENGTH) return []
    return [{ title: NOT_SOLD.title, description: NOT_SOLD.description(name, size) }]
  })
}
