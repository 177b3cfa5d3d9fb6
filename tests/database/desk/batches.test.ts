import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { ASKED_REASONS } from '#admin/order/packing.ts'
import { anAttempt, anItem } from '#tests/support/order-factories.ts'
import { admin, openDatabase, type Row } from '../../support/database.ts'

const { sql, call, place, withoutTriggers, addOrders, versionOf, act, undoAct, book } =
  openDatabase({ beginAlike: true })

/** Orders 1 to 4, the first one the oldest. */
const ALL = ['NTH00001', 'NTH00002', 'NTH00003', 'NTH00004'] as const
const [first, second, third, fourth] = ALL

beforeAll(async () => {
  for (let nth = 1; nth <= 4; nth++) await place(anAttempt(nth))
  await withoutTriggers(
    "update public.orders set date = now() - (10 - right(id, 1)::integer) * interval '1 hour'",
  )
})

describe('rule 15.6: a batch', () => {
  test('books orders with a courier, and says which', async () => {
    const { batch, ...rest } = await create({ courier: 'postex', ids: [first, fourth] })
    expect(batch).toMatchObject({ courier: 'postex', orders: 2, undoneAt: null })
    expect(rest).toEqual({ id: '', ok: true, exported: [first, fourth], leftOut: [] })
    expect(await details(first)).toMatchObject({ courier: 'postex', booked: true })
    expect(await details(second)).toMatchObject({ courier: null, booked: false })
  })

  test('of given orders names those that it leaves out, and why', async () => {
    await create({ courier: 'tcs', ids: [first] })
    await book(second, { status: 'shipped' })
    await book(third, { status: 'cancelled' })
    const ids = [fourth, third, second, first, fourth, 'QQQQQQQQ']
    expect(await create({ courier: 'postex', ids })).toMatchObject({
      exported: [fourth],
      leftOut: [
        { id: first, reason: 'exported' },
        { id: second, reason: 'booked' },
        { id: third, reason: 'closed' },
        { id: 'QQQQQQQQ', reason: 'not_found' },
      ],
    })
    expect(await details(first)).toMatchObject({ courier: 'tcs' })
  })

  test('takes what was exported once more only when asked, and nothing closed', async () => {
    await create({ courier: 'tcs', ids: [first] })
    await book(second, { status: 'shipped' })
    await book(third, { status: 'delivered' })
    const request = { courier: 'postex', ids: [first, second, third], includeExported: true }
    expect(await create(request)).toMatchObject({
      exported: [first, second],
      leftOut: [{ id: third, reason: 'closed' }],
    })
    expect(await details(first)).toMatchObject({ courier: 'postex' })
  })

  test('without an order is not made', async () => {
    expect(await create({ courier: 'postex', ids: ['QQQQQQQQ'] })).toMatchObject({
      batch: null,
      exported: [],
    })
    expect((await batches()).batches).toEqual([])
  })

  test('is logged with each order, and counts a version of it', async () => {
    await create({ courier: 'postex', ids: [first] })
    const entry = { order_id: first, actor: 'admin', actor_id: admin.claims?.['sub'] }
    const change = { before: { courier: null }, after: { courier: 'postex' } }
    expect(await sql('select * from private.order_audit')).toMatchObject([{ ...entry, ...change }])
  })

  test.each([
    [{}, 'courier_invalid', 'courier'],
    [{ courier: 'Post Ex' }, 'courier_invalid', 'courier'],
    [{ courier: 'postex', ids: 'NTH00001' }, 'bad_field', 'ids'],
    [{ courier: 'postex', ids: Array(501).fill('NTH00001') }, 'too_many', 'ids'],
    [{ courier: 'postex' }, 'bad_field', 'ids'],
    [{ courier: 'postex', includeExported: 'yes' }, 'bad_field', 'includeExported'],
    [{ courier: 'postex', include: ['held'] }, 'bad_field', 'include'],
    [{ courier: 'postex', ids: [], all: true }, 'unknown_field', 'all'],
  ])('is refused where the request is invalid, case %#', async (p, code, field) => {
    expect(await create(p)).toEqual(refusal(code, field))
    expect((await batches()).batches).toEqual([])
  })
})

