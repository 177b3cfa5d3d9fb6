import { expect, test } from 'vitest'
import { dayProblem, shopDay } from './day.ts'

test('a day begins in the shop, five hours before it does in UTC', () => {
  expect(shopDay(new Date('2026-11-22T18:59:59Z'))).toBe('2026-11-22')
  expect(shopDay(new Date('2026-11-22T19:00:00Z'))).toBe('2026-11-23')
})

test('an article may be of today, and not of tomorrow', () => {
  expect(dayProblem('2026-11-22', '2026-11-22')).toBeUndefined()
  expect(dayProblem('2026-11-23', '2026-11-22')).toContain('in the future: today is 2026-11-22')
})

test('February 29 is a day of leap years', () => {
  expect(dayProblem('2024-02-29', '2026-11-22')).toBeUndefined()
  expect(dayProblem('2025-02-29', '2026-11-22')).toContain('there is no such day')
})
