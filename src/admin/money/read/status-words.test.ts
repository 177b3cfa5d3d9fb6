import { expect, test } from 'vitest'
import { paymentOfWord, stateOfWord } from './status-words.ts'

test.each([
  ['postex', 'Booked', 'booked'],
  ['postex', 'En-Route to Lahore warehouse', 'handed_over'],
  ['postex', 'Out For Delivery', 'out_for_delivery'],
  ['postex', 'Attempted', 'attempt_failed'],
  ['postex', 'Delivery Under Review', 'nothing'],
  ['postex', 'Out For Return', 'returning'],
  ['postex', 'Expired', 'cancelled'],
  ['leopards', 'Pending', 'attempt_failed'],
  ['leopards', ' Assign  to Courier ', 'out_for_delivery'],
  ['leopards', 'Being Returned', 'returning'],
  ['leopards', 'Returned to shipper', 'returned'],
  ['tcs', 'OK', 'delivered'],
  ['tcs', 'RO', 'returned'],
  ['trax', 'Shipment – Delivered', 'delivered'],
  ['trax', 'Return - Delivered to Shipper', 'returned'],
  ['trax', 'Replacement - Delivered', 'nothing'],
  ['trax', 'Shipment - Lost', 'lost'],
])('rule 22.29: of %s, %j is %s', (courier, word, state) => {
  expect(stateOfWord(courier, word)).toBe(state)
})

test.each([
  ['postex', 'Delivered to Shipper'],
  ['postex', 'not delivered'],
  ['postex', 'delivered.'],
  ['leopards', 'Delivery'],
  ['tcs', 'Delivered'],
  ['trax', 'Delivered'],
  ['trax', 'Shipment - Partial Delivered'],
  ['blueex', 'Delivered'],
  ['constructor', 'name'],
])('rule 22.29: of %s, %j is not known', (courier, word) => {
  expect(stateOfWord(courier, word)).toBeUndefined()
})

test('rule 22.29: "Pending" is a payment in a column of payments alone', () => {
  expect(paymentOfWord('Pending', { isPaymentColumn: true })).toBe('unpaid')
  expect(paymentOfWord('Pending', { isPaymentColumn: false })).toBeUndefined()
  expect(paymentOfWord('Payment - Reverted', { isPaymentColumn: false })).toBe('reverted')
})
