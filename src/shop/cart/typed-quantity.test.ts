import { expect, test } from 'vitest'
import { typedQuantity } from './typed-quantity.ts'

test.each([
  ['1', 1],
  [' 12 ', 12],
  ['007', 7],
  ['۱۲', 12],
  ['٣', 3],
  ['９', 9],
  ['999', 999],
])('rule 2.20: the quantity %j is %d', (typed, quantity) => {
  expect(typedQuantity(typed, 'Oil')).toBe(quantity)
})

test.each(['', ' ', '0', '۰', '-1', '1.5', '1,5', '1e2', 'two', '1 2', '9'.repeat(400)])(
  'rule 18.80: %j is no quantity',
  (typed) => {
    expect(typedQuantity(typed, 'Oil')).toBe('Please enter a whole number from 1 to 999.')
  },
)

test.each(['1000', '۱۰۰۰', '999999999999999'])('rule 18.7: %j is over the limit', (typed) => {
  expect(typedQuantity(typed, 'Oil')).toBe('We can send at most 999 of Oil in one order.')
})
