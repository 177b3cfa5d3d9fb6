import { beforeEach, expect, it } from 'vitest'
import type { OrderSummary } from '#admin/orders/orders.ts'
import { $couriers } from '#admin/parcels/couriers.ts'
import { someCouriers } from '#tests/support/couriers.ts'
import { anOrderSummary } from '#tests/support/order-factories.ts'
import { type BulkChoice, type LeftOutKind, planBulk } from './plan.ts'
import { describePlan, goalOf, namesOfLeftOut } from './plan-sentences.ts'

beforeEach(() => $couriers.set(someCouriers))

const ids = ['AAAAAAAA', 'BBBBBBBB', 'CCCCCCCC', 'DDDDDDDD', 'EEEEEEEE', 'FFFFFFFF']

function ordersOf(...changes: Partial<OrderSummary>[]): OrderSummary[] {
  return changes.map((change, nth) => anOrderSummary({ id: ids[nth] ?? '', ...change }))
}

function aChoice(change: Partial<BulkChoice> = {}): BulkChoice {
  return { status: 'shipped', courier: undefined, numbers: new Map(), ...change }
}

/** Those without a number are ticked in, unless a test says otherwise. */
function plan(orders: OrderSummary[], choice = aChoice(), included: LeftOutKind[] = []) {
  return planBulk(orders, choice, new Set(['unnumbered', ...included]))
}

it('rule 21.46: what may not leave is left out: some for good, the rest unless included', () => {
  const orders = ordersOf(
    { reasons: [] },
    { reasons: ['held'] },
    { reasons: ['unconfirmed', 'changed'] },
    { reasons: ['booked', 'unconfirmed'] },
    { reasons: ['booked', 'held'], status: 'shipped' },
  )
  const { rows, leftOut } = plan(orders)
  expect(rows.map(({ id }) => id)).toEqual(['AAAAAAAA', 'DDDDDDDD'])
  expect([...leftOut].map(([kind, left]) => [kind, left.map(({ id }) => id)])).toEqual([
    ['held', ['BBBBBBBB']],
    ['unconfirmed', ['CCCCCCCC']],
    ['changed', ['CCCCCCCC']],
    ['unnumbered', ['AAAAAAAA', 'DDDDDDDD']],
  ])
  const more = plan(orders, aChoice(), ['unconfirmed', 'changed', 'held']).rows
  expect(more.map(({ id, include }) => [id, include])).toEqual([
    ['AAAAAAAA', []],
    ['CCCCCCCC', ['unconfirmed', 'changed']],
    ['DDDDDDDD', []],
  ])
  expect(plan(orders, aChoice({ status: 'cancelled' })).leftOut.get('held')).toBeUndefined()
})

it('rule 15.13: delivered and cancelled orders, and steps back, are left out unless included', () => {
  const orders = ordersOf(
    { status: 'pending' },
    { status: 'delivered' },
    { status: 'cancelled' },
    { status: 'delivered' },
    { status: 'shipped' },
  )
  const { rows, unchanged, ...left } = plan(orders)
  expect(rows.map(({ id }) => id)).toEqual(['AAAAAAAA'])
  expect(namesOfLeftOut(left)).toBe('2 are delivered, 1 is cancelled, 1 has no tracking number')
  expect(unchanged).toBe(1)
  expect(plan(orders, aChoice(), ['cancelled']).rows.map(({ id }) => id)).toEqual([
    'AAAAAAAA',
    'CCCCCCCC',
  ])
  const back = plan(orders, aChoice({ status: 'processing' }))
  expect(namesOfLeftOut(back)).toBe('2 are delivered, 1 is cancelled, 1 is shipped')
  // Cancelling is no step back.
  expect(
    namesOfLeftOut(plan(ordersOf({ status: 'shipped' }), aChoice({ status: 'cancelled' }))),
  ).toBe('')
})

it('rule 21.16: only orders with a number are shipped, unless the others are ticked in', () => {
  const orders = ordersOf({}, { trackingNumber: 'TCS 1' }, {}, { status: 'shipped' })
  const choice = aChoice({ numbers: new Map([['AAAAAAAA', 'TCS 2']]) })
  const { rows, ...left } = planBulk(orders, choice, new Set())
  expect(rows.map(({ id }) => id)).toEqual(['AAAAAAAA', 'BBBBBBBB'])
  expect(namesOfLeftOut(left)).toBe('1 has no tracking number')
  expect(plan(orders, choice).rows).toHaveLength(3)
})

it('rule 15.13: the sentences say what will change', () => {
  const orders = ordersOf(
    {},
    { trackingNumber: 'TCS 1' },
    { trackingNumber: 'TCS 2' },
    {},
    { status: 'shipped', courier: 'postex' },
  )
  const numbers = new Map([
    ['AAAAAAAA', 'TCS 9'],
    ['CCCCCCCC', 'TCS 8'],
  ])
  const choice = aChoice({ courier: 'postex', numbers })
  expect(describePlan(plan(orders, choice))).toEqual([
    '4 orders become Shipped with PostEx.',
    '1 gets a tracking number.',
    '1 keeps its number.',
    '1 has no tracking number.',
    'CCCCCCCC: number TCS 2 becomes TCS 8.',
    '1 is like this already.',
  ])
  const mixed = plan(ordersOf({}, { status: 'shipped' }), aChoice({ courier: 'tcs' }))
  expect(describePlan(mixed)).toEqual([
    '1 order becomes Shipped.',
    '2 orders with TCS afterwards.',
    '2 have no tracking number.',
  ])
  const without = plan(ordersOf({ courier: 'tcs' }), aChoice({ status: undefined, courier: null }))
  expect(describePlan(without)).toEqual([
    '1 order without a courier afterwards.',
    '1 has no tracking number.',
  ])
})

it('the goal of a change follows "2 of 3 orders"', () => {
  const choices = [
    {},
    { courier: 'postex' },
    { status: undefined, courier: 'postex' },
    { status: undefined, courier: null },
    { status: undefined },
  ]
  expect(choices.map((choice) => goalOf(aChoice(choice)))).toEqual([
    'set to Shipped',
    'set to Shipped with PostEx',
    'booked with PostEx',
    'without a courier now',
    'with a new tracking number',
  ])
})

it('rule 21.22: a cancellation of many has outcome and reason; another status has none', () => {
  const end = { outcome: 'returned' as const, endReason: 'unreachable' as const }
  const orders = ordersOf({ status: 'shipped' }, { status: 'cancelled', outcome: 'returned' })
  const cancelled = plan(orders, aChoice({ status: 'cancelled', ...end }), ['cancelled'])
  expect(cancelled.rows.map(({ change }) => change)).toEqual([
    { status: 'cancelled', ...end },
    { endReason: 'unreachable' },
  ])
  expect(plan(orders, aChoice({ status: 'delivered', ...end })).rows[0]?.change).toEqual({
    status: 'delivered',
  })
  expect(goalOf(aChoice({ status: 'cancelled', ...end }))).toBe('set to Cancelled: Parcel returned')
})
