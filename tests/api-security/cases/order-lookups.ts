/* Reading one order by an id that was guessed or overheard. */
import { expect } from 'vitest'
import { MAX_COUNTS, setCount } from '#tests/support/limits.ts'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { type AttackCase, attack, attacks } from '../attack-case.ts'
import { expectCode, expectRefused } from '../expectations.ts'
import { otherOrders, victim } from '../fixtures.ts'
import { place } from '../place-order.ts'

const MASKED_ADDRESS = {
  fullName: 'Z•••',
  address: '•••',
  city: 'Lahore',
  state: 'Punjab',
  postalCode: '•••',
  country: 'Pakistan',
  phone: '•••726',
}

/** The database tests hold which texts are none; PostgREST turns other types into one. */
const NOT_IDS: unknown[] = [null, 5, ['ABCDEFGH'], {}, true, '{"like":"%"}', 'x'.repeat(9000)]

/** The database tests hold what a text opens; PostgREST turns other types into one. */
const WRONG_TOKENS: unknown[] = [undefined, null, '', victim.token.toUpperCase(), 5, true, ['x']]

export const orderLookupCases: AttackCase[] = [
  ...['get_order', 'track_order'].flatMap(lookupCases),
  attack('A95 no response is cached for others', async (api) => {
    const responses = [
      await api.rpc('get_order', { p_id: victim.id }),
      await api.rpc('get_order', { p_id: 'QQQQQQQQ' }),
      await place(api, '{"p":{}}'),
    ]
    for (const { headers } of responses) expect(headers['cache-control']).toBe('no-store')
  }),
  attack('A66 A106 a client address that the caller claims is ignored', async (api) => {
    await setCount(api.sql, 'refused', '203.0.113.9', MAX_COUNTS.refused)
    await setCount(api.sql, 'miss', '203.0.113.9', MAX_COUNTS.miss)
    for (const claimed of ['198.51.100.1', '127.0.0.1', '2001:db8::1', 'junk', '" or 1=1']) {
      const headers = {
        'x-forwarded-for': `${claimed}, 203.0.113.9`,
        'cf-connecting-ip': claimed,
        'x-real-ip': claimed,
        'true-client-ip': claimed,
        forwarded: `for=${claimed}`,
      }
      const responses = [
        await place(api, aNewOrder({ total: 1 }), headers),
        await api.rpc('get_order', { p_id: victim.id }, { headers }),
        await api.rpc('track_order', { p_id: victim.id }, { headers }),
      ]
      for (const response of responses) expectCode(response, 429, 'rate_limited')
    }
  }),
  ...attacks(
    'A110 track_order() takes no other argument',
    [{ p_status: 'delivered' }, { status: 'delivered' }, { p_seconds: 0 }],
    async (api, more) => {
      const response = await api.rpc('track_order', { p_id: victim.id, ...more })
      expect(response).toMatchObject({ status: 404, body: { code: 'PGRST202' } })
    },
  ),
  attack('A97 an unknown id takes as long as a masked order', async (api) => {
    const fastest = { known: Infinity, unknown: Infinity }
    const difference = () => Math.abs(fastest.known - fastest.unknown)
    // Other work on the machine only adds time, so more pairs bring each minimum nearer to its own.
    for (let nth = 0; nth < 20 || (nth < 600 && difference() >= 5); nth += 1) {
      // A new client each time, because misses are limited.
      const headers = { 'x-forwarded-for': `198.51.${100 + (nth >> 7)}.${nth & 127}` }
      for (const [kind, p_id] of [
        ['known', victim.id],
        ['unknown', 'QQQQQQQQ'],
      ] as const) {
        const started = performance.now()
        await api.rpc('get_order', { p_id }, { headers })
        fastest[kind] = Math.min(fastest[kind], performance.now() - started)
      }
    }
    expect(difference()).toBeLessThan(5)
  }),
]

function lookupCases(name: string): AttackCase[] {
  // The first tracking starts the 15 seconds of a pending order.
  const changes = name === 'track_order' ? ['private.order_keys'] : []
  const path = `/rest/v1/rpc/${name}`
  return [
    ...attacks(
      `A100 A101 ${name}: an old order is masked for a token`,
      WRONG_TOKENS,
      async (api, p_token) => {
        const response = await api.rpc(name, { p_id: victim.id, p_token })
        expect(response).toMatchObject({
          status: 200,
          headers: { 'cache-control': 'no-store' },
          body: { order: { id: victim.id, masked: true, shippingAddress: MASKED_ADDRESS } },
        })
      },
      changes,
    ),
    ...attacks(
      `A94 A107 ${name}: every id gets the same response by`,
      ['GET', 'HEAD'],
      async (api, method) => {
        const ids = ['QQQQQQQQ', 'no-id', ...otherOrders.map(({ id }) => id)]
        const responses = await Promise.all(
          ids.map((id) => api.request(`${path}?p_id=${id}`, { method })),
        )
        const seen = responses.map(({ status, text, headers }) =>
          JSON.stringify([status, text, headers['content-range']]),
        )
        expect(new Set(seen).size).toBe(1)
        expect(responses[0]?.status).toBe(429)
      },
    ),
    ...attacks(`A98 A99 ${name}: not an id`, NOT_IDS, async (api, p_id) => {
      const response = await api.rpc(name, { p_id })
      if (response.status === 200) expectCode(response, 200, 'not_found')
      else expectRefused(response)
    }),
    ...attacks(
      `A95 A96 ${name}: a header adds nothing to a response`,
      [
        { accept: 'text/csv' },
        { accept: 'application/vnd.pgrst.object+json' },
        { accept: 'application/octet-stream' },
        { accept: 'application/vnd.pgrst.plan+json' },
        { prefer: 'return=representation,count=exact' },
        { prefer: 'handling=strict' },
        { prefer: 'max-affected=0' },
        { range: '5-9' },
      ],
      async (api, headers) => {
        const plain = await api.rpc(name, { p_id: 'QQQQQQQQ' })
        const response = await api.rpc(name, { p_id: 'QQQQQQQQ' }, { headers })
        if (response.status < 300) expect(response.text.length).toBeLessThan(plain.text.length + 40)
        else expectRefused(response)
      },
    ),
  ]
}
