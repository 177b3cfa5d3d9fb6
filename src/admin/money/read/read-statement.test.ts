/*
 * Files in the shapes of couriers' portals. They are made up from the fields of live integrations: the portals' own
 * spreadsheets are not public.
 */
import { expect, test } from 'vitest'
import { makeWorkbook, type WorkbookCell } from '#tests/support/workbook.ts'
import type { ColumnMapping } from './fields.ts'
import { readStatement } from './read-statement.ts'

type Rows = WorkbookCell[][]

function xlsx(rows: Rows, merged: string[] = []): File {
  return new File([makeWorkbook({ rows, merged })], 'file.xlsx')
}

function csv(text: string, name = 'file.csv'): File {
  return new File([text], name)
}

async function read(file: File, courier: string, mapping?: ColumnMapping) {
  const result = await readStatement(file, courier, mapping)
  if (!result.ok) throw new Error(result.problem)
  return { ...result, ...result.statement }
}

async function problemOf(file: File, courier = 'postex', mapping?: ColumnMapping) {
  const result = await readStatement(file, courier, mapping)
  return result.ok ? undefined : result.problem
}

/** `cash 150000 2026-11-05` */
function money(line: { money: { kind: string; amount: number; dated?: string }[] } | undefined) {
  return line?.money.map(({ kind, amount, dated }) =>
    [kind, amount, dated].filter(Boolean).join(' '),
  )
}

const POSTEX = [
  ...['orderRefNumber', 'trackingNumber', 'settle', 'settlementDate', 'invoicePayment'],
  ...['transactionFee', 'transactionTax', 'reversalFee', 'reversalTax'],
]
const POSTEX_PARTS = [
  ...['trackingNumber', 'upfrontPaymentDate', 'cprNumber_1', 'reservePaymentDate', 'cprNumber_2'],
  ...['invoicePayment', 'transactionFee', 'transactionTax', 'upfrontPayment', 'reservePayment'],
]
const LEOPARDS = [
  ...['booked_packet_cn', 'status', 'invoice_cheque_no', 'invoice_cheque_date'],
  ...['booked_packet_collect_amount', 'shipment_charges', 'cash_handling_charges'],
  ...['return_charges', 'fuel_surcharge_amount', 'gst_amount', 'net_charges'],
]
const TCS =
  'booking date,cn by courier,cn status,order no,payment status,amount paid,city,delivery charges,delivery date,payment date'

test('rule 22.30: a PostEx file of payments, with a title above, and a parcel that came back', async () => {
  const file = xlsx(
    [
      ['PostEx (Pvt) Ltd', null],
      ['CPR Number: CPR-77', null, 'Statement of payments'],
      [],
      POSTEX,
      [
        'AAAAAAAA',
        26700000000123,
        'true',
        { value: '46331', format: 'date' },
        1500,
        165,
        26.4,
        0,
        0,
      ],
      ['bbbb bbbb', '2670 0000 0001 24', 'TRUE', '05/11/2026', 'Rs. 2,000', 0, 0, 237, 37.92],
    ],
    ['A1:I1'],
  )
  const { lines, number, dated, report, problems } = await read(file, 'postex')
  expect({ number, dated, headerRow: report.headerRow, problems }).toEqual({
    number: 'CPR-77',
    dated: '2026-11-05',
    headerRow: 4,
    problems: [],
  })
  expect(lines[0]).toMatchObject({
    row: 5,
    reference: 'AAAAAAAA',
    trackingNumber: '26700000000123',
  })
  expect(lines[1]).toMatchObject({
    row: 6,
    reference: 'BBBBBBBB',
    trackingNumber: '26700000000124',
  })
  expect(lines.map(money)).toEqual([
    ['cash 150000 2026-11-05', 'fee -16500 2026-11-05', 'tax -2640 2026-11-05'],
    ['return_fee -23700 2026-11-05', 'tax -3792 2026-11-05'],
  ])
})

const UPFRONT = ['26700000000123', '2026-11-01', 'CPR-1']
const RESERVE = ['2026-11-15', 'CPR-2']

