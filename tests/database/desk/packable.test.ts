/* Whether an order may leave: every way by which it can, against every reason that keeps it. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ASKED_REASONS, type PackingReason, STOPPING_REASONS } from '#admin/order/packing.ts'
import { goodAddress } from '#tests/support/address-cases.ts'
import { anAttempt, anItem } from '#tests/support/order-factories.ts'
import { admin, anonymous, openDatabase, type Row } from '../../support/database.ts'

const { sql, call, place, versionOf, act, undoAct, addOrders } = openDatabase()

const ID = 'NTH00001'
const OTHER = 'NTH00002'

type Reason = Exclude<PackingReason, 'booked'>

/** What makes an order that is confirmed have a reason. */
const MADE: Record<Reason, () => Promise<unknown>> = {
  held: () => attempt('hold', { reason: 'address' }),
  joined: async () => {
    await place(anAttempt(2, { shippingAddress: anAttempt(1).shippingAddress }))
    const versions = { version: await versionOf(ID), intoVersion: await versionOf(OTHER) }
    await act('join', { id: ID, into: OTHER, ...versions })
  },
  replaced: async () => {
    await sql("update public.orders set status = 'delivered' where id = $1", [ID])
    const { price: _, ...line } = anItem()
    await act('enter', { id: OTHER, replaces: ID, items: [line], total: 0 })
    await sql("update public.orders set status = 'pending' where id = $1", [ID])
  },
  marked: () =>
    sql(
      `insert into private.marked_orders (order_id, mark, group_key)
       select id, 'large_amount', '000000000000' from public.orders where id = $1`,
      [ID],
    ),
  unconfirmed: () => attempt('reset'),
  changed: () =>
    call(anonymous, 'change_order', {
      p: { ...changeOf(ID), shippingAddress: { ...goodAddress, city: 'Kasur' } },
    }),
}

/** Every way by which an order leaves, with what was included after a question. */
const WAYS: Record<string, (include: readonly string[]) => Promise<Row>> = {
  'a batch': (include) => batch({ ids: [ID], include }),
  'a batch once more': (include) => batch({ ids: [ID], includeExported: true, include }),
  'a courier': (include) => book({ courier: 'tcs', include }),
  'a tracking number': (include) => book({ trackingNumber: 'PX 1', include }),
  'the status Shipped': (include) => book({ status: 'shipped', include }),
  'the status Delivered': (include) => book({ status: 'delivered', include }),
  'all at once': (include) =>
    book({ courier: 'tcs', trackingNumber: 'PX 1', status: 'shipped', include }),
}

describe('rule 21.46: no order leaves against its reasons', () => {
  const cases = Object.keys(WAYS).flatMap((way) =>
    [...STOPPING_REASONS, ...ASKED_REASONS].map((reason) => [way, reason] as const),
  )
  test.each(cases)('%s, %s: nothing of it is saved', async (way, reason) => {
    await anOrderThatIs(reason)
    const before = await saved()
    const response = await WAYS[way]?.([])
    expect(await saved()).toEqual(before)
    expect(reasonsIn(response)).toEqual([reason])
    const isAsked = (ASKED_REASONS as readonly string[]).includes(reason)
    await WAYS[way]?.(isAsked ? [reason] : ASKED_REASONS)
    expect((await saved()).booked).toBe(isAsked)
  })

  test('every reason stands in the view, and in what the admin reads', async () => {
    for (const reason of [...STOPPING_REASONS, ...ASKED_REASONS]) {
      await sql('savepoint each')
      await anOrderThatIs(reason)
      const { body } = await call(admin, 'admin_order', { p_id: ID })
      const { body: list } = await call(admin, 'admin_orders', { p: {} })
      const [row] = (list['orders'] as Row[]).filter(({ id }) => id === ID)
      expect([reason, body['reasons'], row?.['reasons']]).toEqual([
        reason,
        expect.arrayContaining([reason]),
        expect.arrayContaining([reason]),
      ])
      await sql('rollback to savepoint each')
    }
  })
})

test('rule 21.46: an order that was booked after a question is not asked about again, and a hold still stops it', async () => {
  await place(anAttempt(1))
  expect(await book({ courier: 'tcs' })).toMatchObject({
    code: 'not_packable',
    reasons: ['unconfirmed'],
  })
  expect(await book({ courier: 'tcs', include: ['unconfirmed'] })).toMatchObject({ ok: true })
  expect(await book({ trackingNumber: 'PX 1' })).toMatchObject({ ok: true })
  await MADE.held()
  expect(await book({ status: 'shipped' })).toMatchObject({
    code: 'not_packable',
    reasons: ['held'],
  })
  await attempt('resume')
  expect(await book({ status: 'shipped' })).toMatchObject({ ok: true })
  // What is on its way is not stopped any more.
  await MADE.held()
  expect(await book({ trackingNumber: 'PX 2' })).toMatchObject({ ok: true })
})

