import type { Toast } from '#kit/toast/toast.store.ts'
import { sizesOnSale } from '#product/on-sale.ts'
import { priceListEntries } from '#product/price-list.ts'
import type { Choice } from './cart.ts'
import { NOT_SOLD } from './words.ts'

/** The toasts for what was taken off sale (docs/product.md, rule 2.5). None for what the shop never sold. */
export function offSaleToasts(choices: readonly Choice[]): Toast[] {
  return choices.flatMap(({ id, size }) => {
    const entry = priceListEntries.find((candidate) => candidate.id === id)
    const isIn = (sizes: readonly { label: string }[]) => sizes.some(({ label }) => label === size)
    if (!entry || !isIn(entry.sizes) || isIn(sizesOnSale(entry))) return []
    return [{ title: NOT_SOLD.title, description: NOT_SOLD.description(entry.name, size) }]
  })
}