test.each([
  // What is paid is what was collected: costs come on top.
  [
    'both, gross',
    [...UPFRONT, ...RESERVE, 1500, 165, 26.4, 1200, 300],
    [
      'cash 120000 2026-11-01',
      'fee -16500 2026-11-01',
      'tax -2640 2026-11-01',
      'cash 30000 2026-11-15',
    ],
  ],
  // What is paid is what is left after costs.
  [
    'both, net',
    [...UPFRONT, ...RESERVE, 1500, 165, 26.4, 1200, 108.6],
    [
      'cash 139140 2026-11-01',
      'fee -16500 2026-11-01',
      'tax -2640 2026-11-01',
      'cash 10860 2026-11-15',
    ],
  ],
  [
    'upfront alone',
    [...UPFRONT, '', '', 1500, 165, 26.4, 1200, 0],
    ['cash 120000 2026-11-01', 'fee -16500 2026-11-01', 'tax -2640 2026-11-01'],
  ],
])(
  'rule 22.31: a PostEx parcel is paid upfront and from the reserve: %s',
  async (_, row, lines) => {
    const {
      lines: [line],
    } = await read(xlsx([POSTEX_PARTS, row]), 'postex')
    expect(money(line)).toEqual(lines)
  },
)

test('rule 22.31: a file about one payment has only the parts of that payment', async () => {
  const file = xlsx([
    POSTEX_PARTS,
    ['26700000000123', '2026-11-01', 'CPR-1', '2026-11-15', 'CPR-2', 1500, 165, 26.4, 1200, 300],
    ['26700000000124', '2026-11-15', 'CPR-2', '', '', 900, 165, 26.4, 700, 0],
  ])
  const { lines, number } = await read(file, 'postex')
  expect(number).toBe('CPR-2')
  expect(lines.map(money)).toEqual([
    ['cash 30000 2026-11-15'],
    ['cash 70000 2026-11-15', 'fee -16500 2026-11-15', 'tax -2640 2026-11-15'],
  ])
})

test('rule 22.30: a Leopards file with two header rows, a return fee on a paid parcel, and its total', async () => {
  const file = xlsx(
    [
      ['Leopards Courier', null, null, null, null, 'Charges', null, null, null, null, null],
      LEOPARDS,
      ['LE7500000001', 'Paid', 'CHQ-9', '2026-11-20', 1500, 180, 15, 0, 9, 32.64, 236.64],
      ['LE7500000002', 'Paid', 'CHQ-9', '2026-11-20', 1000, 180, 10, 90, 9, 46.24, 335.24],
      [
        'LE7500000003',
        'Returned to shipper',
        'CHQ-9',
        '2026-11-20',
        2000,
        180,
        0,
        90,
        9,
        44.64,
        323.64,
      ],
      ['Total', null, null, null, 4500, 540, 25, 180, 27, 123.52, 895.52],
      ['Net payable', null, '1,604.48'],
    ],
    ['F1:K1'],
  )
  const { lines, number, net, dated, unknownWords } = await read(file, 'leopards')
  expect({ number, net, dated, unknownWords }).toEqual({
    number: 'CHQ-9',
    net: 160448,
    dated: '2026-11-20',
    unknownWords: [],
  })
  expect(lines.map(({ state, word }) => [state, word])).toEqual([
    [undefined, 'paid'],
    [undefined, 'paid'],
    ['returned', 'returned to shipper'],
  ])
  const sums = lines.map((line) => line.money.reduce((sum, { amount }) => sum + amount, 0))
  expect(sums).toEqual([150000 - 23664, 100000 - 33524, -32364])
  expect(money(lines[1])).toContain('return_fee -9000 2026-11-20')
  expect(sums.reduce((sum, one) => sum + one)).toBe(net)
})

