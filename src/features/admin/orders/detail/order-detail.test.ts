import { expect, test } from 'vitest'
import { formatEarlierOrders, historyLines } from './order-detail.ts'

test('rule 14.6: each line of the history says what changed and who changed it', () => {
  const at = '2026-11-21T08:00:00Z'
  const lines = historyLines([
    { status: 'pending', at, by: 'customer' },
    { status: 'processing', at, by: 'system' },
    { status: 'processing', at, by: 'admin', trackingNumber: 'TCS 1' },
    { status: 'shipped', at, by: 'admin', trackingNumber: 'TCS 2' },
    { status: 'shipped', at, by: 'admin', trackingNumber: null },
  ])
  expect(lines.map(({ change, by }) => `${change} (${by})`)).toEqual([
    'Order placed (Customer)',
    'Status: Processing (System)',
    'Tracking number: TCS 1 (Admin)',
    'Status: Shipped, Tracking number: TCS 2 (Admin)',
    'Tracking number removed (Admin)',
  ])
})

test('rule 14.7: earlier orders of the phone are counted by status', () => {
  const none = { count: 0, pending: 0, processing: 0, shipped: 0, delivered: 0, cancelled: 0 }
  expect(formatEarlierOrders(none)).toBe('First order from this phone')
  expect(formatEarlierOrders({ ...none, count: 1, cancelled: 1 })).toBe(
    '1 earlier order from this phone: 1 cancelled',
  )
  expect(formatEarlierOrders({ ...none, count: 3, delivered: 2, cancelled: 1 })).toBe(
    '3 earlier orders from this phone: 2 delivered, 1 cancelled',
  )
})
