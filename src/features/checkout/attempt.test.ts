import { beforeEach, expect, test } from 'vitest'
import { deviceStorage } from '#shared/device-storage.ts'
import { attempts, noteShown } from './attempt.ts'

beforeEach(() => deviceStorage.remove('zulf:attempt'))

test('an attempt keeps its key until it is done', () => {
  const first = attempts.current()
  expect(attempts.current()).toEqual(first)
  attempts.save({ ...first, step: 'saved' })
  expect(attempts.current().key).toEqual(first.key)
  attempts.save({ ...first, step: 'done' })
  expect(attempts.current().key).not.toEqual(first.key)
})

test('a confirmation that is opened is noted for its own order, once that is through', () => {
  const { key } = attempts.current()
  noteShown(key.id)
  expect(attempts.latest()?.step).toBe('placing')
  attempts.save({ key, step: 'done' })
  noteShown('ABCDEFGH')
  expect(attempts.latest()?.step).toBe('done')
  noteShown(key.id)
  expect(attempts.latest()).toEqual({ key, step: 'shown' })
})

test.each(['{', 'null', '5', '{"key":{"id":"x"},"step":"placing"}', '{"step":"done"}'])(
  'a damaged attempt is none: %s',
  (text) => {
    deviceStorage.set('zulf:attempt', text)
    expect(attempts.latest()).toBeUndefined()
  },
)
