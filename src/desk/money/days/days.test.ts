import { expect, test } from 'vitest'
import { daysOf, inOrder, wholeDays } from './days.ts'

/** It is the 1st of December already in Karachi. */
const now = new Date('2026-11-30T20:00:00Z')

test.each([
  ['today', '2026-12-01', '2026-12-01'],
  ['yesterday', '2026-11-30', '2026-11-30'],
  ['week', '2026-11-25', '2026-12-01'],
  ['month', '2026-12-01', '2026-12-01'],
  ['all', '2020-01-01', '2026-12-01'],
] as const)('rule 22.46: %s is %s to %s, by the clock of the shop', (range, from, until) => {
  expect(daysOf(range, now)).toEqual({ from, until })
})

test('a URL without days means today, and one with a single day means that day', () => {
  expect(wholeDays({ from: '', until: '' }, now)).toEqual(daysOf('today', now))
  const day = '2026-11-05'
  expect(wholeDays({ from: day, until: '' }, now)).toEqual({ from: day, until: day })
})

test('days that cross are those between them', () => {
  const days = { from: '2026-11-05', until: '2026-11-10' }
  expect(inOrder(days)).toEqual(days)
  expect(inOrder({ from: days.until, until: days.from })).toEqual(days)
})