describe('rule 15.7: an undone batch', () => {
  test('unbooks what has not left, and keeps the rest', async () => {
    const { batch } = await create({ courier: 'postex', ids: ALL })
    await book(second, { trackingNumber: 'PX 2' })
    await book(third, { status: 'shipped' })
    await book(fourth, { status: 'processing' })
    const undone = await undo(batch?.id)
    expect(undone).toEqual([
      [first, fourth],
      [second, third],
    ])
    expect(await undo(batch?.id)).toEqual(undone)
    expect(await details(first)).toMatchObject({ courier: null, booked: false })
    expect(await details(second)).toMatchObject({ courier: 'postex', booked: true })
    expect((await batches()).batches[0]?.undoneAt).not.toBeNull()
    expect((await create({ courier: 'tcs', ids: ALL })).exported).toEqual([first, fourth])
  })

  test('leaves alone what is in another batch or has another courier', async () => {
    const { batch } = await create({ courier: 'postex', ids: [first, second] })
    await create({ courier: 'postex', ids: [first], includeExported: true })
    await book(second, { courier: 'tcs' })
    expect(await undo(batch?.id)).toEqual([[], [first]])
    expect(await details(second)).toMatchObject({ courier: 'tcs', booked: true })
  })

  test('gives back the courier that an order had, and its batch', async () => {
    const { batch: former } = await create({ courier: 'tcs', ids: [first] })
    const { batch } = await create({ courier: 'postex', ids: [first], includeExported: true })
    expect((await batches()).batches).toMatchObject([{ orders: 1 }, { orders: 0 }])
    await undo(batch?.id)
    expect(await details(first)).toMatchObject({ courier: 'tcs' })
    expect((await batches()).batches).toMatchObject([{ orders: 1 }, { id: former?.id, orders: 1 }])
  })
})

test('batches are listed newest first, 25 on a page', async () => {
  await sql(`insert into private.export_batches (courier)
    select 'courier-' || nth from generate_series(1, 30) as nth`)
  const newest = await batches()
  const oldest = await batches({ older: newest.older })
  const listed = [...newest.batches, ...oldest.batches].map(({ courier }) => courier)
  expect(listed).toEqual(Array.from({ length: 30 }, (_, nth) => `courier-${30 - nth}`))
  expect([newest.batches.length, oldest.older]).toEqual([25, null])
})

test('a batch shows every order once, in full as it is now', async () => {
  await addOrders(20)
  const { batch } = await create({ courier: 'postex', ids: ALL })
  await sql(
    `insert into private.exported_orders (batch_id, order_id)
     select $1, id from public.orders where id <> all ($2) order by id`,
    [batch?.id, ALL],
  )
  const saved = await sql<{ id: string; address: unknown }>(
    'select id, shipping_address as address from public.orders order by id <> all ($1), id',
    [ALL],
  )
  const { orders } = await page({ id: batch?.id })
  expect(orders.map(({ id, shippingAddress }) => ({ id, address: shippingAddress }))).toEqual(saved)
  expect((await call(admin, 'admin_batch', { p: { id: 999 } })).body).toEqual({})
})

test('rule 21.11: a batch counts its orders by their stages, in the list and on its page', async () => {
  const { batch } = await create({ courier: 'postex', ids: ALL })
  await book(first, { trackingNumber: 'PX 1', status: 'shipped' })
  await book(second, { trackingNumber: 'PX 2', status: 'shipped' })
  await act('tell', { id: second, kind: 'shipped', language: 'en' })
  await book(third, { trackingNumber: 'PX 3' })
  const stages = { to_tell: 1, on_the_way: 1, to_ship: 1, needs_number: 1 }
  const shown = async () => ({
    listed: (await batches()).batches[0]?.stages,
    page: (await page({ id: batch?.id })).batch.stages,
  })
  expect(await shown()).toEqual({ listed: stages, page: stages })
  await act('check_in', { id: first, act: 'received_back' })
  await book(fourth, { courier: null })
  const { to_tell: _, needs_number: __, ...rest } = stages
  const later = { ...rest, checked_in: 1 }
  expect(await shown()).toEqual({ listed: later, page: later })
  await act('check_in', { id: second, act: 'lost' })
  const { price: _price, ...line } = anItem()
  await act('enter', { id: 'NTH00009', replaces: second, items: [line], total: 0 })
  await book(third, { trackingNumber: null })
  await act('attempt', { id: third, act: 'hold', at: new Date().toISOString(), reason: 'other' })
  const replaced = { held: 1, held_without_number: 1, checked_in: 1, not_delivered: 1 }
  expect(await shown()).toEqual({ listed: replaced, page: replaced })
})

