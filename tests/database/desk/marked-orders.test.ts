/* Marks that are stored when an order is saved: filtered by, decided on in groups, and left out of sheets. */

import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ASKED_REASONS } from '#admin/order/packing.ts'
import { anAttempt } from '#tests/support/order-factories.ts'
import { admin, openDatabase, type Row, refusal } from '../../support/database.ts'

const { sql, call, place, book, versionOf, addOrders, expectExactCounts, act } = openDatabase({
  beginAlike: true,
})

const [first, second, third, fourth] = ['NTH00001', 'NTH00002', 'NTH00003', 'NTH00004']
const GROUP = 'aaaaaaaaaaaa'
const OTHER_GROUP = 'bbbbbbbbbbbb'

beforeAll(async () => {
  for (let nth = 1; nth <= 4; nth++) await place(anAttempt(nth))
})

describe('rule 14.50: a mark', () => {
  test('stands before those that follow from the order, until a decision ends it', async () => {
    await mark(first, 'unusual_rush')
    await mark(first, 'many_of_phone')
    await sql('update public.orders set status = $1 where id = $2', ['cancelled', second])
    await sql(
      'update public.orders set shipping_address = shipping_address || \'{"phone": "042 35761234"}\'',
    )
    expect((await row(first))?.['marks']).toEqual([
      'many_of_phone',
      'unusual_rush',
      'not_mobile',
      'duplicate',
    ])
    await decide('release', [first])
    expect((await row(first))?.['marks']).toEqual(['not_mobile', 'duplicate'])
  })

  test('finds its orders, and no others', async () => {
    await mark(first)
    await mark(second, 'unusual_rush', OTHER_GROUP)
    await mark(third, 'many_from_connection', OTHER_GROUP)
    expect(await marked({ mark: 'many_from_connection' })).toEqual([third, first])
    expect(await marked({ mark: 'many_from_connection', group: GROUP })).toEqual([first])
    expect(await marked({ mark: 'unusual_rush' })).toEqual([second])
    expect(await marked({ mark: 'any' })).toEqual([third, second, first])
    expect(await marked({ mark: 'any', group: OTHER_GROUP })).toEqual([third, second])
    expect(await marked({ mark: 'duplicate' })).toEqual([])
    const list = await call(admin, 'admin_orders', { p: { filter: { mark: ['unusual_rush'] } } })
    expect(list).toEqual(refusal(400, 'unknown_filter', 'mark'))
    await decideGroup('release')
    expect(await marked({ mark: 'many_from_connection' })).toEqual([third])
  })

  test('is combined with search, status and other filters', async () => {
    await mark(first)
    await mark(second)
    await sql("update public.orders set status = 'processing' where id = $1", [second])
    const filter = { mark: 'many_from_connection' }
    const query = { filter }
    expect(await listed({ ...query, status: 'processing' })).toEqual([second])
    expect(await listed({ ...query, search: first })).toEqual([first])
    expect(await listed({ ...query, search: first, status: 'processing' })).toEqual([])
    expect(await listed({ ...query, search: third })).toEqual([])
    await sql(
      "insert into private.confirmation_attempts (order_id, at, actor, act) values ($1, now(), 'admin', 'hold')",
      [first],
    )
    expect(await marked({ ...filter, stage: 'held' })).toEqual([first])
    expect(await marked({ ...filter, stage: 'to_confirm' })).toEqual([second])
  })

  test('is paged in both directions, the newest order first, whenever it was marked', async () => {
    const ids = await addOrders(30)
    // The oldest is marked last.
    for (const id of ids.toReversed()) await mark(id)
    const newest = await page({ filter: { mark: 'many_from_connection' }, limit: 12 })
    const middle = await page({
      filter: { mark: 'many_from_connection' },
      limit: 12,
      older: newest.older,
    })
    const oldest = await page({
      filter: { mark: 'many_from_connection' },
      limit: 12,
      older: middle.older,
    })
    expect([newest, middle, oldest].flatMap(idsOf)).toEqual(ids.toReversed())
    expect([newest.newer, oldest.older]).toEqual([null, null])
    const back = await page({
      filter: { mark: 'many_from_connection' },
      limit: 12,
      newer: oldest.newer,
    })
    expect(idsOf(back)).toEqual(idsOf(middle))
  })
})