test.each([
  ['a courier', { courier: 'tcs' }],
  ['a tracking number', { trackingNumber: 'PX 1' }],
])(
  'rule 21.46: undoing its clearing brings no booking with %s back to an order on hold',
  async (_, booking) => {
    await place(anAttempt(1))
    await book({ ...booking, include: ASKED_REASONS })
    const request = randomUUID()
    await book({ courier: null, trackingNumber: null }, request)
    await sql('savepoint cleared')
    await MADE.held()
    expect((await undoAct(request)).body).toMatchObject({ ok: false, code: 'stale' })
    expect(await saved()).toMatchObject({ booked: false })
    await sql('rollback to savepoint cleared')
    expect((await undoAct(request)).body).toMatchObject({ ok: true })
    expect(await saved()).toMatchObject({ booked: true })
  },
)

test('rule 21.46: a joined order stays cancelled as joined, until it is taken apart', async () => {
  await anOrderThatIs('joined')
  const before = await saved()
  for (const change of [{ status: 'pending' }, { endReason: 'fake' }, { outcome: 'returned' }])
    expect(await book(change)).toMatchObject({ code: 'not_packable', reasons: ['joined'] })
  expect(await saved()).toEqual(before)
  await act('take_apart', { id: ID, intoVersion: await versionOf(OTHER) })
  expect(await book({ status: 'processing' })).toMatchObject({ ok: true })
})

test('rule 21.46: cancelling, clearing a booking and a note ask for no reason', async () => {
  await anOrderThatIs('held')
  expect(await book({ courier: null, trackingNumber: null })).toMatchObject({ ok: true })
  expect(await book({ status: 'processing' })).toMatchObject({ ok: true })
  expect(await book({ status: 'cancelled' })).toMatchObject({ ok: true })
})

test('rule 21.47: before orders are sent it is asked why each may not leave, and how much it brings', async () => {
  await anOrderThatIs('changed')
  await addOrders(2)
  const asked = async (p: Row) => (await call(admin, 'admin_packable', { p })).body
  const changed = { id: ID, fullName: goodAddress.fullName, reasons: ['changed'] }
  const [{ total = 0 } = {}] = await sql<{ total: number }>(
    'select (total * 100)::integer as total from public.orders where id = $1',
    [ID],
  )
  const { orders } = await asked({})
  expect(orders).toHaveLength(3)
  expect(orders).toContainEqual({ ...changed, toCollect: total })
  expect(orders).toMatchObject([{}, {}, {}].map(() => ({ reasons: [expect.any(String)] })))
  await book({ courier: 'tcs', include: ['changed'] })
  expect((await asked({}))['orders']).toHaveLength(2)
  expect(await asked({ ids: [ID] })).toMatchObject({
    orders: [{ ...changed, reasons: ['booked', 'changed'] }],
  })
  expect(await asked({ ids: 'all' })).toMatchObject({ code: 'bad_field' })
})

test.each([
  [{ filter: { packed: true } }, 'packed'],
  [{ filter: { stage: true } }, 'stage'],
  [{ filter: { stage: 'to-pack' } }, 'stage'],
  [{ filter: { batch: '1' } }, 'batch'],
])('rule 21.48: a filter that is not known is refused, %j', async (p, field) => {
  await place(anAttempt(1))
  expect((await call(admin, 'admin_orders', { p })).body).toEqual({
    ok: false,
    code: 'unknown_filter',
    field,
  })
})

/** An order that is confirmed, and has this reason as its only one. */
async function anOrderThatIs(reason: Reason): Promise<void> {
  await place(anAttempt(1, { items: [anItem()] }))
  await attempt('yes')
  await MADE[reason]()
  const [row] = await sql<{ reasons: string[] }>(
    'select reasons from private.packable where id = $1',
    [ID],
  )
  expect(row?.reasons.filter((each) => each !== 'booked')).toEqual([reason])
}

let attempts = 0

async function attempt(made: string, more: Row = {}): Promise<void> {
  attempts += 1
  // Within one transaction now() stands still, so each is a second later than the one before.
  const at = new Date(Date.now() - 3_600_000 + attempts * 1000).toISOString()
  const { body } = await act('attempt', { id: ID, act: made, at, ...more })
  expect(body).toMatchObject({ ok: true })
}

function changeOf(id: string): Row {
  const { token } = anAttempt(1)
  return { id, token, version: 1 }
}

async function book(change: Row, request = randomUUID()): Promise<Row> {
  const p = { id: ID, version: await versionOf(ID), ...change }
  return (await act('book', p, request)).body
}

async function batch(p: Row): Promise<Row> {
  return (await act('batch', { id: '', courier: 'tcs', ...p })).body
}

function reasonsIn(response: Row | undefined): unknown {
  const leftOut = response?.['leftOut'] as { reason: string }[] | undefined
  return leftOut ? leftOut.map(({ reason }) => reason) : response?.['reasons']
}

async function saved() {
  const [row] = await sql<{ order: Row; parcel: Row | null; batches: number }>(
    `select to_jsonb(o) as order, to_jsonb(p) as parcel,
       (select count(*)::integer from private.exported_orders where order_id = o.id) as batches
     from public.orders as o left join private.parcels as p on p.order_id = o.id
     where o.id = $1`,
    [ID],
  )
  const left = ['shipped', 'delivered'].includes(String(row?.order['status']))
  const booked = Boolean(left || row?.parcel?.['courier'] || row?.order['tracking_number'])
  return { ...row, booked }
}
