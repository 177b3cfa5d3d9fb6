/* The products and articles of today, so that no test needs to know their names or number. */
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parse } from 'yaml'
import { settings } from '#config/settings.ts'
import { formatMoney, fromMinor, toMinor } from '#kit/money.ts'
import { CATEGORIES } from '#product/category.ts'
import {
  isGift,
  lowestPrice,
  type PricedProduct,
  priceList,
  sellingPrice,
} from '#product/price-list.ts'
import { type Product, percentageOff } from '#product/product.ts'
import type { ChosenLine } from '#shop/cart/cart.ts'

/** The front matter of `src/content/products`. */
interface ProductFacts {
  shortDescription: string
  rating: number
  reviews: number
  images: { file: string; alt: string }[]
  category: Product['category']
  tags: string[]
  featured?: boolean
  bestSeller?: boolean
  newArrival?: boolean
  shelfLife: string
  gift?: boolean
}

export interface SoldProduct extends PricedProduct, ProductFacts {
  discountPercentage: number | undefined
  description: string
  path: string
}

export const catalogue: readonly SoldProduct[] = priceList.map(withContent)

/** The ids of the articles, newest first. */
export const articles = globSync('src/content/blog/*.md')
  .map((file) => ({ id: basename(file, '.md'), ...readContent<{ date: string }>(file) }))
  .sort((one, other) => other.date.localeCompare(one.date))
  .map(({ id }) => id)

/** Two products for tests that need any. */
export const product = productAt(0)
export const otherProduct = productAt(1)

export const category = CATEGORIES[0]

export const bestSellers = catalogue.filter(({ bestSeller }) => bestSeller)

/** A word, in lower case, in the texts of one product only, and that product: a best seller where one has such a word. */
export const [rareWord, rareProduct] = wordOfOneProduct()

/** A product that is sold as a pair too, and the pair. */
export const [pairedProduct, pair] = pairOfCatalogue()

/** A product that is bought for somebody else. */
export const gift = catalogue.find(isGift) ?? product

/** `Coconut.*Cocos nucifera`, in the order of the label, the oils first. */
export const ingredientNames = globSync('src/content/ingredients/*.md')
  .map((file) =>
    readContent<{ name: string; latin: string; position: number; isOil?: boolean }>(file),
  )
  .sort((a, b) => Number(b.isOil ?? false) - Number(a.isOil ?? false) || a.position - b.position)
  .map(({ name, latin }) => `${name}.*${latin}`)

/** The first size of a product, as a cart saves it. */
export function choice(of: PricedProduct, quantity = 1): ChosenLine {
  return { id: of.id, size: of.sizes[0].label, quantity }
}

/** What that many of its first size cost, as it is shown. */
export function price(of: PricedProduct, quantity = 1): string {
  return total([of, quantity])
}

/** As price(), in the form of messages and receipts. */
export function sumInWords(of: PricedProduct, quantity = 1): string {
  return `${settings.currencyWords.sign} ${price(of, quantity)}`
}

export function total(...lines: [of: PricedProduct, quantity: number][]): string {
  return formatMoney(lines.reduce((sum, [of, quantity]) => sum + priceOf(of) * quantity, 0))
}

/** Both prices as screen readers hear them, or the only one. */
export function spokenPrice({ sizes: [{ price, discountPrice }] }: PricedProduct): string {
  const regular = formatMoney(price)
  return discountPrice === undefined
    ? regular
    : `Regular price ${regular}, sale price ${formatMoney(discountPrice)}`
}

/** The products with a size that costs at most this, in whole units. */
export function upTo(most: number): SoldProduct[] {
  return catalogue.filter((one) => lowestPrice(one) <= toMinor(most))
}

/** The price of the cheapest size of them all, in whole units. */
export function lowestOf(products: readonly SoldProduct[]): number {
  return Math.ceil(fromMinor(Math.min(...products.map(lowestPrice))))
}

export function addedText(of: PricedProduct, quantity = 1): string {
  return `${quantity} × ${of.name} (${of.sizes[0].label}) added to your cart`
}

export function foundText({ length }: readonly unknown[]): string {
  return `${length} product${length === 1 ? '' : 's'} found`
}

function priceOf({ sizes: [first] }: PricedProduct): number {
  return sellingPrice(first)
}

function productAt(index: number): SoldProduct {
  const found = catalogue[index]
  if (!found) throw new Error('The tests need at least two products.')
  return found
}

function pairOfCatalogue(): [SoldProduct, SoldProduct] {
  for (const pair of catalogue) {
    const single = catalogue.find(({ id }) => id === pair.sizes[0].sameAs?.id)
    if (single) return [single, pair]
  }
  throw new Error('The tests need a product that is sold as a pair too.')
}

function withContent(priced: PricedProduct): SoldProduct {
  const content = readContent<ProductFacts>(`src/content/products/${priced.id}.md`)
  return {
    ...priced,
    ...content,
    discountPercentage: percentageOff(priced.sizes),
    path: `/product/${priced.id}`,
  }
}

/** The front matter, and the text as `description`. */
function readContent<Facts>(file: string): Facts & { description: string } {
  const [, facts = '', description = ''] = readFileSync(file, 'utf8').split(/^---$/m)
  return { ...(parse(facts) as Facts), description }
}

function wordOfOneProduct(): [string, SoldProduct] {
  const texts = catalogue.map((one) =>
    [one.name, one.description, ...one.tags].join(' ').toLowerCase(),
  )
  for (const one of [...bestSellers, ...catalogue]) {
    const words = `${one.name} ${one.description}`.toLowerCase().match(/\b[a-z]{4,}\b/g) ?? []
    const rare = words.find((word) => texts.filter((text) => text.includes(word)).length === 1)
    if (rare) return [rare, one]
  }
  throw new Error('The tests need a word that only one product has.')
}