describe('rule 14.51: groups of marked orders', () => {
  test('are counted, the largest first', async () => {
    await mark(first)
    await mark(second)
    await mark(third, 'many_of_phone', OTHER_GROUP)
    expect(await groups()).toEqual([
      { mark: 'many_from_connection', group: GROUP, orders: 2 },
      { mark: 'many_of_phone', group: OTHER_GROUP, orders: 1 },
    ])
  })

  test('have no order that was booked or closed all the same', async () => {
    for (const id of [first, second, third]) await mark(id)
    await book(first, { courier: 'postex' })
    await sql("update public.orders set status = 'cancelled' where id = $1", [second])
    expect(await groups()).toMatchObject([{ orders: 1 }])
    expect(await marked({ mark: 'many_from_connection', group: GROUP })).toEqual([third])
    expect((await call(admin, 'admin_order_counts', {})).body).toMatchObject({ marked: 1 })
    expect((await call(admin, 'admin_dashboard', {})).body).toMatchObject({ markedOrders: 1 })
    await book(third, { courier: 'postex' })
    expect(await groups()).toEqual([])
  })
})

describe('rule 14.52: a group', () => {
  test('is released: all marks of its orders end', async () => {
    await mark(first)
    await mark(second)
    await mark(second, 'unusual_rush')
    expect(done(await decideGroup('release'))).toEqual([first, second])
    expect(await groups()).toEqual([])
    expect(await sheet()).toMatchObject({ exported: [first, second, third, fourth] })
    expect(await statuses()).toEqual(['pending', 'pending', 'pending', 'pending'])
  })

  test('is discarded: its open orders are cancelled, and it is logged by whom', async () => {
    await mark(first)
    await mark(second)
    await mark(second, 'unusual_rush')
    await mark(third)
    await book(third, { courier: 'postex' })
    await mark(fourth, 'many_from_connection', OTHER_GROUP)
    expect(done(await decideGroup('discard'))).toEqual([first, second])
    expect(await statuses()).toEqual(['cancelled', 'cancelled', 'pending', 'pending'])
    expect(await groups()).toMatchObject([{ group: OTHER_GROUP, orders: 1 }])
    const actor = { actor: 'admin', actor_id: admin.claims?.['sub'] }
    expect(
      await sql('select * from private.order_audit where order_id = $1', [first]),
    ).toMatchObject([
      { ...actor, before: { decision: null }, after: { decision: 'discard' } },
      { ...actor, before: { status: 'pending' }, after: { status: 'cancelled' } },
    ])
    await expectExactCounts()
  })

  test('is as before after Undo: marked, and with the status of before', async () => {
    for (const id of [first, second, third]) await mark(id)
    await sql("update public.orders set status = 'processing' where id = $1", [second])
    const discarded = await decideGroup('discard')
    // Somebody opened it again meanwhile.
    await sql("update public.orders set status = 'processing' where id = $1", [third])
    expect((await undo(discarded)).results).toEqual([
      { id: first, ok: true },
      { id: second, ok: true },
      { id: third, ok: false, code: 'stale' },
    ])
    expect(await statuses()).toEqual(['pending', 'processing', 'processing', 'pending'])
    expect(await groups()).toMatchObject([{ orders: 2 }])

    const released = await decideGroup('release')
    expect(await groups()).toEqual([])
    expect(done(await undo(released))).toEqual([first, second])
    expect(await groups()).toMatchObject([{ orders: 2 }])
    await expectExactCounts()
  })

  test('is marked again by its own act only', async () => {
    await mark(first)
    const one = await decide('release', [first])
    await mark(first, 'unusual_rush', OTHER_GROUP)
    await decide('release', [first])
    await undo(one)
    expect(await groups()).toMatchObject([{ mark: 'many_from_connection' }])
  })

  test('is decided on once: a second act finds nothing', async () => {
    await mark(first)
    await decideGroup('release')
    const again = await decide('discard', [first])
    expect(again.results).toEqual([{ id: first, ok: false, code: 'decided' }])
    expect(await statuses()).not.toContain('cancelled')
  })

  test('is decided on by the ids of its orders, and nothing beside them', async () => {
    await mark(first)
    const unknown = await send({ act: 'discard', rows: [{ id: first, all: true }] })
    expect(unknown).toMatchObject({ ok: false, code: 'unknown_field', field: 'all' })
    expect(await groups()).toMatchObject([{ orders: 1 }])
  })
})

