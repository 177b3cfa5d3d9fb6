import { expect, it } from 'vitest'
import { priceList, sellingPrice } from './price-list.ts'

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

it('every product with a price has a file of words, and the reverse', () => {
  expect([...toldAbout.keys()].sort()).toEqual(priceList.map(({ id }) => id).sort())
})

it.each(priceList)('the percentage off $id is that of its prices', ({ id, sizes }) => {
  for (const size of sizes) {
    const percentageOff = 100 * (1 - sellingPrice(size) / size.price)
    const claimed = toldAbout.get(id)?.discountPercentage ?? 0
    expect(Math.abs(claimed - percentageOff)).toBeLessThanOrEqual(1)
  }
})

it.each([
  { id: 'zulf-herbal-oil-single', rating: 4.9, reviews: 328, bestSeller: true },
  { id: 'zulf-herbal-oil-double', rating: 4.9, reviews: 174, bestSeller: false },
  { id: 'zulf-herbal-oil-giftpack', rating: 5, reviews: 91, bestSeller: true },
])('$id is rated as the spec says', ({ id, ...expected }) => {
  expect(toldAbout.get(id)).toMatchObject({ ...expected, discountPercentage: 50 })
  expect(toldAbout.get(id)).not.toHaveProperty('featured')
  expect(toldAbout.get(id)).not.toHaveProperty('newArrival')
})
