/* A valid order is saved, whatever the limit. One above a limit is marked: docs/product.md, section 17. */
import { describe, expect, test } from 'vitest'
import { anAttempt, anItem, anOrderRequest, token } from '#tests/support/order-factories.ts'
import { goodAddress } from '../support/address-cases.ts'
import {
  admin,
  anonymous,
  type DatabaseCaller,
  from,
  openDatabase,
  type Row,
} from '../support/database.ts'
import { MAX_COUNTS, setCount } from '../support/limits.ts'

const { sql, call, setAge, withoutTriggers, book } = openDatabase()

const client = '203.0.113.7'
const phone = '0300 1234567'

test('17.4 the 301st order of a client in ten minutes is saved and marked, with those after it', async () => {
  await setCount(sql, 'saved', client, MAX_COUNTS.saved - 1)
  for (const nth of [1, 2, 3]) expect((await place(anAttempt(nth), from(client))).status).toBe(201)
  await place(anAttempt(4), from('203.0.113.8'))
  expect(await marks()).toEqual([
    [anAttempt(2).id, 'many_from_connection'],
    [anAttempt(3).id, 'many_from_connection'],
  ])
  const groups = await sql('select distinct group_key from private.marked_orders')
  expect(groups).toEqual([{ group_key: expect.stringMatching(/^[0-9a-f]{12}$/) }])
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
      const made = await call(admin, 'admin_make_code', { p: { id } })
      const right = by === 'its device' ? { token } : { code: made.body['code'] }
      const p = { id, ...right, version: 1, shippingAddress: { ...goodAddress, phone } }
      expect(await call(anonymous, 'change_order', { p })).toMatchObject({ status: 200 })
      expect(await marks()).toEqual([[id, 'many_of_phone']])
    },
  )
})

describe('17.19 an hour with over ten times the usual orders', () => {
  test('marks what comes above them', async () => {
    await addOrders(60)
    await place(anAttempt(1))
    expect(await marks()).toEqual([[anAttempt(1).id, 'unconfirmed']])
  })

  test('has 60 orders without a mark in a shop that sells little', async () => {
    await addOrders(59)
    await place(anAttempt(1))
    expect(await marks()).toEqual([])
  })

  test('does not mark the order of a known device', async () => {
    await place({ ...anOrderRequest(), id: 'EARLIER1' })
    await setAge('2 days')
    await addOrders(60)
    await place(anOrderRequest({ earlier: { id: 'EARLIER1', token } }))
    expect(await marks()).toEqual([])
  })

  test('is one group, in whatever time zone a caller asks', async () => {
    await addOrders(60)
    for (const [nth, zone] of ['UTC', 'Asia/Karachi', 'America/St_Johns'].entries()) {
      await sql(`select set_config('timezone', $1, true)`, [zone])
      await place(anAttempt(nth))
    }
    const groups = await sql('select distinct group_key from private.marked_orders')
    expect(groups).toHaveLength(1)
  })

  /** Orders of this hour, each of a phone of its own. */
  async function addOrders(count: number) {
    await place(anAttempt(90_000))
    await withoutTriggers(
      `insert into public.orders (id, items, total, shipping_address, payment_method, date,
         estimated_delivery, tracking_history)
       select 'FILL' || lpad(nth::text, 4, '0'), items, total,
         jsonb_set(shipping_address, '{phone}', to_jsonb('03110000' || lpad(nth::text, 3, '0'))),
         payment_method, now(), estimated_delivery, tracking_history
       from public.orders, generate_series(2, $1) as nth where id = $2`,
      [count, anAttempt(90_000).id],
    )
  }
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
  const { paymentMethod: _, ...request } = anOrderRequest()
  await call(admin, 'admin_create_order', { p: { ...request, source: 'phone' } })
  expect(await sql('select count(*)::integer from public.orders')).toEqual([{ count: 6 }])
  expect(await marks()).toEqual([])
})

async function placeFive() {
  for (const nth of [1, 2, 3, 4, 5]) await placeFor(phone, nth)
}

function placeFor(phone: string, nth = 6, change: Row = {}) {
  const shippingAddress = { ...goodAddress, phone }
  return place(anOrderRequest({ id: `PHONE00${nth}`, shippingAddress, ...change }))
}

function place(p: Row, caller: DatabaseCaller = anonymous) {
  return call(caller, 'place_order', { p: JSON.stringify(p) })
}

async function marks() {
  const rows = await sql('select order_id, mark from private.marked_orders order by 1, 2')
  return rows.map(({ order_id, mark }) => [order_id, mark])
}