test('rule 22.30: a TCS file has no amount to collect, and pays later', async () => {
  const file = csv(
    `${TCS}
20/11/2026,779000000001,OK,AAAAAAAA,Y,"1,500",KHI,250,23/11/2026,24/11/2026
20/11/2026,779 000 000 002,OK,BBBBBBBB,N,0,SLT,250,24/11/2026,
21/11/2026,'779000000003,RO,CCCCCCCC,N,0,LHE,250,,`,
  )
  const { lines, notes } = await read(file, 'tcs')
  expect(lines).toEqual([
    {
      row: 2,
      reference: 'AAAAAAAA',
      trackingNumber: '779000000001',
      state: 'delivered',
      word: 'ok',
      at: '2026-11-23T00:00:00+05:00',
      money: [
        { kind: 'cash', amount: 150000, dated: '2026-11-24' },
        { kind: 'fee', amount: -25000, dated: '2026-11-24' },
      ],
    },
    expect.objectContaining({ trackingNumber: '779000000002', state: 'delivered', money: [] }),
    expect.objectContaining({ trackingNumber: '779000000003', state: 'returned', money: [] }),
  ])
  expect(notes).toEqual(['Not paid yet, so without money: rows 3, 4.'])
})

test('rule 22.30: a Trax file with a payment that is reversed, and one that is adjusted', async () => {
  const file = csv(
    `Tracking Number;Status;COD Amount;payment_status;payment_date;payment_id
202600000001;Shipment - Delivered;1500;Payment - Paid;Nov 20, 2026;55
202600000002;Return - Delivered to Shipper;1200;Payment - Reverted;Nov 20, 2026;55
202600000003;Shipment - Delivered;-80.50;Payment - Adjusted;Nov 20, 2026;55`,
  )
  const { lines, number } = await read(file, 'trax')
  expect(number).toBe('55')
  expect(lines.map(money)).toEqual([
    ['cash 150000 2026-11-20'],
    ['cash -120000 2026-11-20'],
    ['adjustment -8050 2026-11-20'],
  ])
  expect(lines.map(({ state }) => state)).toEqual(['delivered', 'returned', 'delivered'])
})

test('rule 22.29: words that sell nothing, and one that is not known', async () => {
  const file = csv(
    `Tracking No,Status,Reason,COD
26700000000121,Delivery  Under Review,,1500
26700000000122,Attempted,Customer Refused,1500
26700000000123,Handed to nephew,,1500
26700000000124,At KHI-2 Warehouse,,1500
26700000000125, DELIVERED ,,1500
26700000000126,returned,Area closed!,1500`,
  )
  const { lines, unknownWords, notes } = await read(file, 'postex')
  expect(lines.map(({ state, reason }) => [state, reason])).toEqual([
    [undefined, undefined],
    ['attempt_failed', 'refused'],
    [undefined, undefined],
    ['handed_over', undefined],
    ['delivered', undefined],
    ['returned', 'area_closed'],
  ])
  expect(lines.flatMap((line) => line.money)).toEqual([])
  expect(notes).toEqual([expect.stringContaining('names no payment')])
  expect(unknownWords).toEqual([{ word: 'Handed to nephew', rows: [4] }])
})

test('rule 22.25: a number that lost digits is refused with its row, and no other row', async () => {
  const file = csv('CN,Ref,Status\n2.67E+13,AAAAAAAA,Delivered\n26700000000123,,Delivered\n')
  const { lines, problems } = await read(file, 'postex')
  expect(lines.map(({ row }) => row)).toEqual([3])
  expect(problems).toEqual([
    {
      row: 2,
      problem: expect.stringMatching(/^Row 2: “2.67E\+13” was shortened .* without saving it/),
    },
  ])
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
    'Row 2: “1.500,00” in “Cash to collect” is no amount.',
  ],
  [
    'nothing that names a parcel',
    'CN,COD\n26700000000123,5\n,1500',
    'Row 3: It has neither a tracking number nor an order id.',
  ],
  [
    'words for a number',
    'CN,COD\nsee above,1500',
    'Row 2: “see above”: This is no tracking number.',
  ],
  [
    'an end in its middle',
    'CN,Status,COD\n26700000000123,Delivered,1500\n26700000000124,Del',
    'Row 3: The file ends in the middle of it. Download it again',
  ],
])('rule 22.26: a row with %s is left out and named', async (_, text, problem) => {
  const { problems } = await read(csv(text), 'postex')
  expect(problems.map((one) => one.problem)).toEqual([expect.stringContaining(problem)])
})

