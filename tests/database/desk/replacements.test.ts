import { beforeAll, describe, expect, test } from 'vitest'
import { anAttempt, anItem } from '#tests/support/order-factories.ts'
import { admin, openDatabase, type Row } from '../../support/database.ts'

const { sql, call, place, book, versionOf, withoutTriggers, expectExactCounts, act } = openDatabase(
  { beginAlike: true },
)

const FIRST = 'NTH00001'
const ID = 'REPLACED'
const [line, other] = [anItem(0, 2), anItem(1, 1)]
const one = { id: line.id, size: line.size, quantity: 1 }

beforeAll(async () => {
  const items = [line, other]
  const total = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  await place(anAttempt(1, { items, total, extras: { landmark: 'Near the mosque' } }))
  await book(FIRST, { status: 'delivered' })
})

describe('rule 21.30: a replacement', () => {
  test('has phone, address and chosen lines of the order, and nothing to collect', async () => {
    const { body } = await replace({ note: 'A bottle was broken' })
    const [first] = await sql<{ address: Row }>(
      `select shipping_address as address from public.orders where id = '${FIRST}'`,
    )
    expect(body['order']).toMatchObject({
      id: ID,
      replaces: FIRST,
      status: 'pending',
      total: 0,
      advance: 0,
      items: [{ id: line.id, size: line.size, price: 0, quantity: 1 }],
      shippingAddress: first?.address,
      landmark: 'Near the mosque',
      booked: false,
    })
    const { body: page } = await call(admin, 'admin_order', { p_id: FIRST })
    expect(page).toMatchObject({ replacedBy: ID, sameCustomer: [] })
    expect((await call(admin, 'admin_order', { p_id: ID })).body).toMatchObject({
      notes: [{ note: 'A bottle was broken' }],
      confirmation: { state: 'known' },
      marks: [],
      sameCustomer: [],
    })
  })

  test('goes to the address of the order, though its phones would be refused today', async () => {
    await withoutTriggers(
      `update public.orders set shipping_address = shipping_address || '{"phone": "0300 1234567 / 8"}'`,
    )
    await withoutTriggers('update public.orders set extras = \'{"secondPhone": "0301O345678"}\'')
    expect((await replace()).body).toMatchObject({
      ok: true,
      order: { shippingAddress: { phone: '0300 1234567 / 8' }, secondPhone: '0301O345678' },
    })
  })

  test('that is cancelled replaces nothing, on the page of the order and in the list', async () => {
    await replace()
    await book(ID, { status: 'cancelled' })
    const { body: page } = await call(admin, 'admin_order', { p_id: FIRST })
    expect(page).toMatchObject({ replacedBy: null, stage: 'delivered' })
    const { body } = await call(admin, 'admin_orders', { p: { search: FIRST } })
    expect(body['orders']).toMatchObject([{ replacedBy: null }])
  })

  test('is in no figure of sales, and in the queue and its counts', async () => {
    const before = await figures()
    await replace()
    expect(await figures()).toEqual(before)
    await expectExactCounts()
    await book(ID, { courier: 'tcs' })
    await book(ID, { status: 'delivered' })
    expect(await figures()).toEqual(before)
    await sql('select private.fold_totals()')
    expect(await figures()).toEqual(before)
    await sql('select private.recount_orders()')
    expect(await figures()).toEqual(before)
    await expectExactCounts()
  })

  test('waits to be packed, and its row and that of the first order name each other', async () => {
    await replace()
    expect((await call(admin, 'admin_order_counts', {})).body).toMatchObject({ all: 2, pending: 1 })
    const { body } = await call(admin, 'admin_orders', { p: {} })
    expect(body['orders']).toMatchObject([
      { id: ID, replaces: FIRST, replacedBy: null, total: 0 },
      { id: FIRST, replaces: null, replacedBy: ID },
    ])
    const created = await act('batch', { id: '', courier: 'tcs', ids: [ID] })
    expect(created.body).toMatchObject({ exported: [ID] })
  })

  test('is corrected within the lines of the first order, and keeps costing nothing', async () => {
    await replace()
    expect((await correct([{ ...one, quantity: 2 }], 0)).body).toMatchObject({
      order: { total: 0, items: [{ quantity: 2, price: 0 }] },
    })
    expect((await correct([line], line.price * 2)).body).toMatchObject({ code: 'total_mismatch' })
    expect((await correct([anItem(2)], 0)).body).toMatchObject({ code: 'item_unknown' })
  })

  test('is joined with no other order', async () => {
    await replace()
    await place(anAttempt(2))
    const versions = { version: await versionOf('NTH00002'), intoVersion: await versionOf(ID) }
    const p = { id: 'NTH00002', into: ID, ...versions }
    expect((await act('join', p)).body).toMatchObject({ code: 'replacement' })
  })

  test('is known for one to whoever sees its page by its number', async () => {
    await replace()
    const { body } = await call(admin, 'get_order', { p_id: ID })
    expect(body['order']).toMatchObject({ replaces: FIRST, total: 0 })
  })
})

