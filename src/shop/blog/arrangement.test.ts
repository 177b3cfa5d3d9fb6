import { expect, test } from 'vitest'
import { arrange, isSeed, newSeed, PICTURE_HEIGHT } from './arrangement.ts'

const seeds = Array.from({ length: 200 }, (_, number) => number * 21_474_836)

test('every article is listed once for every seed', () => {
  for (const seed of seeds) {
    const indexes = arrange(7, seed).map(({ index }) => index)
    expect(indexes.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6])
  }
})

test('a seed gives one arrangement, and another seed another one', () => {
  expect(arrange(7, 42)).toEqual(arrange(7, 42))
  expect(new Set(seeds.map((seed) => JSON.stringify(arrange(7, seed)))).size).toBe(seeds.length)
})

test('pictures are from 280 to 350 pixels high, both included', () => {
  const heights = seeds.flatMap((seed) => arrange(7, seed).map(({ height }) => height))
  expect(heights.every(Number.isInteger)).toBe(true)
  expect(Math.min(...heights)).toBe(PICTURE_HEIGHT.min)
  expect(Math.max(...heights)).toBe(PICTURE_HEIGHT.max)
})

test('each article comes first for some seed', () => {
  const first = new Set(seeds.map((seed) => arrange(7, seed)[0]?.index))
  expect(first.size).toBe(7)
})

test('isSeed accepts the values of newSeed only', () => {
  expect(isSeed(newSeed())).toBe(true)
  for (const value of [-1, 0.5, 2 ** 32, '1', null, undefined, Number.NaN]) {
    expect(isSeed(value)).toBe(false)
  }
})
