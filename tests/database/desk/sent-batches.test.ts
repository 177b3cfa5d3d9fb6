/* What a batch keeps of what the courier got: its order, its rows, and who left it since. */

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ASKED_REASONS } from '#admin/order/packing.ts'
import { anAttempt, anItem } from '#tests/support/order-factories.ts'
import { admin, openDatabase, type Row } from '../../support/database.ts'

const { call, place, act, undoAct, erase, book, sql, versionOf } = openDatabase()

async function order(nth: number, items = [anItem()]): Promise<string> {
  const total = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  const request = anAttempt(nth, { items, total })
  await place(request)
  return request.id
}

async function batchOf(ids: string[]): Promise<number> {
  const row = { id: '', courier: 'postex', ids, include: ASKED_REASONS }
  const { body } = await act('batch', row)
  return (body['batch'] as { id: number }).id
}

async function rowsOf(id: number): Promise<Row[]> {
  const { body } = await call(admin, 'admin_batch', { p: { id } })
  return body['orders'] as Row[]
}

const idsOf = (rows: Row[]) => rows.map((row) => row['id'])

test('parcels with the same contents stand together, the oldest first', async () => {
  const pair = [anItem(1)]
  const ids = [
    await order(1),
    await order(2, pair),
    await order(3),
    await order(4, pair),
    await order(5, [anItem(0, 2)]),
  ]
  const rows = await rowsOf(await batchOf(ids))
  const contents = rows.map(({ items }) => JSON.stringify(items))
  expect(new Set(contents).size).toBe(3)
  expect(contents).toEqual(contents.toSorted((a, b) => contents.indexOf(a) - contents.indexOf(b)))
  const positions = rows.map(({ position }) => Number(position))
  expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  const places = idsOf(rows)
  expect(places.indexOf(ids[0])).toBeLessThan(places.indexOf(ids[2]))
})

test('an order that is booked elsewhere leaves, and stays named with the row that was sent', async () => {
  const [first, second] = [await order(1), await order(2)]
  const id = await batchOf([first, second])
  const send = (order: string, cells: string[]) => act('sheet', { id: order, batch: id, cells })
  for (const one of [first, second]) await send(one, [one, 'Lahore'])
  await book(second, { courier: null })
  const [, left] = await rowsOf(id)
  expect(left).toMatchObject({ id: second, cells: [second, 'Lahore'], leftAt: expect.any(String) })
  expect((await send(second, ['changed'])).body).toMatchObject({ code: 'not_found' })
  const listed = await call(admin, 'admin_batches', { p: {} })
  expect(listed.body['batches']).toMatchObject([{ id, orders: 1 }])

  // In a sheet of the same courier it is new, and no second time in the old one.
  const other = await batchOf([second])
  expect(idsOf(await rowsOf(other))).toEqual([second])
  expect((await rowsOf(id))[1]).toMatchObject({ leftAt: expect.any(String) })
})

test('the row of an erased order is not saved again', async () => {
  const id = await order(1)
  const batch = await batchOf([id])
  await book(id, { status: 'delivered' })
  await erase({ order: id })
  const { body } = await act('sheet', { id, batch, cells: ['Ayesha', '0300 1234567'] })
  expect(body).toMatchObject({ ok: false, code: 'not_found' })
  expect(await rowsOf(batch)).toMatchObject([{ id, cells: null }])
})

test('an order that comes back into its batch has its place again', async () => {
  const id = await order(1)
  const batch = await batchOf([id])
  const request = randomUUID()
  await act('book', { id, version: await versionOf(id), courier: null }, request)
  expect(await rowsOf(batch)).toMatchObject([{ id, leftAt: expect.any(String) }])
  await undoAct(request)
  expect(await rowsOf(batch)).toMatchObject([{ id, leftAt: null }])
})

