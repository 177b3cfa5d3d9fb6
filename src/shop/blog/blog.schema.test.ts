import { expect, test } from 'vitest'
import { dayProblem, postNameProblem } from './blog.schema.ts'

test('the day of an article is today or earlier', () => {
  expect(dayProblem('2026-11-22', '2026-11-22')).toBeUndefined()
  expect(dayProblem('2026-11-23', '2026-11-22')).toContain('in the future: today is 2026-11-22')
})

test('February 29 exists in leap years only', () => {
  expect(dayProblem('2024-02-29', '2026-11-22')).toBeUndefined()
  expect(dayProblem('2025-02-29', '2026-11-22')).toContain('there is no such day')
})

test('a file is named by a canonical number', () => {
  expect(postNameProblem('8')).toBeUndefined()
  for (const name of ['01', '1e0', '0', '-1', '1.5', 'nine', '']) {
    expect(postNameProblem(name)).toContain('the name of the file is not a number')
  }
})
