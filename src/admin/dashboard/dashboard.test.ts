import { expect, test } from 'vitest'
import {
  bestDay,
  formatDatabaseNotice,
  formatDatabaseSize,
  formatRevenueChange,
} from './dashboard.ts'

test.each([
  [13_400, 10_000, '+34% in 30 days'],
  [9_000, 10_000, '−10% in 30 days'],
  [10_000, 10_000, '+0% in 30 days'],
  [0, 10_000, '−100% in 30 days'],
  [10_000, 0, 'No sales in the 30 days before'],
  [0, 0, 'No sales in 60 days'],
])('rule 16.1: revenue of %i after %i reads "%s"', (revenue30, revenuePrevious30, sentence) => {
  expect(formatRevenueChange({ revenue30, revenuePrevious30 })).toBe(sentence)
})

test.each([
  [41_200_000, 'Database: 42 MB of 500 MB', undefined],
  [404_000_000, 'Database: 404 MB of 500 MB', undefined],
  [405_000_000, 'Database: 405 MB of 500 MB', /^The database is 81% full\. /],
])('rule 16.20: of %i bytes it says "%s"', (databaseBytes, size, notice) => {
  const dashboard = { databaseBytes, databaseLimitMb: 500 }
  expect(formatDatabaseSize(dashboard)).toBe(size)
  const said = formatDatabaseNotice(dashboard)
  if (notice) expect(said).toMatch(notice)
  else expect(said).toBeUndefined()
})

test('the best day has revenue', () => {
  const quiet = { day: '2026-11-20', orders: 1, revenue: 0 }
  const busy = { day: '2026-11-21', orders: 2, revenue: 159_800 }
  expect(bestDay([quiet, busy])).toBe(busy)
  expect(bestDay([quiet])).toBeUndefined()
  expect(bestDay([])).toBeUndefined()
})
