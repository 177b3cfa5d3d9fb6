/* The courier's money: a courier's file is text that the shop did not write. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { aStatement, cash } from '#tests/support/statement-requests.ts'
import { type AttackCase, attack, attacks } from '../attack-case.ts'
import { otherOrders, ownOrder } from '../fixtures.ts'

const [, sent] = otherOrders
const ID = sent?.id ?? ''

const STATEMENTS = 'private.statements'
/** What the booking of an order changes. */
const BOOKING = [
  'public.orders',
  'private.acts',
  'private.order_details',
  'private.order_audit',
  'private.parcels',
  'private.parcel_events',
  'private.cash_changes',
  'private.total_changes',
]

/** Lines that are about no parcel, whatever they look like. */
const NO_PARCELS = [
  '%',
  '_'.repeat(8),
  '*',
  "' or 1=1 --",
  '.*',
  'null',
  `${ID.slice(0, -1)}%`,
  '\\',
]

export const moneyCases: AttackCase[] = [
  attack(
    'A121 no text of a file is a pattern, or about another parcel',
    async (api) => {
      const lines = NO_PARCELS.flatMap((text) => [
        { reference: text, state: 'delivered', money: [cash(1)] },
        { trackingNumber: text, state: 'lost', money: [cash(1)] },
      ])
      const p = aStatement(lines)
      const { body } = await api.rpc('admin_compare_statement', { p }, { token: api.admin.token })
      const { rows, sum } = body as { rows: { result: string }[]; sum: number }
      expect([...new Set(rows.map(({ result }) => result)), sum]).toEqual(['unknown', 0])
    },
    [],
  ),
  ...attacks(
    'A121 a code of the returns desk is no pattern',
    NO_PARCELS,
    async (api, code) => {
      const p = { request: randomUUID(), act: 'check_in', rows: [{ id: code, act: 'lost' }] }
      const { body } = await api.rpc('admin_act', { p }, { token: api.admin.token })
      expect(body).toMatchObject({ results: [{ ok: false, code: 'not_found' }] })
    },
    ['private.acts'],
  ),
  attack(
    'A122 a customer reads the state of the parcel, and nothing of its money',
    async (api) => {
      const { token } = api.admin
      const include = ['unconfirmed']
      const booking = { id: ownOrder.id, version: 1, courier: 'postex', status: 'shipped', include }
      const act = { request: randomUUID(), act: 'book', rows: [booking] }
      await api.rpc('admin_act', { p: act }, { token })
      const paid = [cash(4_711_00), { kind: 'fee' as const, amount: -987_65 }]
      const p = aStatement([
        {
          reference: ownOrder.id,
          state: 'attempt_failed',
          word: 'Not at home (77889900)',
          money: paid,
        },
      ])
      const apply = { request: randomUUID(), act: 'apply', rows: [p] }
      expect((await api.rpc('admin_act', { p: apply }, { token })).body).toMatchObject({
        results: [{ counts: { changed: 1 } }],
      })
      const own = await api.rpc('get_order', { p_id: ownOrder.id, p_token: ownOrder.token })
      expect(own.body).toMatchObject({ order: { parcelState: 'attempt_failed' } })
      expect(own.text).not.toMatch(/471100|98765|77889900|toCollect|money|"paid"|statement/)
    },
    [
      ...BOOKING,
      STATEMENTS,
      'private.payments',
      'private.money_lines',
      'private.customers',
      'private.order_keys',
    ],
  ),
]
