/*
 * The catalogue at build time: every product of the price list with its words and pictures.
 * What runs in a browser uses price-list.ts, which is a few lines, not this.
 */
import { getCollection } from 'astro:content'
import { priceList } from './price-list.ts'
import type { Product } from './product.ts'

/** In the order of the price list, which the content check has compared with the files. */
export async function allProducts(): Promise<Product[]> {
  const entries = await getCollection('products')
  return priceList.map((priced) => {
    const entry = entries.find((candidate) => candidate.id === priced.id)
    if (!entry) throw new Error(`src/content/products/${priced.id}.md is missing`)
    return { ...priced, ...entry.data, description: entry.body?.trim() ?? '' }
  })
}
