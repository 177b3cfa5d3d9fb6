/* Orders that an admin enters, and the customer's own attempt at one that arrives later. */
import { beforeEach, describe, expect, test } from 'vitest'
import { anEntry, anItem, anOrderRequest, token } from '#tests/support/order-factories.ts'
import { goodAddress } from '../../support/address-cases.ts'
import {
  admin,
  anonymous,
  type DatabaseCaller,
  from,
  notFound,
  openDatabase,
  type Row,
  refusal,
  tooMany,
} from '../../support/database.ts'
import { MAX_COUNTS, setCount } from '../../support/limits.ts'

const { sql, call, setAge, expectExactCounts, act, erase } = openDatabase()

const id = 'ABCDEFGH'
/** Counted per client, and per order. */
const customer = from('203.0.113.9')
const ID_TAKEN = refusal(409, 'id_taken')
const OTHER_TOKEN = 'token-of-some-other-device'
const OTHER_LINES = {
  items: [anItem(0, 2)],
  total: anItem().price * 2,
}
/** Of the token that requests have. src/order/device-code.ts computes the same. */
const CODE = 'ATOKENTH'

describe('an order that an admin enters', () => {
  test('is saved with source, advance, extras and note', async () => {
    const extras = { landmark: 'Near the mosque' }
    const { status, body } = await enter({
      advance: 100,
      extras,
      note: 'Call first',
      source: 'whatsapp',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ ok: true, order: { id, advance: 100, ...extras } })
    const shown = await call(admin, 'admin_order', { p_id: id })
    const { asOf: _, confirmed: _c, ...order } = body['order'] as Row
    expect(shown.body).toMatchObject({
      order,
      source: 'whatsapp',
      notes: [{ note: 'Call first' }],
    })
    await expectExactCounts()
  })

  test('takes the place of no order, from the website or entered', async () => {
    await place()
    await enter({ id: 'ENTERED1', note: 'Call first' })
    for (const taken of [id, 'ENTERED1'])
      expect((await enter({ id: taken })).body).toEqual({ id: taken, ok: false, code: 'id_taken' })
    expect(await sql('select * from private.order_notes')).toHaveLength(1)
  })

  test('has none of the limits of customers', async () => {
    for (let nth = 0; nth < 6; nth += 1) {
      const { body } = await enter({ id: `MANUAL0${nth}` })
      expect(body['ok']).toBe(true)
    }
  })

  test.each<[string, Row, string]>([
    ['from the website', { source: 'website' }, 'bad_field'],
    ['without a source', { source: null }, 'bad_field'],
    ['with a token', { token: 'x' }, 'unknown_field'],
    ['with an old price', { items: [{ ...anItem(), price: 1 }], total: 1 }, 'price_changed'],
    ['with a third decimal', { total: anItem().price + 0.001 }, 'total_mismatch'],
    ['without a phone', { shippingAddress: { ...goodAddress, phone: '' } }, 'required'],
    ['with an advance over its total', { advance: 1_000_000 }, 'advance_invalid'],
    ['with a long note', { note: 'x'.repeat(1001) }, 'too_long'],
    ['with a short code', { deviceCode: 'ABC' }, 'bad_field'],
    ['with a code in lower case', { deviceCode: 'atokenth' }, 'bad_field'],
    ['with a list for a code', { deviceCode: ['ATOKENTH'] }, 'bad_field'],
    ['with another number that is none', { messageId: 'abc' }, 'bad_field'],
    ['with long extras', { extras: { riderNote: 'x'.repeat(201) } }, 'too_long'],
  ])('is refused %s, and nothing is saved', async (_, change, code) => {
    expect((await enter(change)).body).toMatchObject({ ok: false, code })
    for (const table of ['public.orders', 'private.order_details', 'private.order_notes'])
      expect(await sql(`select * from ${table}`)).toEqual([])
  })
})