describe('tracking numbers', () => {
  const match = (lines: unknown) => call(admin, 'admin_match_lines', { p: { lines } })
  const line = (trackingNumber: string) => ({ trackingNumber })

  test('are found on whichever order has them, in any form', async () => {
    const id = await order(1)
    await book(id, { courier: 'postex', trackingNumber: 'PX 1' })
    const { body } = await match([line('PX 1'), line('PX 2'), line('px-1'), { reference: id }, 7])
    expect(body['matched']).toMatchObject([
      { id, why: null, courier: 'postex' },
      { id: null, why: 'not_found', courier: null },
      { id, why: null },
      { id, why: null },
      { id: null, why: 'not_found' },
    ])
    expect((await match('PX 1')).body).toMatchObject({ code: 'bad_field' })
    expect((await match(Array(501).fill(line('PX 1')))).body).toMatchObject({ code: 'bad_field' })
  })

  test('are free again once the booking of their order is cleared', async () => {
    const id = await order(1)
    await batchOf([id])
    await book(id, { trackingNumber: 'PX 1' })
    await book(id, { courier: null, trackingNumber: null })
    expect(await sql('select tracking_number as number, state from private.parcels')).toEqual([
      { number: 'PX 1', state: 'cancelled' },
    ])
    const { body } = await match([line('PX 1'), { reference: id }])
    expect(body['matched']).toMatchObject([{ id: null }, { id: null }])
  })

  test('of two orders that share a parcel are found on one of them', async () => {
    const ids = [await order(1), await order(2)]
    for (const id of ids) await book(id, { trackingNumber: 'PX 1' })
    const { body } = await match([line('PX 1')])
    expect(body['matched']).toMatchObject([{ id: ids[1], why: 'several' }])
  })
})

describe('filters', () => {
  async function listed(filter: Row, more: Row = {}): Promise<unknown[]> {
    const { body } = await call(admin, 'admin_orders', { p: { filter, limit: 100, ...more } })
    return idsOf(body['orders'] as Row[])
  }

  function attempt(id: string, made: string, more: Row = {}) {
    return act('attempt', { id, act: made, at: new Date().toISOString(), ...more })
  }

  test('rule 21.1: to pack: oldest first, and page by page', async () => {
    const ids: string[] = []
    for (let nth = 1; nth <= 6; nth += 1) ids.push(await order(nth))
    await sql("set local session_replication_role = 'replica'")
    for (const [nth, id] of ids.entries())
      await sql(
        `update public.orders set date = now() - interval '${10 - nth} hours' where id = $1`,
        [id],
      )
    await sql("set local session_replication_role = 'origin'")
    await book(ids[1] ?? '', { courier: 'tcs' })
    await book(ids[2] ?? '', { status: 'cancelled' })
    for (const nth of [0, 4, 5]) await attempt(ids[nth] ?? '', 'yes')
    await attempt(ids[3] ?? '', 'hold', { reason: 'stock' })
    expect(await listed({ stage: 'to_pack' })).toEqual([ids[0], ids[4], ids[5]])
    expect(await listed({ stage: 'held' })).toEqual([ids[3]])
    const head = await call(admin, 'admin_orders', {
      p: { filter: { stage: 'to_pack' }, limit: 2 },
    })
    expect(idsOf(head.body['orders'] as Row[])).toEqual([ids[0], ids[4]])
    expect(head.body['older']).toBeNull()
    const p = { filter: { stage: 'to_pack' }, limit: 2, newer: head.body['newer'] }
    const tail = await call(admin, 'admin_orders', { p })
    expect(idsOf(tail.body['orders'] as Row[])).toEqual([ids[5]])
    expect(tail.body['newer']).toBeNull()
    const back = { filter: { stage: 'to_pack' }, limit: 2, older: tail.body['older'] }
    const before = await call(admin, 'admin_orders', { p: back })
    expect(idsOf(before.body['orders'] as Row[])).toEqual([ids[0], ids[4]])
  })

  test('courier, batch, outcome, source and days', async () => {
    const [first, second, third] = [await order(1), await order(2), await order(3)]
    const batch = await batchOf([second])
    await book(third, { status: 'cancelled', outcome: 'refused' })
    expect(await listed({ courier: 'postex' })).toEqual([second])
    expect(await listed({ batch })).toEqual([second])
    expect(await listed({ outcome: 'refused' })).toEqual([third])
    expect(await listed({ source: 'phone' })).toEqual([])
    const [{ today } = { today: '' }] = await sql<{ today: string }>(
      'select private.shop_day(now())::text as today',
    )
    expect(await listed({ from: today, to: today })).toHaveLength(3)
    expect(await listed({ to: '2020-01-01' })).toEqual([])
    expect(await listed({ stage: 'to_confirm' }, { search: first })).toEqual([first])
  })
})

