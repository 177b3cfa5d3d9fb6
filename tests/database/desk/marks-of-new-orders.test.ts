/* A valid order is saved, whatever the limit. One above a limit is marked: docs/product.md, section 17. */
import { describe, expect, test } from 'vitest'
import {
  anAttempt,
  anEntry,
  anItem,
  anOrderRequest,
  token,
} from '#tests/support/order-factories.ts'
import { goodAddress } from '../../support/address-cases.ts'
import { admin, anonymous, from, openDatabase, type Row, refusal } from '../../support/database.ts'
import { countOf, fillCounts } from '../../support/limits.ts'

const { sql, call, place, act, setAge, withoutTriggers, book } = openDatabase()

const client = '203.0.113.7'
const phone = '0300 1234567'

describe('17.4 a client with too many orders', () => {
  test('of ten minutes has them all marked, the earlier ones too, as one group', async () => {
    // A shop of 50 orders an hour.
    await sql(`insert into private.total_changes (day, status, orders, total)
      select private.shop_day(now()) - 1, 'delivered', 50 * 24 * 28, 1000000`)
    await addOrders(299, client)
    await place(anAttempt(1), from(client))
    expect(await marks()).toEqual([])
    await place(anAttempt(2), from(client))
    await place(anAttempt(3), from('203.0.113.8'))
    const marked = await marks()
    expect(marked).toHaveLength(301)
    expect(marked).not.toContainEqual([anAttempt(3).id, 'many_from_connection'])
    const groups = await sql('select distinct mark, group_key from private.marked_orders')
    expect(groups).toEqual([
      { mark: 'many_from_connection', group_key: expect.stringMatching(/^[0-9a-f]{12}$/) },
    ])
  })

  test('in an hour of the shop that has too many: the eleventh marks the ten before it', async () => {
    await addOrders(50, 'each its own', 0)
    await addOrders(9, client)
    await place(anAttempt(1), from(client))
    expect(await marks()).toEqual([])
    await place(anAttempt(2), from(client))
    expect(await marks()).toHaveLength(11)
  })

  test('in a usual hour has none marked', async () => {
    await addOrders(40, client)
    await place(anAttempt(1), from(client))
    expect(await marks()).toEqual([])
  })

  test('has those of known devices marked by the first limit only', async () => {
    await addOrders(61, client)
    await sql('update private.order_clients set is_known = true')
    await place(anAttempt(1), from(client))
    expect(await marks()).toEqual([[anAttempt(1).id, 'many_from_connection']])
    await addOrders(299, client)
    await place(anAttempt(2), from(client))
    expect((await marks()).length).toBeGreaterThan(300)
  })

  test('has none marked because there is no room to count it', async () => {
    await fillCounts(sql)
    expect(await countOf(sql, 'miss', client)).toBe(null)
    await place(anAttempt(1), from(client))
    await place(anAttempt(2), from(client))
    expect(await marks()).toEqual([])
  })

  test('makes no order of another client marked', async () => {
    await addOrders(400, client)
    await place(anAttempt(1), from('203.0.113.8'))
    expect(await marks()).toEqual([])
  })
})

describe('17.27 saving ends for a client with', () => {
  const REFUSED = refusal(429, 'too_many_orders')

  test.each([
    ['1,000 orders of an IPv4 address', 1000, '203.0.113.7', '203.0.113.7', '203.0.113.8'],
    ['200 orders of an IPv6 /64', 200, '2001:db8:1:2::1', '2001:db8:1:2:9::9', '2001:db8:1:3::1'],
  ])('%s in a day', async (_, count, saved, same, other) => {
    await addOrders(count - 1, saved)
    expect(await place(anAttempt(1), from(same))).toMatchObject({ status: 201 })
    expect(await place(anAttempt(2), from(same))).toEqual(REFUSED)
    expect(await place(anAttempt(1), from(same))).toMatchObject({ status: 200 })
    expect(await place(anAttempt(3), from(other))).toMatchObject({ status: 201 })
    await sql("update private.order_clients set at = at - interval '24 hours'")
    expect(await place(anAttempt(2), from(same))).toMatchObject({ status: 201 })
  })

  test('1,000 orders of an IPv6 /48 in a day', async () => {
    for (const nth of [1, 2, 3, 4, 5]) await addOrders(200, `2001:db8:1:${nth}::1`)
    expect(await place(anAttempt(1), from('2001:db8:1:9::1'))).toEqual(REFUSED)
    expect(await place(anAttempt(1), from('2001:db8:2:9::1'))).toMatchObject({ status: 201 })
  })

  test('three orders in an hour, in the last tenth of the database', async () => {
    await sql(`update private.database_limit set
      megabytes = pg_database_size(current_database()) / 1000000`)
    await addOrders(2, client)
    expect(await place(anAttempt(1), from(client))).toMatchObject({ status: 201 })
    expect(await place(anAttempt(2), from(client))).toEqual(REFUSED)
    expect(await place(anAttempt(2), from('203.0.113.8'))).toMatchObject({ status: 201 })
    await sql('update private.database_limit set megabytes = megabytes * 2')
    expect(await place(anAttempt(3), from(client))).toMatchObject({ status: 201 })
  })

  test('but never for what an admin enters, and it is no refused order of the client', async () => {
    await addOrders(1000, client)
    for (let nth = 1; nth <= 31; nth += 1) {
      expect(await place(anAttempt(nth), from(client))).toEqual(REFUSED)
    }
    const p = { request: crypto.randomUUID(), act: 'enter', rows: [anEntry()] }
    const caller = { ...admin, headers: { 'x-forwarded-for': client } }
    const { body } = await call(caller, 'admin_act', { p })
    expect(body).toMatchObject({ results: [{ ok: true }] })
  })
})

