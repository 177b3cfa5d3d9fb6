/* Correcting and booking an order, and notes on it, by the version that the admin saw. */
import { beforeAll, describe, expect, test } from 'vitest'
import { anItem } from '#tests/support/order-factories.ts'
import { goodAddress } from '../../support/address-cases.ts'
import { admin, anonymous, openDatabase, type Row } from '../../support/database.ts'
import { computedCounts, savedCounts } from '../../support/order-counts.ts'

const { sql, call, place, setAge, versionOf, act, erase, book, readOrders, expectExactCounts } =
  openDatabase({ beginAlike: true })

const id = 'ABCDEFGH'
const extras = { landmark: 'Near the mosque', secondPhone: '0301 7654321', riderNote: 'Ring twice' }
const { price } = anItem()

beforeAll(() => place())

describe('a correction', () => {
  test('changes address, extras, lines and advance, and keeps every sum exact', async () => {
    const shippingAddress = { ...goodAddress, fullName: 'Aisha Khan', phone: '0301 1112223' }
    const items = [anItem(0, 3), anItem(1)]
    const total = items.reduce((sum, item) => sum + item.price * item.quantity, 0)
    const { body } = await correct({ shippingAddress, extras, items, total, advance: 99.5 })
    expect(body).toMatchObject({
      ok: true,
      order: { shippingAddress, ...extras, items, total, advance: 99.5, booked: false },
    })
    await expectExactCounts()
    await sql('select private.recount_orders()')
    await expectExactCounts()
  })

  test('of the total alone counts in every sum', async () => {
    await correct({ items: [anItem(0, 5)], total: price * 5 })
    const counts = await savedCounts(sql)
    expect(counts).toEqual(await computedCounts(sql))
    expect(JSON.stringify(counts)).toContain(`${price * 5}.00`)
  })

  test('leaves what it does not name, and removes extras that are blank', async () => {
    await correct({ extras, advance: 10 })
    const { body } = await correct({ extras: { landmark: ' ', riderNote: 'Later' } })
    expect(body['order']).toMatchObject({
      shippingAddress: goodAddress,
      advance: 10,
      riderNote: 'Later',
    })
  })

  test('is in the history of the order with old and new, and nothing else is', async () => {
    await correct({ items: [anItem(0, 2)], total: price * 2 })
    await correct({ advance: 5 })
    const { body } = await call(admin, 'admin_order', { p_id: id })
    expect(body['changes']).toMatchObject([
      { actor: 'admin', before: { total: price }, after: { total: price * 2 } },
      { actor: 'admin', before: { advance: 0 }, after: { advance: 5 } },
    ])
    const parts = (body['changes'] as { after: Row }[]).map(({ after }) =>
      Object.keys(after).sort(),
    )
    expect(parts).toEqual([['items', 'total'], ['advance']])
  })

  test.each<[string, Row, string, string?]>([
    [
      'an address without a city',
      { shippingAddress: { ...goodAddress, city: ' ' } },
      'required',
      'city',
    ],
    ['an address as text', { shippingAddress: 'Lahore' }, 'address_invalid'],
    [
      'an old price',
      { items: [{ ...anItem(), price: 1 }], total: 1 },
      'price_changed',
      anItem().id,
    ],
    ['a wrong total', { items: [anItem(0, 2)], total: price }, 'total_mismatch'],
    ['a total without lines', { total: price }, 'items_invalid'],
    ['lines without a total', { items: [anItem(0, 2)] }, 'total_mismatch'],
    ['an advance over the total', { advance: price + 1 }, 'advance_invalid', 'advance'],
    ['an advance below zero', { advance: -1 }, 'advance_invalid', 'advance'],
    ['part of a paisa', { advance: 0.001 }, 'advance_invalid', 'advance'],
    ['an advance as text', { advance: '5' }, 'advance_invalid', 'advance'],
    ['a long landmark', { extras: { landmark: 'x'.repeat(121) } }, 'too_long', 'landmark'],
    ['a landmark that is a number', { extras: { landmark: 5 } }, 'extras_invalid', 'landmark'],
    ['a short second phone', { extras: { secondPhone: '123' } }, 'phone_invalid', 'secondPhone'],
    ['unknown extras', { extras: { gate: 'x' } }, 'unknown_field', 'gate'],
    ['extras as a list', { extras: [] }, 'extras_invalid'],
  ])('refuses %s and changes nothing', async (_, change, code, field) => {
    const before = await readOrders()
    const { body } = await correct(change)
    expect(body).toEqual({ id, ok: false, code, ...(field && { field }) })
    expect(await readOrders()).toEqual(before)
  })

  test('to a smaller total than the advance is refused', async () => {
    await correct({ items: [anItem(0, 2)], total: price * 2, advance: price * 2 })
    const { body } = await correct({ items: [anItem()], total: price })
    expect(body).toMatchObject({ code: 'advance_invalid' })
  })

  test.each<[string, Row]>([
    ['has a courier', { courier: 'postex' }],
    ['has a tracking number', { trackingNumber: 'PX 1' }],
    ['is shipped', { status: 'shipped' }],
    ['is cancelled', { status: 'cancelled' }],
  ])('is refused once the order %s', async (_, booking) => {
    await book(id, booking)
    const before = await readOrders()
    expect((await correct({ advance: 5 })).body).toEqual({ id, ok: false, code: 'booked' })
    expect(await readOrders()).toEqual(before)
  })
})