test('rule 21.21: a shipped order is untold until its customer was told, and its row says so', async () => {
  const [id, other] = [await order(1), await order(2)]
  for (const one of [id, other]) await book(one, { status: 'shipped', courier: 'tcs' })
  const untold = async () => {
    const { body } = await call(admin, 'admin_orders', { p: { filter: { stage: 'to_tell' } } })
    return idsOf(body['orders'] as Row[])
  }
  const tell = (kind: string) => act('tell', { id, kind, language: 'en' })
  await tell('confirm')
  expect(await untold()).toHaveLength(2)
  await tell('shipped')
  expect(await untold()).toEqual([other])
  const { body } = await call(admin, 'admin_orders', { p: { search: id } })
  expect(body['orders']).toMatchObject([{ id, stage: 'on_the_way' }])
  const { body: messages } = await call(admin, 'admin_templates', {})
  expect(messages).toMatchObject({ chats: 1 })
})

test('rule 21.22: whole orders have the confirmation and the reason of a cancellation', async () => {
  const id = await order(1)
  await book(id, { status: 'cancelled', endReason: 'fake' })
  const { body } = await call(admin, 'admin_whole_orders', { p: { ids: [id] } })
  expect(body['orders']).toMatchObject([{ id, endReason: 'fake', confirmation: { state: 'open' } }])
})

describe('what customers do', () => {
  test('is told once, and marked until the admin opens the order', async () => {
    const request = anAttempt(1)
    await place(request)
    const { id, token } = request
    const start = await call(admin, 'admin_customer_acts', { p: {} })
    const after = '2020-01-01T00:00:00Z'
    const extras = { landmark: 'Near the mosque' }
    await call({ role: 'anon' }, 'change_order', { p: { id, token, version: 1, extras } })
    const told = await call(admin, 'admin_customer_acts', { p: { after } })
    expect(told.body['acts']).toMatchObject([{ id, act: 'changed' }])
    expect(start.body['acts']).toEqual([])
    const marks = async () => (await call(admin, 'admin_order', { p_id: id })).body['marks']
    expect(await marks()).toContain('customer_changed')
    // The page was loaded before the change.
    await call(admin, 'admin_see_order', { p: { id, version: 1 } })
    expect(await marks()).toContain('customer_changed')
    await call(admin, 'admin_see_order', { p: { id, version: 2 } })
    expect(await marks()).not.toContain('customer_changed')
    const { body } = await call(admin, 'admin_customer_acts', { p: { after } })
    expect(body['acts']).toEqual([])
  })

  test('a cancellation is told as one act', async () => {
    const request = anAttempt(1)
    await place(request)
    const { id, token } = request
    await call({ role: 'anon' }, 'cancel_order', { p: { id, token, version: 1, reason: 'other' } })
    const { body } = await call(admin, 'admin_customer_acts', {
      p: { after: '2020-01-01T00:00:00Z' },
    })
    expect(body['acts']).toMatchObject([{ id, act: 'cancelled' }])
    const { body: read } = await call(admin, 'admin_order', { p_id: id })
    expect(read['marks']).toContain('customer_cancelled')
  })
})
