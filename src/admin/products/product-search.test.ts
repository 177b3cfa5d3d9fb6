import { expect, test } from 'vitest'
import { formatRating, matchesSearch, shortTags } from './product-search.ts'

const product = {
  name: 'Herbal Hair Oil',
  description: 'Seven botanicals in one bottle.',
  category: 'Hair Oil' as const,
  tags: ['amla', 'bhringraj'],
}

test.each(['', '  HERBAL ', 'botanicals', 'hair oil', 'Bhring'])('"%s" is found', (typed) => {
  expect(matchesSearch(product, typed)).toBe(true)
})

test.each(['.*', '<b>', 'bottle.hair', 'shampoo'])('"%s" is taken literally', (typed) => {
  expect(matchesSearch(product, typed)).toBe(false)
})

test('three tags are shown and the others counted', () => {
  expect(shortTags(['a', 'b', 'c', 'd', 'e'])).toEqual(['a', 'b', 'c', '+2'])
  expect(shortTags(['a', 'b', 'c'])).toEqual(['a', 'b', 'c'])
})

test('a rating says of how many reviews it is', () => {
  expect(formatRating({ rating: 4.9, reviews: 328 })).toBe('4.9 (328 reviews)')
  expect(formatRating({ rating: 5, reviews: 1 })).toBe('5.0 (1 review)')
})
