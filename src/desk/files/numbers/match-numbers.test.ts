import { expect, test } from 'vitest'
import { settings } from '#config/settings.ts'
import { aNumberedOrder } from '#tests/support/order-factories.ts'
import { type Matching, matchNumbers, type NumberList } from './match-numbers.ts'
import type { KnownNumbers, NumberedOrder } from './numbered-order.ts'
import { readRows } from './read-rows.ts'

const BATCH = Array.from({ length: 23 }, (_, nth) => anOrder(nth))

function anOrder(nth: number, change: Partial<NumberedOrder> = {}): NumberedOrder {
  const letter = String.fromCharCode(65 + nth)
  const phone = `0300 12345${String(nth).padStart(2, '0')}`
  const toCollect = 100_000 + nth * 10_000
  return aNumberedOrder(letter.repeat(8), {
    fullName: `Name ${letter}`,
    phone,
    toCollect,
    ...change,
  })
}

const idOf = (nth: number) => BATCH[nth]?.id ?? ''
const numberOf = (nth: number) => `2100500${String(nth).padStart(4, '0')}`
const ALL = BATCH.map(({ id }, nth) => [id, numberOf(nth)] as const)

async function match(
  lines: readonly (readonly string[] | string)[],
  { orders = BATCH, ...more }: Partial<NumberList> = {},
): Promise<Matching> {
  const text = lines.map((line) => (typeof line === 'string' ? line : line.join('\t'))).join('\n')
  const list = await readRows(text, {
    ...{ orders, sequences: [orders], format: '', mapping: {} },
    ...more,
  })
  if (typeof list === 'string') throw new Error(list)
  return matchNumbers({ ...list, ...more })
}

function pairsOf({ matches }: Matching) {
  return matches.map(({ order, number }) => [order.id, number])
}

function waysOf({ matches }: Matching) {
  return [...new Set(matches.map(({ by }) => by))]
}

test('rule 21.14: a column in the order of the sheet is 23 of 23, by place', async () => {
  const matching = await match(ALL.map(([, number]) => number))
  expect(pairsOf(matching)).toEqual(ALL)
  expect(waysOf(matching)).toEqual(['place'])
  expect(matching.problems).toEqual([])
})

test('rule 21.12: ids say whose a number is, in any order and form, with headings or without', async () => {
  const forms = [
    (id: string) => id.toLowerCase(),
    (id: string) => `#${id.slice(0, 3)} ${id.slice(3)}`,
    (id: string) => id,
  ]
  const lines = ALL.map(([id, number], nth) => [forms[nth % 3]?.(id) ?? '', number]).toReversed()
  for (const rows of [lines, [['Order Ref', 'CN'], ...lines]]) {
    const matching = await match(rows)
    expect(pairsOf(matching).toSorted()).toEqual(ALL)
    expect(waysOf(matching)).toEqual(['id'])
  }
})

test.each([
  ['with a comma', 'CCCCCCCC,1\nAAAAAAAA, 2', { CCCCCCCC: '1', AAAAAAAA: '2' }],
  ['with a semicolon', 'CCCCCCCC; 1', { CCCCCCCC: '1' }],
  ['with a space', 'BBBBBBBB TCS 1\n', { BBBBBBBB: 'TCS 1' }],
  ['of a CSV file', '"BBBBBBBB","TCS 1"\n\n', { BBBBBBBB: 'TCS 1' }],
  ['with Urdu digits', 'BBBBBBBB\t۱۲', { BBBBBBBB: '12' }],
  ['with a word before the id', 'Order BBBBBBBB TCS 1', { BBBBBBBB: 'TCS 1' }],
  ['with the number before the id', '2100 BBBBBBBB', { BBBBBBBB: '2100' }],
  ['with different marks', 'AAAAAAAA\t1\nBBBBBBBB;2', { AAAAAAAA: '1', BBBBBBBB: '2' }],
])('rule 21.12: lines %s', async (_, text, numbers) => {
  const matching = await match([text])
  expect(Object.fromEntries(pairsOf(matching))).toEqual(numbers)
  expect(matching.problems).toEqual([])
})

test('rule 21.12: an id beside another word and no number is named', async () => {
  const matching = await match(['AAAAAAAA\t1', 'BBBBBBBB pending'])
  expect(pairsOf(matching)).toEqual([['AAAAAAAA', '1']])
  expect(matching.problems).toEqual(['BBBBBBBB has no number in this list.'])
})

test('rule 21.14: where a column fits no count, each is named with what it counts', async () => {
  const sequences = [BATCH, BATCH.slice(0, 21), BATCH.slice(0, 2)]
  const { problems } = await match(['1111111', '2222222', '3333333'], { sequences })
  expect(problems[0]).toMatch(
    /^The list has 3 numbers and has to have 23, 21,? or 2: one for each order of the file, or for each that is open or has none yet\./,
  )
})

