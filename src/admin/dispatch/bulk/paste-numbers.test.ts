import { expect, it } from 'vitest'
import { parsePastedNumbers } from './paste-numbers.ts'

const ids = ['AAAAAAAA', 'BBBBBBBB', 'CCCCCCCC', 'DDDDDDDD']

function parse(text: string, first = 0) {
  const pasted = parsePastedNumbers(text, ids, first)
  return pasted && { numbers: Object.fromEntries(pasted.numbers), problems: pasted.problems }
}

it.each([
  ['a column', '1\n2\n3\n', 0, { AAAAAAAA: '1', BBBBBBBB: '2', CCCCCCCC: '3' }],
  ['a column from the focused box on', '1\r\n2', 2, { CCCCCCCC: '1', DDDDDDDD: '2' }],
  ['a column with an empty cell', '1\n\n3', 0, { AAAAAAAA: '1', CCCCCCCC: '3' }],
  [
    'a column of numbers with a space',
    'TCS 1\nTCSTCSTC 2',
    0,
    { AAAAAAAA: 'TCS 1', BBBBBBBB: 'TCSTCSTC 2' },
  ],
  ['Urdu digits', '۱۲\n٣', 0, { AAAAAAAA: '12', BBBBBBBB: '3' }],
  ['lines with a comma', 'CCCCCCCC,1\nAAAAAAAA, 2', 0, { CCCCCCCC: '1', AAAAAAAA: '2' }],
  ['lines with a semicolon', 'CCCCCCCC; 1', 3, { CCCCCCCC: '1' }],
  [
    'lines with a tab, in small letters',
    'cccccccc\t1\nDdDdDdDd\tTCS 2',
    0,
    { CCCCCCCC: '1', DDDDDDDD: 'TCS 2' },
  ],
  ['lines with a space', 'BBBBBBBB TCS 1\n', 0, { BBBBBBBB: 'TCS 1' }],
  ['lines of a CSV file', '"BBBBBBBB","TCS 1"\n\n', 0, { BBBBBBBB: 'TCS 1' }],
] as const)('rule 15.2: %s fills the boxes', (_, text, first, numbers) => {
  expect(parse(text, first)).toEqual({ numbers, problems: [] })
})

it.each([
  ['of another order', 'ZZZZZZZZ, 1', '“ZZZZZZZZ, 1”: no selected order is ZZZZZZZZ.'],
  ['without an order', 'Order, Number', '“Order, Number” is not an order id and a number.'],
  ['without a number', 'BBBBBBBB', '“BBBBBBBB” is not an order id and a number.'],
  ['about an order again', 'aaaaaaaa 2', '“aaaaaaaa 2”: AAAAAAAA is in the list twice.'],
])('rule 15.2: a line %s is named, and the others fill their boxes', (_, line, problem) => {
  expect(parse(`AAAAAAAA, 1\n${line}\n${line}\nCCCCCCCC, 3`)).toEqual({
    numbers: { AAAAAAAA: '1', CCCCCCCC: '3' },
    problems: [problem],
  })
})

it('rule 15.2: numbers below the last box are named', () => {
  expect(parse('1\n2\n3', 2)).toEqual({
    numbers: { CCCCCCCC: '1', DDDDDDDD: '2' },
    problems: ['“3” is left over: there are no more boxes.'],
  })
})

it('a single number is pasted by the browser itself', () => {
  expect([parse('TCS 1'), parse('TCSTCSTC 1\n')]).toEqual([undefined, undefined])
})