describe('rule 15.20: a sheet', () => {
  test('names the marked ones, and takes them when asked', async () => {
    await mark(first)
    await mark(first, 'unusual_rush')
    const leftOut = [{ id: first, reason: 'marked' }]
    expect(await sheet({ ids: [first, second] })).toMatchObject({ exported: [second], leftOut })
    expect(await sheet({ ids: [first], includeExported: true })).toMatchObject({
      exported: [],
      leftOut,
    })
    expect(await sheet({ ids: [first], include: ASKED_REASONS })).toMatchObject({
      exported: [first],
    })
  })

  test('takes a released order', async () => {
    await mark(first)
    await decide('release', [first])
    expect(await sheet({ ids: [first] })).toMatchObject({ exported: [first], leftOut: [] })
  })
})

describe('rule 14.53: an order', () => {
  beforeEach(() => sql("update public.orders set status = 'cancelled' where id = $1", [first]))

  test('that is cancelled and was never booked is deleted, and no personal data stays', async () => {
    await sql("insert into private.order_notes (order_id, note) values ($1, 'Call')", [first])
    const [{ total }] = (await sql('select total from public.orders where id = $1', [first])) as [
      Row,
    ]
    expect(await remove(first)).toEqual({ id: first, ok: true })
    expect(await withHistory(first)).toEqual({})
    for (const table of ['order_audit', 'order_notes', 'order_keys']) {
      expect(await sql(`select from private.${table} where order_id = $1`, [first])).toEqual([])
    }
    expect(await sql('select order_id, actor_id, total from private.deleted_orders')).toEqual([
      { order_id: first, actor_id: admin.claims?.['sub'], total },
    ])
    await expectExactCounts()
  })

  test.each([
    ['is open again', "update public.orders set status = 'pending' where id = $1"],
    [
      'had a courier once',
      `insert into private.order_audit (order_id, actor, before, after)
       values ($1, 'admin', '{}', '{"courier": "postex"}')`,
    ],
    [
      'had a parcel',
      `insert into private.parcels (order_id, nth, state, to_collect, booked_at, state_at)
       values ($1, 1, 'cancelled', 0, now(), now())`,
    ],
    ['has a tracking number', "update public.orders set tracking_number = 'PX 1' where id = $1"],
    [
      'had a tracking number',
      "update public.orders set tracking_number = 'PX 1' where id = $1",
      'update public.orders set tracking_number = null where id = $1',
    ],
    [
      'was shipped',
      "update public.orders set status = 'shipped' where id = $1",
      "update public.orders set status = 'cancelled' where id = $1",
    ],
  ])('that %s is not', async (_, ...statements) => {
    for (const statement of statements) await sql(statement, [first])
    expect(await remove(first)).toMatchObject({ ok: false, code: 'not_deletable' })
    expect(await sql('select from public.orders where id = $1', [first])).toHaveLength(1)
  })

  test('that was changed since, or is unknown, is not', async () => {
    for (const id of [first, 'QQQQQQQQ'])
      expect(await remove(id, 1)).toEqual({ id, ok: false, code: 'not_deletable' })
  })

  test('is deleted with the discarded group, unless it was changed since', async () => {
    for (const id of [second, third]) await mark(id)
    const { results } = await decideGroup('discard')
    // Somebody opened it again, and cancelled it for another reason.
    for (const status of ['processing', 'cancelled']) {
      await sql('update public.orders set status = $1 where id = $2', [status, third])
    }
    const rows = results.map(({ id, version }) => ({ id, version }))
    expect((await send({ act: 'delete', rows })).results).toEqual([
      { id: second, ok: true },
      { id: third, ok: false, code: 'not_deletable' },
    ])
    expect((await sql('select id from public.orders order by id')).map(({ id }) => id)).toEqual([
      first,
      third,
      fourth,
    ])
    await expectExactCounts()
  })
})

