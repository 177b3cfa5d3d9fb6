import { expect, test } from 'vitest'
import { NO_EARLIER_ORDERS } from '#tests/support/order-factories.ts'
import { formatEarlierOrders } from './earlier-orders.ts'

test('rule 14.7: the other orders of the phone are counted by status', () => {
  expect(formatEarlierOrders(NO_EARLIER_ORDERS)).toBe('First order from this phone')
  expect(formatEarlierOrders({ ...NO_EARLIER_ORDERS, count: 1, cancelled: 1 })).toBe(
    '1 other order from this phone: 1 cancelled',
  )
  expect(formatEarlierOrders({ ...NO_EARLIER_ORDERS, count: 3, delivered: 2, cancelled: 1 })).toBe(
    '3 other orders from this phone: 2 delivered, 1 cancelled',
  )
  expect(formatEarlierOrders({ ...NO_EARLIER_ORDERS, count: 1, joined: 1 })).toBe(
    '1 other order from this phone: 1 joined',
  )
})
