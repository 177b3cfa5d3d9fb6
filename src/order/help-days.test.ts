import { expect, test } from 'vitest'
import { isHelpOver, lastHelpDay } from './help-days.ts'
import type { HistoryEntry } from './order.ts'

const delivered = (at: string): HistoryEntry => ({ status: 'delivered', at, by: 'admin' })

// 18:59 UTC is 23:59 in Karachi.
test.each([
  ['2026-11-21T05:00:00Z', '2026-11-24T18:59:59Z', false],
  ['2026-11-21T05:00:00Z', '2026-11-24T19:00:00Z', true],
  ['2026-11-21T18:59:59Z', '2026-11-24T19:00:00Z', true],
  ['2026-11-21T19:00:00Z', '2026-11-24T19:00:00Z', false],
])('rule 7.36: delivered at %s, the days at %s are over: %s', (at, now, isOver) => {
  expect(isHelpOver({ trackingHistory: [delivered(at)], asOf: now })).toBe(isOver)
})

test('the days begin with the delivery, not with a later tracking number', () => {
  const trackingHistory = [
    delivered('2026-11-21T05:00:00Z'),
    { ...delivered('2026-11-23T05:00:00Z'), trackingNumber: 'CN1' },
  ]
  expect(lastHelpDay({ trackingHistory })).toBe('2026-11-24T05:00:00.000Z')
})

test('without the time of the delivery, they are not over', () => {
  expect(isHelpOver({ trackingHistory: [], asOf: '2027-11-21T05:00:00Z' })).toBe(false)
  expect(lastHelpDay({ trackingHistory: [] })).toBeUndefined()
})