test('rule 22.28: a row that is repeated counts once, another of the same parcel is added', async () => {
  const file = csv(
    `Sr,CN,COD
1,26700000000123,1500
2,26700000000123,1500
3,26700000000123,200`,
  )
  const { lines, notes } = await read(file, 'postex')
  expect(lines.map(({ row }) => row)).toEqual([2, 4])
  expect(notes).toEqual(['Row 3 is the same as row 2 and counts once.'])
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
  expect(problems.map(({ problem }) => problem)).toEqual([
    expect.stringContaining('Row 2: One “Cash that is paid” is merged over several parcels.'),
    expect.stringContaining('Row 3: '),
  ])
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
  const { lines, report, problems, notes } = await read(file, 'blueex')
  expect(problems).toEqual([])
  expect(report).toMatchObject({ headerRow: 3 })
  expect(report.recognized).toEqual([
    { field: 'trackingNumber', header: 'Tracking No.' },
    { field: 'paidOn', header: 'Payment Date' },
    { field: 'toCollect', header: 'COD Amount' },
    { field: 'returnFee', header: 'Return Charges' },
  ])
  expect(lines.map(money)).toEqual([['return_fee -9000 2026-05-11'], ['cash 90000 2026-05-21']])
  expect(notes).toEqual([expect.stringMatching(/since the parcel came back: .* of row 4\.$/)])
})

test('rule 22.27: dates that could be read in both orders have the day first, which is said', async () => {
  const text =
    'CN,Amount paid,Payment date\n26700000000123,5,05/11/2026\n26700000000124,5,06/11/2026'
  const { lines, notes } = await read(csv(text), 'blueex')
  expect(lines[0]?.money[0]?.dated).toBe('2026-11-05')
  expect(notes).toEqual([expect.stringContaining('“Date of the payment”: all dates could have')])
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
  ['that it does not have', 'CN,Amount paid\n26700000000123,5\nGrand Total: 1 parcel,5', undefined],
])('rule 22.32: the net amount %s', async (_, text, net) => {
  const { lines, net: found } = await read(csv(text), 'x')
  expect(found).toBe(net)
  expect(lines.length).toBeLessThan(3)
})

const HEADERLESS = 'a,b\nc,d\n'

test.each([
  ['without headers', HEADERLESS, 'No row of this file has the names of its columns.'],
  ['with headers alone', 'CN,Status\n', 'This file has no parcels below its headers.'],
  [
    'without numbers and references',
    'Name,Status\nAli,Delivered',
    'have tracking numbers or order ids. Choose it.',
  ],
  [
    'without states and amounts',
    'CN,City\n26700000000123,Lahore',
    'have a status or an amount. Choose it.',
  ],
  [
    'with two columns of one name',
    'CN,Tracking No,COD\n26700000000123,26700000000999,5',
    'Several columns may be “Tracking number”: CN, Tracking No. Choose one.',
  ],
  [
    'with too many rows',
    `CN,COD\n${Array.from({ length: 2001 }, (_, nth) => `26700000${nth},5`).join('\n')}`,
    'This file has 2001 rows, and 2000 are read at once. Split it',
  ],
  ['of a web page', '<html><table><tr><td>CN</td></tr></table></html>', 'This file is a web page'],
])(
  'rule 22.21: a file %s is refused by a sentence that says what to do',
  async (_, text, sentence) => {
    expect(await problemOf(csv(text, 'payments.xls'))).toContain(sentence)
  },
)

test('rule 22.21: an empty sheet is refused', async () => {
  expect(await problemOf(xlsx([[]]))).toContain('The first sheet of this file is empty.')
})

test('rule 22.24: the admin chooses columns, and none for a field', async () => {
  const text = 'Parcel,Their No,Got,Status\n26700000000123,9,1500,Delivered'
  const result = await readStatement(csv(text), 'blueex')
  expect(result).toMatchObject({
    ok: false,
    report: {
      missing: [['trackingNumber', 'reference']],
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

test('rule 22.34: 1,000 rows are read in well under three seconds', async () => {
  const rows = Array.from({ length: 1000 }, (_, nth) => [
    ...['', 26700000000000 + nth, 'true', '2026-11-20', 1500.5, 165, 26.4, 0, 0],
  ])
  const file = xlsx([POSTEX, ...rows])
  const start = performance.now()
  const { lines } = await read(file, 'postex')
  expect(lines).toHaveLength(1000)
  expect(performance.now() - start).toBeLessThan(3000)
})
