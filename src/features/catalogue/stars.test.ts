import { expect, it } from 'vitest'
import { ratingSentence, starFills } from './stars.ts'

it.each([
  [5, 'full full full full full'],
  [4.9, 'full full full full full'],
  [4.74, 'full full full full half'],
  [4.2, 'full full full full empty'],
  [0.3, 'half empty empty empty empty'],
  [0, 'empty empty empty empty empty'],
])('%d is shown to the nearest half star', (rating, fills) => {
  expect(starFills(rating).join(' ')).toBe(fills)
})

it('a rating is read out with its reviews', () => {
  expect(ratingSentence(4.9, 328)).toBe('4.9 out of 5, 328 reviews')
  expect(ratingSentence(5, 1)).toBe('5.0 out of 5, 1 review')
})
