/* Erasing a customer while other requests change, track, retry and place orders. */
import { beforeEach, expect, test } from 'vitest'
import { placesThatHold } from '#tests/support/everything-stored.ts'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { concurrently, openConnections } from '../backend.ts'

const { sql, call, place, placeOrder, bookOrder, erase } = openConnections()

beforeEach(() => sql('truncate private.erasures'))

test('an order reopened while it is erased is either open and complete, or closed and erased', async () => {
  await concurrently(12, async () => {
    const { id } = await placeDeliveredOrder()
    const [changed, erased] = await Promise.all([bookOrder(id, { status: 'pending' }), erase(id)])
    if (erased.body['ok']) expect(changed.body['ok']).toBe(false)
    else expect([changed.body['ok'], erased.body['code']]).toEqual([true, 'open_orders'])
  })
  expect(
    await sql(`
      select id from public.orders
      where (shipping_address ->> 'phone' = '—') <> (status = 'delivered')
    `),
  ).toEqual([])
})

test('a tracking number set during the erasure is nowhere afterwards', async () => {
  await concurrently(12, async (nth) => {
    const { id } = await placeDeliveredOrder()
    const [, erased] = await Promise.all([
      bookOrder(id, { trackingNumber: `TCS77 ${nth}` }),
      erase(id),
    ])
    expect(erased.body).toMatchObject({ ok: true, orders: 1 })
  })
  expect(await placesThatHold('TCS77', sql)).toEqual([])
})

test('retries of the attempt during the erasure place nothing', async () => {
  await concurrently(10, async () => {
    const { id, p } = await placeDeliveredOrder()
    const [erased, ...retries] = await Promise.all([
      erase(id),
      ...[1, 2, 3].map(() => call('place_order', { p })),
    ])
    expect(erased.body).toMatchObject({ ok: true, orders: 1 })
    for (const { status } of retries) expect([200, 410]).toContain(status)
    expect((await call('place_order', { p })).body).toEqual({ ok: false, code: 'order_erased' })
  })
  expect(await sql('select count(*)::integer from public.orders')).toEqual([{ count: 10 }])
  expect(await placesThatHold('Model Town', sql)).toEqual([])
})

test('two simultaneous erasures erase a customer once', async () => {
  await concurrently(12, async () => {
    const { id } = await placeDeliveredOrder()
    const codes = (await concurrently(2, () => erase(id))).map(
      ({ body }) => body['code'] ?? 'erased',
    )
    expect(codes.toSorted()).toEqual(['erased', 'not_found'])
  })
  expect(await sql('select count(*)::integer from private.erasures')).toEqual([{ count: 12 }])
})

test('an order placed during the erasure is saved in full', async () => {
  await concurrently(10, async () => {
    const { id, p } = await placeDeliveredOrder()
    const again = aNewOrder({ shippingAddress: p.shippingAddress })
    const [erased, response] = await Promise.all([erase(id), place(again)])
    expect(response.status).toBe(201)
    if (!erased.body['ok']) expect(erased.body).toMatchObject({ code: 'open_orders', orders: 1 })
    expect(
      await sql(`select shipping_address ->> 'phone' as phone from public.orders where id = $1`, [
        again.id,
      ]),
    ).toEqual([{ phone: p.shippingAddress.phone }])
  })
})

test('the retention time is applied simultaneously with other changes', async () => {
  const old = await concurrently(10, placeDeliveredOrder)
  await sql('alter table public.orders disable trigger protect_order')
  await sql("update public.orders set date = date - interval '25 months' where true")
  await sql('alter table public.orders enable trigger protect_order')
  // Counts do not follow dates, which never change otherwise.
  await sql('select private.recount_orders()')
  await Promise.all([
    ...old.map(({ id }) => bookOrder(id, { status: 'cancelled' })),
    concurrently(4, () => sql('select private.apply_retention()')),
    concurrently(4, placeDeliveredOrder),
  ])
  await sql('select private.apply_retention()')
  expect(
    await sql(`select count(*)::integer from public.orders
      where shipping_address ->> 'phone' = '—'`),
  ).toEqual([{ count: 10 }])
  expect(await sql('select sum(orders)::integer as orders from private.erasures')).toEqual([
    { orders: 10 },
  ])
})

async function placeDeliveredOrder() {
  const p = await placeOrder()
  expect((await bookOrder(p.id, { status: 'delivered' })).body['ok']).toBe(true)
  return { id: p.id, p }
}
