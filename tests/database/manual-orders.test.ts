/* Orders that an admin enters, and the customer's own attempt at one that arrives later. */
import { beforeEach, describe, expect, test } from 'vitest'
import { anItem, anOrderRequest, token } from '#tests/support/order-factories.ts'
import { goodAddress } from '../support/address-cases.ts'
import {
  admin,
  anonymous,
  from,
  openDatabase,
  type Row,
  refusal,
  tooMany,
} from '../support/database.ts'

const { sql, call, setAge, expectExactCounts } = openDatabase()

const id = 'ABCDEFGH'
/** Counted per client, and per order. */
const customer = from('203.0.113.9')
const ID_TAKEN = refusal(409, 'id_taken')

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
    expect(body).toMatchObject({ ok: true, replay: false, order: { id, advance: 100, ...extras } })
    const shown = await call(admin, 'admin_order', { p_id: id })
    expect(shown.body).toMatchObject({
      order: body['order'],
      source: 'whatsapp',
      notes: [{ note: 'Call first' }],
    })
    await expectExactCounts()
  })

  test('is saved once per id and token', async () => {
    const first = await enter({ note: 'Call first' })
    const again = await enter({ note: 'Call first' })
    expect(again.body).toEqual({ ...first.body, replay: true })
    expect(await enter({ token: 'another-token-of-another-form' })).toEqual(ID_TAKEN)
    expect(await sql('select * from private.order_notes')).toHaveLength(1)
  })

  test('does not take the place of an order from the website', async () => {
    await place()
    expect(await enter()).toEqual(ID_TAKEN)
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
    ['with a short token', { token: 'x' }, 'bad_field'],
    ['with an old price', { items: [{ ...anItem(), price: 1 }], total: 1 }, 'price_changed'],
    ['with a third decimal', { total: anItem().price + 0.001 }, 'total_mismatch'],
    ['without a phone', { shippingAddress: { ...goodAddress, phone: '' } }, 'required'],
    ['with an advance over its total', { advance: 1_000_000 }, 'advance_invalid'],
    ['with a long note', { note: 'x'.repeat(1001) }, 'too_long'],
    ['with long extras', { extras: { riderNote: 'x'.repeat(201) } }, 'too_long'],
  ])('is refused %s, and nothing is saved', async (_, change, code) => {
    const { status, body } = await enter(change)
    expect({ status, body }).toMatchObject({ status: 422, body: { ok: false, code } })
    for (const table of ['public.orders', 'private.order_details', 'private.order_notes'])
      expect(await sql(`select * from ${table}`)).toEqual([])
  })
})

describe("a customer's late attempt at it", () => {
  beforeEach(() =>
    enter({
      items: [anItem(0, 2)],
      total: anItem().price * 2,
      token: 'token-of-the-form-of-an-admin',
    }),
  )

  test('gets that order, though its lines differ, and makes no second one', async () => {
    const { status, body } = await place({ phone: '+92 300 1234567' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ ok: true, replay: true, order: { id, masked: false } })
    expect(body['order']).toMatchObject({ items: [{ quantity: 2 }] })
    expect(await place({ phone: '+92 300 1234567' })).toEqual({ status, body })
    expect(await sql('select id from public.orders')).toEqual([{ id }])
  })

  test('makes its device the one of the order, and no other', async () => {
    await place()
    await setAge('1 hour')
    const { body } = await call(anonymous, 'get_order', { p_id: id, p_token: token })
    expect(body['order']).toMatchObject({ masked: false, shippingAddress: goodAddress })
    expect(await place({}, 'another-device-with-its-own-token')).toEqual(ID_TAKEN)
  })

  test.each<[string, () => Promise<unknown>, Row]>([
    ['of another phone', async () => {}, { phone: '0300 7654321' }],
    ['without a phone', async () => {}, { phone: '' }],
    ['after 48 hours', () => setAge('48 hours'), {}],
    ['at an erased order', erase, {}],
    ['at an erased order without a phone', erase, { phone: '—' }],
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

  test('has five tries, and the right phone is not recognized after them', async () => {
    for (let nth = 0; nth < 5; nth += 1) {
      expect(await place({ phone: `0300 765432${nth}` })).toEqual(ID_TAKEN)
    }
    expect(await place()).toEqual(tooMany)
  })

  test('is counted like every attempt of its client', async () => {
    await sql(`
      select set_config('request.headers', '{"x-forwarded-for": "203.0.113.9"}', true),
        private.change_count('place', '203.0.113.9', 30)`)
    const { status } = await call(customer, 'place_order', { p: anOrderRequest() })
    expect(status).toBe(429)
  })
})

async function enter(change: Row = {}) {
  const { paymentMethod: _, ...request } = anOrderRequest()
  return call(admin, 'admin_create_order', { p: { ...request, source: 'phone', ...change } })
}

async function place(address: Row = {}, deviceToken = token) {
  const shippingAddress = { ...goodAddress, ...address }
  return call(customer, 'place_order', {
    p: anOrderRequest({ shippingAddress, token: deviceToken }),
  })
}

async function erase() {
  await sql("update public.orders set status = 'delivered'")
  await call(admin, 'admin_erase_customer', { p: { order: id } })
}
