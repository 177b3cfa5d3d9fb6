import { expect, test } from 'vitest'
import { formatShortMoment, shortMomentWithin } from './short-moment.ts'

test.each([
  ['2026-11-24T19:00:01Z', 'Today 12:00 AM'],
  ['2026-11-24T18:59:00Z', 'Yesterday 11:59 PM'],
  ['2026-11-25T19:00:01Z', 'Tomorrow 12:00 AM'],
  ['2026-11-21T05:00:00Z', 'Nov 21, 10:00 AM'],
  ['2025-11-21T05:00:00Z', 'Nov 21, 2025, 10:00 AM'],
  // A date of a courier's file, which has no time.
  ['2026-11-24T19:00:00Z', 'Today'],
  ['2026-11-20T19:00:00Z', 'Nov 21'],
])('%s is shown by the day in Lahore: %s', (timestamp, text) => {
  const now = new Date('2026-11-25T12:00:00Z')
  expect(formatShortMoment(timestamp, now).replaceAll('\u202f', ' ')).toBe(text)
})

test('within a sentence a day near by has a small letter', () => {
  const within = (day: string) =>
    shortMomentWithin(`2026-11-${day}T05:00:00Z`, new Date('2026-11-25T12:00:00Z'))
  expect(within('25')).toMatch(/^today 10:00/)
  expect(within('24')).toMatch(/^yesterday/)
  expect(within('21')).toMatch(/^Nov 21/)
})
