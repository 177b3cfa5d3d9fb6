import type { PriceListEntry } from './price-list.schema.ts'

/** The sizes of an entry that are sold: `"onSale": false` takes one, or the whole product, off sale. */
export function sizesOnSale<Size extends { onSale?: boolean | undefined }>({
  onSale = true,
  sizes,
}: Pick<PriceListEntry, 'onSale'> & { sizes: readonly Size[] }): Size[] {
  return onSale ? sizes.filter((size) => size.onSale !== false) : []
}
