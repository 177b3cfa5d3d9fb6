/* By how much one address with 20 own orders makes the database grow. */
import { aNewOrder } from '#tests/support/order-factories.ts'
import { callsOf, type OwnOrder } from './attacks.ts'
import type { AttackedShop } from './shop.ts'

const CLIENT = '203.0.113.7'
const ORDERS = 20

export async function measureGrowth(shop: AttackedShop, minutes: number): Promise<void> {
  const own = Array.from({ length: ORDERS }, () => aNewOrder())
  for (const p of own) await shop.send({ path: '/rpc/place_order', body: { p }, from: CLIENT })
  const before = await sizes(shop)
  const end = performance.now() + minutes * 60_000
  let requests = 0
  await Promise.all(
    own.map(async (order, nth) => {
      for (let round = 0; performance.now() < end; round += 1) {
        for (const [name, body] of everything(order, nth, round)) {
          await shop.send({ path: `/rpc/${name}`, body, from: CLIENT })
          requests += 1
        }
      }
    }),
  )
  const after = await sizes(shop)
  console.log(`${requests} requests in ${minutes} minutes`)
  for (const [name, bytes] of Object.entries(after)) {
    const grown = (bytes - (before[name] ?? 0)) / 1e6
    if (name === 'database' || grown > 0.1) console.log(`${name}: +${grown.toFixed(2)} MB`)
  }
}

/** Also what is refused, with a street that differs each time. The first orders are cancelled at once. */
function everything(order: OwnOrder, nth: number, round: number): [string, object][] {
  const words = Array.from({ length: 50 }, (_, at) => ((round * 20 + nth) * 97 + at).toString(36))
  const shippingAddress = { ...order.shippingAddress, address: words.join(' ') }
  const { id, token } = order
  const { cancel_order, place_order, ...calls } = callsOf(
    { ...order, shippingAddress },
    1 + (round % 20),
  )
  const tooLong = { landmark: 'x'.repeat(121) }
  return [
    ...Object.entries(calls),
    ...(nth < 5 || round > 100 ? [['cancel_order', cancel_order] as [string, object]] : []),
    ['place_order', { p: order }],
    ['place_order', { p: aNewOrder({ shippingAddress, total: 1 }) }],
    ['place_order', { p: aNewOrder({ shippingAddress, extras: tooLong }) }],
    ['get_order', { p_id: aNewOrder().id }],
    ['find_order', { p: { id, phone: '0300 7654321' } }],
    ['change_order', { p: { id, token, version: 1 + (round % 20), extras: tooLong } }],
    [
      'send_message',
      {
        p: {
          ...{ messageId: `message-${nth}-of-round-${round}`, name: 'Sana' },
          ...{
            email: 'sana@example.com',
            subject: words.join(' '),
            message: words.join('\n').repeat(40),
          },
        },
      },
    ],
  ]
}

async function sizes(shop: AttackedShop): Promise<Record<string, number>> {
  const rows = await shop.sql<{ name: string; bytes: string }>(`
    select 'database' as name, pg_database_size(current_database()) as bytes
    union all
    select oid::regclass::text, pg_total_relation_size(oid) from pg_class
    where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace)
  `)
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)]))
}
