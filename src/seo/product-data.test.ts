import { expect, test } from 'vitest'
import { settings } from '#config/settings.ts'
import type { Product } from '#features/catalogue/product.ts'
import { productData } from './product-data.ts'

const product: Product = {
  id: 'oil',
  name: 'Oil',
  sizes: [
    { label: '100ml', price: 159_900, discountPrice: 79_950 },
    { label: '50ml', price: 60_000 },
  ],
  shortDescription: '',
  description: '',
  rating: 4.9,
  reviews: 328,
  reviewsVerified: false,
  images: [],
  category: 'Hair Oil',
  tags: [],
  featured: false,
  bestSeller: false,
  newArrival: false,
  benefits: [],
  howToUse: '',
  metadata: { title: 'Oil', description: 'An oil.', keywords: [] },
}

test('the offer names the cheapest size in the currency of the settings', () => {
  expect(productData(product, ['/oil.webp'])).toMatchObject({
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

test('a rating is told to search engines only where the reviews are verified', () => {
  expect(productData(product, [])).not.toHaveProperty('aggregateRating')
  expect(productData({ ...product, reviewsVerified: true }, [])).toMatchObject({
    aggregateRating: { ratingValue: 4.9, reviewCount: 328 },
  })
})
