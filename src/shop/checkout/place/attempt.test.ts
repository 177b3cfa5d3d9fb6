import { beforeEach, expect, test } from 'vitest'
import { deviceStorage } from '#kit/storage/device-storage.ts'
import { attempts, markSeen } from './attempt.ts'

beforeEach(() => deviceStorage.remove('zulf:attempt'))

test('an attempt has one key until it is complete', () => {
  const first = attempts.current()
  expect(attempts.current()).toEqual(first)
  attempts.save({ ...first, step: 'saved' })
  expect(attempts.current().key).toEqual(first.key)
  attempts.save({ ...first, step: 'complete' })
  expect(attempts.current().key).not.toEqual(first.key)
})

test('an opened confirmation is seen for its own order, once that is complete', () => {
  const { key } = attempts.current()
  markSeen(key.id)
  expect(attempts.latest()?.step).toBe('prepared')
  attempts.save({ key, step: 'complete', earlier: 'QQQQQQQQ' })
  markSeen('ABCDEFGH')
  expect(attempts.latest()?.step).toBe('complete')
  markSeen(key.id)
  expect(attempts.latest()).toEqual({ key, step: 'seen' })
})

test('an earlier order is named until its confirmation is opened', () => {
  const { key } = attempts.begin('ABCDEFGH')
  markSeen('QQQQQQQQ')
  expect(attempts.latest()?.earlier).toBe('ABCDEFGH')
  markSeen('ABCDEFGH')
  expect(attempts.latest()).toEqual({ key, step: 'prepared' })
})

test.each(['{', 'null', '5', '{"key":{"id":"x"},"step":"placing"}', '{"step":"complete"}'])(
  'a damaged attempt is none: %s',
  (text) => {
    deviceStorage.set('zulf:attempt', text)
    expect(attempts.latest()).toBeUndefined()
  },
)

test('an attempt with an impossible earlier order is none', () => {
  const { key } = attempts.current()
  deviceStorage.set('zulf:attempt', JSON.stringify({ key, step: 'placing', earlier: '/evil' }))
  expect(attempts.latest()).toBeUndefined()
})
