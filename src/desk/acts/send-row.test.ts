import { beforeEach, expect, it, vi } from 'vitest'
import { $couriers } from '#admin/order/couriers.ts'
import type { OrderResult } from '#admin/order/orders.ts'
import { ShopError } from '#kit/remote/shop-error.ts'
import type { Order } from '#order/order.ts'
import { someCouriers } from '#tests/support/couriers.ts'
import { anOrder, anOrderSummary } from '#tests/support/order-factories.ts'
import { type DispatchChange, withChange } from './dispatch.ts'
import { type DispatchRow, planRow, undoOf } from './row.ts'
import { sendRow } from './send-row.ts'

$couriers.set(someCouriers)

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

/** Sends a row of the list to a database that responds so. */
function send(row: DispatchRow, response: () => OrderResult) {
  return sendRow(row, { bookOrder: async () => response() })
}

function shippedRow(change: Partial<DispatchRow> = {}): DispatchRow {
  return { ...planRow(anOrderSummary(), { status: 'shipped' }), ...change }
}

const refuses = (code: string, order?: Order) => (): OrderResult => ({
  ok: false,
  code,
  ...(order && { order }),
})

function throws(error: unknown): () => never {
  return () => {
    throw error
  }
}

it.each([
  ['no row matched', refuses('not_found'), { state: 'missing' }, false],
  ['refused', refuses('tracking_invalid'), { state: 'refused', code: 'tracking_invalid' }, false],
  ['refused by Postgres', throws(new ShopError('refused')), { state: 'refused' }, false],
  ['no response', throws(new ShopError('unreachable')), { state: 'unreachable' }, true],
  // Rule 18.105: an error of the program does not read as one of the network.
  ['an exception', throws(new TypeError('undefined')), { state: 'unforeseen' }, true],
  ['the end of the session', throws(new ShopError('forbidden')), { state: 'signedOut' }, false],
])('rule 14.11: the result of a change with %s', async (_, response, result, isUncertain) => {
  const { row } = await send(shippedRow(), response)
  expect(row).toMatchObject({ result, isUncertain, version: 1 })
})

it('a saved change has the version that it made', async () => {
  const order = anOrder({ status: 'shipped', version: 2 })
  const sent = await send(shippedRow(), () => ({ ok: true, order }))
  expect(sent).toMatchObject({ order, row: { version: 2, result: { state: 'saved' } } })
})

it('rule 14.18: an order that changed meanwhile is stale, with what is there now', async () => {
  const order = anOrder({ status: 'cancelled', courier: 'tcs', outcome: 'refused', version: 5 })
  const { row } = await send(shippedRow(), refuses('stale', order))
  expect(row).toMatchObject({
    version: 5,
    seen: { status: 'cancelled', courier: 'tcs', outcome: 'refused' },
    result: {
      state: 'stale',
      meanwhile: 'status Pending → Cancelled, outcome none → Parcel refused, courier none → TCS',
    },
  })
  const moved = await send(shippedRow(), refuses('stale', anOrder({ version: 2 })))
  expect(moved.row.result).toMatchObject({ meanwhile: 'its address, lines or notes' })
})

it('rule 15.2: a change whose response was lost is saved where the order has it', async () => {
  const lost = await send(shippedRow(), throws(new ShopError('unreachable')))
  const arrived = anOrder({ status: 'shipped', version: 2 })
  const again = await send(lost.row, refuses('stale', arrived))
  expect(again.row).toMatchObject({ version: 2, result: { state: 'saved' }, isUncertain: false })
  expect(undoOf(again.row).change).toEqual({ status: 'pending' })
  // Somebody else did the same: their change is not undone here.
  const { row } = await send(shippedRow(), refuses('stale', arrived))
  expect(row.result.state).toBe('stale')
})

it.each<[string, Partial<Order>, DispatchChange]>([
  ['of the list', { courier: 'tcs' }, { status: 'shipped', courier: null, trackingNumber: 'CN 1' }],
  ['opened again', { status: 'cancelled', outcome: 'returned' }, { status: 'shipped' }],
  ['whose parcel came back', { status: 'shipped' }, { status: 'cancelled', outcome: 'refused' }],
])('rule 15.14: Undo restores an order %s', async (_, saved, change) => {
  const before = anOrder({ ...saved, version: 1 })
  const { status, courier, trackingNumber, outcome } = before
  const row = planRow(anOrderSummary({ status, courier, trackingNumber, outcome }), change)
  const after = { ...withChange(before, change), version: 2 }
  const sent = await send(row, () => ({ ok: true, order: after }))
  const undo = undoOf(sent.row)
  expect(undo).toMatchObject({ version: 2, result: { state: 'planned' } })
  expect(withChange(after, undo.change)).toEqual({ ...before, version: 2 })
})

it('rule 21.22: a reason that no response has is saved all the same, and Undo restores it', async () => {
  const row = planRow(anOrderSummary({ status: 'cancelled', endReason: 'fake' }), {
    endReason: 'double',
  })
  const lost = await send(row, throws(new ShopError('unreachable')))
  const arrived = anOrder({ status: 'cancelled', version: 2 })
  const again = await send(lost.row, refuses('stale', arrived))
  expect(again.row.result.state).toBe('saved')
  expect(undoOf(again.row).change).toEqual({ endReason: 'fake' })
})
