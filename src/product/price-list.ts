/*
 * What is sold and for how much. `src/content/price-list.json` is the one source: the pages, the cart
 * and the prices in the database (migrations written by `npm run prices`) all come from it.
 */
import priceListFile from '#content/price-list.json' with { type: 'json' }
import { toMinor } from '#kit/money.ts'
import { sizesOnSale } from './on-sale.ts'
import type { PriceListEntry } from './price-list.schema.ts'

export interface Size {
  label: string
  /** Minor units, like every price below. */
  price: number
  discountPrice?: number
  /** Several units of another size that are the same as one of this. */
  sameAs?: NonNullable<PriceListEntry['sizes'][number]['sameAs']>
}

export interface PricedProduct {
  id: string
  name: string
  sizes: [Size, ...Size[]]
}

/**
 * The file itself. The schema, not what it happens to hold today, says which fields may be absent.
 */
export const priceListEntries: readonly PriceListEntry[] = priceListFile

/** What is sold: each product with its sizes that are on sale. */
export const priceList: readonly PricedProduct[] = priceListEntries.flatMap((entry) => {
  const sizes = sizesOnSale(entry)
  return sizes.length > 0 ? [toPricedProduct({ ...entry, sizes })] : []
})

/** What one unit costs today: the discount price if there is one. */
export function sellingPrice(size: Pick<Size, 'price' | 'discountPrice'>): number {
  return size.discountPrice ?? size.price
}

export function findPricedProduct(id: string): PricedProduct | undefined {
  return priceList.find((product) => product.id === id)
}

/** Whether a line is bought for somebody else. */
export function isGift({ id }: { id: string }): boolean {
  return priceListEntries.some((entry) => entry.id === id && entry.gift)
}

/** The price a filter compares: that of the cheapest size (docs/product.md, rule 1.12). */
export function lowestPrice(product: PricedProduct): number {
  return sellingPrice(cheapestSize(product))
}

export function cheapestSize({ sizes }: Pick<PricedProduct, 'sizes'>): Size {
  return sizes.reduce((best, size) => (sellingPrice(size) < sellingPrice(best) ? size : best))
}

/** Prices in minor units. */
export function toPricedProduct(entry: PriceListEntry): PricedProduct {
  const [first, ...others] = entry.sizes.map(({ label, price, discountPrice, sameAs }) => ({
    label,
    price: toMinor(price),
    ...(discountPrice !== undefined && { discountPrice: toMinor(discountPrice) }),
    ...(sameAs && { sameAs }),
  }))
  if (!first) throw new Error(`src/content/price-list.json: ${entry.id} has no size`)
  return { id: entry.id, name: entry.name, sizes: [first, ...others] }
}
