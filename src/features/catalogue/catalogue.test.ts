import { expect, it } from 'vitest'
import { lowestPrice, sellingPrice, toPricedProduct } from './price-list.ts'

interface ToldAbout {
  discountPercentage?: number
  rating: number
  reviews: number
  bestSeller?: boolean
}

const files = import.meta.glob<ToldAbout>('../../content/products/*.md', {
  eager: true,
  import: 'frontmatter',
})

const toldAbout = new Map(
  Object.entries(files).map(([file, words]) => [file.replace(/^.*\/|\.md$/g, ''), words]),
)

it.each([
  { id: 'zulf-herbal-oil-single', rating: 4.9, reviews: 328, bestSeller: true },
  { id: 'zulf-herbal-oil-double', rating: 4.9, reviews: 174, bestSeller: false },
  { id: 'zulf-herbal-oil-giftpack', rating: 5, reviews: 91, bestSeller: true },
])('$id is rated as the spec says', ({ id, ...expected }) => {
  expect(toldAbout.get(id)).toMatchObject({ ...expected, discountPercentage: 50 })
  expect(toldAbout.get(id)).not.toHaveProperty('featured')
  expect(toldAbout.get(id)).not.toHaveProperty('newArrival')
})

it('a size without a discount is sold at its price', () => {
  const product = toPricedProduct({
    id: 'oil',
    name: 'Oil',
    sizes: [
      { label: '100ml', price: 1599 },
      { label: '50ml', price: 1600, discountPrice: 1500.5 },
    ],
  })
  expect(product.sizes[0]).toEqual({ label: '100ml', price: 159_900 })
  expect(product.sizes.map(sellingPrice)).toEqual([159_900, 150_050])
  expect(lowestPrice(product)).toBe(150_050)
})
