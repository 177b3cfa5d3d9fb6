import type { BrandLeaf, OfferLeaf, OfferShippingDetailsLeaf, ProductLeaf } from 'schema-dts'
import { COUNTRY_CODE } from '#config/country.ts'
import { DELIVERY_DAYS } from '#config/delivery.ts'
import { settings } from '#config/settings.ts'
import { formatMoney } from '#kit/money.ts'
import { paths } from '#paths.ts'
import { lowestPrice } from '#product/price-list.ts'
import type { Product } from '#product/product.ts'
import { pageItemId } from './merchant-feed.ts'
import { absolute } from './page-metadata.ts'
import { publisherReference } from './structured-data.ts'

/** The days to dispatch, of those to the estimated delivery (docs/product.md, rule 7.11). */
const HANDLING_DAYS = 2

/** A product and its offer. `images` are the paths of its pictures, the first one first. */
export function productData(product: Product, images: readonly string[]): ProductLeaf {
  return {
    '@type': 'Product',
    '@id': absolute(`${paths.product(product.id)}#product`),
    name: product.name,
    description: product.metadata.description,
    sku: pageItemId(product),
    category: product.category,
    image: images.map(absolute),
    brand,
    offers: offer(product),
    ...(settings.shows.ratings && product.reviewsVerified && { aggregateRating: rating(product) }),
  }
}

const brand: BrandLeaf = { '@type': 'Brand', name: settings.name }

function offer(product: Product): OfferLeaf {
  return {
    '@type': 'Offer',
    url: absolute(paths.product(product.id)),
    price: formatMoney(lowestPrice(product)),
    priceCurrency: settings.currency,
    availability: `https://schema.org/${product.onSale ? 'InStock' : 'Discontinued'}`,
    itemCondition: 'https://schema.org/NewCondition',
    acceptedPaymentMethod: { '@id': 'http://purl.org/goodrelations/v1#COD' },
    seller: publisherReference,
    shippingDetails,
  }
}

const shippingDetails: OfferShippingDetailsLeaf = {
  '@type': 'OfferShippingDetails',
  shippingRate: { '@type': 'MonetaryAmount', value: 0, currency: settings.currency },
  shippingDestination: { '@type': 'DefinedRegion', addressCountry: COUNTRY_CODE },
  deliveryTime: {
    '@type': 'ShippingDeliveryTime',
    handlingTime: { '@type': 'QuantitativeValue', minValue: 0, ...upToDays(HANDLING_DAYS) },
    transitTime: {
      '@type': 'QuantitativeValue',
      minValue: 1,
      ...upToDays(DELIVERY_DAYS - HANDLING_DAYS),
    },
  },
}

function upToDays(maxValue: number) {
  return { maxValue, unitCode: 'DAY' } as const
}

/** Only for verified reviews: search engines penalize others. */
function rating({ rating, reviews }: Product) {
  return {
    '@type': 'AggregateRating',
    ratingValue: rating,
    reviewCount: reviews,
    bestRating: 5,
  } as const
}
