import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTestOrder } from '#tools/test-orders/test-order.ts'
import { type BackendUnderTest, openBackendUnderTest, placeOrder } from './backend-under-test.ts'

let backend: BackendUnderTest
let shop: ReturnType<BackendUnderTest['client']>

beforeAll(async () => {
  backend = await openBackendUnderTest()
  shop = backend.client()
})
afterAll(() => backend?.close())

test('an order is placed once, and sent again it is the same order', async () => {
  const request = aTestOrder()
  const first = await placeOrder(shop, request)
  expect(first).toMatchObject({ status: 201, data: { ok: true, replay: false } })

  const again = await placeOrder(shop, request)
  expect(again).toMatchObject({ status: 200, data: { ok: true, replay: true } })
  expect(again.data).toHaveProperty('order.id', request.id)
})

test('a total that differs from the computed total is refused', async () => {
  const { status, error } = await placeOrder(shop, aTestOrder({ total: 1 }))
  expect(status).toBe(422)
  expect(error).toMatchObject({ ok: false, code: 'total_mismatch' })
})

test('a key of the device opens its order in full', async () => {
  const request = aTestOrder()
  await placeOrder(shop, request)
  const { data } = await shop.rpc('get_order', { p_id: request.id, p_token: request.token })
  expect(data).toMatchObject({
    ok: true,
    order: {
      id: request.id,
      total: request.total,
      status: 'pending',
      masked: false,
      shippingAddress: request.shippingAddress,
      trackingHistory: [{ status: 'pending', by: 'customer' }],
    },
  })
})

test('an order that does not exist is a result, not an error', async () => {
  const { status, data, error } = await shop.rpc('get_order', { p_id: 'QQQQQQQQ' })
  expect({ status, data, error }).toEqual({
    status: 200,
    data: { ok: false, code: 'not_found' },
    error: null,
  })
})

test('an order is tracked by its id', async () => {
  const request = aTestOrder()
  await placeOrder(shop, request)
  const { data } = await shop.rpc('track_order', { p_id: request.id, p_token: request.token })
  expect(data).toMatchObject({ ok: true, order: { id: request.id, status: 'pending' } })
})

test('an anonymous user can neither read, write nor count the table of orders', async () => {
  const read = await shop.from('orders').select('*')
  expect(read).toMatchObject({ status: 401, error: { code: '42501' } })
  const counted = await shop.from('orders').select('*', { count: 'exact', head: true })
  expect(counted).toMatchObject({ status: 401, count: null })
  const moved = await shop.from('orders').update({ status: 'cancelled' }).neq('id', '')
  expect(moved).toMatchObject({ status: 401, error: { code: '42501' } })
})

test('the schema private is not in the API', async () => {
  const { error } = await shop
    .schema('private' as 'public')
    .from('orders')
    .select('*')
  expect(error?.code).toBe('PGRST106')
})
