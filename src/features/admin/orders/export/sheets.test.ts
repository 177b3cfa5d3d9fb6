import { expect, test } from 'vitest'
import { ORDER_STATUSES } from '#features/orders/order.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import { anOrder } from '#tests/support/an-order.ts'
import { otherProduct, product, type SoldProduct, total } from '#tests/support/catalogue.ts'
import { courierSheet, orderSheet } from './sheets.ts'

test('every row has a cell under each heading', () => {
  for (const sheet of [orderSheet, courierSheet]) {
    expect(sheet.toRow(anOrder())).toHaveLength(sheet.header.length)
  }
})

test('a courier reads name, phone, city, address, amount, pieces and reference', () => {
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

test('a parcel that leaves the country says where to', () => {
  const shippingAddress = { ...goodAddress, country: 'Oman' }
  expect(courierSheet.toRow(anOrder({ shippingAddress }))[3]).toMatch(/, Punjab 54700, Oman$/)
})

test('a courier is not sent for what is delivered or cancelled', () => {
  const booked = ORDER_STATUSES.filter((status) => courierSheet.includes(anOrder({ status })))
  expect(booked).toEqual(['pending', 'processing', 'shipped'])
  expect(ORDER_STATUSES.every((status) => orderSheet.includes(anOrder({ status })))).toBe(true)
})

test('the orders are told in full, in the shop\u2019s zone', () => {
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
