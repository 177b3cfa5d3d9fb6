import { beforeEach, expect, test } from 'vitest'
import { planRow, withResults } from '#admin/acts/dispatch-row.ts'
import { $couriers } from '#admin/parcels/couriers.ts'
import type { Order } from '#order/order.ts'
import { someCouriers } from '#tests/support/couriers.ts'
import { anOrder, anOrderSummary } from '#tests/support/order-factories.ts'
import { bookedResult } from '#tests/support/sent-acts.ts'
import { countSaved, problemOfRow } from './problem-of-row.ts'

beforeEach(() => $couriers.set(someCouriers))

/** What is said of a row of the list that became this order before the act. */
function saidOf(order: Partial<Order>): string | undefined {
  const row = anOrderSummary()
  const results = [bookedResult(anOrder({ id: row.id, ...order }), 'stale')]
  const act = { request: '', act: 'book' as const, rows: [], about: undefined, why: '' }
  return withResults([planRow(row)], { ...act, state: 'saved', results }).map(problemOfRow)[0]
}

test('rule 14.18: of an order that changed meanwhile it says what did', () => {
  expect(saidOf({ status: 'cancelled', courier: 'tcs', outcome: 'refused', version: 5 })).toBe(
    'somebody changed it meanwhile: status Pending → Cancelled, outcome none → Parcel refused, courier none → TCS',
  )
  expect(saidOf({ version: 2 })).toContain('its parcel, address, lines or notes')
})

test('rule 21.63: of orders without a response it says that they may be saved or not', () => {
  const stateOf = (...states: ('saved' | 'unreachable' | 'signedOut')[]) =>
    states.map((state) => ({ ...planRow(anOrderSummary()), result: { state } }))
  const goal = 'set to Shipped'
  expect(countSaved(stateOf('saved', 'signedOut'), goal)).toBe('1 of 2 orders set to Shipped')
  expect(countSaved(stateOf('saved', 'unreachable'), goal)).toBe(
    '1 of 2 orders set to Shipped, 1 may be or not',
  )
})
