/*
 * A product as an item of a feed for Google Merchant Center and Meta.
 * https://support.google.com/merchants/answer/7052112
 */
import type { RSSFeedItem } from '@astrojs/rss'
import { COUNTRY_CODE } from '#config/country.ts'
import { settings } from '#config/settings.ts'
import { formatMoney } from '#kit/money.ts'
import { paths } from '#paths.ts'
import { type Pause, pauseOf } from '#product/pauses.ts'
import { cheapestSize, type Size, sellingPrice } from '#product/price-list.ts'
import type { Product } from '#product/product.ts'
import { absolute } from './page-metadata.ts'

/** The currency that Google and Meta require for products sold in Pakistan. */
const MERCHANT_CURRENCY = 'PKR'

export function hasMerchantFeed(currency: string): boolean {
  return currency === MERCHANT_CURRENCY
}

/** One item for each size. `image` is the path of the product's first picture. */
export function merchantItems(
  product: Product,
  image: string,
  pauses: readonly Pause[] = [],
): RSSFeedItem[] {
  return product.sizes.map((size) => ({
    title: severalSizes(product) ? `${product.name}, ${size.label}` : product.name,
    link: absolute(paths.product(product.id)),
    description: product.metadata.description,
    customData: elements({
      'g:id': itemId(product, size),
      ...(severalSizes(product) && { 'g:item_group_id': product.id, 'g:size': size.label }),
      'g:image_link': absolute(image),
      'g:availability': isSizePaused(product, size, pauses) ? 'out_of_stock' : 'in_stock',
      'g:condition': 'new',
      'g:brand': settings.name,
      // The products have no barcode.
      'g:identifier_exists': 'no',
      ...prices(size),
      'g:shipping': { 'g:country': COUNTRY_CODE, 'g:price': priceOf(0) },
    }),
  }))
}

/** The id of a size in the feed and in the metadata of its page. */
function itemId(product: Pick<Product, 'id' | 'sizes'>, size: Size): string {
  if (!severalSizes(product)) return product.id
  const label = size.label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return `${product.id}-${label}`
}

/** The id of the size whose price the page states. */
export function pageItemId(product: Pick<Product, 'id' | 'name' | 'sizes'>): string {
  return itemId(product, cheapestSize(product))
}

function prices(size: Size): Elements {
  const { price, discountPrice } = size
  if (discountPrice === undefined || !settings.shows.discounts)
    return { 'g:price': priceOf(sellingPrice(size)) }
  return { 'g:price': priceOf(price), 'g:sale_price': priceOf(discountPrice) }
}

function isSizePaused({ id }: Product, { label }: Size, pauses: readonly Pause[]): boolean {
  return pauseOf(pauses, { id, size: label }) !== undefined
}

function severalSizes({ sizes }: Pick<Product, 'sizes'>): boolean {
  return sizes.length > 1
}

function priceOf(minor: number): string {
  return `${formatMoney(minor)} ${settings.currency}`
}

interface Elements {
  [name: string]: string | Elements
}

function elements(values: Elements): string {
  return Object.entries(values)
    .map(([name, value]) => {
      const content = typeof value === 'string' ? escaped(value) : elements(value)
      return `<${name}>${content}</${name}>`
    })
    .join('')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