test('rule 21.12: a list of a portal has a title, headings and other columns', async () => {
  const rows = ALL.map(([id, number], nth) => [
    String(nth + 1),
    number,
    '2026-11-23',
    '0300 9999999',
    id,
    '2 x oil, 1 pair',
    '0.5',
    `9900000${nth}`,
  ])
  const headings = ['Sr', 'Tracking #', 'Date', 'Phone', 'Order Ref', 'Detail', 'Weight', 'Invoice']
  const matching = await match([[`${settings.name} parcels`], headings, ...rows])
  expect(pairsOf(matching)).toEqual(ALL)
})

test('rule 21.13: without ids, phone and cash together say whose a number is, where they are of one order', async () => {
  const double = anOrder(24, { phone: '+92 300 1234502', toCollect: BATCH[2]?.toCollect ?? 0 })
  const orders = [...BATCH.slice(0, 3), double]
  const matching = await match(
    [
      ['CN', 'Consignee', 'Contact', 'COD'],
      [numberOf(1), 'Name', '03001234501', 'Rs. 1,100.00'],
      [numberOf(0), 'Name', '923001234500', '1000'],
      [numberOf(2), 'Name', '03001234502', '1200'],
    ],
    { orders },
  )
  expect(pairsOf(matching)).toEqual([
    [idOf(1), numberOf(1)],
    [idOf(0), numberOf(0)],
  ])
  expect(waysOf(matching)).toEqual(['phone'])
  expect(matching.problems).toEqual([expect.stringMatching(`^“${numberOf(2)}” is left over`)])
})

test('rule 21.14: a number that is left over names the orders that have none', async () => {
  const orders = [
    ...BATCH.slice(0, 3),
    anOrder(3, { trackingNumber: 'PX-4' }),
    anOrder(4, { closed: 'was cancelled' }),
  ]
  const left = async (lines: string[], more = {}) =>
    (await match(lines, { orders, ...more })).problems[0]
  expect(await left(['AAAAAAAA\t1', 'BBBBBBBB\t2', 'Total\t22'])).toMatch(
    / of one order\. Without a number: Name C \(CCCCCCCC\)\.$/,
  )
  const column = ['1111111', '2222222', '3333333', '4444444']
  expect(await left(column, { sequences: [BATCH.slice(0, 3)] })).toBe(
    'The list has 4 numbers for 3 orders. Without a number: Name A (AAAAAAAA), Name B (BBBBBBBB), Name C (CCCCCCCC).',
  )
  expect((await match(column)).problems[0]).toMatch(/Name E \(EEEEEEEE\), 18 more\.$/)
})

test.each([
  ['is one of four missing', (lines: string[]) => lines.slice(4), '19 numbers for 23 orders.'],
  [
    'is one more and an order id',
    (lines: string[]) => [...lines, 'aaaaaaaa'],
    'is an order id, not a',
  ],
  ['is twice', (lines: string[]) => lines.with(5, numberOf(4)), 'is in this list twice.'],
  ['is an order id', (lines: string[]) => lines.with(5, 'cccccccc'), 'is an order id, not a'],
  ['is a phone', (lines: string[]) => lines.with(5, '0300 1234505'), 'is a phone number, not a'],
  ['was shortened', (lines: string[]) => lines.with(5, '2.67E+13'), 'was shortened by a'],
])('rule 21.14: where one of a column %s, nothing of it is used', async (_, change, problem) => {
  const matching = await match(change(ALL.map(([, number]) => number)))
  expect(matching.matches).toEqual([])
  expect(matching.problems[0]).toContain(problem)
  expect(matching.problems.at(-1)).toContain('nothing of this column is used')
})

test('rule 21.14: where a column has up to three numbers too few, the orders without one are asked for', async () => {
  const column = ALL.map(([, number]) => number)
    .toSpliced(20, 1)
    .toSpliced(5, 1)
  const asked = await match(column)
  expect(asked).toMatchObject({ matches: [], mayBeWithout: BATCH })
  expect(asked.problems).toEqual(['The list has 21 numbers for 23 orders.'])
  const again = await match(column, { without: [idOf(20)] })
  expect(again.mayBeWithout).toEqual(BATCH.toSpliced(20, 1))
  const { matches, problems } = await match(column, { without: [idOf(20), idOf(5)] })
  expect(matches.map(({ order, number }) => [order.id, number])).toEqual(
    ALL.toSpliced(20, 1).toSpliced(5, 1),
  )
  expect(problems).toEqual([])
})

const TAKEN: KnownNumbers = {
  taken: new Map([[numberOf(5), { id: 'ZZZZZZZZ', fullName: 'Sana' }]]),
  orderIds: new Set(['YYYYYYYY']),
}

