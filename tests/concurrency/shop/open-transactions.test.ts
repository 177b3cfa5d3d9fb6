/* A customer's request that stays open keeps no other customer waiting: the limit of a statement would end who waits. */
import { expect, test } from 'vitest'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { concurrently, openConnections, tally } from '../backend.ts'

const { sql, inOpenTransaction, call, placeOrder, count } = openConnections()

type NewOrder = ReturnType<typeof aNewOrder>

/** Of the request that stays open and of all others. */
const CLIENT = '203.0.113.7'

const openRequests: [name: string, argument: (own: NewOrder) => object][] = [
  ['place_order', () => aNewOrder()],
  [
    'change_order',
    ({ id, token, shippingAddress }) => ({
      ...{ id, token, version: 1 },
      shippingAddress: { ...shippingAddress, city: 'Kasur', phone: '0300 1112223' },
    }),
  ],
  ['cancel_order', ({ id, token }) => ({ id, token, version: 1, reason: 'changed_mind' })],
  ['find_order', ({ id, shippingAddress: { phone } }) => ({ id, phone })],
]

test.each(openRequests)(
  'G25 while %s stays open, 20 others order and change',
  async (name, argument) => {
    const own = await placeOrder()
    await inOpenTransaction(async (request) => {
      await request.query(`select set_config('request.headers', $1, true)`, [
        JSON.stringify({ 'x-forwarded-for': CLIENT }),
      ])
      const { rows } = await request.query(`select public.${name}($1) as body`, [argument(own)])
      expect(rows).toMatchObject([{ body: { ok: true } }])

      const others = await concurrently(20, async () => {
        const order = aNewOrder()
        const placed = await call('place_order', { p: order }, CLIENT)
        return [placed, await call('change_order', { p: toKasur(order) }, CLIENT)]
      })
      expect(tally(others.flat())).toEqual({ '200': 20, '201': 20 })
    })
    expect(await count('public.orders')).toBe(name === 'place_order' ? 22 : 21)
  },
)

test('G25 while the step of a tracked order stays open, 20 others order', async () => {
  const { id, token } = await placeOrder()
  await call('track_order', { p_id: id, p_token: token })
  await sql(`update private.order_keys set first_tracked_at = now() - interval '20 seconds'`)
  await inOpenTransaction(async (request) => {
    const { rows } = await request.query('select public.track_order($1, $2) as body', [id, token])
    expect(rows).toMatchObject([{ body: { order: { status: 'processing' } } }])

    const others = await concurrently(20, () => call('place_order', { p: aNewOrder() }, CLIENT))
    expect(tally(others)).toEqual({ '201': 20 })
  })
})

test('the step of a tracked order waits for no change of it, and comes with the next time', async () => {
  const { id, token } = await placeOrder()
  const track = () => call('track_order', { p_id: id, p_token: token })
  await track()
  await sql(`update private.order_keys set first_tracked_at = now() - interval '20 seconds'`)
  await inOpenTransaction(async (request) => {
    await request.query('select from public.orders where id = $1 for update', [id])
    expect(await track()).toMatchObject({ status: 200, body: { order: { status: 'pending' } } })
  })
  expect((await track()).body).toMatchObject({ order: { status: 'processing' } })
})

test('rule 17.5: an order is marked while another of its phone is open, and does not wait for it', async () => {
  const { shippingAddress } = aNewOrder()
  await inOpenTransaction(async (request) => {
    const { rows } = await request.query('select public.place_order($1) as body', [
      aNewOrder({ shippingAddress }),
    ])
    expect(rows).toMatchObject([{ body: { ok: true } }])

    // Under another name: orders of one customer wait for the row of that customer.
    const order = aNewOrder({ shippingAddress: { ...shippingAddress, fullName: 'Sana Malik' } })
    expect(tally([await call('place_order', { p: order }, CLIENT)])).toEqual({ '201': 1 })
    const marked = await sql('select order_id, mark from private.marked_orders')
    expect(marked).toEqual([{ order_id: order.id, mark: 'many_of_phone' }])
  })
})

test.each([
  ['confirm_order', {}],
  ['change_order', { version: 1 }],
  ['cancel_order', { version: 1, reason: 'other' }],
])(
  'rule 17.29: %s with a code or a token that gives no right waits for no order',
  async (name, p) => {
    const { id } = await placeOrder()
    await inOpenTransaction(async (request) => {
      await request.query('select from public.orders where id = $1 for update', [id])
      const wrong = { code: 'A'.repeat(24) }
      const byCode = await call(name, { p: { ...p, id, ...wrong } }, CLIENT)
      expect(byCode).toMatchObject({ status: 200, body: { code: 'code_ended' } })
      if (name === 'confirm_order') return
      const byToken = await call(name, { p: { ...p, id, token: 'A'.repeat(24) } }, CLIENT)
      expect(byToken).toMatchObject({ status: 200, body: { code: 'not_found' } })
    })
  },
)

function toKasur({ id, token, shippingAddress }: NewOrder) {
  return { id, token, version: 1, shippingAddress: { ...shippingAddress, city: 'Kasur' } }
}
