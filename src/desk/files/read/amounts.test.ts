import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAmount } from './amounts.ts'

test.each([
  ['1,234.50', 123450],
  ['1,23,456', 12345600],
  ['Rs. 1,234', 123400],
  ['PKR 1234.5', 123450],
  ['rs.1500/-', 150000],
  ['(120)', -12000],
  ['(Rs. 120.05)', -12005],
  ['-120', -12000],
  ['Rs -120', -12000],
  ['−120.10', -12010],
  ['120-', -12000],
  ["'99", 9900],
  ['.5', 50],
  ['5.', 500],
  ['۱۲۰', 12000],
  ['0', 0],
  ['-0.00', 0],
  ['', 0],
  ['-', 0],
  ['N/A', 0],
])('rule 22.26: the amount %j is %d', (text, minor) => {
  expect(parseAmount(text)).toEqual({ minor, isRounded: false })
})

test.each([
  '1.500,00',
  '1,5',
  '12,34',
  '1.5E+03',
  'free',
  '12 apples',
  '1-2',
  '--5',
  '123456789012',
])('rule 22.26: %j is no amount', (text) => expect(parseAmount(text)).toBeUndefined())

test.each([
  ['58.365', 5837],
  ['58.364', 5836],
  ['-58.365', -5837],
  ['0.999', 100],
])('rule 22.26: the decimals of %j are rounded, which is known', (text, minor) => {
  expect(parseAmount(text)).toEqual({ minor, isRounded: true })
})

test('rule 22.26: every amount is read to the minor unit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), (minor) => {
      const digits = String(minor).padStart(3, '0')
      expect(parseAmount(`${digits.slice(0, -2)}.${digits.slice(-2)}`)?.minor).toBe(minor)
    }),
  )
})
