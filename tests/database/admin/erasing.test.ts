import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { REQUIRED_FIELDS } from '#order/address/address.ts'
import { anOrderRequest, token } from '#tests/support/order-factories.ts'
import { goodAddress } from '../../support/address-cases.ts'
import { admin, anonymous, from, hasDesk, openDatabase, refusal } from '../../support/database.ts'
import { placesThatHold } from '../../support/everything-stored.ts'
import { computedCounts, savedCounts } from '../../support/order-counts.ts'

const { act, sql, call, setAge, book, erase, place } = openDatabase({ beginAlike: true })

/** Counted per client, and per order. */
const customer = from('203.0.113.7')
const KEY = 'shaista butt 3219876543'
const person = {
  ...goodAddress,
  fullName: 'Shaista Butt',
  address: 'Haveli 12, Mochi Gate',
  city: 'Kasur',
  postalCode: '55050',
  phone: '0321 9876543',
}
const erased = {
  ...Object.fromEntries(REQUIRED_FIELDS.map((field) => [field, '—'])),
  fullName: 'Erased',
}

beforeAll(async () => {
  await place(anOrderRequest({ id: 'OTHERAAA' }))
  await place(anOrderRequest({ id: 'PERSONAA', shippingAddress: person }))
  const alike = { ...person, fullName: 'shaista BUTT', phone: '+92 321 9876543' }
  const extras = { secondPhone: '0333 7778889' }
  await place(anOrderRequest({ id: 'PERSONBB', shippingAddress: alike, extras }))
})

describe('an erased customer', () => {
  beforeEach(async () => {
    if (hasDesk) await correct()
    const own = { id: 'PERSONBB', token }
    const text = 'Moving in with Parveen'
    const cancelled = { ...own, version: 1, reason: 'other', text }
    expect((await call(customer, 'cancel_order', { p: cancelled })).status).toBe(200)
    await book('PERSONAA', { trackingNumber: 'TCS 777' })
    await book('PERSONAA', { trackingNumber: 'TCS 778', status: 'shipped' })
    await book('PERSONAA', { status: 'delivered' })
    const request = { id: 'PERSONAA', token, kind: 'damaged', text: 'Gulnaz opened it' }
    expect((await call(customer, 'request_help', { p: request })).status).toBe(200)
  })

  async function correct() {
    const correction = { ...person, address: 'Kothi 9, Shalimar' }
    const extras = {
      landmark: 'Behind Lal Kurti',
      secondPhone: '0333 5556667',
      riderNote: 'Bell broken',
    }
    const p = { id: 'PERSONAA', version: 1, shippingAddress: correction, extras }
    await act('correct', p)
    await act('correct', {
      ...p,
      version: 2,
      shippingAddress: person,
      extras: { landmark: 'Lal Haveli' },
    })
    await act('note', { id: 'PERSONAA', note: 'Her brother Zubair pays' })
  }

  test.each([
    'Shaista',
    'Mochi Gate',
    'Kasur',
    '55050',
    '9876543',
    '321 987',
    'TCS 77',
    'Parveen',
    'Gulnaz',
    // What the admin corrected and noted.
    ...(hasDesk ? ['Shalimar', 'Lal Kurti', 'Lal Haveli', '555666', 'Bell broken', 'Zubair'] : []),
  ])('is nowhere in any column of any table: %s', async (text) => {
    expect(await placesThatHold(text, sql)).not.toEqual([])
    expect(await erase({ key: KEY })).toEqual({ ok: true, orders: 2, otherNames: 0 })
    expect(await placesThatHold(text, sql)).toEqual([])
  })

  test('leaves every sum as it was, and the number of customers exact', async () => {
    const before = await savedCounts(sql, hasDesk)
    await erase({ order: 'PERSONBB' })
    const after = await savedCounts(sql, hasDesk)
    expect(after).toEqual(await computedCounts(sql, hasDesk))
    expect(after).toMatchObject({ statuses: before.statuses, days: before.days })
    expect(after.total).toEqual([{ customers: 1 }])
    await sql('select private.recount_orders()')
    expect(await savedCounts(sql, hasDesk)).toEqual(after)
  })

  test('is no customer any more, and neither are the erased orders together', async () => {
    await erase({ key: KEY })
    const { body } = await call(admin, 'admin_customers', { p: {} })
    expect(body).toMatchObject({ customers: [{ fullName: 'Ayesha Khan' }], total: 1 })
  })

  test('leaves items, total, dates and changes of status', async () => {
    const columns = 'items, total, status, date, estimated_delivery, payment_method'
    const before = await sql(`select ${columns} from public.orders order by id`)
    await erase({ key: KEY })
    expect(await sql(`select ${columns} from public.orders order by id`)).toEqual(before)
    expect(
      await sql(`
        select shipping_address, tracking_number, jsonb_path_query_array(
          tracking_history, '$[*].status'
        ) as statuses, tracking_history @@ 'exists($[*].trackingNumber)' as tells
        from public.orders where id = 'PERSONAA'
      `),
    ).toEqual([
      {
        shipping_address: erased,
        tracking_number: null,
        statuses: ['pending', 'shipped', 'delivered'],
        tells: false,
      },
    ])
  })

  test('shows the admin an order of nobody', async () => {
    await erase({ key: KEY })
    const { body } = await call(admin, 'admin_order', { p_id: 'PERSONBB' })
    expect(body).toMatchObject({ order: { shippingAddress: erased }, earlier: { count: 0 } })
    const found = await call(admin, 'admin_orders', { p: { search: 'shaista' } })
    expect(found.body['orders']).toEqual([])
  })

  test('is logged without personal data, and cannot be taken back', async () => {
    await erase({ key: KEY })
    expect(await sql('select actor, actor_id, orders from private.erasures')).toEqual([
      { actor: 'admin', actor_id: admin.claims?.['sub'], orders: 2 },
    ])
    await expect(
      sql(`update public.orders set shipping_address = $1 where id = 'PERSONAA'`, [person]),
    ).rejects.toMatchObject({ code: '42501' })
  })
})