test('rule 21.14: a number of another order spoils a column, and is left out beside an id', async () => {
  const problem = `“${numberOf(5)}” belongs to ZZZZZZZZ (Sana) already.`
  const column = await match(
    ALL.map(([, number]) => number),
    { known: TAKEN },
  )
  expect([column.matches, column.problems[0]]).toEqual([[], problem])
  const listed = await match(ALL, { known: TAKEN })
  expect(pairsOf(listed)).toEqual(ALL.filter((_, nth) => nth !== 5))
  expect(listed.problems).toEqual([problem])
})

test('rule 21.14: the courier numbers orders that were cancelled since: the column is right, theirs is left out', async () => {
  const sent = BATCH.with(3, anOrder(3, { closed: 'was cancelled' }))
  const open = sent.filter(({ closed }) => !closed)
  const matching = await match(
    ALL.map(([, number]) => number),
    { orders: sent, sequences: [open, sent] },
  )
  expect(pairsOf(matching)).toEqual(ALL.filter((_, nth) => nth !== 3))
  expect(matching.problems).toEqual([
    `${idOf(3)} was cancelled: its number ${numberOf(3)} is left out.`,
  ])
})

test('rule 21.14: an empty cell of a column is an order without a number', async () => {
  const matching = await match(['', ...ALL.slice(1).map(([, number]) => number)])
  expect(pairsOf(matching)).toEqual(ALL.slice(1))
})

test.each([
  ['of no order here', ['ZZZZZZZZ', '1'], '“ZZZZZZZZ” is not among these orders.'],
  ['without a number', ['BBBBBBBB', ''], 'BBBBBBBB has no number in this list.'],
  ['with an order id as number', ['BBBBBBBB', 'aaaaaaaa'], '“aaaaaaaa” is an order id, not'],
  ['with the id of an order elsewhere', ['BBBBBBBB', 'yyyyyyyy'], '“yyyyyyyy” is an order id, not'],
  ['without an order', ['Total', '22'], '“22” is left over'],
  ['with a number of many letters', ['BBBBBBBB', 'x'.repeat(65)], 'at most 64 characters'],
])('rule 21.14: a line %s is named, and the others are used', async (_, line, problem) => {
  const matching = await match([['AAAAAAAA', '1'], line, ['CCCCCCCC', '3']], { known: TAKEN })
  expect(Object.fromEntries(pairsOf(matching))).toEqual({ AAAAAAAA: '1', CCCCCCCC: '3' })
  expect(matching.problems).toEqual([expect.stringContaining(problem)])
})

test('rule 21.14: two numbers of one order, and one number of two orders, are left out', async () => {
  const matching = await match([
    ['AAAAAAAA', '1'],
    ['AAAAAAAA', '2'],
    ['BBBBBBBB', '3'],
    ['CCCCCCCC', '3'],
    ['DDDDDDDD', '4'],
    ['DDDDDDDD', '4'],
  ])
  expect(pairsOf(matching)).toEqual([['DDDDDDDD', '4']])
  expect(matching.problems).toEqual([
    'AAAAAAAA has two numbers in this list: 1, 2.',
    '“3” stands beside two orders: BBBBBBBB, CCCCCCCC.',
  ])
})

test('rule 21.12: where two columns may be the number, the admin is asked', async () => {
  const lines = ALL.slice(0, 3).map(([id, number], nth) => [id, `99000000${nth}`, number])
  const asked = await match(lines)
  expect([asked.matches, asked.columns.map(({ column }) => column)]).toEqual([[], [1, 2]])
  expect(pairsOf(await match(lines, { column: 2 }))).toEqual(ALL.slice(0, 3))
})

test('rule 21.12: the headers that the courier has, and those that the admin taught, say which column it is', async () => {
  const headers = ['Order No', 'CN by Courier', 'CN', 'Bill']
  const rows = ALL.slice(0, 3).map(([id, number], nth) => [
    ...[id, number, `8800000${nth}`, `9900000${nth}`],
  ])
  const lines = [headers, ...rows]
  const numbers = async (source: Partial<NumberList>) =>
    (await match(lines, source)).matches[0]?.number
  expect(await numbers({ format: 'tcs' })).toBe(numberOf(0))
  expect(await numbers({})).toBe('88000000')
  expect(await numbers({ mapping: { trackingNumber: 'Bill' } })).toBe('99000000')
})

test('rule 22.62: the cash of a row is read where one column has it', async () => {
  const rows = [
    ['AAAAAAAA', '21005000001', '2,000', '5'],
    ['BBBBBBBB', '21005000002', '', '5'],
  ]
  const read = async (...headers: string[]) =>
    (await match([['Order No', 'CN', ...headers], ...rows])).matches.map(({ inFile }) => inFile)
  expect(await read('COD', 'Weight')).toEqual([200_000, undefined])
  expect(await read('COD', 'COD Amount')).toEqual([undefined, undefined])
})

test('a list without numbers says so', async () => {
  expect((await match(['Hello'])).matches).toEqual([])
  expect(await match([''])).toMatchObject({ problems: ['There are no tracking numbers here.'] })
})
