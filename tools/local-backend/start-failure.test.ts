import { expect, test } from 'vitest'
import { reasonOf } from './start-failure.ts'

test.each([
  [new Error('a reason'), 'a reason'],
  [{ name: 'ErrnoError', errno: 51 }, 'the disk is full'],
  [{ name: 'ErrnoError', errno: 29 }, 'error 29 of its file system'],
  ['a text', 'a text'],
])('what PGlite throws is told in words: %o', (error, reason) => {
  expect(reasonOf(error)).toBe(reason)
})
