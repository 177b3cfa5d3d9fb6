import { expect, test } from 'vitest'
import { deviceName, drainProblem, type Notices } from './notices.ts'

test.each([
  [
    'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
  ['something new', 'Browser'],
])('%s is named %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})

test('the page says that nothing is told where the outbox was not emptied for ten minutes, or never', () => {
  const at = (claimedAt: string | null): Notices => ({
    claimedAt,
    publicKey: null,
    targets: [],
  })
  const now = Date.parse('2026-11-25T10:00:00Z')
  expect(drainProblem(at('2026-11-25T09:58:00Z'), now)).toBeUndefined()
  expect(drainProblem(at('2026-11-25T09:40:00Z'), now)).toContain('Nothing is told now')
  expect(drainProblem(at(null), now)).toContain('Nothing is told now')
})
