/*
 * Requests as the pages sent them on the day on which the migrations were frozen, written out. A page of a
 * former deployment stays open for days: what it sends is accepted by every later database. Requests are
 * added here when the pages send new ones, and changed only for a new required field of the address.
 */
import { expect, test } from 'vitest'
import { fromMinor } from '#kit/money.ts'
import { priceList, sellingPrice } from '#product/price-list.ts'
import { aDevice } from '#tests/support/outbox-calls.ts'
import { admin, anonymous, openDatabase, refusal } from '../support/database.ts'

const { call, versionOf } = openDatabase()

const ADDRESS = {
  fullName: 'Ayesha Khan',
  address: 'House 7, Street 3, Model Town',
  city: 'Lahore',
  state: 'Punjab',
  postalCode: '54000',
  country: 'Pakistan',
  phone: '0300 1234567',
}
const EXTRAS = { landmark: 'Beside the school' }
const KEY = { id: 'FORMERPG', token: 'the-token-of-a-page-that-is-open-for-days' }
const [{ id, sizes }] = priceList as [(typeof priceList)[number]]
const price = fromMinor(sellingPrice(sizes[0]))
const ORDER = {
  items: [{ id, size: sizes[0].label, quantity: 1, price }],
  total: price,
  shippingAddress: ADDRESS,
  paymentMethod: 'cash_on_delivery',
}

test('an order without extras is placed', async () => {
  const placed = await call(anonymous, 'place_order', { p: { ...KEY, ...ORDER } })
  expect(placed).toMatchObject({ status: 201, body: { ok: true } })
})

test('an order with extras is placed, retried, read, tracked, found, changed and cancelled', async () => {
  const p = { ...KEY, ...ORDER, extras: EXTRAS }
  const saved = { id: KEY.id, masked: false }
  expect(await call(anonymous, 'place_order', { p })).toMatchObject({
    status: 201,
    body: { ok: true, replay: false, order: saved },
  })
  expect(await call(anonymous, 'place_order', { p })).toMatchObject({
    status: 200,
    body: { ok: true, replay: true },
  })

  const own = { p_id: KEY.id, p_token: KEY.token }
  const shown = { ok: true, order: { ...saved, shippingAddress: ADDRESS, ...EXTRAS } }
  expect((await call(anonymous, 'get_order', own)).body).toMatchObject(shown)
  expect((await call(anonymous, 'track_order', own)).body).toMatchObject(shown)
  const found = await call(anonymous, 'find_order', { p: { id: KEY.id, phone: ADDRESS.phone } })
  expect(found.body).toMatchObject({ ok: true, order: { id: KEY.id } })
  expect((await call(anonymous, 'get_order', { p_id: KEY.id })).body).toMatchObject({ ok: true })

  const shippingAddress = { ...ADDRESS, city: 'Karachi' }
  const extras = { ...EXTRAS, riderNote: 'Ring twice' }
  const changed = await call(anonymous, 'change_order', {
    p: { ...KEY, version: await versionOf(KEY.id), shippingAddress, extras },
  })
  expect(changed.body).toMatchObject({ ok: true, order: { shippingAddress, ...extras } })
  const cancelled = await call(anonymous, 'cancel_order', {
    p: { ...KEY, version: await versionOf(KEY.id), reason: 'other', text: 'A test' },
  })
  expect(cancelled.body).toMatchObject({ ok: true, order: { status: 'cancelled' } })
})

test('a request for help is understood, and refused before the delivery', async () => {
  await call(anonymous, 'place_order', { p: { ...KEY, ...ORDER } })
  const request = { ...KEY, kind: 'damaged', text: 'A test' }
  expect(await call(anonymous, 'request_help', { p: request })).toEqual(
    refusal(409, 'not_delivered'),
  )
})

test("an admin's page with second ways, quiet hours and kinds is shown, tells its device, and adds no other way", async () => {
  const { url, p256dh, auth, name } = aDevice('phone')
  const shown = { ok: true, kindsOff: [], quietFrom: 0, quietUntil: 0 }
  expect((await call(admin, 'admin_notices', {})).body).toMatchObject({ ...shown, targets: [] })
  const told = await call(admin, 'admin_add_target', {
    p: { way: 'push', url, p256dh, auth, name },
  })
  expect(told.body).toMatchObject({ ...shown, targets: [{ way: 'push', url }] })
  const topic = { way: 'ntfy', url: 'https://ntfy.example/topic' }
  expect(await call(admin, 'admin_add_target', { p: topic })).toEqual(refusal(422, 'invalid'))
  await expect(
    call(admin, 'admin_save_notices', { p: { kindsOff: [], quietFrom: 22, quietUntil: 7 } }),
  ).rejects.toMatchObject({ code: '42883' })
})
