/* A product in structured data and in the feed of merchants. */
import { expect, test } from 'vitest'
import { settings } from '#config/settings.ts'
import type { PriceListEntry } from '#product/price-list.schema.ts'
import { toPricedProduct } from '#product/price-list.ts'
import type { Product } from '#product/product.ts'
import { aProduct } from '#tests/support/product-factory.ts'
import { hasMerchantFeed, merchantItems, pageItemId } from './merchant-feed.ts'
import { productData } from './product-data.ts'

function product(sizes: PriceListEntry['sizes']): Product {
  return aProduct({
    ...toPricedProduct({ id: 'oil', name: 'Oil & Comb', sizes }),
    rating: 4.9,
    reviews: 328,
    metadata: { title: 'Oil', description: 'An oil.', keywords: [] },
  })
}

test('the offer names the cheapest size in the currency of the settings', () => {
  const twoSizes = product([
    { label: '100ml', price: 1599, discountPrice: 799.5 },
    { label: '50ml', price: 600 },
  ])
  expect(productData(twoSizes, ['/oil.webp'])).toMatchObject({
    image: [`${settings.site}/oil.webp`],
    offers: {
      url: `${settings.site}/product/oil`,
      price: '600.00',
      priceCurrency: settings.currency,
      availability: 'https://schema.org/InStock',
      shippingDetails: {
        deliveryTime: { handlingTime: { maxValue: 2 }, transitTime: { maxValue: 5 } },
      },
    },
  })
})

test('rule 1.26: a product off sale is discontinued', () => {
  const oil = { ...product([{ label: '100ml', price: 1599 }]), onSale: false }
  expect(productData(oil, [])).toMatchObject({
    offers: { availability: 'https://schema.org/Discontinued' },
  })
})

test('search engines get a rating only where the reviews are verified', () => {
  const oil = product([{ label: '100ml', price: 1599 }])
  expect(productData(oil, [])).not.toHaveProperty('aggregateRating')
  expect(productData({ ...oil, reviewsVerified: true }, [])).toMatchObject({
    aggregateRating: { ratingValue: 4.9, reviewCount: 328 },
  })
})

test('the feed is published in rupees, and not in a currency that merchants refuse', () => {
  expect(hasMerchantFeed('PKR')).toBe(true)
  expect(hasMerchantFeed('USD')).toBe(false)
})

test('a product of one size is one item under its own id, with both prices', () => {
  const items = merchantItems(
    product([{ label: '100ml', price: 1599, discountPrice: 799.5 }]),
    '/oil.jpg',
  )
  const { currency, site } = settings
  const name = settings.name.replaceAll('&', '&amp;')
  expect(items).toEqual([
    {
      title: 'Oil & Comb',
      link: `${site}/product/oil`,
      description: 'An oil.',
      customData:
        `<g:id>oil</g:id><g:image_link>${site}/oil.jpg</g:image_link>` +
        `<g:availability>in_stock</g:availability><g:condition>new</g:condition><g:brand>${name}</g:brand>` +
        '<g:identifier_exists>no</g:identifier_exists>' +
        `<g:price>1599.00 ${currency}</g:price><g:sale_price>799.50 ${currency}</g:sale_price>` +
        `<g:shipping><g:country>PK</g:country><g:price>0.00 ${currency}</g:price></g:shipping>`,
    },
  ])
})

test('a product of several sizes is a group of items, and its page names the cheapest', () => {
  const several = product([
    { label: '100ml', price: 1599 },
    { label: '2 x 50ml & gift', price: 999 },
  ])
  const items = merchantItems(several, '/oil.jpg')
  expect(items.map(({ title }) => title)).toEqual([
    'Oil & Comb, 100ml',
    'Oil & Comb, 2 x 50ml & gift',
  ])
  expect(items[0]?.customData).toContain(
    '<g:id>oil-100ml</g:id><g:item_group_id>oil</g:item_group_id>',
  )
  expect(items[1]?.customData).toContain('<g:size>2 x 50ml &amp; gift</g:size>')
  expect(items[1]?.customData).not.toContain('sale_price')
  expect(pageItemId(several)).toBe('oil-2-x-50ml-gift')
})
