import { expect, test } from 'vitest'
import { goodAddress } from '#tests/support/address-cases.ts'
import { otherProduct, product, type SoldProduct, total } from '#tests/support/catalogue.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { ORDER_HEADER, toOrderRow } from './order-rows.ts'

test('rule 15.4: orders are exported in full, with dates for other programs', () => {
  const order = anOrder({
    trackingNumber: 'TCS 77',
    courier: 'tcs',
    advance: 50_000,
    shippingAddress: {
      ...goodAddress,
      landmark: 'mosque',
      secondPhone: '0321 7654321',
      riderNote: 'ring',
    },
  })
  const sum = total([otherProduct, 2], [product, 1])
  const row = [
    'ABCDEFGH',
    '2026-11-21T13:00:00+05:00',
    'Pending',
    'Ayesha Khan',
    '0300 1234567',
    'House 7, Street 3, Model Town',
    'Lahore',
    'Punjab',
    '54700',
    'Pakistan',
    'mosque',
    '0321 7654321',
    'ring',
    `2 x ${nameOf(otherProduct)}; 1 x ${nameOf(product)}`,
    3,
    sum,
    '500.00',
    (Number(sum) - 500).toFixed(2),
    'cash on delivery',
    'tcs',
    'TCS 77',
    '2026-11-28',
  ]
  expect(toOrderRow(order)).toEqual(row)
  expect(ORDER_HEADER).toHaveLength(row.length)
})

function nameOf({ name, sizes: [size] }: SoldProduct): string {
  return `${name} (${size.label})`
}
