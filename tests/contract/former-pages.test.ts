/*
 * Requests as the pages sent them on the day on which the migrations were frozen, written out. A page of a
 * former deployment stays open for days: what it sends is accepted by every later database. Requests are
 * added here when the pages send new ones, and never changed.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newOrderKey } from '#order/order-key.ts'
import { aTestOrder, TEST_NAME } from '#tools/test-orders/test-order.ts'
import { type BackendUnderTest, openBackendUnderTest, placeOrder } from './backend-under-test.ts'

let backend: BackendUnderTest
let shop: ReturnType<BackendUnderTest['client']>

const { items, total, shippingAddress } = aTestOrder()
const { phone } = shippingAddress
const ADDRESS = {
  fullName: TEST_NAME,
  address: 'Not a parcel: sent by a test of this shop',
  city: 'Lahore',
  state: 'Punjab',
  postalCode: '54000',
  country: 'Pakistan',
  phone,
}
const EXTRAS = { landmark: 'Beside the school' }
const key = newOrderKey()

beforeAll(async () => {
  backend = await openBackendUnderTest()
  shop = backend.client()
})
afterAll(() => backend?.close())

test('an order is placed, and its retry gets the same order', async () => {
  const request = {
    id: key.id,
    token: key.token,
    items: items.map(({ id, size, quantity, price }) => ({ id, size, quantity, price })),
    total,
    shippingAddress: ADDRESS,
    extras: EXTRAS,
    paymentMethod: 'cash_on_delivery',
  }
  expect(await placeOrder(shop, request)).toMatchObject({
    status: 201,
    data: { ok: true, replay: false, order: { id: key.id, masked: false } },
  })
  expect(await placeOrder(shop, request)).toMatchObject({
    status: 200,
    data: { ok: true, replay: true },
  })
})

test('an order without extras is placed', async () => {
  const request = {
    ...newOrderKey(),
    items,
    total,
    shippingAddress: {
      ...ADDRESS,
      phone: phone.replace(/.$/, (digit) => String(9 - Number(digit))),
    },
    paymentMethod: 'cash_on_delivery',
  }
  const response = await placeOrder(shop, request)
  expect(response).toMatchObject({ status: 201, data: { ok: true } })
})

test('it is read, tracked and found', async () => {
  const own = { p_id: key.id, p_token: key.token }
  const shown = { ok: true, order: { id: key.id, shippingAddress: ADDRESS, ...EXTRAS } }
  expect((await shop.rpc('get_order', own)).data).toMatchObject(shown)
  expect((await shop.rpc('track_order', own)).data).toMatchObject(shown)
  const { data } = await shop.rpc('find_order', { p: { id: key.id, phone } })
  expect(data).toMatchObject({ ok: true, order: { id: key.id } })
  expect((await shop.rpc('get_order', { p_id: key.id })).data).toMatchObject({ ok: true })
})

test('it is changed and cancelled', async () => {
  const city = { ...ADDRESS, city: 'Karachi' }
  const { data } = await shop.rpc('get_order', { p_id: key.id, p_token: key.token })
  const changed = await shop.rpc('change_order', {
    p: {
      ...key,
      version: versionOf(data),
      shippingAddress: city,
      extras: { ...EXTRAS, riderNote: 'Ring twice' },
    },
  })
  expect(changed.error ?? changed.data).toMatchObject({
    ok: true,
    order: { shippingAddress: city, riderNote: 'Ring twice' },
  })
  const cancelled = await shop.rpc('cancel_order', {
    p: { ...key, version: versionOf(changed.data), reason: 'other', text: 'A test' },
  })
  expect(cancelled.error ?? cancelled.data).toMatchObject({
    ok: true,
    order: { status: 'cancelled' },
  })
})

test('a request for help is understood, and refused before the delivery', async () => {
  const { status, error } = await shop.rpc('request_help', {
    p: { ...key, kind: 'damaged', text: 'A test' },
  })
  expect({ status, code: (error as { code?: string } | null)?.code }).toEqual({
    status: 409,
    code: 'not_delivered',
  })
})

/** Of the order in a response. */
function versionOf(data: unknown): number {
  return (data as { order: { version: number } }).order.version
}
