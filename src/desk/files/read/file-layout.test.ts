/* How files are laid out and written, and what is refused. */
import { expect, test } from 'vitest'
import {
  csv,
  money,
  problemOf,
  type Rows,
  read,
  readWhole,
  xlsx,
} from '#tests/support/read-courier-file.ts'
import type { WorkbookCell } from '#tests/support/workbook.ts'

test('rule 22.25: a number that lost digits is refused with its row, and no other row', async () => {
  const file = csv('CN,Ref,Status\n2.67E+13,AAAAAAAA,Delivered\n26700000000123,,Delivered\n')
  const { lines, problems } = await read(file, 'postex')
  expect(lines.map(({ row }) => row)).toEqual([3])
  expect(problems).toEqual([
    expect.stringMatching(/^Row 2: “2.67E\+13” was shortened .* without saving it/),
  ])
})

test('rule 22.25: a phone number in the column of the tracking numbers is none', async () => {
  const { lines, problems } = await read(
    csv('CN,Status\n0300 1234567,Delivered\n7790,Delivered'),
    'x',
  )
  expect(lines.map(({ row }) => row)).toEqual([3])
  expect(problems).toEqual(['Row 2: “03001234567” is a phone number, not a tracking number.'])
})

test('rule 22.25: a workbook has the digits behind 2.67E+13', async () => {
  const shown: WorkbookCell = { value: '2.6700000012345E+13', format: 'scientific' }
  const { lines } = await read(
    xlsx([
      ['CN', 'Status'],
      [shown, 'Delivered'],
    ]),
    'postex',
  )
  expect(lines[0]?.trackingNumber).toBe('26700000012345')
})

test.each([
  [
    'no amount',
    'CN,COD\n26700000000123,"1.500,00"',
    'Row 2: “1.500,00” in “Cash to collect (COD)” is no amount.',
  ],
  [
    'nothing that names a parcel',
    'CN,COD\n26700000000123,5\n,1500',
    'Row 3: It has neither a tracking number nor an order id.',
  ],
  ['words for a number', 'CN,COD\nsee above,1500', 'Row 2: “see above” is no tracking number.'],
  [
    'an end in its middle',
    'CN,Status,COD\n26700000000123,Delivered,1500\n26700000000124,Del',
    'Row 3: The file ends in the middle of it. It has 2 cells, and the header has 3.',
  ],
])('rule 22.26: a row with %s is left out and named', async (_, text, problem) => {
  const { problems } = await read(csv(text), 'postex')
  expect(problems).toEqual([expect.stringContaining(problem)])
})

test('rule 22.28: a row that is repeated counts once, another of the same parcel is added', async () => {
  const file = csv(
    `Sr,CN,COD
1,26700000000123,1500
2,26700000000123,1500
3,26700000000123,200`,
  )
  const { lines, findings } = await read(file, 'postex')
  expect(lines.map(({ row }) => row)).toEqual([2, 4])
  expect(findings).toEqual(['Row 3 is the same as row 2 and counts once.'])
})

test('rule 22.20: merged cells: a payment over all rows, and a parcel of two rows', async () => {
  const rows: Rows = [
    ['CN', 'Payment ID', 'Payment Date', 'Amount Paid', 'Delivery Fee'],
    ['26700000000123', 'P-1', '21/11/2026', 1500, 100],
    [null, null, null, null, 50],
    ['26700000000124', null, null, 900, 100],
  ]
  const { lines, problems } = await read(xlsx(rows, ['A2:A3', 'B2:B4', 'C2:C4', 'D2:D3']), 'blueex')
  expect(problems).toEqual([])
  expect(lines.map(money)).toEqual([
    ['cash 150000 2026-11-21', 'fee -10000 2026-11-21'],
    ['fee -5000 2026-11-21'],
    ['cash 90000 2026-11-21', 'fee -10000 2026-11-21'],
  ])
})

