import { expect, test } from 'vitest'
import { formatDate, formatDay, formatMoment, isoDay } from './dates.ts'
import { formatMoney, toMinor } from './money.ts'

test('a day is the day in Lahore', () => {
  expect(formatDay('2026-11-21T18:59:59Z')).toBe('November 21, 2026')
  expect(formatDay('2026-11-21T19:00:00Z')).toBe('November 22, 2026')
  expect(isoDay(new Date('2026-11-21T18:59:59Z'))).toBe('2026-11-21')
  expect(isoDay(new Date('2026-11-21T19:00:00Z'))).toBe('2026-11-22')
  expect(formatMoment('2026-11-21T05:00:00Z')).toBe('November 21, 2026 at 10:00 AM')
})

test('a date without a time stays that date', () => {
  expect(formatDate('2026-11-28')).toBe('November 28, 2026')
})

test('money has two decimals, no symbol and no separator', () => {
  expect(formatMoney(145_900)).toBe('1459.00')
  expect(formatMoney(0)).toBe('0.00')
  expect(formatMoney(99_999_999_99)).toBe('99999999.99')
  expect(toMinor(0.1 + 0.2)).toBe(30)
})
