import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

test('without words everything is measured in three rounds', () => {
  expect(readOptions([])).toEqual({
    rounds: 3,
    only: undefined,
    lighthouse: true,
    applied: false,
    markdown: false,
  })
})

test('a run can be made smaller', () => {
  expect(readOptions(['--only', 'product', '--rounds', '1', '--no-lighthouse'])).toMatchObject({
    only: 'product',
    rounds: 1,
    lighthouse: false,
  })
})

test('rounds that cannot be run are refused', () => {
  for (const words of ['0', 'many', '1.5']) {
    expect(() => readOptions(['--rounds', words])).toThrow('whole number')
  }
})

test('what is unknown is refused', () => {
  expect(() => readOptions(['--fast'])).toThrow()
})
