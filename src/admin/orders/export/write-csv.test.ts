import { expect, test } from 'vitest'
import { toCsv } from './write-csv.ts'

test('cells are quoted and lines end with CR LF', () => {
  expect(
    toCsv([
      ['Order ID', 'Total'],
      ['ABCDEFGH', 1459],
    ]),
  ).toBe('"Order ID","Total"\r\n"ABCDEFGH","1459"\r\n')
  expect(toCsv([])).toBe('')
})

test('quotes, commas and line ends stay inside their cell', () => {
  expect(toCsv([['say "hi"', 'a,b', 'one\r\ntwo', '']])).toBe(
    '"say ""hi""","a,b","one\r\ntwo",""\r\n',
  )
})

test.each([
  '=1+1',
  '+92 300 1234567',
  '-2+3',
  '@SUM(A1)',
  '\t=1+1',
  '\tAli',
  '\rAli',
  '\r=1+1',
  '\n=1+1',
  '  =1+1',
  '\u00A0=1+1',
  '\u3000@x',
  '＝1+1',
  '＋1',
  '－1',
  '＠x',
  '﹦1',
  '=HYPERLINK("http://evil.example","Click")',
])('rule 15.5: %j is text, not a formula', (typed) => {
  expect(toCsv([[typed]])).toBe(`"'${typed.replaceAll('"', '""')}"\r\n`)
})

test.each([
  ['x;=1+1;', "x;'=1+1;"],
  [';=1+1', ";'=1+1"],
  ['x; =1+1', "x; '=1+1"],
  ['x;"=1+1"', `x;"'=1+1"`],
  ['x;\n=1+1', "x;\n'=1+1"],
  ['x;+1;-1;@A1', "x;'+1;'-1;'@A1"],
  ['x;＝1+1', "x;'＝1+1"],
  ['one\r\n=1+1', "one\r\n'=1+1"],
  ['one\t=1+1', "one\t'=1+1"],
  ['=1;=2', "'=1;'=2"],
])('%j has no formula where another separator than the comma splits it', (typed, text) => {
  expect(toCsv([[typed]])).toBe(`"${text.replaceAll('"', '""')}"\r\n`)
})

test.each([
  'Ayesha Khan',
  'عائشہ',
  'a=b',
  '1-2',
  'x@example.test',
  '0300 1234567',
  "'quoted'",
  'a; b',
  '1;2',
])('%j is left as it is', (typed) => {
  expect(toCsv([[typed]])).toBe(`"${typed}"\r\n`)
})
