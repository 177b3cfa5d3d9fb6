import { expect, test } from 'vitest'
import { copiesNotice, noticesNotice, retentionNotice } from './quiet-lines.ts'

test.each([
  [1, /^1 order is older .* still holds /],
  [2, /^2 orders are older .* still hold /],
  [1000, /^1000 or more orders are older .* still hold /],
])('rule 16.8: of %i orders past the retention time it says %s', (count, words) => {
  expect(retentionNotice(count)).toMatch(words)
})

test.each([
  [1, /^1 order copy wasn’t sent/],
  [2, /^2 order copies weren’t sent/],
])('rule 16.12: of %s copies that were not sent it says %s', (count, words) => {
  expect(copiesNotice(count)).toMatch(words)
})

test('rule 24.10: it says since when notices stand still, and why where that is known', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const said = (stoppedAt: string, reason: string | null = null) =>
    noticesNotice({ stoppedAt, reason }, now)
  expect(said('2026-11-21T09:05:00Z', '502 Legacy API keys are disabled')).toBe(
    'No notices of new orders went out since 2:05 PM. 502 Legacy API keys are disabled',
  )
  expect(said('2026-11-20T09:05:00Z')).toMatch(
    /^No notices of new orders went out since November 20, 2026 at 2:05 PM. Whoever /,
  )
})
