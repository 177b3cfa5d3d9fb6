/*
 * The facts that search engines show as rich results: each block is JSON and holds the fields that
 * they require of its kind. https://developers.google.com/search/docs/appearance/structured-data
 */
import { expect, test } from 'vitest'
import { settings } from '#config/settings.ts'
import { priceList } from '#product/price-list.ts'
import { metaOf, pathOf, structuredDataOf } from '#tests/support/built-site.ts'
import { catalogue } from '#tests/support/catalogue.ts'
import { serveBuiltSite } from './served-site.ts'

const site = await serveBuiltSite()

/** Which blocks a page carries. */
const BLOCKS: [path: string, types: string[]][] = [
  ['/', ['Organization', 'WebSite']],
  ['/products', ['BreadcrumbList']],
  ['/about', ['BreadcrumbList']],
  ['/contact', ['BreadcrumbList']],
  ['/questions', ['BreadcrumbList', 'FAQPage']],
  ['/delivery', ['BreadcrumbList']],
  ['/blog', ['BreadcrumbList']],
  ['/blog/2', ['BlogPosting', 'BreadcrumbList']],
  ...catalogue.map(({ path }): [string, string[]] => [path, ['BreadcrumbList', 'Product']]),
  ['/cart', []],
  ['/blog/7', []],
]

/** What every block of a kind must say; a number in a path is a place in a list. */
const REQUIRED: Record<string, string[]> = {
  Organization: [
    'name',
    'url',
    'logo',
    'address.addressCountry',
    'sameAs.0',
    'hasMerchantReturnPolicy.applicableCountry',
    'hasMerchantReturnPolicy.returnPolicyCategory',
    'hasMerchantReturnPolicy.merchantReturnDays',
  ],
  WebSite: ['name', 'url', 'potentialAction.target.urlTemplate', 'potentialAction.query-input'],
  BreadcrumbList: [
    'itemListElement.0.position',
    'itemListElement.0.name',
    'itemListElement.0.item',
    'itemListElement.1.name',
    'itemListElement.1.item',
  ],
  Product: [
    'name',
    'image.0',
    'description',
    'brand.name',
    'offers.url',
    'offers.price',
    'offers.priceCurrency',
    'offers.availability',
    'offers.acceptedPaymentMethod',
    'offers.shippingDetails.shippingRate.currency',
    'offers.shippingDetails.shippingDestination.addressCountry',
    'offers.shippingDetails.deliveryTime.handlingTime.maxValue',
    'offers.shippingDetails.deliveryTime.transitTime.maxValue',
  ],
  BlogPosting: [
    'headline',
    'image',
    'datePublished',
    'dateModified',
    'author.name',
    'author.url',
    'publisher.name',
  ],
  FAQPage: ['mainEntity.0.name', 'mainEntity.0.acceptedAnswer.text', 'mainEntity.1.name'],
}

test.each(BLOCKS)('%s tells search engines %j', async (path, types) => {
  const blocks = structuredDataOf(await site.page(path))
  expect(blocks.map((block) => block['@type']).toSorted()).toEqual(types)
  for (const block of blocks) {
    expect(block['@context']).toBe('https://schema.org')
    const fields = REQUIRED[String(block['@type'])] ?? []
    expect(fields.filter((field) => !valueAt(block, field))).toEqual([])
  }
})

test.each(priceList)(
  '$id is offered at the price of its page, unrated, with pictures that exist',
  async ({ id, sizes }) => {
    const page = await site.page(`/product/${id}`)
    const product = structuredDataOf(page).find((block) => block['@type'] === 'Product') ?? {}
    const price = Math.min(...sizes.map((size) => size.discountPrice ?? size.price)) / 100
    expect(valueAt(product, 'offers.price')).toBe(price.toFixed(2))
    expect(valueAt(product, 'offers.priceCurrency')).toBe(settings.currency)
    expect(valueAt(product, 'offers.shippingDetails.shippingRate.value')).toBe(0)
    expect(metaOf(page, 'product:price:amount')).toBe(price.toFixed(2))
    expect(metaOf(page, 'product:price:currency')).toBe(settings.currency)
    expect(metaOf(page, 'product:condition')).toBe('new')
    expect(metaOf(page, 'product:brand')).toBe(settings.name)
    expect(metaOf(page, 'product:retailer_item_id')).toBe(valueAt(product, 'sku'))
    expect(product).not.toHaveProperty('aggregateRating')
    const images = valueAt(product, 'image') as string[]
    for (const image of images) expect((await site.fetch(pathOf(image))).status).toBe(200)
  },
)

test('rule 10.3: the search that the site declares is /search, which leads to the catalogue', async () => {
  const blocks = structuredDataOf(await site.page('/'))
  const declared = blocks.find((block) => block['@type'] === 'WebSite') ?? {}
  const template = String(valueAt(declared, 'potentialAction.target.urlTemplate'))
  expect(template).toBe(`${settings.site}/search?q={term}`)
  const { status, headers } = await site.ask('/search?q=oil')
  expect([status, headers['location']]).toEqual([301, '/products?q=oil'])
})

/** `offers.price` of a block, or undefined. */
function valueAt(block: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => {
    return value instanceof Object ? (value as Record<string, unknown>)[key] : undefined
  }, block)
}
