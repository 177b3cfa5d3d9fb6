import { expect, test } from 'vitest'
import { ORDER_STATUSES } from '#features/orders/order.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import { otherProduct, product, type SoldProduct, total } from '#tests/support/catalogue.ts'
import { anOrder } from '#tests/support/order-factories.ts'
import { courierSheet, orderSheet } from './sheets.ts'

test('every row has a cell under each heading', () => {
  for (const sheet of [orderSheet, courierSheet]) {
    expect(sheet.toRow(anOrder())).toHaveLength(sheet.header.length)
  }
})

test('rule 15.4: the courier sheet has name, phone, city, address, amount, units and reference', () => {
  expect(courierSheet.toRow(anOrder())).toEqual([
    'Ayesha Khan',
    '03001234567',
    'Lahore',
    'House 7, Street 3, Model Town, Punjab 54700',
    total([otherProduct, 2], [product, 1]),
    3,
    'ABCDEFGH',
  ])
})

test('an address abroad names its country', () => {
  const shippingAddress = { ...goodAddress, country: 'Oman' }
  expect(courierSheet.toRow(anOrder({ shippingAddress }))[3]).toMatch(/, Punjab 54700, Oman$/)
})

test('rule 15.4: the courier sheet leaves out delivered and cancelled orders', () => {
  const booked = ORDER_STATUSES.filter((status) => courierSheet.includes(anOrder({ status })))
  expect(booked).toEqual(['pending', 'processing', 'shipped'])
  expect(ORDER_STATUSES.every((status) => orderSheet.includes(anOrder({ status })))).toBe(true)
})

test('orders are exported in full, in the time zone of the shop', () => {
  const row = orderSheet.toRow(anOrder({ trackingNumber: 'TCS 77' }))
  expect(row).toEqual([
    'ABCDEFGH',
    'November 21, 2026 at 1:00 PM',
    'Pending',
    'Ayesha Khan',
    '0300 1234567',
    'House 7, Street 3, Model Town',
    'Lahore',
    'Punjab',
    '54700',
    'Pakistan',
    `2 x ${nameOf(otherProduct)}; 1 x ${nameOf(product)}`,
    3,
    total([otherProduct, 2], [product, 1]),
    'cash on delivery',
    'TCS 77',
    '2026-11-28',
  ])
})

function nameOf({ name, sizes: [size] }: SoldProduct): string {
  return `${name} (${size.label})`
}
