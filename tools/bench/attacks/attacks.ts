/* What one caller may try in order to keep others from ordering. */
import { aNewOrder } from '#tests/support/order-factories.ts'
import type { Attack } from './customers.ts'

export type OwnOrder = ReturnType<typeof aNewOrder>

const PATTERN = String.raw`^(a+)(a+)(a+)(a+)(a+)\1\2\3\4\5$`
const STREET = 'pgrst_scalar->order->shippingAddress->>address'

const QUERIES = [
  `${STREET}=match.${PATTERN}`,
  'select=pgrst_scalar:pgrst_scalar->>code::integer',
  'select=pgrst_scalar:pgrst_scalar->order->shippingAddress',
  `order=${STREET}`,
  `pgrst_scalar=not.is.null&select=pgrst_scalar::text`,
]

export function callsOf(own: OwnOrder, version: number): Record<string, object> {
  const { id, token, shippingAddress } = own
  return {
    get_order: { p_id: id, p_token: token },
    track_order: { p_id: id, p_token: token },
    find_order: { p: { id, phone: shippingAddress.phone } },
    place_order: { p: aNewOrder({ shippingAddress }) },
    change_order: { p: { id, token, version, shippingAddress } },
    cancel_order: { p: { id, token, version, reason: 'changed_mind' } },
    request_help: { p: { id, token, kind: 'damaged', text: 'It leaks' } },
    send_message: { p: { messageId: `message-${aNewOrder().id}`, message: 'a'.repeat(9000) } },
  }
}

/** Own orders with a street on which the pattern takes seconds, for each function and rate. */
export function queryAttacks(own: OwnOrder[], rates: number[]): Attack[] {
  return Object.keys(callsOf(aNewOrder(), 1)).flatMap((name) =>
    rates.map((rate) => ({
      name: `${name}, ${rate} a second, with a query`,
      rate,
      call: (nth) => ({
        path: `/rpc/${name}?${encodeURI(QUERIES[nth % QUERIES.length] ?? '')}`,
        body: callsOf(own[nth % own.length] ?? aNewOrder(), 1)[name],
      }),
    })),
  )
}

/** Requests that a function has to read to its end, or that PostgREST has to parse. */
export function bodyAttacks(own: OwnOrder[]): Attack[] {
  const { shippingAddress } = aNewOrder()
  const place = (p: object) => ({ path: '/rpc/place_order', body: { p } })
  const street = (address: string) =>
    place({ ...aNewOrder({ shippingAddress: { ...shippingAddress, address } }), total: 1 })
  const keys = Object.fromEntries(Array.from({ length: 50_000 }, (_, nth) => [`key${nth}`, nth]))
  let deep: unknown = 1
  for (let depth = 0; depth < 1000; depth += 1) deep = [deep]
  const attacks: [name: string, call: Attack['call']][] = [
    ['combining marks', () => street('a\u0301\u0327\u0323'.repeat(250))],
    ['a body of 8 MB', () => street('a'.repeat(8e6))],
    ['50,000 keys', () => place(keys)],
    ['1,000 nested lists', () => place({ ...aNewOrder(), items: deep })],
    ['an id of 1 MB', () => ({ path: '/rpc/get_order', body: { p_id: 'A'.repeat(1e6) } })],
    [
      'a pattern that takes long to compile',
      () => ({
        path: `/rpc/get_order?${encodeURI(`pgrst_scalar->>code=match.((((a{0,15}){0,15}){0,15}){0,15})*$`)}`,
        body: { p_id: 'ABCDEFGH' },
      }),
    ],
    ['wrong totals', () => place({ ...aNewOrder(), total: 1 })],
    ['unknown functions', (nth) => ({ path: `/rpc/unknown_${nth}`, body: {} })],
    [
      'counted and unfinished',
      (nth) => ({
        path: '/rpc/find_order',
        body: { p: { id: own[nth % own.length]?.id, phone: '0300 1234567' } },
      }),
    ],
    [
      'own orders read',
      (nth) => {
        const { id, token } = own[nth % own.length] ?? aNewOrder()
        return { path: '/rpc/get_order', body: { p_id: id, p_token: token } }
      },
    ],
    [
      'one own order read',
      () => ({ path: '/rpc/get_order', body: { p_id: own[0]?.id, p_token: own[0]?.token } }),
    ],
  ]
  return attacks.flatMap(([name, call]) => [
    { name: `${name}, 10 a second`, rate: 10, call },
    { name: `${name}, 50 clients`, clients: 50, call },
  ])
}
