import { beforeEach, expect, test } from 'vitest'
import type { WholeOrder } from '#admin/order/whole-order.ts'
import { $couriers } from '#admin/parcels/couriers.ts'
import { toTrackingNumber } from '#desk/files/cell.ts'
import { CANCEL_REASONS } from '#order/texts/order-words.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import { otherProduct, product, type SoldProduct, total } from '#tests/support/catalogue.ts'
import { someCouriers } from '#tests/support/couriers.ts'
import { aWholeOrder, NOT_CONFIRMED } from '#tests/support/order-factories.ts'
import { ORDER_HEADER, toOrderRow } from './order-rows.ts'

beforeEach(() => $couriers.set(someCouriers))

test('rule 15.4: orders are exported in full, with dates for other programs', () => {
  const order = aWholeOrder({
    trackingNumber: 'TCS 77',
    courier: 'tcs',
    advance: 50_000,
    shippingAddress: {
      ...goodAddress,
      landmark: 'mosque',
      secondPhone: '03217654321',
      riderNote: 'ring',
    },
  })
  const sum = total([otherProduct, 2], [product, 1])
  const row = toOrderRow(order)
  expect(row).toHaveLength(ORDER_HEADER.length)
  expect(Object.fromEntries(ORDER_HEADER.map((header, nth) => [header, row[nth]]))).toMatchObject({
    'Order ID': 'ABCDEFGH',
    Date: '2026-11-21 13:00:00',
    Status: 'Pending',
    Customer: 'Ayesha Khan',
    Phone: '0300 1234567',
    Address: 'House 7, Street 3, Model Town',
    City: 'Lahore',
    State: 'Punjab',
    'Postal Code': '54700',
    Country: 'Pakistan',
    Landmark: 'mosque',
    'Second Number': '0321 7654321',
    'Note for the Rider': 'ring',
    Items: `2 x ${nameOf(otherProduct)}; 1 x ${nameOf(product)}`,
    Pieces: 3,
    Total: sum,
    Advance: '500.00',
    'Amount to Collect': (Number(sum) - 500).toFixed(2),
    'Payment Method': 'cash on delivery',
    Courier: 'TCS',
    'Tracking Number': 'TCS 77',
    'Estimated Delivery': '2026-11-28',
  })
})

test.each([
  ['26700000000123', "'26700000000123"],
  ['0012345', "'0012345"],
  ['12E10', "'12E10"],
  ['1234567', '1234567'],
  ['PX-26700000000123', 'PX-26700000000123'],
])('rule 15.4: a spreadsheet changes no tracking number: %s', (trackingNumber, cell) => {
  const row = toOrderRow(aWholeOrder({ trackingNumber }))
  expect(row[ORDER_HEADER.indexOf('Tracking Number')]).toBe(cell)
  expect(toTrackingNumber(cell)).toBe(trackingNumber)
})

test('rule 21.22: an export has confirmation, outcome and reason, and nothing to collect of what came back or is lost', () => {
  const cellsOf = (change: Partial<WholeOrder>) => {
    const row = toOrderRow(aWholeOrder(change))
    const names = ['Confirmation', 'Outcome', 'Reason', 'Amount to Collect']
    return names.map((name) => row[ORDER_HEADER.indexOf(name)])
  }
  expect(
    cellsOf({ confirmation: { ...NOT_CONFIRMED, state: 'confirmed', by: 'customer' } }),
  ).toEqual(['Confirmed by link', '', '', total([otherProduct, 2], [product, 1])])
  expect(cellsOf({ status: 'cancelled', outcome: 'returned', endReason: 'fake' })).toEqual([
    '',
    'Parcel returned',
    'Fake order',
    '0.00',
  ])
  const cancellation = { reason: 'too_late' as const, text: null }
  expect(cellsOf({ status: 'cancelled', cancellation })[2]).toBe(CANCEL_REASONS.too_late)
  expect(cellsOf({ status: 'delivered' })[3]).toBe('0.00')
  expect(cellsOf({ status: 'shipped', parcelState: 'lost' })).toEqual(['', 'Lost', '', '0.00'])
  expect(cellsOf({ status: 'shipped', parcelState: 'returning' })[1]).toBe('Coming back')
  expect(cellsOf({ status: 'shipped', parcelState: 'returning' })[3]).toBe('0.00')
})

test('rule 21.30: an export says which order a replacement replaces', () => {
  const row = toOrderRow(aWholeOrder({ total: 0, replaces: 'ABCDEFGH' }))
  expect(row[ORDER_HEADER.indexOf('Replaces')]).toBe('ABCDEFGH')
  expect(row[ORDER_HEADER.indexOf('Amount to Collect')]).toBe('0.00')
})

function nameOf({ name, sizes: [size] }: SoldProduct): string {
  return `${name} (${size.label})`
}
