import { expect, it } from 'vitest'
import { businessHours, isOpen } from './business-hours.ts'

it.each([
  ['Monday, a second before nine', '2026-11-23T08:59:59+05:00', false],
  ['Monday at nine', '2026-11-23T09:00:00+05:00', true],
  ['Friday, a second before six', '2026-11-27T17:59:59+05:00', true],
  ['Friday at six', '2026-11-27T18:00:00+05:00', false],
  ['Saturday at nine', '2026-11-28T09:30:00+05:00', false],
  ['Saturday at ten', '2026-11-28T10:00:00+05:00', true],
  ['Saturday, a second before four', '2026-11-28T15:59:59+05:00', true],
  ['Saturday at four', '2026-11-28T16:00:00+05:00', false],
  ['Sunday at noon', '2026-11-29T12:00:00+05:00', false],
  ['Monday at midnight', '2026-11-23T00:00:00+05:00', false],
  ['Monday morning in Lahore, while it is Sunday night in London', '2026-11-23T04:30:00Z', true],
  [
    'Saturday morning in Lahore, while it is Friday night in New York',
    '2026-11-28T00:30:00-05:00',
    true,
  ],
])('%s: %s', (_, moment, expected) => {
  expect(isOpen(new Date(moment))).toBe(expected)
})

it('every day of the week stands in exactly one row', () => {
  const days = businessHours.flatMap(({ weekdays }) => weekdays)
  expect(days).toEqual([1, 2, 3, 4, 5, 6, 0])
})
