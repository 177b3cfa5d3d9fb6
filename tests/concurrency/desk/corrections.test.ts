/* Corrections, bookings, exports and manual orders at the same time. The counts are checked after each test. */

import { expect, test } from 'vitest'
import { ASKED_REASONS } from '#admin/order/packing.ts'
import { deviceCode } from '#order/device-code.ts'
import { aNewOrder, anEntry, anItem } from '#tests/support/order-factories.ts'
import { concurrently, openConnections, type ShopResponse, tally } from '../backend.ts'

const { sql, inOpenTransaction, waiting, place, placeOrder, callAsAdmin, act, count } =
  openConnections()

test('of eight admins who change one version, in four ways, one does', async () => {
  const { id } = await placeOrder()
  const p = { id, version: 1 }
  const booking = { ...p, include: ASKED_REASONS }
  const changes = () => [
    act('correct', { ...p, advance: 5 }),
    act('book', { ...booking, courier: 'tcs' }),
    act('book', { ...booking, status: 'shipped' }),
    act('book', { ...p, status: 'cancelled' }),
  ]
  let responses: ReturnType<typeof act>[] = []
  await inOpenTransaction(async (open) => {
    await open.query('select from public.orders where id = $1 for update', [id])
    responses = [...changes(), ...changes()]
    await expect.poll(waiting, { timeout: 20_000 }).toBe(8)
  })
  expect((await Promise.all(responses)).filter(hasChanged)).toHaveLength(1)
})

test('an address is either corrected and on the sheet, or the order is exported and the correction refused', async () => {
  const orders = await concurrently(20, placeOrder)
  const ids = orders.map(({ id }) => id)
  const [batch, ...corrections] = await Promise.all([
    act('batch', { id: '', courier: 'postex', ids, include: ASKED_REASONS }),
    ...orders.map((order) => correctAddress(order)),
  ])
  const { id } = batch.body['batch'] as { id: number }
  const { body } = await callAsAdmin('admin_batch', { id })
  const sheet = body['orders'] as { id: string; shippingAddress: { city: string } }[]
  expect(sheet).toHaveLength(20)
  for (const [nth, { body }] of corrections.entries()) {
    const row = sheet.find((order) => order.id === ids[nth])
    if (body['ok']) expect(row?.shippingAddress.city).toBe('Kasur')
    else expect([body['code'], row?.shippingAddress.city]).toEqual(['booked', 'Lahore'])
  }
  const [first] = orders
  const late = first && (await correctAddress(first, 99))
  expect(late?.body['code']).toBe('booked')
})

test('corrections of lines and addresses beside new orders of the same customers keep every sum', async () => {
  const orders = await concurrently(16, placeOrder)
  const changes = orders.map(async ({ id, shippingAddress }, nth) => {
    const items = [anItem(0, nth + 2)]
    const total = anItem().price * (nth + 2)
    const other = orders[(nth + 1) % orders.length]?.shippingAddress
    const p = { id, version: 1, items, total, shippingAddress: nth % 2 ? other : shippingAddress }
    expect((await act('correct', p)).body['ok']).toBe(true)
  })
  await Promise.all([...changes, concurrently(16, placeOrder)])
  expect(await count('public.orders')).toBe(32)
})

test('the late attempt of a customer and the entry of her order by an admin make one order', async () => {
  await concurrently(16, async () => {
    const p = aNewOrder()
    const responses = await Promise.all([
      place(p),
      act('enter', anEntry(p, { deviceCode: deviceCode(p.token) })),
      place(p),
    ])
    for (const { body } of responses)
      expect(body['ok'] === true || body['code'] === 'id_taken').toBe(true)
    expect(responses[0]?.body['ok']).toBe(true)
    expect(await sql('select from private.order_keys where order_id = $1', [p.id])).toHaveLength(1)
  })
  expect(await count('public.orders')).toBe(16)
})

test('20 devices with the code of a manual order get it once', async () => {
  const p = aNewOrder()
  await act('enter', anEntry(p, { deviceCode: deviceCode(p.token) }))
  const responses = await concurrently(20, (nth) => place({ ...p, token: `${p.token}${nth}` }))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(tally(responses)).toEqual({ '200': 1, '409 id_taken': 19 })
})

type NewOrder = Awaited<ReturnType<typeof placeOrder>>

function hasChanged({ status, body }: ShopResponse): boolean {
  return status === 200 && (body['ok'] === true || (Array.isArray(body) && body.length === 1))
}

function correctAddress({ id, shippingAddress }: NewOrder, version = 1) {
  const moved = { ...shippingAddress, city: 'Kasur' }
  return act('correct', { id, version, shippingAddress: moved })
}
