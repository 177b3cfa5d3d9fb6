import { expect, test } from 'vitest'
import { toColumns, toMarkdown, withoutEmptyColumns } from './table.ts'

const rows = [
  ['page', 'js'],
  ['home', '3.1'],
  ['catalogue', '65.0'],
]

test('Markdown has the numbers at the right', () => {
  expect(toMarkdown(rows)).toBe(
    '| page | js |\n| --- | --: |\n| home | 3.1 |\n| catalogue | 65.0 |',
  )
})

test('in a terminal all cells of a column are as wide as its widest', () => {
  expect(toColumns(rows)).toBe('page         js\nhome        3.1\ncatalogue  65.0')
})

test('a column that holds nothing is left out, and one with a single figure stays', () => {
  const table = [
    ['page', 'css', 'js', 'tap'],
    ['home', '0.0', '0.0', ''],
    ['cart', '0.0', '70.0', ''],
  ]
  expect(withoutEmptyColumns(table)).toEqual([
    ['page', 'js'],
    ['home', '0.0'],
    ['cart', '70.0'],
  ])
})
