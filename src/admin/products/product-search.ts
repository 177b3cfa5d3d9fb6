/* The search and the short texts of the admin's list of products. */
import { countOf } from '#kit/text.ts'
import type { Product } from '#product/product.ts'

const MAX_SHOWN_TAGS = 3

type SearchedProduct = Pick<Product, 'name' | 'description' | 'category' | 'tags'>

/** Whether what was typed stands in a text of the product, in any case. A line end separates them. */
export function matchesSearch(product: SearchedProduct, typed: string): boolean {
  const { name, description, category, tags } = product
  const text = [name, description, category, ...tags].join('\n').toLowerCase()
  return text.includes(typed.trim().toLowerCase())
}

/** The first three tags and how many more there are: "+2". */
export function shortTags(tags: readonly string[]): string[] {
  const hiddenCount = tags.length - MAX_SHOWN_TAGS
  return hiddenCount > 0 ? [...tags.slice(0, MAX_SHOWN_TAGS), `+${hiddenCount}`] : [...tags]
}

/** `4.9 (328 reviews)` */
export function formatRating({ rating, reviews }: Pick<Product, 'rating' | 'reviews'>): string {
  return `${rating.toFixed(1)} (${countOf(reviews, 'review')})`
}
