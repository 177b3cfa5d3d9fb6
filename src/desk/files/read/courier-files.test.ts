/* The files of tests/support/courier-files: layouts, headers and words are the couriers', rows are invented. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { money, read, readWhole } from '#tests/support/read-courier-file.ts'

const FOLDER = new URL('../../../../tests/support/courier-files/', import.meta.url)

function fixture(name: string): File {
  return new File([readFileSync(new URL(name, FOLDER))], name)
}

async function sumsOf(name: string, courier = 'x') {
  const result = await read(fixture(name), courier)
  const sum = result.lines
    .flatMap((line) => line.money)
    .reduce((all, { amount }) => all + amount, 0)
  const { net, problems, questions, unknownWords, findings, lines } = result
  const states = lines.map(({ state }) => state)
  return { sum, net, problems, questions, unknownWords, findings, states, lines }
}

const THREE = {
  sum: 157320,
  net: 157320,
  problems: [],
  questions: [],
  states: ['delivered', 'delivered', 'returned'],
}

test.each([
  'csv-tab-in-cell.csv',
  'csv-pipe.csv',
  'csv-utf16be.csv',
  'csv-direction-marks.csv',
  'csv-total-without-word.csv',
  'csv-open-quote.csv',
  'xlsx-strict.xlsx',
  'xlsx-last-cell-of-sheet.xlsx',
  'xlsx-summary-first.xlsx',
  'xlsx-returns-on-second-sheet.xlsx',
])('rule 22.20: %s is read whole, and its sums agree', async (name) => {
  expect(await sumsOf(name)).toMatchObject(THREE)
})

test.each([
  ['csv-semicolon-lines-in-cell.csv', 'x', 181320],
  ['csv-quoted-word-first.csv', 'x', 181320],
  ['trax-invoice.csv', 'trax', 32340],
  ['sheet-updated-charges-balance.csv', 'x', 30464],
  ['leopards-statement.csv', 'leopards', 30876],
  ['blueex-statement.csv', 'blueex', 59900],
])('rule 22.23: %s of %s sums to its net amount', async (name, courier, net) => {
  expect(await sumsOf(name, courier)).toMatchObject({
    ...{ sum: net, net, problems: [], questions: [], unknownWords: [] },
  })
})

test('rule 22.30: withheld taxes are costs, and those of a return that is paid', async () => {
  const { lines, ...sums } = await sumsOf('postex-cpr-transactions.csv', 'postex')
  expect(sums).toMatchObject({ sum: 137332, net: 137332, questions: [], unknownWords: [] })
  expect(lines.map(({ state, at }) => [state, at])).toEqual([
    ['delivered', '2026-11-13T16:45:33+05:00'],
    ['delivered', '2026-11-14T11:05:10+05:00'],
    ['returned', '2026-11-17T10:00:00+05:00'],
  ])
  expect(money(lines[0])).toEqual([
    ...['cash 79900', 'fee -22240', 'tax -3558', 'tax -1598', 'tax -1598'],
  ])
  expect(money(lines[2])).toEqual(['fee -24000', 'tax -3840'])
})

test.each([
  ['CPR_Transactions_1234567.csv', '1234567'],
  ['CPR-7654321 (2).csv', '7654321'],
  ['cpr no. 12345.csv', '12345'],
  ['CPR_Transactions_20261113.csv', undefined],
  ['CPR_Transactions_2026-11-13.csv', undefined],
  ['CPR_Transactions_1763999999123.csv', undefined],
  ['Transactions_1234567.csv', undefined],
])('rule 22.22: the file %s is about payment %s', async (name, number) => {
  const bytes = readFileSync(new URL('postex-cpr-transactions.csv', FOLDER))
  const whole = await readWhole(new File([bytes], name), 'postex')
  expect(whole).toMatchObject({ ok: true, input: { fileName: name } })
  expect(whole.ok && whole.input.number).toBe(number)
})

test.each([
  ['tcs-returned-paid.csv', 'tcs'],
  ['postex-return-settled.csv', 'postex'],
])(
  'rule 22.53: %s: of a parcel that came back no cash is paid, and the row is asked about',
  async (name, courier) => {
    const { lines, questions } = await sumsOf(name, courier)
    const cash = lines.map((line) => line.money.filter(({ kind }) => kind === 'cash').length)
    expect(cash).toEqual([0, 1])
    expect(questions).toEqual([expect.stringMatching(/^Paid, but came back: row 2\./)])
  },
)

test.each([
  ['csv-thousands-unquoted.csv', [/^Row 2: It has 9 cells, and the header has 7: a comma/], []],
  ['csv-row-broken-in-two.csv', [/^Row 2: It has 2 cells/, /^Row 3: It has 6 cells/], [123660]],
])('rule 22.26: %s: rows of another width are named and left out', async (name, named, sums) => {
  const whole = await readWhole(fixture(name), 'x')
  if (!whole.ok) throw new Error(whole.problem)
  expect(whole.problems).toEqual(named.map((problem) => expect.stringMatching(problem)))
  expect(
    whole.input.lines.map((line) => line.money.reduce((all, { amount }) => all + amount, 0)),
  ).toEqual(sums)
})

test('rule 22.29: a dash of Windows-1252 is a dash', async () => {
  expect(await sumsOf('csv-windows-dash.csv', 'trax')).toMatchObject({
    ...{ states: ['returning'], unknownWords: [] },
  })
})

test('rule 22.26: amounts have a rupee sign', async () => {
  expect(await sumsOf('csv-rupee-sign.csv')).toMatchObject({ problems: [], net: 172980 })
})

test('rule 22.27: years of two digits that stand first are years', async () => {
  const { lines, findings } = await sumsOf('csv-year-first-two-digits.csv')
  expect(lines.map((line) => money(line))).toEqual([
    ['cash 79900 2026-11-13'],
    ['cash 145900 2026-11-14'],
  ])
  expect(findings).toEqual([expect.stringContaining('two digits of the year first')])
})

test('rule 22.21: a PDF is named, with the way on', async () => {
  expect(await readWhole(fixture('a-pdf.csv'), 'postex')).toEqual({
    ok: false,
    problem: expect.stringMatching(/^This file is a PDF, which is not read. Choose CSV or Excel/),
  })
})

test('rule 22.20: a formula without its result is named, and its row left out', async () => {
  const { problems, lines } = await sumsOf('xlsx-formula-without-value.xlsx')
  expect(lines.map(({ row }) => row)).toEqual([3, 4])
  expect(problems).toEqual([expect.stringContaining('Row 2: The cell E2 has a formula without')])
})

test('rule 22.25: numbers that a spreadsheet shortened are named', async () => {
  const { problems, lines } = await sumsOf('csv-shortened-number.csv')
  expect(lines).toEqual([])
  expect(problems).toHaveLength(3)
})

test('rule 22.29: a parcel that is still with the shop stays booked', async () => {
  const { states } = await sumsOf('postex-at-merchant.csv', 'postex')
  expect(states).toEqual(['booked'])
})

test.each([
  ['postex', []],
  ['leopards', []],
  ['tcs', ['CR']],
  ['trax', ['Shipment - Partial Delivered', 'Payment - Charges Deducted']],
])('rule 22.29: the public words of %s are known, but for %j', async (courier, words) => {
  const { unknownWords } = await sumsOf(`${courier}-words.csv`, courier)
  expect(unknownWords.map(({ word }) => word)).toEqual(words)
})