test('rule 14.54: the admin sees an order at which too many phones were tried', async () => {
  expect((await withHistory(first))['manyTriesAt']).toBeNull()
  for (let nth = 0; nth < 10; nth++) await sql('select private.try_phone($1, $2)', [first, '0'])
  expect((await row(first))?.['marks']).not.toContain('many_wrong_finds')
  await sql('select private.try_phone($1, $2)', [first, '0'])
  expect((await row(first))?.['marks']).toContain('many_wrong_finds')
  expect((await withHistory(first))['manyTriesAt']).toEqual(expect.any(String))
  // It keeps no parcel back.
  expect(await sheet()).toMatchObject({ exported: [first, second, third, fourth] })
})

test('rule 16.20: the dashboard shows the size of the database', async () => {
  const { body } = await call(admin, 'admin_dashboard', {})
  const [{ bytes }] = (await sql(
    'select pg_database_size(current_database())::float8 as bytes',
  )) as [Row]
  expect(Number(body['databaseBytes']) / Number(bytes)).toBeCloseTo(1, 1)
})

async function mark(id: string, name = 'many_from_connection', group = GROUP): Promise<void> {
  await sql(
    `insert into private.marked_orders (order_id, mark, group_key)
     select id, $2, $3 from public.orders where id = $1`,
    [id, name, group],
  )
}

interface ListPage {
  orders: Row[]
  older: Row | null
  newer: Row | null
}

async function page(p: Row): Promise<ListPage> {
  return (await call(admin, 'admin_orders', { p })).body as unknown as ListPage
}

function idsOf({ orders }: ListPage): unknown[] {
  return orders.map(({ id }) => id)
}

async function listed(p: Row): Promise<unknown[]> {
  return idsOf(await page(p))
}

async function row(id: string): Promise<Row | undefined> {
  return (await page({ search: id })).orders[0]
}

/** Those of a filter by mark. */
const marked = (filter: Row) => listed({ filter })

async function groups(): Promise<Row[]> {
  return (await call(admin, 'admin_order_counts', {})).body['groups'] as Row[]
}

interface Response {
  request: string
  results: { id: string; ok: boolean; version: number }[]
}

async function send(p: Row): Promise<Response> {
  const request = randomUUID()
  const { body } = await call(admin, 'admin_act', { p: { request, ...p } })
  return { request, ...body } as unknown as Response
}

function decide(act: string, ids: readonly unknown[]): Promise<Response> {
  return send({ act, rows: ids.map((id) => ({ id })) })
}

/** As the page does with the group `GROUP`. */
async function decideGroup(act: string): Promise<Response> {
  const ids = await marked({ mark: 'many_from_connection', group: GROUP })
  return decide(act, ids.toSorted())
}

async function undo({ request }: Response): Promise<Response> {
  const { body } = await call(admin, 'admin_undo_act', { p: { request } })
  return body as unknown as Response
}

function done({ results }: Response): string[] {
  return results.filter(({ ok }) => ok).map(({ id }) => id)
}

async function sheet(p: Row = {}) {
  const ids = [first, second, third, fourth]
  return (await act('batch', { id: '', courier: 'postex', ids, include: ['unconfirmed'], ...p }))
    .body
}

async function withHistory(id: string): Promise<Row> {
  return (await call(admin, 'admin_order', { p_id: id })).body
}

async function remove(id: string, version?: number) {
  const p = { id, version: version ?? (await versionOf(id)) }
  return (await act('delete', p)).body
}

async function statuses(): Promise<unknown[]> {
  return (await sql('select status from public.orders order by id')).map(({ status }) => status)
}
