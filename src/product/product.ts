import { settings } from '#config/settings.ts'
import { type PricedProduct, type Size, sellingPrice } from './price-list.ts'
import type { ProductTexts } from './product.schema.ts'

/** A product as it is shown: its prices (price-list.ts) and its texts (src/content/products). */
export interface Product extends PricedProduct, ProductTexts {
  /** Paragraphs of plain text. */
  description: string
  /** Whether any size is sold. Else its page says that it is not. */
  onSale: boolean
  /** What the badge says: "50% OFF". Without it there is no badge. */
  discountPercentage?: number | undefined
}

/** A percentage within one point of the discount of every size; undefined where there is none. */
export function percentageOff(sizes: readonly Size[]): number | undefined {
  const discounts = sizes.map((size) => (100 * (size.price - sellingPrice(size))) / size.price)
  const stated = Math.min(Math.round(Math.min(...discounts)), 99)
  const isTrue = discounts.every((discount) => Math.abs(discount - stated) <= 1)
  return stated > 0 && isTrue ? stated : undefined
}

/** The picture that stands for the product on cards, in the cart and on orders. */
export function firstImage(product: Product): Product['images'][number] {
  const [first] = product.images
  if (!first) throw new Error(`src/content/products/${product.id}.md has no image`)
  return first
}

/**
 * What a "Featured Products" section shows: the flagged products, else the most reviewed ones first,
 * so that no such section is ever blank. The product being viewed is left out.
 */
export function featuredProducts(products: readonly Product[], viewedId?: string): Product[] {
  const others = products.filter((product) => product.id !== viewedId)
  const flagged = others.filter((product) => product.featured)
  if (flagged.length > 0) return flagged
  return settings.shows.ratings ? others.sort((a, b) => b.reviews - a.reviews) : others
}

export type StarFill = 'full' | 'half' | 'empty'

/** Five stars, never more than the rating: 4.9 has four full ones and a half (docs/product.md, rule 1.9). */
export function starFills(rating: number): StarFill[] {
  return [0, 1, 2, 3, 4].map((before) => {
    const rest = rating - before
    if (rest >= 1) return 'full'
    return rest >= 0.5 ? 'half' : 'empty'
  })
}
