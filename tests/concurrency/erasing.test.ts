/* Erasing a customer while others change, track, retry and place orders of theirs. */
import { beforeEach, expect, test } from 'vitest'
import { aNewOrder } from '../support/a-new-order.ts'
import { placesThatHold } from '../support/everything-stored.ts'
import { atOnce, openShop } from './real-shop.ts'

const { asAdmin, call, move, erase } = openShop()

let placed = 0

beforeEach(() => asAdmin('truncate private.erasures'))

test('an order reopened at the moment it is erased is either open and whole, or closed and erased', async () => {
  await atOnce(60, async () => {
    const { id } = await aDeliveredOrder()
    const [moved, erased] = await Promise.all([move(id, { status: 'pending' }), erase(id)])
    if (erased.body['ok']) expect(moved).toMatchObject({ status: 400, body: { code: '23514' } })
    else expect([moved.status, erased.body['code']]).toEqual([200, 'open_orders'])
  })
  expect(
    await asAdmin(`
      select id from public.orders
      where (shipping_address ->> 'phone' = '—') <> (status = 'delivered')
    `),
  ).toEqual([])
})

test('a tracking number set at the moment of erasing is nowhere afterwards', async () => {
  await atOnce(60, async (nth) => {
    const { id } = await aDeliveredOrder()
    const [, erased] = await Promise.all([move(id, { tracking_number: `TCS77 ${nth}` }), erase(id)])
    expect(erased.body).toMatchObject({ ok: true, orders: 1 })
  })
  expect(await placesThatHold('TCS77', asAdmin)).toEqual([])
})

test('retries of the attempt at the moment of erasing place nothing', async () => {
  await atOnce(40, async () => {
    const { id, p } = await aDeliveredOrder()
    const [erased, ...retries] = await Promise.all([
      erase(id),
      ...[1, 2, 3].map(() => call('place_order', { p })),
    ])
    expect(erased.body).toMatchObject({ ok: true, orders: 1 })
    for (const { status } of retries) expect([200, 410]).toContain(status)
    expect((await call('place_order', { p })).body).toEqual({ ok: false, code: 'order_erased' })
  })
  expect(await asAdmin('select count(*)::integer from public.orders')).toEqual([{ count: 40 }])
  expect(await placesThatHold('Model Town', asAdmin)).toEqual([])
})

test('two admins erase a customer once', async () => {
  await atOnce(30, async () => {
    const { id } = await aDeliveredOrder()
    const codes = (await atOnce(2, () => erase(id))).map(({ body }) => body['code'] ?? 'erased')
    expect(codes.toSorted()).toEqual(['erased', 'not_found'])
  })
  expect(await asAdmin('select count(*)::integer from private.erasures')).toEqual([{ count: 30 }])
})

test('a customer who orders again while being erased keeps the new order', async () => {
  await atOnce(40, async () => {
    const { id, p } = await aDeliveredOrder()
    const again = aNewOrder({ shippingAddress: p.shippingAddress })
    const [erased, answer] = await Promise.all([erase(id), place(again)])
    expect(answer.status).toBe(201)
    if (!erased.body['ok']) expect(erased.body).toMatchObject({ code: 'open_orders', orders: 1 })
    expect(
      await asAdmin(
        `select shipping_address ->> 'phone' as phone from public.orders where id = $1`,
        [again.id],
      ),
    ).toEqual([{ phone: p.shippingAddress.phone }])
  })
})

test('the retention time is applied by several callers while admins and customers go on', async () => {
  const old = await atOnce(80, aDeliveredOrder)
  await asAdmin('alter table public.orders disable trigger protect_order')
  await asAdmin("update public.orders set date = date - interval '25 months' where true")
  await asAdmin('alter table public.orders enable trigger protect_order')
  // No count follows a date, which never changes.
  await asAdmin('select private.recount_orders()')
  await Promise.all([
    ...old.map(({ id }) => move(id, { status: 'cancelled' })),
    atOnce(4, () => asAdmin('select private.apply_retention()')),
    atOnce(20, aDeliveredOrder),
  ])
  await asAdmin('select private.apply_retention()')
  expect(
    await asAdmin(`select count(*)::integer from public.orders
      where shipping_address ->> 'phone' = '—'`),
  ).toEqual([{ count: 80 }])
  expect(await asAdmin('select sum(orders)::integer as orders from private.erasures')).toEqual([
    { orders: 80 },
  ])
})

async function aDeliveredOrder() {
  const p = aNewOrder()
  expect((await place(p)).status).toBe(201)
  expect((await move(p.id, { status: 'delivered' })).status).toBe(200)
  return { id: p.id, p }
}

/** Each from a client of its own: limits do not add up. */
function place(p: ReturnType<typeof aNewOrder>) {
  placed += 1
  return call('place_order', { p }, `198.51.100.${placed % 254}`)
}