test('rule 22.26: one amount for several parcels is refused', async () => {
  const rows: Rows = [
    ['CN', 'Amount Paid'],
    ['26700000000123', 1500],
    ['26700000000124', null],
    ['26700000000125', 700],
  ]
  const { lines, problems } = await read(xlsx(rows, ['B2:B3']), 'blueex')
  expect(lines.map(({ row }) => row)).toEqual([4])
  expect(problems).toEqual([
    expect.stringContaining('Row 2: One “Cash that is paid” is merged over several parcels.'),
    expect.stringContaining('Row 3: '),
  ])
})

test('rule 22.22: titles that name more than the headers are titles', async () => {
  const text = `Payment ID,Payment Date,Net Payable,Tax
P-1,20/11/2026,1500,0

CN,COD
26700000000123,1500`
  const { lines } = await read(csv(text), 'x')
  expect(lines.map(({ row }) => row)).toEqual([5])
})

test('rule 22.22: a title right above the headers is no part of their names', async () => {
  const file = csv('CPR No:,CPR-1\nCN,Status\n26700000000123,Delivered\n')
  const { report } = await read(file, 'postex')
  expect(report.recognized).toContainEqual({ field: 'trackingNumber', header: 'CN' })
})

test('rule 22.22: two header rows are read together, and again on each page', async () => {
  const file = csv(
    `Statement,,,
Tracking,COD,Return,Payment
No.,Amount,Charges,Date
26700000000123,1500,90,05/11/2026
No.,Amount,Charges,Date
26700000000124,900,0,05/21/2026
Prepared by accounts,,,`,
  )
  const { lines, report, problems, findings } = await read(file, 'blueex')
  expect(problems).toEqual([])
  expect(report.recognized).toEqual([
    { field: 'trackingNumber', header: 'Tracking No.' },
    { field: 'paidOn', header: 'Payment Date' },
    { field: 'toCollect', header: 'COD Amount' },
    { field: 'returnFee', header: 'Return Charges' },
  ])
  expect(lines.map(money)).toEqual([['return_fee -9000 2026-05-11'], ['cash 90000 2026-05-21']])
  expect(findings).toEqual([expect.stringMatching(/since the parcel came back: .* of row 4\.$/)])
})

test('rule 22.27: dates that could be read in both orders have the day first, which is said', async () => {
  const text =
    'CN,Amount paid,Payment date\n26700000000123,5,05/11/2026\n26700000000124,5,06/11/2026'
  const { lines, findings } = await read(csv(text), 'blueex')
  expect(lines[0]?.money[0]?.dated).toBe('2026-11-05')
  expect(findings).toEqual([expect.stringContaining('“Date of the payment”: all dates could have')])
})

const HEADERLESS = 'a,b\nc,d\n'

test.each([
  ['without headers', HEADERLESS, 'No row of this file has the names of its columns.'],
  ['with headers alone', 'CN,Status\n', 'This file has no parcels below its headers.'],
  [
    'without numbers and references',
    'Name,Status\nAli,Delivered',
    'has the tracking numbers or order ids. Choose it.',
  ],
  [
    'without states and amounts',
    'CN,City\n26700000000123,Lahore',
    'has the states or amounts. Choose it.',
  ],
  [
    'with two columns of one name',
    'CN,Tracking No,COD\n26700000000123,26700000000999,5',
    'Several columns may be “Tracking number”: CN, Tracking No. Choose one.',
  ],
  [
    'with too many rows',
    `CN,COD\n${Array.from({ length: 6001 }, (_, nth) => `26700000${nth},5`).join('\n')}`,
    'This file has 6001 rows, and 6000 are read at once. Split it',
  ],
])(
  'rule 22.21: a file %s is refused by a sentence that says what to do',
  async (_, text, sentence) => {
    expect(await problemOf(csv(text, 'payments.xls'))).toContain(sentence)
  },
)

test('rule 22.21: an empty sheet is refused', async () => {
  expect(await problemOf(xlsx([[]]))).toContain('No sheet of this file has cells.')
})

