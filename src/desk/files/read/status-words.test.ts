import { expect, test } from 'vitest'
import { paymentOfWord, stateOfWord, taughtKey, taughtWord } from './status-words.ts'

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
  ['trax', 'Delivered', 'delivered'],
  ['a-courier-of-the-admin', 'Delivered', 'delivered'],
  ['postex', 'Delivered to Shipper', 'returned'],
  ['postex', 'At Lahore Warehouse', 'handed_over'],
  ['postex', 'Attempt Made: CNA (Customer Not Available)', 'attempt_failed'],
  ['postex', 'Departed to KARACHI', 'handed_over'],
])('rule 22.29: of %s, %j is %s', (courier, word, state) => {
  expect(stateOfWord(courier, word)).toBe(state)
})

test.each([
  ['postex', 'delivered.'],
  ['leopards', 'Delivery'],
  ['trax', 'Shipment - Partial Delivered'],
  ['blueex', 'Delivered to neighbour'],
  ['constructor', 'name'],
  ['__proto__', 'toString'],
])('rule 22.29: of %s, %j is not known', (courier, word) => {
  expect(stateOfWord(courier, word)).toBeUndefined()
})

test('rule 22.29: "Pending" is a payment in a column of payments alone', () => {
  expect(paymentOfWord('Pending', 'payment')).toBe('unpaid')
  expect(paymentOfWord('Pending', 'status')).toBeUndefined()
  expect(paymentOfWord('Payment - Reverted', 'status')).toBe('reverted')
})

test.each([
  ["At Merchant's Warehouse", 'booked'],
  ['At Merchant’s Warehouse', 'booked'],
  ['At merchant return warehouse', undefined],
  ['En-route to Merchant Warehouse', 'returning'],
  ['En-route to Merchants Warehouse', undefined],
  ['Departed to Merchant', undefined],
  ['Return to Shipper', 'returned'],
  ['Return to Merchant', undefined],
  ['Attempt Made: returned', undefined],
])('rule 22.29: a pattern of PostEx does not take %j', (word, state) => {
  expect(stateOfWord('postex', word)).toBe(state)
})

test('rule 22.29: what the admin said of a courier comes first', () => {
  const words = {
    [taughtKey('status', 'Handed  to Nephew')]: 'delivered',
    [taughtKey('payment', 'Settled')]: 'paid',
    [taughtKey('status', 'Odd')]: 'not a meaning',
  }
  expect(stateOfWord('mine', 'handed to nephew', words)).toBe('delivered')
  expect(stateOfWord('mine', 'odd', words)).toBeUndefined()
  expect(paymentOfWord('settled', 'payment', words)).toBe('paid')
  expect(paymentOfWord('settled', 'status', words)).toBeUndefined()
})

test('rule 22.29: a taught word is shown as it is compared', () => {
  expect(taughtWord(taughtKey('status', 'Handed  to Nephew'))).toEqual({
    kind: 'status',
    word: 'handed to nephew',
  })
  expect(taughtWord(taughtKey('payment', 'Settled'))).toEqual({ kind: 'payment', word: 'settled' })
})
