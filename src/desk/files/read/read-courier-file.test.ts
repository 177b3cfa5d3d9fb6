/* What files of four couriers say, in the shapes of tests/support/read-courier-file.ts. */
import { expect, test } from 'vitest'
import { csv, money, read, xlsx } from '#tests/support/read-courier-file.ts'

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
  const { lines, number, dated, problems } = await read(file, 'postex')
  expect({ number, dated, problems }).toEqual({
    number: 'CPR-77',
    dated: '2026-11-05',
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
  const { lines, findings } = await read(file, 'tcs')
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
  expect(findings).toEqual(['Not paid yet, so without money: rows 3, 4.'])
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
  const { lines, unknownWords, findings } = await read(file, 'postex')
  expect(lines.map(({ state, reason }) => [state, reason])).toEqual([
    [undefined, undefined],
    ['attempt_failed', 'refused'],
    [undefined, undefined],
    ['handed_over', undefined],
    ['delivered', undefined],
    ['returned', 'area_closed'],
  ])
  expect(lines.flatMap((line) => line.money)).toEqual([])
  expect(findings).toEqual([expect.stringContaining('names no payment')])
  expect(unknownWords).toEqual([
    { word: 'Handed to nephew', kind: 'status', rows: [4], hasMoney: false },
  ])
})

test('rule 22.34: 1,000 rows are read in well under three seconds', async () => {
  const rows = Array.from({ length: 1000 }, (_, nth) => [
    ...['', 26700000000000 + nth, 'true', '2026-11-20', 1500.5, 165, 26.4, 0, 0],
  ])
  const file = xlsx([POSTEX, ...rows])
  // Of the processor, for which other work on the machine may keep it waiting.
  const start = process.threadCpuUsage()
  const { lines } = await read(file, 'postex')
  expect(lines).toHaveLength(1000)
  const { user, system } = process.threadCpuUsage(start)
  expect((user + system) / 1000).toBeLessThan(3000)
})
