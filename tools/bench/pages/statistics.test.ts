import { expect, test } from 'vitest'
import { median } from './statistics.ts'

test('the median is the middle value, whatever the order', () => {
  expect(median([1052, 9, 1050])).toBe(1050)
})

test('of an even number it is a value that was measured', () => {
  expect(median([10, 100, 2, 3])).toBe(3)
})

test('of nothing it is no number', () => {
  expect(median([])).toBeNaN()
})
