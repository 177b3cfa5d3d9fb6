import { expect, test } from 'vitest'
import {
  type AppliedRow,
  changesOf,
  compareNet,
  countResults,
  hasEffect,
  rowSentences,
} from './applying.ts'

test('rows are counted by what they come to', () => {
  const rows = (['changed', 'changed', 'unknown'] as const).map((result, row) => ({ row, result }))
  expect(countResults(rows)).toEqual([
    ['changed', 2],
    ['unknown', 1],
  ])
})

test('rule 22.57: what rows change is said by states, money and numbers', () => {
  const rows: AppliedRow[] = [
    { row: 1, result: 'changed', to: 'delivered', toCollect: 5, cash: 5 },
    { row: 2, result: 'changed', to: 'delivered', toCollect: 5 },
    { row: 3, result: 'changed', to: 'attempt_failed', toCollect: 5, number: '7790' },
    { row: 4, result: 'unchanged', to: 'delivered', toCollect: 5, cash: 5 },
    { row: 5, result: 'changed', to: 'returning', toCollect: 5 },
    { row: 6, result: 'changed', to: 'returning', toCollect: 5 },
  ]
  expect(changesOf(rows, 1)).toBe(
    '2 delivered, 1 not delivered, 2 coming back, money of 1 parcel, 1 tracking number',
  )
})

test('rule 22.57: what was paid short is counted, where its money is saved', () => {
  const row = { result: 'changed', to: 'delivered', toCollect: 239_700 } as const
  const rows: AppliedRow[] = [
    { ...row, row: 1, cash: 229_700 },
    { ...row, row: 2, cash: 239_700 },
    { ...row, row: 3, kept: -100 },
    { ...row, row: 4, cash: 229_700, result: 'unchanged' },
  ]
  expect(changesOf(rows, 0)).toBe(
    '3 delivered, money of 3 parcels, 1 paid less than the amount to collect',
  )
})

test('the money of a row is saved where only its state is in conflict', () => {
  const conflict = { result: 'conflict', why: 'received_back', to: 'delivered' } as const
  const rows: AppliedRow[] = [
    { ...conflict, row: 1, toCollect: 5, cash: 5 },
    { ...conflict, row: 2, toCollect: 5, kept: -2 },
    { ...conflict, row: 3, toCollect: 5 },
    { row: 4, result: 'conflict', why: 'other_courier', cash: 5 },
  ]
  expect(rows.map(hasEffect)).toEqual([true, true, false, false])
  expect(changesOf(rows, 0)).toBe('money of 2 parcels')
  const isSaid = rows.map((row) => rowSentences(row).includes('Its money is saved'))
  expect(isSaid).toEqual([true, true, false, false])
})

test('a row whose cash is not what was to be collected says so', () => {
  const row = { row: 2, result: 'money', toCollect: 145900 } as const
  expect(rowSentences({ ...row, cash: 145900 })).toBe('')
  expect(rowSentences({ ...row, cash: 140000 })).toBe('The amount to collect was Rs 1459.00.')
  expect(rowSentences(row)).toBe('')
})

test('rule 22.62: a row of a list says where its cash is not that of the order', () => {
  const row = { row: 2, result: 'number', number: 'CN1', toCollect: 145900 } as const
  expect(rowSentences({ ...row, inFile: 200000 })).toBe(
    'The file has Rs 2000.00 to collect, and the order Rs 1459.00: have the courier correct it.',
  )
  // A courier is sent whole rupees. What is paid or has ended is no amount to collect any more.
  const paid = { inFile: 200000, cash: 145900 }
  const ended = ['delivered', 'returned', 'lost'].map((to) => ({ inFile: 0, to: to as 'lost' }))
  for (const same of [{ inFile: 145850 }, paid, {}, ...ended])
    expect(rowSentences({ ...row, ...same })).toBe('')
  const { number: _, ...known } = row
  expect(rowSentences({ ...known, inFile: 200000 })).toBe('')
})

test('a conflict says what the parcel is, and what the file says', () => {
  expect(rowSentences({ row: 2, result: 'conflict', why: 'delivered', to: 'returned' })).toBe(
    'It is delivered; the file says returned.',
  )
})

test.each([
  [undefined, 'The rows of the shop’s orders come to Rs 900.00. The file names no sum.'],
  [90000, 'The file pays Rs 900.00, and its rows come to the same.'],
  [
    100000,
    'The file pays Rs 1000.00. The rows of the shop’s orders come to Rs 900.00: the difference is Rs 100.00.',
  ],
])('rule 22.41: a net of %s is compared with the lines', (net, sentence) => {
  expect(compareNet({ net, sum: 90000 })).toBe(sentence)
})

test('a file of states alone brings no money, and is no payment of 0.00', () => {
  expect(compareNet({ net: null, sum: 0 })).toBe('This file brings no money.')
})
