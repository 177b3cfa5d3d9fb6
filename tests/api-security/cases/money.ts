/* The courier's money: its functions are for admins, and a courier's file is text that the shop did not write. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { aStatement, cash } from '#tests/support/statement-requests.ts'
import { type AttackCase, attack, attacks } from '../attack-case.ts'
import { expectCode, expectDenied, expectRefused } from '../expectations.ts'
import { otherOrders, ownOrder } from '../fixtures.ts'
import type { TestApi } from '../test-api.ts'

const [, sent] = otherOrders
const [ID, NUMBER] = [sent?.id ?? '', sent?.trackingNumber ?? '']

const STATEMENTS = 'private.statements'
/** What the booking of an order changes. */
const BOOKING = [
  'public.orders',
  'private.order_details',
  'private.order_audit',
  'private.parcels',
  'private.parcel_events',
  'private.cash_changes',
  'private.total_changes',
]

/** Of each function, a request that does something for an admin. */
const REQUESTS: [name: string, p: object][] = [
  ['admin_apply_statement', aStatement([{ reference: ID, state: 'delivered', money: [cash(1)] }])],
  ['admin_apply_statement', { ...aStatement([{ trackingNumber: NUMBER }]), dryRun: true }],
  ['admin_statements', {}],
  ['admin_statement', { id: 1 }],
  ['admin_undo_statement', { id: 1 }],
  ['admin_set_in_bank', { id: 1, inBank: true }],
  ['admin_check_in', { code: NUMBER, act: 'lost', token: randomUUID() }],
  ['admin_undo_check_in', { token: '00000000-0000-4000-8000-000000000001' }],
  ['admin_send_again', { id: ID, version: 2 }],
  ['admin_evening', {}],
  ['admin_failed_parcels', {}],
]

/** Lines that are about no parcel, whatever they look like. */
const NO_PARCELS = ['%', '_'.repeat(8), '*', "' or 1=1 --", '.*', 'null', `${ID}%`, '\\']

const line = { row: 1, reference: 'X', money: [] }
const money = (amount: unknown) => ({ lines: [{ ...line, money: [{ kind: 'cash', amount }] }] })

/** What no file says. */
const INVALID: object[] = [
  { courier: '../postex' },
  { digest: 'A'.repeat(64) },
  { token: 'mine' },
  { appliedBy: randomUUID() },
  { lines: {} },
  { lines: [null] },
  { lines: [{ ...line, state: 'paid' }] },
  { lines: [{ ...line, reason: "'; drop table private.parcels --" }] },
  { lines: [{ ...line, parcel_id: 1 }] },
  { lines: [{ ...line, reference: 'X'.repeat(301) }] },
  { lines: Array.from({ length: 2001 }, () => line) },
  money('1'),
  money(0.5),
  money(1e11),
  { lines: [{ ...line, money: [{ kind: 'gift', amount: 1 }] }] },
]

export const moneyCases: AttackCase[] = [
  ...attacks(
    'A120 a request without rights is denied, and no parcel changes',
    REQUESTS,
    async (api, [name, p]) => {
      await bookSent(api)
      const query = encodeURIComponent(JSON.stringify(p))
      expectDenied(await api.rpc(name, { p }))
      expectDenied(await api.rpc(name, { p }, { token: api.user.token }), 403)
      expectRefused(await api.request(`/rest/v1/rpc/${name}?p=${query}`))
      expectRefused(await api.request(`/rest/v1/rpc/${name}?p=${query}`, { token: api.user.token }))
      expect(await api.sql('select state, paid from private.parcels')).toEqual([
        { state: 'handed_over', paid: expect.toSatisfy((paid) => Number(paid) === 0) },
      ])
    },
    ['private.parcels'],
  ),
  ...attacks('A121 a statement is refused whole', INVALID, async (api, more) => {
    const p = { ...aStatement([]), ...more }
    for (const dryRun of [true, false]) {
      const { token } = api.admin
      const response = await api.rpc('admin_apply_statement', { p: { ...p, dryRun } }, { token })
      expect(response.body).toMatchObject({ ok: false })
    }
  }),
  attack(
    'A121 no text of a file is a pattern, or about another parcel',
    async (api) => {
      const lines = NO_PARCELS.flatMap((text) => [
        { reference: text, state: 'delivered', money: [cash(1)] },
        { trackingNumber: text, state: 'lost', money: [cash(1)] },
      ])
      const p = aStatement(lines)
      const { body } = await api.rpc('admin_apply_statement', { p }, { token: api.admin.token })
      const { rows, sum } = body as { rows: { result: string }[]; sum: number }
      expect([...new Set(rows.map(({ result }) => result)), sum]).toEqual(['unknown', 0])
    },
    [STATEMENTS],
  ),
  ...attacks('A121 a code of the returns desk is no pattern', NO_PARCELS, async (api, code) => {
    const p = { code, act: 'lost', token: randomUUID() }
    const response = await api.rpc('admin_check_in', { p }, { token: api.admin.token })
    expectCode(response, 200, 'not_found')
  }),
  attack(
    'A122 a customer reads the state of the parcel, and nothing of its money',
    async (api) => {
      const { token } = api.admin
      const booking = { id: ownOrder.id, version: 1, courier: 'postex', status: 'shipped' }
      await api.rpc('admin_book_order', { p: booking }, { token })
      const paid = [cash(4_711_00), { kind: 'fee' as const, amount: -987_65 }]
      const p = aStatement([
        {
          reference: ownOrder.id,
          state: 'attempt_failed',
          word: 'Not at home (7788)',
          money: paid,
        },
      ])
      expect((await api.rpc('admin_apply_statement', { p }, { token })).body).toMatchObject({
        rows: [{ result: 'changed' }],
      })
      const own = await api.rpc('get_order', { p_id: ownOrder.id, p_token: ownOrder.token })
      expect(own.body).toMatchObject({ order: { parcelState: 'attempt_failed' } })
      expect(own.text).not.toMatch(/471100|98765|7788|toCollect|money|"paid"|statement/)
    },
    [...BOOKING, STATEMENTS, 'private.money_lines', 'private.customers', 'private.order_keys'],
  ),
]

/** The parcel of an order that is on its way. */
async function bookSent(api: TestApi): Promise<void> {
  await api.sql(
    `insert into private.parcels
       (order_id, nth, courier, tracking_number, state, to_collect, booked_at, handed_over_at, state_at)
     values ($1, 1, 'postex', $2, 'handed_over', 79900, now(), now(), now())`,
    [ID, NUMBER],
  )
}
