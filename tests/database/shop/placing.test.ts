import { expect, test } from 'vitest'
import { catalogue } from '#tests/support/catalogue.ts'
import { anItem, anOrderRequest, token } from '#tests/support/order-factories.ts'
import { anonymous, attacker, openDatabase, refusal } from '../../support/database.ts'

const { sql, call } = openDatabase()

async function place(change: Record<string, unknown> = {}, caller = anonymous) {
  return call(caller, 'place_order', { p: anOrderRequest(change) })
}

/** A line as the catalogue completes it. */
function savedItem(nth: number, quantity: number) {
  const { id, name } = catalogue[nth] ?? {}
  return { ...anItem(nth, quantity), name, image: `/thumbnails/${id}.webp` }
}

async function countOrders() {
  const [row] = await sql<{ count: number }>('select count(*)::integer from public.orders')
  return row?.count
}

test('an anonymous customer places an order and gets it back as it was saved', async () => {
  const p = anOrderRequest({}, [anItem(0, 2), anItem(1)])
  const { status, body } = await call(anonymous, 'place_order', { p })
  expect(status).toBe(201)
  expect(body).toMatchObject({ ok: true, replay: false })
  expect(body['order']).toEqual({
    id: 'ABCDEFGH',
    items: [savedItem(0, 2), savedItem(1, 1)],
    total: p.total,
    status: 'pending',
    date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    estimatedDelivery: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    trackingNumber: null,
    trackingHistory: [{ status: 'pending', at: expect.any(String), by: 'customer' }],
    paymentMethod: 'cash_on_delivery',
    masked: false,
    shippingAddress: anOrderRequest().shippingAddress,
    version: 1,
    advance: 0,
    booked: false,
    mayChange: true,
    asOf: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    confirmed: false,
    courier: null,
    courierName: null,
    trackingPage: null,
    replaces: null,
    outcome: null,
    cancellation: null,
    request: null,
    parcelState: null,
    joined: false,
  })
  expect(await countOrders()).toBe(1)
})

test('delivery is estimated seven days after today in Karachi', async () => {
  await place()
  const [row] = await sql(`
    select estimated_delivery - (now() at time zone 'Asia/Karachi')::date as days from public.orders
  `)
  expect(row).toEqual({ days: 7 })
})

test('B13 somebody signed in without rights places an order like any other customer', async () => {
  expect(await place({}, attacker)).toMatchObject({ status: 201, body: { ok: true } })
})

test('A53 an extra key of an item is not stored', async () => {
  const { status, body } = await place({ items: [{ ...anItem(), discount: 100 }] })
  expect(status).toBe(201)
  const { items } = body['order'] as { items: object[] }
  expect(Object.keys(items[0] ?? {}).sort()).toEqual(
    ['id', 'image', 'name', 'price', 'quantity', 'size'].sort(),
  )
})

test('an id of letters and digits is taken', async () => {
  expect(await place({ id: '0123WXYZ' })).toMatchObject({ status: 201 })
})

test('the token is nowhere in the database', async () => {
  await place()
  const [row] = await sql<{ stored: string }>(`
    select orders::text || order_keys::text || encode(token_hash, 'escape') as stored
    from public.orders join private.order_keys on order_id = id
  `)
  expect(row?.stored).toContain('ABCDEFGH')
  expect(row?.stored).not.toContain(token)
})

test('A62 the same request again gets the order of the first, and adds none', async () => {
  const first = await place()
  const again = await place()
  expect(again).toEqual({ status: 200, body: { ...first.body, replay: true } })
  expect(await countOrders()).toBe(1)
})

test('A63 a repeat may list its keys in another order', async () => {
  await place()
  const turned = Object.fromEntries(Object.entries(anOrderRequest()).reverse())
  expect(await call(anonymous, 'place_order', { p: turned })).toMatchObject({
    status: 200,
    body: { ok: true, replay: true },
  })
})

test('A64 the same id and token for other goods is refused, and the order stays as it was', async () => {
  await place()
  const other = anOrderRequest({}, [anItem(1)])
  expect(await call(anonymous, 'place_order', { p: other })).toEqual(refusal(422, 'attempt_reused'))
  expect(await sql('select total from public.orders')).toEqual([
    { total: anItem().price.toFixed(2) },
  ])
})

test('A61 the id of somebody else is taken, and nothing of that order is said', async () => {
  await place()
  const before = await sql('select * from public.orders')
  expect(await place({ token: 'another-device-with-its-own-token' })).toEqual(
    refusal(409, 'id_taken'),
  )
  expect(await sql('select * from public.orders')).toEqual(before)
})

test('a repeat finds its order in whatever state it is by now', async () => {
  await place()
  await sql("update public.orders set status = 'shipped'")
  const { body } = await place()
  expect(body['order']).toMatchObject({ status: 'shipped' })
})

test('responses are not cached', async () => {
  await place()
  const [row] = await sql("select current_setting('response.headers') as headers")
  expect(row).toEqual({ headers: '[{"Cache-Control": "no-store"}]' })
})