test.each<[string, Row, string, string?]>([
  ['no lines', { items: [] }, 'item_unknown'],
  ['no list', { items: 'all' }, 'items_invalid'],
  ['more than the order has', { items: [{ ...one, quantity: 3 }] }, 'item_unknown'],
  ['the same twice', { items: [one, { ...one, quantity: 2 }] }, 'item_unknown'],
  ['nothing of a line', { items: [{ ...one, quantity: 0 }] }, 'item_unknown'],
  ['another product', { items: [anItem(2)] }, 'item_unknown'],
  ['a price', { total: line.price }, 'total_mismatch'],
  ['an unknown order', { replaces: 'QQQQQQQQ' }, 'not_replaceable', 'replaces'],
  ['itself', { replaces: ID }, 'not_replaceable', 'replaces'],
])('a replacement of %s is refused', async (_, change, code, field) => {
  const refused = { id: ID, ok: false, code, ...(field && { field }) }
  expect((await replace(change)).body).toEqual(refused)
  expect(await sql('select from public.orders')).toHaveLength(1)
})

test.each(['pending', 'processing', 'cancelled'])(
  'an order that is %s is not replaced: nothing of it was sent, or it came back',
  async (status) => {
    await book(FIRST, { status })
    expect((await replace()).body).toMatchObject({ code: 'not_replaceable' })
  },
)

test.each(['returning', 'lost'])(
  'an order whose parcel is %s is not replaced: its customer paid nothing at the door',
  async (state) => {
    await place(anAttempt(2, { items: [line, other], total: 2 * line.price + other.price }))
    await book('NTH00002', { status: 'shipped', courier: 'tcs' })
    expect((await replace({ replaces: 'NTH00002' })).body).toMatchObject({ ok: true })
    await withoutTriggers('update private.parcels set state = $1::private.parcel_state', [state])
    const p = { id: 'NTH00009', replaces: 'NTH00002' }
    expect((await replace(p)).body).toMatchObject({ code: 'not_replaceable' })
  },
)

test('an order costs nothing only where it replaces another one', async () => {
  await expect(sql("update public.orders set total = 0 where id = 'NTH00001'")).rejects.toThrow()
})

async function replace(change: Row = {}) {
  const p = { id: ID, replaces: FIRST, items: [one], total: 0, ...change }
  return act('enter', p)
}

async function correct(items: unknown[], total: number) {
  const p = { id: ID, version: await versionOf(ID), items, total }
  return act('correct', p)
}

/** What the dashboard says of sales, and what customers have spent. */
async function figures() {
  const { body } = await call(admin, 'admin_dashboard', {})
  const { totalOrders, totalRevenue, pendingOrders, completedOrders, revenue30, days } = body
  const spent = await sql('select total_spent from private.customers')
  return { totalOrders, totalRevenue, pendingOrders, completedOrders, revenue30, days, spent }
}