describe('what was sold changes by a logged correction only', () => {
  const changes = [
    'total = total + 1',
    "items = jsonb_set(items, '{0,quantity}', '2'), total = total * 2",
    "id = '12345678'",
    "payment_method = 'card'",
    "date = date - interval '1 day'",
    'estimated_delivery = estimated_delivery + 1',
    "phone_key = ''",
    'replaces = id',
  ]

  test.each(changes)('not by: %s', async (change) => {
    await expect(sql(`update public.orders set ${change}`)).rejects.toMatchObject({
      code: '42501',
    })
  })

  test('and these are all columns but those of its address and its way', async () => {
    const columns = await sql<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_schema = 'public' and table_name = 'orders' and column_name not in (
         'status', 'tracking_number', 'tracking_history', 'shipping_address', 'extras', 'version', 'search_text'
       )`,
    )
    const tried = changes.map((change) => change.replace(/ .*/, ''))
    expect(columns.map(({ name }) => name).sort()).toEqual([...new Set(tried)].sort())
  })

  test('not once more by the entry of an earlier correction', async () => {
    await correct({ items: [anItem(0, 2)], total: price * 2 })
    await correct({ items: [anItem()], total: price })
    const statement = `update public.orders set (items, total) = (
      select after -> 'items', (after ->> 'total')::numeric from private.order_audit order by id limit 1
    )`
    await expect(sql(statement)).rejects.toMatchObject({ code: '42501' })
  })
})

describe('a version', () => {
  const changes: [string, () => Promise<unknown>][] = [
    ['a correction', () => correct({ advance: 5 })],
    ['a booking', () => book(id, { courier: 'postex' })],
    ['a status', () => book(id, { status: 'shipped' })],
    ['tracking', () => sql("update public.orders set status = 'processing'")],
  ]

  test.each(changes)('is another after %s', async (_, change) => {
    const before = await versionOf(id)
    await change()
    expect(await versionOf(id)).toBeGreaterThan(before)
  })

  test.each(changes)('that is not the newest is refused after %s', async (_, change) => {
    const seen = await versionOf(id)
    await change()
    const before = await readOrders()
    const version = await versionOf(id)
    const { body } = await act('book', { id, version: seen })
    expect(body).toMatchObject({ ok: false, code: 'stale', order: { version } })
    // That it is booked is the reason that lasts.
    const code = (body['order'] as Row)['booked'] ? 'booked' : 'stale'
    expect((await act('correct', { id, version: seen })).body).toEqual({ id, ok: false, code })
    expect(await readOrders()).toEqual(before)
  })

  test('is the one of the response, also of a status that changes the details', async () => {
    await book(id, { status: 'cancelled', outcome: 'refused', courier: 'tcs' })
    const { body } = await book(id, { status: 'pending' })
    expect(body).toMatchObject({ order: { version: await versionOf(id) } })
    expect(body).toMatchObject({ order: { outcome: null } })
  })

  test('is required, of an order that exists', async () => {
    for (const name of ['correct', 'book']) {
      expect((await act(name, { id })).body).toMatchObject({ field: 'version' })
      const { body } = await act(name, { id: 'NOSUCHID', version: 1 })
      expect(body).toMatchObject({ ok: false, code: 'not_found' })
    }
  })
})

describe('a booking', () => {
  test('sets status, courier and tracking number together, as the admin', async () => {
    const { body } = await book(id, {
      status: 'shipped',
      courier: 'postex',
      trackingNumber: ' PX ۱۲ ',
    })
    expect(body['order']).toMatchObject({
      status: 'shipped',
      courier: 'postex',
      trackingNumber: 'PX 12',
      booked: true,
    })
    const read = await call(admin, 'admin_order', { p_id: id })
    expect(read.body).toMatchObject({
      order: { trackingHistory: [{ by: 'customer' }, { by: 'admin', trackingNumber: 'PX 12' }] },
    })
  })

  test('begins with a courier or a number, and ends without both while the order is open', async () => {
    const steps: [Row, boolean][] = [
      [{ courier: 'postex' }, true],
      [{ trackingNumber: 'PX 1' }, true],
      [{ courier: null }, true],
      [{ trackingNumber: null }, false],
      [{ trackingNumber: 'PX 2' }, true],
      [{ trackingNumber: null, status: 'shipped' }, true],
      [{ status: 'pending' }, false],
    ]
    for (const [change, booked] of steps) {
      const { body } = await book(id, change)
      expect(body['order'], JSON.stringify(change)).toMatchObject({ booked })
      const parcels = await sql('select from private.parcels where is_current')
      expect(parcels.length, JSON.stringify(change)).toBe(booked ? 1 : 0)
    }
  })

  test.each<[string, Row, string]>([
    ['an unknown status', { status: 'lost' }, 'status_invalid'],
    ['a tracking number that is a number', { trackingNumber: 5 }, 'tracking_invalid'],
    ['a courier of capitals', { courier: 'TCS' }, 'courier_invalid'],
    ['a courier that is a list', { courier: [] }, 'courier_invalid'],
    ['an unknown outcome', { status: 'cancelled', outcome: 'lost' }, 'outcome_invalid'],
    ['an outcome of an open order', { outcome: 'returned' }, 'outcome_invalid'],
  ])('refuses %s and changes nothing', async (_, change, code) => {
    const before = await readOrders()
    expect((await book(id, change)).body).toMatchObject({ ok: false, code })
    expect(await readOrders()).toEqual(before)
  })

  test('is in the history of the order', async () => {
    await book(id, { courier: 'postex', status: 'cancelled', outcome: 'returned' })
    const { body } = await call(admin, 'admin_order', { p_id: id })
    expect(body).toMatchObject({ source: 'website', order: { outcome: 'returned' } })
    expect(body['changes']).toMatchObject([
      {
        before: { courier: null, outcome: null },
        after: { courier: 'postex', outcome: 'returned' },
      },
      { before: { status: 'pending' }, after: { status: 'cancelled' } },
    ])
  })
})

describe('a note', () => {
  test('is added in lines, listed with the order and deleted', async () => {
    for (const note of [' Call\r\nfirst ', 'Paid']) await act('note', { id, note })
    const { body } = await call(admin, 'admin_order', { p_id: id })
    expect(body).toMatchObject({ notes: [{ note: 'Call\nfirst' }, { note: 'Paid' }] })
    const [first] = body['notes'] as { id: number }[]
    for (const order of ['OTHERONE', id]) await act('delete_note', { id: order, note: first?.id })
    const shown = await call(admin, 'admin_order', { p_id: id })
    expect(shown.body).toMatchObject({ notes: [{ note: 'Paid' }] })
  })

  test.each<[string, Row, string]>([
    ['blank', { id, note: ' \n\u200B' }, 'required'],
    ['a number', { id, note: 5 }, 'required'],
    ['over 1000 characters', { id, note: 'x'.repeat(1001) }, 'too_long'],
    ['on an unknown order', { id: 'NOSUCHID', note: 'x' }, 'not_found'],
  ])('that is %s is refused', async (_, p, code) => {
    expect((await act('note', p)).body).toMatchObject({ ok: false, code })
    expect(await sql('select * from private.order_notes')).toEqual([])
  })

  test('is deleted by a row of its own order alone', async () => {
    await act('note', { id, note: 'Call first' })
    const [saved] = await sql<{ note: string }>('select id::text as note from private.order_notes')
    const note = Number(saved?.note)
    await act('delete_note', { id: 'NOSUCHID', note })
    expect(await sql('select from private.order_notes')).toHaveLength(1)
    await act('delete_note', { id, note })
    expect(await sql('select from private.order_notes')).toEqual([])
  })

  test('is not added to an erased order', async () => {
    await book(id, { status: 'delivered' })
    await erase({ order: id })
    const { body } = await act('note', { id, note: 'Ayesha' })
    expect(body).toMatchObject({ ok: false, code: 'erased' })
  })
})

test('a masked viewer sees neither tracking number, courier nor extras', async () => {
  await correct({ extras })
  await book(id, { courier: 'postex', trackingNumber: 'PX 1', status: 'shipped' })
  await book(id, { trackingNumber: 'PX 2' })
  await setAge('1 hour')
  const { body } = await call(anonymous, 'get_order', { p_id: id })
  expect(body['order']).toMatchObject({
    masked: true,
    trackingNumber: null,
    courier: null,
    trackingHistory: [{ status: 'pending' }, { status: 'shipped' }],
  })
  expect(JSON.stringify(body)).not.toMatch(/PX/)
})

async function correct(change: Row) {
  return act('correct', { id, version: await versionOf(id), ...change })
}