test('rule 22.24: the admin chooses columns, and none for a field', async () => {
  const text = 'Parcel,Their No,Got,Status\n26700000000123,9,1500,Delivered'
  const result = await readWhole(csv(text), 'blueex')
  expect(result).toMatchObject({
    ok: false,
    report: {
      asked: ['trackingNumber', 'reference'],
      headers: expect.arrayContaining([{ header: 'Parcel', samples: ['26700000000123'] }]),
    },
  })
  const mapping = { trackingNumber: 'Parcel', cash: 'Got', status: '' }
  const { lines } = await read(csv(text), 'blueex', mapping)
  expect(lines).toEqual([
    { row: 2, trackingNumber: '26700000000123', money: [{ kind: 'cash', amount: 150000 }] },
  ])
})

test('rule 22.24: of two columns with the same header one can be chosen', async () => {
  const text = 'CN,COD,COD\n26700000000123,1500,1400'
  expect(await problemOf(csv(text))).toContain('COD, COD (2). Choose one.')
  const { lines } = await read(csv(text), 'x', { toCollect: 'COD (2)' })
  expect(lines.map(money)).toEqual([['cash 140000']])
})

test('rule 22.33: the digest is that of the lines, whatever the file is called and however it is saved', async () => {
  const header = ['CN', 'Amount Paid', 'Payment Date']
  const first: WorkbookCell[] = [26700000000123, 1234.5, { value: '46346', format: 'date' }]
  const second: WorkbookCell[] = [26700000000124, 900, { value: '46346', format: 'date' }]
  const digests = await Promise.all(
    [
      xlsx([header, first, second]),
      xlsx([['Payments'], header, second, first]),
      csv(
        'CN,Amount Paid,Payment Date\n26700000000123,"1,234.50",20/11/2026\n26700000000124,900.00,20-Nov-26',
        'b.csv',
      ),
      csv(
        'CN,Amount Paid,Payment Date\n26700000000123,"1,234.51",20/11/2026\n26700000000124,900.00,20-Nov-26',
      ),
    ].map(async (file) => (await read(file, 'blueex')).digest),
  )
  const [workbook, sorted, saved, changed] = digests
  expect(workbook).toMatch(/^[0-9a-f]{64}$/)
  expect([sorted, saved]).toEqual([workbook, workbook])
  expect(changed).not.toBe(workbook)
})

test.each([
  ['positive', '1500,165,26.40\n26700000000124,900,165,26.40'],
  ['negative', '1500,-165,(26.40)\n26700000000124,900,(165),-26.40'],
])('rule 22.30: costs that a file writes as %s amounts are costs', async (_, cells) => {
  const { lines } = await read(csv(`CN,Amount paid,Delivery fee,GST\n26700000000123,${cells}`), 'x')
  expect(money(lines[0])).toEqual(['cash 150000', 'fee -16500', 'tax -2640'])
})

test('rule 22.30: with costs as positive amounts, a negative one pays a cost back', async () => {
  const text = 'CN,Amount paid,Delivery fee\n26700000000123,1500,165\n26700000000123,-1500,-165'
  const { lines } = await read(csv(text), 'x')
  expect(lines.map(money)).toEqual([
    ['cash 150000', 'fee -16500'],
    ['cash -150000', 'fee 16500'],
  ])
})

test.each([
  [
    'of its total',
    'CN,Amount paid,Net\n26700000000123,5,4\n26700000000124,5,4\nTotal,10,7.50',
    750,
  ],
  ['of its rows', 'CN,Amount paid,Net\n26700000000123,5,4\n26700000000124,5,4', 800],
  [
    'of its paid rows',
    'CN,Payment status,Amount paid,Net\n26700000000123,Paid,5,4\n26700000000124,Unpaid,5,4',
    400,
  ],
  ['that it does not have', 'CN,Amount paid\n26700000000123,5\nGrand Total: 1 parcel,5', undefined],
])('rule 22.32: the net amount %s', async (_, text, net) => {
  const { lines, net: found } = await read(csv(text), 'x')
  expect(found).toBe(net)
  expect(lines.length).toBeLessThan(3)
})