describe('17.5 an order beside five open ones of its phone', () => {
  test('is saved and marked, however the phone is written', async () => {
    await placeFive()
    expect(await placeFor('+92 (300) 123 45 67')).toMatchObject({ status: 201 })
    expect(await marks()).toEqual([['PHONE006', 'many_of_phone']])
  })

  test('is not marked where another phone has them', async () => {
    await placeFive()
    await placeFor('0300 7654321')
    expect(await marks()).toEqual([])
  })

  test.each(['shipped', 'delivered', 'cancelled'])(
    'is not marked where one of them is %s',
    async (status) => {
      await placeFive()
      await book('PHONE001', { status })
      await placeFor(phone)
      expect(await marks()).toEqual([])
    },
  )

  test('is not marked where one of them is of yesterday', async () => {
    await placeFive()
    await setAge('1 day', 'PHONE001')
    await placeFor(phone)
    expect(await marks()).toEqual([])
  })

  test('is not marked for the device of an earlier order of the phone', async () => {
    await place({ ...anOrderRequest(), id: 'EARLIER1' })
    await setAge('24 hours', 'EARLIER1')
    await placeFive()
    await placeFor(phone, 6, { earlier: { id: 'EARLIER1', token } })
    expect(await marks()).toEqual([])
  })

  test.each<[fact: string, earlier: unknown]>([
    ['of this very day', { id: 'PHONE001', token }],
    ['that is cancelled', { id: 'CANCELLD', token }],
    ['of another phone', { id: 'OTHERONE', token }],
    ['with a wrong token', { id: 'EARLIER1', token: `${token}!` }],
    ['without a token', { id: 'EARLIER1' }],
    ['that is unknown', { id: 'NOSUCHID', token }],
    ['as a list', ['EARLIER1', token]],
    ['as a text', 'EARLIER1'],
    ['as a number', 5],
    ['as null', null],
    ['whose id is an object', { id: { id: 'EARLIER1' }, token: [token] }],
  ])('is saved and marked for an earlier order %s', async (_, earlier) => {
    const shippingAddress = { ...goodAddress, phone: '0300 7654321' }
    await place({ ...anOrderRequest(), id: 'EARLIER1' })
    await place({ ...anOrderRequest(), id: 'CANCELLD' })
    await place({ ...anOrderRequest({ shippingAddress }), id: 'OTHERONE' })
    await withoutTriggers("update public.orders set status = 'cancelled' where id = 'CANCELLD'")
    await setAge('2 days')
    await placeFive()
    expect(await placeFor(phone, 6, { earlier })).toMatchObject({ status: 201 })
    expect(await marks()).toEqual([['PHONE006', 'many_of_phone']])
  })

  test('is the same attempt when its retry names another earlier order', async () => {
    await placeFor(phone, 1, { earlier: { id: 'EARLIER1', token } })
    expect(await placeFor(phone, 1)).toMatchObject({ status: 200, body: { replay: true } })
  })

  test.each(['its device', 'the confirm link'])(
    'is marked where %s gives it that phone',
    async (by) => {
      await placeFive()
      const { id, token } = anAttempt(1)
      await place(anAttempt(1))
      const code = 'ABCDEFGHabcdefgh12345678'
      const told = { id, kind: 'confirm', language: 'en', code }
      expect((await act('tell', told)).body['ok']).toBe(true)
      const right = by === 'its device' ? { token } : { code }
      const p = { id, ...right, version: 1, shippingAddress: { ...goodAddress, phone } }
      expect(await call(anonymous, 'change_order', { p })).toMatchObject({ status: 200 })
      expect(await marks()).toEqual([[id, 'many_of_phone']])
    },
  )
})

