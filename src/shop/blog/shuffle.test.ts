import { expect, test } from 'vitest'
import { arrange } from './shuffle.ts'

const visits = Array.from({ length: 500 }, () => arrange(7))

test('rule 9.6: every article is listed once, and each comes first in some visit', () => {
  for (const visit of visits) {
    expect(visit.map(({ index }) => index).toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6])
  }
  expect(new Set(visits.map(([first]) => first?.index)).size).toBe(7)
})

test('rule 9.6: pictures are from 280 to 350 pixels high, both included', () => {
  const heights = visits.flatMap((visit) => visit.map(({ height }) => height))
  expect(heights.every(Number.isInteger)).toBe(true)
  expect([Math.min(...heights), Math.max(...heights)]).toEqual([280, 350])
})
