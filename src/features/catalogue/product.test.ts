import { expect, it } from 'vitest'
import { featuredProducts, type Product } from './product.ts'

function aProduct(id: string, reviews: number, featured = false): Product {
  return {
    id,
    name: id,
    sizes: [{ label: '100ml', price: 100 }],
    shortDescription: '',
    description: '',
    rating: 5,
    reviews,
    reviewsVerified: false,
    images: [],
    category: 'Hair Oil',
    tags: [],
    featured,
    bestSeller: false,
    newArrival: false,
    benefits: [],
    howToUse: '',
    metadata: { title: '', description: '', keywords: [] },
  }
}

function ids(products: Product[]): string[] {
  return products.map((product) => product.id)
}

it('without a flagged product the most reviewed ones are featured, save the one being viewed', () => {
  const products = [aProduct('few', 1), aProduct('many', 9), aProduct('some', 5)]
  expect(ids(featuredProducts(products))).toEqual(['many', 'some', 'few'])
  expect(ids(featuredProducts(products, 'many'))).toEqual(['some', 'few'])
  expect(ids(products)).toEqual(['few', 'many', 'some'])
})

it('flagged products are featured alone', () => {
  const products = [aProduct('few', 1, true), aProduct('many', 9)]
  expect(ids(featuredProducts(products))).toEqual(['few'])
})

it('on the page of the only flagged product the others stand in', () => {
  const products = [aProduct('few', 1, true), aProduct('many', 9)]
  expect(ids(featuredProducts(products, 'few'))).toEqual(['many'])
})
