/* What customers share without knowing: an IPv4 address, a phone number that others know, an order's number. */
import { expect, test } from 'vitest'
import { goodAddress } from '#tests/support/address-cases.ts'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { concurrently, openConnections, type ShopResponse, tally } from '../backend.ts'

const { sql, inOpenTransaction, call, place, placeOrder, limited } = openConnections()

const SHARED = '203.0.113.7'

test(
  'G26 80 orders of one address are saved between 400 bad requests of it',
  limited(async () => {
    const saved: ShopResponse[] = []
    const read: ShopResponse[] = []
    const refused: ShopResponse[] = []
    for (let round = 0; round < 4; round += 1) {
      await Promise.all([
        concurrently(20, async () => {
          const p = aNewOrder()
          saved.push(await call('place_order', { p }, SHARED))
          read.push(await call('get_order', { p_id: p.id, p_token: p.token }, SHARED))
        }),
        concurrently(20, async (nth) => {
          for (const [name, body] of badRequests(`BAD${round}${100 + nth}0`)) {
            refused.push(await call(name, body, SHARED))
          }
        }),
      ])
    }
    expect(tally(saved)).toEqual({ '201': 80 })
    expect(tally(read)).toEqual({ '200': 80 })
    expect(refused).toHaveLength(400)
    // 30 of those for placing an order, 20 unknown ids, 20 pairs of number and phone, and 30 messages.
    expect(tally(refused)['429 rate_limited']).toBe(400 - 100)
    // A shop of its usual size has more than its hour: they are one group, and none is lost.
    expect(await marks('many_from_connection')).toBe(80)
    expect(await marks('unconfirmed')).toBe(0)
  }),
)

test.each([62, 120])(
  'G37 a flood of %i orders of one address is one group, and none of 20 others beside it is marked',
  async (count) => {
    const honest = Array.from({ length: 20 }, () => aNewOrder())
    const responses: ShopResponse[] = []
    const perTurn = Math.ceil(count / honest.length)
    let flooded = 0
    for (const [nth, own] of honest.entries()) {
      const flood = Array.from({ length: Math.min(perTurn, count - flooded) }, () =>
        call('place_order', { p: aNewOrder() }, SHARED),
      )
      flooded += flood.length
      responses.push(
        ...(await Promise.all([...flood, call('place_order', { p: own }, `198.51.100.${nth}`)])),
      )
    }
    expect(tally(responses)).toEqual({ '201': count + 20 })
    const groups = await sql<{ group_key: string; orders: number }>(
      'select group_key, count(*)::integer as orders from private.marked_orders group by 1',
    )
    expect(groups).toEqual([{ group_key: expect.any(String), orders: count }])
    const marked = await sql(
      'select order_id from private.marked_orders where order_id = any ($1)',
      [honest.map(({ id }) => id)],
    )
    expect(marked).toEqual([])
  },
  60_000,
)

test('an order that marks the earlier ones of its client waits for none that is being changed', async () => {
  const fromClient = async () => {
    const p = aNewOrder()
    expect((await call('place_order', { p }, SHARED)).status).toBe(201)
    return p.id
  }
  const [changed] = await concurrently(60, fromClient)
  const unmarked = () =>
    sql('select id from public.orders where id not in (select order_id from private.marked_orders)')
  expect(await unmarked()).toHaveLength(60)
  await inOpenTransaction(async (open) => {
    await open.query('select from public.orders where id = $1 for update', [changed])
    await fromClient()
    expect(await unmarked()).toEqual([{ id: changed }])
  })
  await fromClient()
  expect(await unmarked()).toEqual([])
})

test('G27 orders of others under a phone do not keep its own customer from ordering', async () => {
  const shippingAddress = { ...goodAddress, phone: '0300 1234567' }
  const earlier = aNewOrder({ shippingAddress })
  await place(earlier)
  await sql(`
    alter table public.orders disable trigger protect_order;
    update public.orders set date = date - interval '2 days';
    alter table public.orders enable trigger protect_order;
  `)
  await sql('select private.recount_orders()')
  const others = await concurrently(6, () => place(aNewOrder({ shippingAddress })))
  expect(tally(others)).toEqual({ '201': 6 })

  const own = aNewOrder({ shippingAddress })
  const again = aNewOrder({
    shippingAddress,
    earlier: { id: earlier.id, token: earlier.token },
  })
  expect(tally([await place(own), await place(again)])).toEqual({ '201': 2 })
  expect(await marks('many_of_phone', own.id)).toBe(1)
  // This device has an order of the phone from before.
  expect(await marks('many_of_phone', again.id)).toBe(0)
})

test(
  'G28 200 tries of 100 clients with 50 orders of their own get ten results',
  limited(async () => {
    const { id, shippingAddress } = await placeOrder()
    const own = await concurrently(50, async (nth) => {
      const p = aNewOrder()
      await call('place_order', { p }, `10.1.${nth}.1`)
      return p
    })
    const tries: ShopResponse[] = []
    for (let sent = 0; sent < 200; sent += 50) {
      await concurrently(50, async (nth) => {
        const tried = sent + nth
        const client = `10.0.0.${tried % 100}`
        await liftCounts(own[tried % own.length], client, tried)
        // The right phone is among them from the 100th on.
        const phone =
          tried >= 100 && tried % 50 === 1 ? shippingAddress.phone : `0300${1e6 + tried}`
        tries.push(await call('find_order', { p: { id, phone } }, client))
      })
    }
    const { '200 not_found': results, ...rest } = tally(tries)
    expect(results).toBe(10)
    expect(rest).toEqual({ '429 too_many_tries': 190 })
  }),
)

/** Refused for what the caller did, of each kind that is counted. */
function badRequests(id: string): [name: string, body: Record<string, unknown>][] {
  return [
    ['place_order', { p: { ...aNewOrder(), total: 1 } }],
    ['place_order', { p: { ...aNewOrder(), extras: { landmark: 'x'.repeat(121) } } }],
    ['get_order', { p_id: id }],
    ['find_order', { p: { id, phone: '0300 1234567' } }],
    ['send_message', { p: { messageId: `message-of-${id}`, message: '' } }],
  ]
}

/** What a caller may do with its own order to fill or empty the entries of the counts. */
function liftCounts(own: ReturnType<typeof aNewOrder> | undefined, client: string, nth: number) {
  if (!own) throw new Error('No own order')
  const { id, token, shippingAddress } = own
  const calls: [name: string, body: Record<string, unknown>][] = [
    ['find_order', { p: { id, phone: shippingAddress.phone } }],
    ['find_order', { p: { id, phone: '0300 7654321' } }],
    ['cancel_order', { p: { id, token, version: 1, reason: 'nonsense' } }],
    ['get_order', { p_id: `MISS${1000 + nth}` }],
  ]
  const [name, body] = calls[nth % calls.length] ?? ['', {}]
  return call(name, body, client)
}

async function marks(mark: string, id?: string): Promise<number> {
  const [row] = await sql<{ count: number }>(
    'select count(*)::integer from private.marked_orders where mark = $1 and order_id = coalesce($2, order_id)',
    [mark, id ?? null],
  )
  return row?.count ?? Number.NaN
}
