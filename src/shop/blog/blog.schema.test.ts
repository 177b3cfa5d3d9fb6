import { expect, test } from 'vitest'
import { dayProblem, postNameProblem } from './blog.schema.ts'

test('the day of an article is today or earlier', () => {
  expect(dayProblem('2026-11-22', '2026-11-22')).toBeUndefined()
  expect(dayProblem('2026-11-23', '2026-11-22')).toContain('in the future: today is 2026-11-22')
  expect(dayProblem('1926-11-22', '2026-11-22')).toContain('long before this shop')
})

test('a file is named by a canonical number', () => {
  expect(postNameProblem('8')).toBeUndefined()
  for (const name of ['01', '1e0', '0', '-1', '1.5', 'nine', '']) {
    expect(postNameProblem(name)?.what).toBe('the name of the file is not a number')
  }
})
