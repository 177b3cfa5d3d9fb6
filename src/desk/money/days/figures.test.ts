import { beforeEach, expect, test } from 'vitest'
import { toCsv } from '#admin/orders/export/write-csv.ts'
import { $couriers } from '#admin/parcels/couriers.ts'
import { someCouriers } from '#tests/support/couriers.ts'
import { type FiguresOfDays, toFigureRows, toFigureText } from './figures.ts'

beforeEach(() => $couriers.set(someCouriers))

const figures: FiguresOfDays = {
  handedOver: { parcels: 12, toCollect: 1500050 },
  delivered: { parcels: 8, toCollect: 1000000 },
  onTheRoad: { parcels: 4, toCollect: 500050 },
  customersPaid: 600000,
  couriersKept: -43700,
  unlisted: 0,
  inBank: 556300,
  notInBank: 0,
  paidUndelivered: { parcels: 0, amount: 0 },
  unpaid: [
    { age: '0-7', parcels: 4, amount: 400000 },
    { age: '30+', parcels: 0, amount: 0 },
  ],
  cameBack: [{ reason: 'refused', parcels: 1, amount: 145900 }],
  advancesToPayBack: [{ orderId: 'ABCDEFGH', fullName: '=Sana', amount: 50000 }],
  claims: [{ orderId: 'HGFEDCBA', courier: 'tcs', trackingNumber: '77', toCollect: 99900 }],
  fees: -19500,
  taxes: 0,
  returnFees: -23700,
  adjustments: -500,
}
const days = { from: '2026-11-25', until: '2026-11-25' }

test('rule 22.48: the text for a chat has every sum exactly, and no line without anything', () => {
  expect(toFigureText(figures, days).split('\n')).toEqual([
    'Zulf, November 25, 2026',
    'Handed over: 12, Rs 15000.50',
    'Delivered: 8, Rs 10000.00',
    'On the road now: 4, Rs 5000.50',
    'Customers paid: Rs 6000.00',
    'Couriers kept: Rs 437.00',
    'In my bank: Rs 5563.00',
    '',
    'Unpaid now, by age:',
    'Up to 7 days: 4, Rs 4000.00',
    '',
    'Couriers kept:',
    'Fees: Rs 195.00',
    'Return fees: Rs 237.00',
    'Adjustments: Rs 5.00',
    '',
    'Came back:',
    'Refused: 1, Rs 1459.00',
    '',
    'Advances to pay back:',
    'ABCDEFGH: Rs 500.00',
    '',
    'Lost parcels to claim:',
    'HGFEDCBA, TCS 77: Rs 999.00',
  ])
})

test('rule 22.47: the CSV has the same figures, with amounts that a spreadsheet adds up', () => {
  const rows = toFigureRows(figures, { from: '2026-11-01', until: '2026-11-25' })
  expect(rows).toContainEqual(['Days', '2026-11-01 to 2026-11-25', '', ''])
  expect(rows).toContainEqual(['Figures', 'Handed over', 12, 15000.5])
  expect(rows).toContainEqual(['Unpaid now, by age', 'More than 30 days', 0, 0])
  expect(rows).toContainEqual(['Lost parcels to claim', 'HGFEDCBA, TCS 77', '', 999])
  expect(toCsv(rows)).toContain('"Couriers kept","Fees","","195"')
  expect(rows).toContainEqual(['Figures', 'In my bank', '', 5563])
})
