import { expect, test } from 'vitest'
import { type DateOrder, orderOfDates, parseDate } from './dates.ts'

test.each([
  ['05/11/2026', 'day', '2026-11-05'],
  ['05/11/2026', 'month', '2026-05-11'],
  ['5-11-26', 'day', '2026-11-05'],
  ['05.11.2026 14:30', 'day', '2026-11-05'],
  ['25/11/2026', 'month', '2026-11-25'],
  ['11/25/2026', 'day', '2026-11-25'],
  ['2026-11-05', 'month', '2026-11-05'],
  ['2026/11/5', 'day', '2026-11-05'],
  ['05-Nov-2026', 'month', '2026-11-05'],
  ['5 November 26', 'day', '2026-11-05'],
  ['5th Nov, 2026', 'day', '2026-11-05'],
  ['Nov 5, 2026', 'day', '2026-11-05'],
  ["'05/11/2026", 'day', '2026-11-05'],
  ['46331', 'day', '2026-11-05'],
  ['46331.75', 'day', '2026-11-05'],
  // It is the next day in Pakistan.
  ['2026-11-05T20:30:00Z', 'day', '2026-11-06'],
  ['2026-11-05T20:30:00.000+0500', 'day', '2026-11-05'],
] satisfies [string, DateOrder, string][])(
  'rule 22.27: %j with the %s first is %s',
  (cell, first, day) => {
    expect(parseDate(cell, first)?.day).toBe(day)
  },
)

test.each([
  ['05/11/2026 2:30 PM', '2026-11-05T14:30:00+05:00'],
  ['2026-11-05 00:15:09', '2026-11-05T00:15:09+05:00'],
  ['2026-11-05T09:30:00Z', '2026-11-05T09:30:00Z'],
  ['2026-11-05T10:19:06.000+0500', '2026-11-05T10:19:06+05:00'],
  ['05/11/2026', '2026-11-05T00:00:00+05:00'],
])('rule 22.27: the moment of %j is in the zone of the shop', (cell, moment) => {
  expect(parseDate(cell, 'day')?.moment).toBe(moment)
})

test.each(['', 'soon', '31/02/2026', '13/13/2026', '05/11/2026 25:00', '0', '12345', '5 Foo 2026'])(
  'rule 22.27: %j is no date',
  (cell) => expect(parseDate(cell, 'day')).toBeUndefined(),
)

test.each([
  ['day', 'certain', ['05/11/2026', '25/11/2026']],
  ['month', 'certain', ['05/11/2026', '11/25/2026']],
  ['day', 'open', ['05/11/2026', '06/11/2026', '']],
  ['day', 'both', ['25/11/2026', '11/25/2026']],
  ['day', 'certain', ['2026-11-05', '5 Nov 2026', '05/05/2026']],
  ['year', 'year', ['26-11-13', '26-11-14']],
  ['day', 'certain', ['26-11-13', '26-11-26']],
])('rule 22.27: the %s comes first, which is %s', (first, is, cells) => {
  expect(orderOfDates(cells, new Date('2026-11-27'))).toEqual({ first, is })
})
