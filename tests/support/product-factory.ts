import type { PricedProduct } from '#product/price-list.ts'
import type { Product } from '#product/product.ts'

/** A product without texts and flags, besides what the test is about. */
export function aProduct(change: Partial<Product> = {}): Product {
  const priced: PricedProduct = { id: 'oil', name: 'Oil', sizes: [{ label: '100ml', price: 100 }] }
  return {
    ...priced,
    onSale: true,
    shortDescription: '',
    description: '',
    rating: 5,
    reviews: 0,
    reviewsVerified: false,
    images: [],
    category: 'Hair Oil',
    tags: [],
    featured: false,
    bestSeller: false,
    newArrival: false,
    benefits: [],
    howToUse: '',
    shelfLife: '',
    metadata: { title: '', description: '', keywords: [] },
    ...change,
  }
}
