import { expect, it } from 'vitest'
import type { Order } from '#order/order.ts'
import { anOrder, anOrderSummary } from '#tests/support/order-factories.ts'
import { bookedResult } from '#tests/support/sent-acts.ts'
import type { RowResult } from './acts.api.ts'
import type { SentAct } from './acts.store.ts'
import { planRow, withResults } from './dispatch-row.ts'

const ID = anOrderSummary().id

/** A row of the list, after an act. */
function rowAfter(act: Partial<SentAct<undefined>>) {
  const row = planRow(anOrderSummary(), { status: 'shipped' })
  const sent = { request: '', act: 'book' as const, rows: [], about: undefined, why: '' }
  return withResults([row], { ...sent, state: 'saved', results: [], ...act })[0]
}

const result = (code: string, more: object = {}): RowResult[] => [
  { id: ID, ok: false, code, ...more },
]
const stale = (order: Partial<Order>) => [bookedResult(anOrder({ id: ID, ...order }), 'stale')]

it.each<[string, Partial<SentAct<undefined>>, object]>([
  ['no row matched', { results: result('not_found') }, { state: 'refused', code: 'not_found' }],
  [
    'refused',
    { results: result('tracking_invalid') },
    { state: 'refused', code: 'tracking_invalid' },
  ],
  [
    'an order that may not leave',
    { results: result('not_packable', { reasons: ['held'] }) },
    { state: 'refused', reasons: ['held'] },
  ],
  ['no response', { state: 'unsent', why: 'unreachable' }, { state: 'unreachable' }],
  // Rule 18.105: an error of the program does not read as one of the network.
  ['an exception', { state: 'unsent', why: 'unforeseen' }, { state: 'unforeseen' }],
  ['the end of the session', { state: 'unsent', why: 'forbidden' }, { state: 'signedOut' }],
])('rule 14.11: the result of a change with %s', (_, act, expected) => {
  expect(rowAfter(act)).toMatchObject({ result: expected, version: 1 })
})

it('rule 14.18: an order that changed meanwhile is stale, with what is there now', () => {
  const order = { status: 'cancelled', courier: 'tcs', outcome: 'refused', version: 5 } as const
  const row = rowAfter({ results: stale(order) })
  expect(row).toMatchObject({
    version: 5,
    seen: { status: 'cancelled', courier: 'tcs', outcome: 'refused' },
    result: { state: 'stale' },
  })
})