describe('17.19 an hour with over ten times the usual orders', () => {
  test('counts three of a client at most', async () => {
    await addOrders(56, 'each its own', 0)
    await addOrders(100, client)
    await place(anAttempt(1))
    expect(await marks()).toEqual([])
    await place(anAttempt(2))
    expect(await marks()).toEqual([[anAttempt(2).id, 'unusual_rush']])
  })

  test('marks what comes above them', async () => {
    await addOrders(60, 'each its own', 0)
    await place(anAttempt(1))
    expect(await marks()).toEqual([[anAttempt(1).id, 'unusual_rush']])
  })

  test('has 60 orders without a mark in a shop that sells little', async () => {
    await addOrders(59, 'each its own', 0)
    await place(anAttempt(1))
    expect(await marks()).toEqual([])
  })

  test('does not mark the order of a known device', async () => {
    await place({ ...anOrderRequest(), id: 'EARLIER1' })
    await setAge('2 days')
    await addOrders(60, 'each its own', 0)
    await place(anOrderRequest({ earlier: { id: 'EARLIER1', token } }))
    expect(await marks()).toEqual([])
  })

  test('is one group, in whatever time zone a caller asks', async () => {
    await addOrders(60, 'each its own', 0)
    for (const [nth, zone] of ['UTC', 'Asia/Karachi', 'America/St_Johns'].entries()) {
      await sql(`select set_config('timezone', $1, true)`, [zone])
      await place(anAttempt(nth))
    }
    const groups = await sql('select distinct group_key from private.marked_orders')
    expect(groups).toHaveLength(1)
  })
})

test('17.20 an order above Rs 200,000 is marked, one of exactly that is not', async () => {
  await sql('update private.catalogue_sizes set unit_price = 200 where unit_price = $1', [
    anItem().price,
  ])
  const items = [{ ...anItem(0, 999), price: 200 }]
  await place(anAttempt(1, { items, total: 199_800 }))
  await sql('update private.catalogue_sizes set unit_price = 400 where unit_price = 200')
  await place(anAttempt(2, { items: [{ ...anItem(0, 500), price: 400 }], total: 200_000 }))
  await place(anAttempt(3, { items: [{ ...anItem(0, 501), price: 400 }], total: 200_400 }))
  expect(await marks()).toEqual([[anAttempt(3).id, 'large_amount']])
})

test('an order that an admin enters has no mark', async () => {
  await placeFive()
  await act('enter', anEntry())
  expect(await sql('select count(*)::integer from public.orders')).toEqual([{ count: 6 }])
  expect(await marks()).toEqual([])
})

let added = 0

/** Orders of this hour, each of a phone of its own, of one client or each of its own (`first` 0). */
async function addOrders(count: number, client: string, first = 1) {
  const [model] = await sql('select id from public.orders limit 1')
  const id = model?.['id'] ?? anAttempt(90_000).id
  if (!model) {
    await place(anAttempt(90_000))
    await sql('delete from private.order_clients')
  }
  await withoutTriggers(
    `insert into public.orders (id, items, total, shipping_address, phone_key, payment_method, date,
       estimated_delivery, tracking_history)
     select 'F' || lpad((nth + $3)::text, 7, '0'), items, total,
       jsonb_set(shipping_address, '{phone}', to_jsonb('0311' || lpad((nth + $3)::text, 7, '0'))),
       '311' || lpad((nth + $3)::text, 7, '0'), payment_method, now(), estimated_delivery, tracking_history
     from public.orders, generate_series(1, $1) as nth where id = $2`,
    [count, id, added],
  )
  await sql("select set_config('request.headers', $1, true)", [
    JSON.stringify({ 'x-forwarded-for': client }),
  ])
  await withoutTriggers(
    `insert into private.order_clients (order_id, client, network, nth, is_known)
     select o_id, private.client_hash(o_id), private.network_hash(), case when $3 then nth else 1 end, false
     from generate_series(1, $1) as nth, lateral (select 'F' || lpad((nth + $2)::text, 7, '0') as o_id)`,
    [count, added, first === 1],
  )
  added += count
}

async function placeFive() {
  for (const nth of [1, 2, 3, 4, 5]) await placeFor(phone, nth)
}

function placeFor(phone: string, nth = 6, change: Row = {}) {
  const shippingAddress = { ...goodAddress, phone }
  return place(anOrderRequest({ id: `PHONE00${nth}`, shippingAddress, ...change }))
}

async function marks() {
  const rows = await sql('select order_id, mark from private.marked_orders order by 1, 2')
  return rows.map(({ order_id, mark }) => [order_id, mark])
}
