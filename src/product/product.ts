import { settings } from '#config/settings.ts'
import { type PricedProduct, type Size, sellingPrice } from './price-list.ts'

export const CATEGORIES = ['Hair Oil'] as const

export type Category = (typeof CATEGORIES)[number]

export interface ProductImage {
  file: ImageMetadata
  alt: string
}

/** A product as it is shown: its prices (price-list.ts) and its texts (src/content). */
export interface Product extends PricedProduct {
  shortDescription: string
  /** Paragraphs of plain text. */
  description: string
  /** Whether any size is sold. Else its page says that it is not. */
  onSale: boolean
  /** Of the badge "50% OFF". Without it there is no badge. */
  discountPercentage?: number | undefined
  /** Out of 5. */
  rating: number
  reviews: number
  /** Whether the reviews are verified to be by buyers. */
  reviewsVerified: boolean
  images: ProductImage[]
  category: Category
  tags: string[]
  featured: boolean
  bestSeller: boolean
  newArrival: boolean
  benefits: string[]
  /** One step a line. */
  howToUse: string
  /** How long the oil keeps, and how it is stored. */
  shelfLife: string
  /** Bought for somebody else. */
  gift: boolean
  /** For search results and shared links. */
  metadata: { title: string; description: string; keywords: string[] }
}

/** A percentage within one point of the discount of every size; undefined where there is none. */
export function percentageOff(sizes: readonly Size[]): number | undefined {
  const discounts = sizes.map((size) => (100 * (size.price - sellingPrice(size))) / size.price)
  const stated = Math.min(Math.round(Math.min(...discounts)), 99)
  const isTrue = discounts.every((discount) => Math.abs(discount - stated) <= 1)
  return stated > 0 && isTrue ? stated : undefined
}

/** The picture that stands for the product on cards, in the cart and on orders. */
export function firstImage(product: Pick<Product, 'id' | 'images'>): ProductImage {
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

/** How full each of five stars is, to the nearest half: all of them where the rating is 4.9. */
export function starFills(rating: number): number[] {
  const shown = Math.round(rating * 2) / 2
  return [0, 1, 2, 3, 4].map((before) => Math.min(Math.max(shown - before, 0), 1))
}
