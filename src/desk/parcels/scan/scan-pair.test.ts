import { expect, test } from 'vitest'
import { aNumberedOrder } from '#tests/support/order-factories.ts'
import { FIRST_SCAN, scan } from './scan-pair.ts'

const ORDERS = [
  aNumberedOrder('AAAAAAAA'),
  aNumberedOrder('BBBBBBBB'),
  aNumberedOrder('CCCCCCCC', { closed: 'was cancelled' }),
]

function scanAll(...scans: string[]) {
  let scanning = FIRST_SCAN
  const said = scans.map((typed) => {
    scanning = scan(scanning, typed, ORDERS)
    return `${scanning.isProblem ? '!' : ''}${scanning.says}`
  })
  const pairs = scanning.pairs.map(({ order, number }) => [order.id, number])
  return { said, pairs, slip: scanning.slip?.id }
}

test('rule 21.15: a slip and then its label are a pair', () => {
  const { said, pairs } = scanAll('BBBBBBBB', 'PX-1', 'aaaaaaaa', 'PX-2')
  expect(pairs).toEqual([
    ['BBBBBBBB', 'PX-1'],
    ['AAAAAAAA', 'PX-2'],
  ])
  expect(said.slice(0, 2)).toEqual([
    'Now scan the label of BBBBBBBB (Sana).',
    'PX-1 is the number of BBBBBBBB (Sana). Scan the next slip.',
  ])
})

test.each([
  ['a label as a slip', ['PX-1'], '!“PX-1” is no slip of these orders. Scan a slip first'],
  [
    'a label after a label',
    ['AAAAAAAA', 'PX-1', 'PX-2'],
    '!“PX-2” is no slip of these orders. Scan a slip first, then its label. The last one was that of AAAAAAAA.',
  ],
  [
    'a slip as a label',
    ['AAAAAAAA', 'BBBBBBBB'],
    '!A slip after a slip: AAAAAAAA has no number yet.',
  ],
  ['a phone', ['AAAAAAAA', '03001234567'], '!“03001234567” is a phone number'],
  ['a cancelled order', ['CCCCCCCC'], '!CCCCCCCC was cancelled: put this parcel aside.'],
  [
    'a label again',
    ['AAAAAAAA', 'PX-1', 'BBBBBBBB', 'px-1'],
    '!“px-1” was scanned for AAAAAAAA already.',
  ],
])('rule 21.15: %s is said and makes no pair', (_, scans, says) => {
  const { said, pairs } = scanAll(...scans)
  expect(said.at(-1)).toContain(says)
  expect(pairs).toEqual(scans.includes('PX-1') && scans.length > 1 ? [['AAAAAAAA', 'PX-1']] : [])
})

test('rule 21.15: after a slip that was scanned twice its label still makes the pair', () => {
  expect(scanAll('AAAAAAAA', 'AAAAAAAA', 'PX-1').pairs).toEqual([['AAAAAAAA', 'PX-1']])
})

test('a label that is scanned anew replaces the number', () => {
  expect(scanAll('AAAAAAAA', 'PX-1', 'AAAAAAAA', 'PX-2').pairs).toEqual([['AAAAAAAA', 'PX-2']])
})
