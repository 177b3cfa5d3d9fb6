import { expect, it } from 'vitest'
import { aProduct } from '#tests/support/product-factory.ts'
import { featuredProducts, type Product, starFills } from './product.ts'
import { ratingSentence } from './words.ts'

const few = aProduct({ id: 'few', reviews: 1 })
const some = aProduct({ id: 'some', reviews: 5 })
const many = aProduct({ id: 'many', reviews: 9 })

function ids(products: Product[]): string[] {
  return products.map((product) => product.id)
}

it('without a flagged product the most reviewed ones are featured, save the one being viewed', () => {
  const products = [few, many, some]
  expect(ids(featuredProducts(products))).toEqual(['many', 'some', 'few'])
  expect(ids(featuredProducts(products, 'many'))).toEqual(['some', 'few'])
  expect(ids(products)).toEqual(['few', 'many', 'some'])
})

it('flagged products are featured alone, and on the page of the only one the others stand in', () => {
  const products = [{ ...few, featured: true }, many]
  expect(ids(featuredProducts(products))).toEqual(['few'])
  expect(ids(featuredProducts(products, 'few'))).toEqual(['many'])
})

it.each([
  [5, 'full full full full full'],
  [4.9, 'full full full full half'],
  [4.5, 'full full full full half'],
  [4.49, 'full full full full empty'],
  [0.3, 'empty empty empty empty empty'],
  [0, 'empty empty empty empty empty'],
])('rule 1.9: a rating of %d never shows more stars than it is', (rating, fills) => {
  expect(starFills(rating).join(' ')).toBe(fills)
})

it('a rating is read out with its reviews', () => {
  expect(ratingSentence(4.9, 328)).toBe('4.9 out of 5, 328 reviews')
  expect(ratingSentence(5, 1)).toBe('5.0 out of 5, 1 review')
})
