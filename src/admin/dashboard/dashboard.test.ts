import { expect, test } from 'vitest'
import {
  bestDay,
  formatCopyNotice,
  formatDatabaseNotice,
  formatDatabaseSize,
  formatNoticesNotice,
  formatRetentionNotice,
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
  [0, undefined],
  [1, /^1 order is older .* still holds /],
  [2, /^2 orders are older .* still hold /],
  [1000, /^1000 or more orders are older .* still hold /],
])('rule 16.8: of %i orders past the retention time it says %s', (pastRetention, words) => {
  const sentence = formatRetentionNotice({ pastRetention })
  if (words) expect(sentence).toMatch(words)
  else expect(sentence).toBeUndefined()
})

test.each([
  [0, undefined],
  [1, /^1 order copy wasn’t sent/],
  [2, /^2 order copies weren’t sent/],
])('rule 16.12: of %s copies that were not sent it says %s', (unsentCopies, words) => {
  const sentence = formatCopyNotice({ unsentCopies })
  if (words) expect(sentence).toMatch(words)
  else expect(sentence).toBeUndefined()
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

test('rule 24.10: it says since when notices stand still, and why where that is known', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const said = (stoppedAt: string, reason: string | null = null) =>
    formatNoticesNotice({ standingNotices: { stoppedAt, reason } }, now)
  expect(said('2026-11-21T09:05:00Z', '502 Legacy API keys are disabled')).toBe(
    'No notices of new orders went out since 2:05 PM. 502 Legacy API keys are disabled',
  )
  expect(said('2026-11-20T09:05:00Z')).toMatch(
    /^No notices of new orders went out since November 20, 2026 at 2:05 PM. Whoever /,
  )
  expect(formatNoticesNotice({ standingNotices: null }, now)).toBeUndefined()
})

test('the best day has revenue', () => {
  const quiet = { day: '2026-11-20', orders: 1, revenue: 0 }
  const busy = { day: '2026-11-21', orders: 2, revenue: 159_800 }
  expect(bestDay([quiet, busy])).toBe(busy)
  expect(bestDay([quiet])).toBeUndefined()
  expect(bestDay([])).toBeUndefined()
})
