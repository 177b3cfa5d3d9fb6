import { expect, test } from 'vitest'
import type { FileLine, FileMoney } from '#desk/files/read/courier-file.ts'
import type { AppliedRow } from './applying.ts'
import { asNet, netQuestion } from './net-amounts.ts'

/** Rows of orders with what a file says of them, in rupees. */
function rowsOf(...amounts: [order: number, cash: number][]): AppliedRow[] {
  return amounts.map(([order, cash], nth) => ({
    ...{ row: nth + 2, result: 'money' },
    ...{ toCollect: order * 100, cash: cash * 100 },
  }))
}

function linesOf(rows: readonly AppliedRow[], ...more: FileMoney[]): FileLine[] {
  return rows.map(({ row, cash = 0 }) => ({
    row,
    money: [{ kind: 'cash', amount: cash, dated: '2026-11-20' }, ...more],
  }))
}

test.each([
  [
    'by one sum',
    [
      [2000, 1700],
      [1500, 1200],
    ],
    'Each row is Rs 300.00 less',
  ],
  [
    'by one share, in whole rupees',
    [
      [2000, 1700],
      [1999, 1699],
      [1333, 1133],
    ],
    'Each row is 15 % less',
  ],
  ['in the one row', [[2000, 1700]], 'The row is Rs 300.00 less'],
] as const)(
  'rule 22.56: amounts below those of the orders %s are asked about',
  (_, amounts, says) => {
    const rows = rowsOf(...amounts.map(([order, cash]): [number, number] => [order, cash]))
    expect(netQuestion(rows, linesOf(rows))).toMatch(says)
  },
)

test.each([
  [
    'what the orders say',
    [
      [2000, 2000],
      [1500, 1500],
    ],
  ],
  [
    'one row less, the others not',
    [
      [2000, 1700],
      [1500, 1500],
    ],
  ],
  [
    'different sums and shares',
    [
      [2000, 1700],
      [1500, 900],
    ],
  ],
  [
    'more than the orders',
    [
      [2000, 2300],
      [1500, 1800],
    ],
  ],
] as const)('rule 22.56: %s is not asked about', (_, amounts) => {
  const rows = rowsOf(...amounts.map(([order, cash]): [number, number] => [order, cash]))
  expect(netQuestion(rows, linesOf(rows))).toBeUndefined()
})

test('rule 22.56: a file that names its costs is not asked about', () => {
  const rows = rowsOf([2000, 1700])
  expect(netQuestion(rows, linesOf(rows, { kind: 'fee', amount: -20000 }))).toBeUndefined()
})

test('rule 22.56: taken as net, customers paid their orders, and the courier kept the rest of each', () => {
  const rows = rowsOf([2000, 1700], [1500, 1200])
  const unknown: FileLine = { row: 9, money: [{ kind: 'cash', amount: 5 }] }
  const lines = asNet([...linesOf(rows), unknown], rows)
  expect(lines.map(({ money }) => money.map(({ kind, amount }) => [kind, amount]))).toEqual([
    [
      ['cash', 200000],
      ['fee', -30000],
    ],
    [
      ['cash', 150000],
      ['fee', -30000],
    ],
    [['cash', 5]],
  ])
  expect(netQuestion(rows, lines)).toBeUndefined()
})