describe('the device that placed an erased order', () => {
  const request = () => anOrderRequest({ id: 'PERSONAA', shippingAddress: person })

  beforeEach(async () => {
    await sql(`update public.orders set status = 'delivered'`)
    await setAge('1 hour')
    await erase({ key: KEY })
  })

  test('sees no more of it than anybody', async () => {
    const { body } = await call(anonymous, 'get_order', { p_id: 'PERSONAA', p_token: token })
    expect(body['order']).toMatchObject({ masked: true, shippingAddress: erased })
  })

  test('is told so when it retries the attempt, and nothing is placed', async () => {
    expect(await place(request())).toEqual(refusal(410, 'order_erased'))
    expect(await placesThatHold('Mochi Gate', sql)).toEqual([])
  })

  test('does so alone: to another device the id is taken', async () => {
    const other = { ...request(), token: 'another-device-with-its-own-token' }
    expect(await place(other)).toMatchObject({
      status: 409,
      body: { code: 'id_taken' },
    })
  })

  test('has left neither its token nor a hash of its request', async () => {
    const [key] = await sql<{ known: boolean }>(
      `select token_hash = private.hash_token($1) or request_hash = private.hash_request($2)
         as known
       from private.order_keys where order_id = 'PERSONAA'`,
      [token, request()],
    )
    expect(key).toEqual({ known: false })
  })
})

describe('nothing is erased', () => {
  test.each(['pending', 'processing', 'shipped'])('while an order is %s', async (status) => {
    await book('PERSONAA', { status: 'delivered' })
    if (status !== 'pending') await book('PERSONBB', { status })
    expect(await erase({ key: KEY })).toEqual({ ok: false, code: 'open_orders', orders: 1 })
    expect(await erase({ order: 'PERSONAA' })).toEqual({
      ok: false,
      code: 'open_orders',
      orders: 1,
    })
    expect(await placesThatHold('Mochi Gate', sql)).toEqual(['public.orders.shipping_address'])
    expect(await sql('select * from private.erasures')).toEqual([])
  })

  test.each([
    ['of an unknown customer', { key: 'shaista butt 3219876544' }],
    ['of all erased orders together', { key: 'erased ' }],
    ['of an unknown order', { order: 'NOSUCHID' }],
    ['without a customer', {}],
    ['of what is no text', { key: null }],
    ['of an order that is erased', { order: 'OTHERAAA' }],
  ])('%s', async (_, p) => {
    await sql(`update public.orders set status = 'delivered'`)
    await erase({ order: 'OTHERAAA' })
    expect(await erase(p)).toEqual({ ok: false, code: 'not_found' })
    expect(await placesThatHold('Mochi Gate', sql)).toEqual(['public.orders.shipping_address'])
  })
})

