import { expect, test } from 'vitest'
import { earlierSentence } from './earlier-orders.ts'

const none = { count: 0, pending: 0, processing: 0, shipped: 0, delivered: 0, cancelled: 0 }

test('earlier orders of the phone are told with how they ended', () => {
  expect(earlierSentence(none)).toBe('First order from this phone')
  expect(earlierSentence({ ...none, count: 1, cancelled: 1 })).toBe(
    '1 earlier order from this phone: 1 cancelled',
  )
  expect(earlierSentence({ ...none, count: 3, delivered: 2, cancelled: 1 })).toBe(
    '3 earlier orders from this phone: 2 delivered, 1 cancelled',
  )
})
