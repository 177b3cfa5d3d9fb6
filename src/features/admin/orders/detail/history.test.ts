import { expect, test } from 'vitest'
import { happenings } from './history.ts'

test('each entry tells what changed and who changed it', () => {
  const at = '2026-11-21T08:00:00Z'
  const told = happenings([
    { status: 'pending', at, by: 'customer' },
    { status: 'processing', at, by: 'system' },
    { status: 'processing', at, by: 'admin', trackingNumber: 'TCS 1' },
    { status: 'shipped', at, by: 'admin', trackingNumber: 'TCS 2' },
    { status: 'shipped', at, by: 'admin', trackingNumber: null },
  ])
  expect(told.map(({ what, who }) => `${what} (${who})`)).toEqual([
    'Order placed (Customer)',
    'Status: Processing (System)',
    'Tracking number: TCS 1 (Admin)',
    'Status: Shipped, Tracking number: TCS 2 (Admin)',
    'Tracking number removed (Admin)',
  ])
})