describe("a customer's late attempt at it, with the code of her message", () => {
  beforeEach(() => enter({ ...OTHER_LINES, deviceCode: CODE }))

  test('gets that order with every right, though its lines differ, and makes no second one', async () => {
    const { status, body } = await place({ phone: '0300 7654321' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ ok: true, replay: true, order: { id, mayChange: true } })
    expect(body['order']).toMatchObject({ items: [{ quantity: 2 }], masked: false })
    expect(await place({ phone: '0300 7654321' })).toEqual({ status, body })
    expect(await sql('select id from public.orders')).toEqual([{ id }])
  })

  test('makes its device the one of the order, and no other', async () => {
    await place()
    await setAge('1 hour')
    const { body } = await call(anonymous, 'get_order', { p_id: id, p_token: token })
    expect(body['order']).toMatchObject({ masked: false, shippingAddress: goodAddress })
    for (const other of [OTHER_TOKEN, `${token}-of-a-second-device`])
      expect(await place({}, other)).toEqual(ID_TAKEN)
  })

  test('is recognized after wrong guesses by others, at a limit of its client, and at an old price', async () => {
    for (let nth = 0; nth < 12; nth += 1) {
      const wrong = await place({ phone: `0300 765432${nth}` }, OTHER_TOKEN, anonymous)
      expect(wrong).toEqual(nth < 10 ? ID_TAKEN : refusal(429, 'too_many_tries'))
    }
    await setCount(sql, 'refused', '203.0.113.9', MAX_COUNTS.refused)
    await sql('update private.catalogue_sizes set unit_price = unit_price + 1')
    expect(await place()).toMatchObject({ status: 200, body: { order: { mayChange: true } } })
  })

  test.each<[string, () => Promise<unknown>]>([
    ['after 48 hours', () => setAge('48 hours')],
    ['at an erased order', eraseDelivered],
  ])('finds its id taken %s', async (_, prepare) => {
    await prepare()
    expect(await place()).toEqual(ID_TAKEN)
    expect(await sql('select * from private.order_keys')).toEqual([])
  })

  test('is recognized under the number of the message, where another order had it', async () => {
    const taken = { id: 'MESSAGED', token: OTHER_TOKEN }
    await call(anonymous, 'place_order', { p: anOrderRequest(taken) })
    await enter({
      id: 'ENTERED1',
      deviceCode: CODE,
      messageId: 'MESSAGED',
    })
    const late = { p: anOrderRequest({ id: 'MESSAGED' }) }
    const first = await call(customer, 'place_order', late)
    expect(first).toMatchObject({
      status: 200,
      body: { replay: true, order: { id: 'ENTERED1', mayChange: true } },
    })
    expect(await call(customer, 'place_order', late)).toEqual(first)
    const other = { p: anOrderRequest({ ...taken, token: `${OTHER_TOKEN}-3` }) }
    expect(await call(customer, 'place_order', other)).toEqual(ID_TAKEN)
  })

  test('waits for no price of today, as its retries do', async () => {
    await place()
    await sql('update private.catalogue_sizes set unit_price = unit_price + 1')
    expect(await place()).toMatchObject({ status: 200, body: { replay: true } })
  })
})

describe("a customer's late attempt at it, without the code or with a wrong one", () => {
  beforeEach(() => enter({ ...OTHER_LINES, deviceCode: 'WRONGONE' }))

  test('shows it to its phone, and gives no right to it', async () => {
    for (const entered of ['WRONGONE', null]) {
      await sql(
        'update private.order_details set device_code_hash = private.hash_token($1) where true',
        [entered],
      )
      const { status, body } = await place({ phone: '+92 300 1234567' })
      expect(status).toBe(200)
      expect(body).toMatchObject({ replay: true, order: { masked: false, mayChange: false } })
      expect(await sql('select * from private.order_keys')).toEqual([])
      const change = { id, token, version: 1, reason: 'changed_mind' }
      expect(await call(customer, 'cancel_order', { p: change })).toEqual(notFound)
    }
    expect(await sql('select id from public.orders')).toEqual([{ id }])
  })

  test.each<[string, () => Promise<unknown>, Row]>([
    ['for another phone', async () => {}, { phone: '0300 7654321' }],
    ['without a phone', async () => {}, { phone: '' }],
    ['after 48 hours', () => setAge('48 hours'), {}],
    ['at an erased order', eraseDelivered, {}],
    ['at an erased order without a phone', eraseDelivered, { phone: '—' }],
    [
      'at an order of the website',
      () => sql("update private.order_details set source = 'website'"),
      {},
    ],
  ])('finds its id taken %s', async (_, prepare, address) => {
    await prepare()
    expect(await place(address)).toEqual(ID_TAKEN)
    expect(await sql('select * from private.order_keys')).toEqual([])
  })

  test('counts as a try to find the order, and as a refused one of its client', async () => {
    for (let nth = 0; nth < 10; nth += 1)
      await place({ phone: `0300 765432${nth}` }, OTHER_TOKEN, anonymous)
    expect(await place()).toEqual(refusal(429, 'too_many_tries'))
    const find = { p: { id, phone: goodAddress.phone } }
    expect(await call(customer, 'find_order', find)).toEqual(refusal(429, 'too_many_tries'))
    await setCount(sql, 'refused', '203.0.113.9', MAX_COUNTS.refused)
    expect(await place()).toEqual(tooMany)
  })

  test('is not counted where it shows the order', async () => {
    for (let nth = 0; nth < 12; nth += 1) expect((await place()).status).toBe(200)
  })
})

async function enter(change: Row = {}) {
  return act('enter', anEntry(anOrderRequest(), change))
}

async function place(address: Row = {}, deviceToken = token, caller: DatabaseCaller = customer) {
  const shippingAddress = { ...goodAddress, ...address }
  return call(caller, 'place_order', {
    p: anOrderRequest({ shippingAddress, token: deviceToken }),
  })
}

async function eraseDelivered() {
  await sql("update public.orders set status = 'delivered'")
  await erase({ order: id })
}
