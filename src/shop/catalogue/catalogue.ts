/*
 * The catalogue at build time: every product of the price list with its words and pictures.
 * What runs in a browser uses price-list.ts, which is a few lines, not this.
 */
import { getEntry } from 'astro:content'
import { sizesOnSale } from '#product/on-sale.ts'
import {
  type PricedProduct,
  priceList,
  priceListEntries,
  toPricedProduct,
} from '#product/price-list.ts'
import { type Product, percentageOff } from '#product/product.ts'
import { toCard } from './card.ts'
import { filterFacts } from './filter.ts'

/** What is sold, in the order of the price list, which the content check has compared with the files. */
export async function productsOnSale(): Promise<Product[]> {
  return Promise.all(
    priceList.map(async (priced) => ({
      ...(await withContent(priced)),
      onSale: true,
      discountPercentage: percentageOff(priced.sizes),
    })),
  )
}

/** What the catalogue lists. Runs in the build only. */
export async function catalogueCards() {
  const products = await productsOnSale()
  return Promise.all(
    products.map(async (product) => ({ card: await toCard(product), facts: filterFacts(product) })),
  )
}

/** All products: one that is off sale keeps its page and its small picture. */
export async function productsWithPage(): Promise<Product[]> {
  const offSale = priceListEntries
    .filter((entry) => sizesOnSale(entry).length === 0)
    .map(async (entry) => ({ ...(await withContent(toPricedProduct(entry))), onSale: false }))
  return [...(await productsOnSale()), ...(await Promise.all(offSale))]
}

async function withContent(priced: PricedProduct): Promise<Omit<Product, 'onSale'>> {
  const entry = await getEntry('products', priced.id)
  if (!entry) throw new Error(`src/content/products/${priced.id}.md is missing`)
  return { ...priced, ...entry.data, description: entry.body?.trim() ?? '' }
}