test('rule 21.11: papers that were printed are noted, and that they were not after all', async () => {
  const { batch } = await create({ courier: 'postex', ids: ALL })
  const printed = async () => (await batches()).batches[0]?.printedAt
  expect(await printed()).toBeNull()
  await act('print', { id: String(batch?.id), printed: true })
  expect(await printed()).toEqual(expect.any(String))
  await act('print', { id: String(batch?.id), printed: false })
  expect(await printed()).toBeNull()
  expect((await act('print', { id: '999', printed: true })).body).toMatchObject({
    code: 'not_found',
  })
})

test('rule 21.11: a batch names the acts that gave numbers, shipped or told customers, as long as they can be undone', async () => {
  const { batch } = await create({ courier: 'postex', ids: [first, second] })
  const acts = async () => (await page({ id: batch?.id })).batch.acts
  expect(await acts()).toEqual([])
  const [numbers, ships] = [randomUUID(), randomUUID()]
  await act('book', { id: first, version: await versionOf(first), trackingNumber: 'PX 1' }, numbers)
  expect(await acts()).toEqual([
    { request: numbers, ids: [first], numbers: true, ships: false, tells: false },
  ])
  await act('book', { id: first, version: await versionOf(first), status: 'shipped' }, ships)
  // Of an order of no batch, and one that changed neither.
  await book(third, { trackingNumber: 'PX 3' })
  await book(second, { status: 'processing' })
  // The order was changed since it got its number.
  const shipped = { request: ships, ids: [first], numbers: false, ships: true, tells: false }
  expect(await acts()).toEqual([shipped])
  const stages = async () => (await page({ id: batch?.id })).batch.stages
  const untold = await stages()
  const told = [randomUUID(), randomUUID()]
  const row = { id: first, language: 'en' }
  for (const request of told) await act('tell', { ...row, kind: 'shipped' }, request)
  // Another message than that of the step.
  await act('tell', { ...row, kind: 'other' })
  const tells = { ids: [first], numbers: false, ships: false, tells: true }
  expect(await acts()).toEqual(
    expect.arrayContaining([shipped, ...told.map((request) => ({ request, ...tells }))]),
  )
  expect(await stages()).toEqual({ needs_number: 1, on_the_way: 1 })
  for (const request of told)
    expect(await undoAct(request)).toMatchObject({ body: { id: first, ok: true } })
  expect(await stages()).toEqual(untold)
  await undoAct(ships)
  expect(await acts()).toEqual([])
})

interface BatchJson {
  id: number
  courier: string
  orders: number
  undoneAt: string | null
  request: string
  printedAt: string | null
  stages: Record<string, number>
  acts: Row[]
}

async function create(p: Row) {
  const asked = { include: ASKED_REASONS, ...p }
  return (await act('batch', { id: '', ...asked })).body as unknown as {
    batch: BatchJson | null
    exported: string[]
    leftOut: Row[]
  }
}

/** The orders that are as before or no longer booked, and those that stay. */
async function undo(id: number | undefined): Promise<string[][]> {
  const listed = (await batches()).batches.find((one) => one.id === id)
  const { body } = await call(admin, 'admin_undo_act', { p: { request: listed?.request } })
  const results = body['results'] as { id: string; ok: boolean }[]
  return [true, false].map((isOk) => results.flatMap((one) => (one.ok === isOk ? one.id : [])))
}

async function batches(p: Row = {}) {
  return (await call(admin, 'admin_batches', { p })).body as {
    batches: BatchJson[]
    older: number | null
  }
}

async function page(p: Row) {
  return (await call(admin, 'admin_batch', { p })).body as {
    batch: BatchJson
    orders: Row[]
  }
}

async function details(id: string): Promise<Row | undefined> {
  const [row] = await sql(
    `select courier, private.is_booked(o) as booked from public.orders as o
     join private.bookings on order_id = o.id where o.id = $1`,
    [id],
  )
  return row
}

function refusal(code: string, field: string) {
  return { id: '', ok: false, code, field }
}