test('an order of the same phone under another name stays, and is named', async () => {
  const shippingAddress = { ...person, fullName: 'Shaista B.' }
  await place(anOrderRequest({ id: 'PERSONCC', shippingAddress }))
  await book('PERSONAA', { status: 'delivered' })
  await book('PERSONBB', { status: 'delivered' })
  expect(await erase({ key: KEY })).toEqual({ ok: true, orders: 2, otherNames: 1 })
})

test('an erased order takes neither a tracking number nor an open status', async () => {
  await sql(`update public.orders set status = 'delivered'`)
  await erase({ key: KEY })
  for (const change of [
    { trackingNumber: 'TCS 1' },
    { status: 'pending' },
    { status: 'shipped' },
  ]) {
    expect((await book('PERSONAA', change)).body).toMatchObject({ ok: false, code: 'erased' })
  }
})

test.each([
  "status = 'pending'",
  "tracking_number = 'TCS 1'",
  `extras = '{"landmark": "Lal Haveli"}'`,
])('an erased order stays closed and bare for whoever writes the table: %s', async (change) => {
  await sql("update public.orders set status = 'delivered'")
  await erase({ key: KEY })
  await expect(
    sql(`update public.orders set ${change} where id = 'PERSONAA'`),
  ).rejects.toMatchObject({ constraint: 'erased_orders_stay_closed' })
})

test('nobody orders in the name of an erased customer', async () => {
  const { status } = await place(anOrderRequest({ id: 'FORGEDAA', shippingAddress: erased }))
  expect(status).toBe(422)
})

test.each([
  ['the phone', { message: 'Call 0321-9876543' }],
  ['the name', { name: 'SHAISTA Butt' }],
  ['the e-mail of such a message', { email: 'Sister@example.com', name: 'Sh. B.' }],
])('an erased customer is deleted with the messages that have %s', async (_, message) => {
  await write({ email: 'sister@example.com', message: 'Of 0321 9876543' })
  await write({ message: 'Of somebody else: 0321 9876544' })
  await write({ subject: 'Under test', ...message })
  await sql("update public.orders set status = 'delivered' where id <> 'OTHERAAA'")
  expect(await erase({ key: KEY })).toMatchObject({ ok: true })
  expect(await sql('select message from private.contact_messages')).toEqual([
    { message: 'Of somebody else: 0321 9876544' },
  ])
})

test('an erased customer takes no letter of the person whose phone was given as the second', async () => {
  await write({ message: 'Call +92 333 7778889' })
  await write({ email: 'neighbour@example.com', message: 'I am 0333 7778889' })
  await write({ email: 'neighbour@example.com', message: 'And I asked before' })
  await sql("update public.orders set status = 'delivered' where id <> 'OTHERAAA'")
  expect(await erase({ key: KEY })).toMatchObject({ ok: true, orders: 2 })
  expect(await sql('select message from private.contact_messages')).toHaveLength(3)
  expect(
    await sql("select extras ->> 'secondPhone' as phone from public.orders"),
  ).not.toContainEqual({
    phone: '0333 7778889',
  })
})

async function write(message: object): Promise<void> {
  const p = {
    messageId: crypto.randomUUID(),
    name: 'Ali',
    email: `${crypto.randomUUID()}@example.com`,
    subject: 'Hi',
    message: 'Hi',
    ...message,
  }
  expect((await call(anonymous, 'send_message', { p })).status).toBe(201)
}
