import { expect, test } from 'vitest'
import { matchesSearch, searchText, shortTags } from './product-search.ts'

const text = searchText({
  name: 'Herbal Hair Oil',
  description: 'Seven botanicals in one bottle.',
  category: 'Hair Oil',
  tags: ['amla', 'bhringraj'],
})

test.each(['', '  HERBAL ', 'botanicals', 'hair oil', 'Bhring'])('"%s" is found', (typed) => {
  expect(matchesSearch(text, typed)).toBe(true)
})

test.each(['.*', '<b>', 'bottle.hair', 'shampoo'])('"%s" is taken literally', (typed) => {
  expect(matchesSearch(text, typed)).toBe(false)
})

test('three tags are shown and the others counted', () => {
  expect(shortTags(['a', 'b', 'c', 'd', 'e'])).toEqual(['a', 'b', 'c', '+2'])
  expect(shortTags(['a', 'b', 'c'])).toEqual(['a', 'b', 'c'])
})
