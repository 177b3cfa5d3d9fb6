/* One order, by somebody who knows or guesses its id. */
import { expect } from 'vitest'
import { aNewOrder } from '#tests/support/a-new-order.ts'
import { setCount } from '#tests/support/limits.ts'
import { type AttackCase, fact } from '../attack-case.ts'
import { expectCode, expectRefused } from '../outcomes.ts'
import { neighbours, victim } from '../planted.ts'
import type { Asking, Shop } from '../shop.ts'
import type { Reply } from '../wire.ts'
import { place } from './ordering.ts'

const ORDER_KEYS = [
  'date',
  'estimatedDelivery',
  'id',
  'items',
  'masked',
  'paymentMethod',
  'shippingAddress',
  'status',
  'total',
  'trackingHistory',
  'trackingNumber',
]

const maskedAddress = {
  fullName: 'Z•••',
  address: '•••',
  city: 'Lahore',
  state: 'Punjab',
  postalCode: '•••',
  country: 'Pakistan',
  phone: '•••726',
}

const NO_IDS: unknown[] = [
  null,
  5,
  ['ABCDEFGH'],
  {},
  true,
  '',
  'abcdefgh',
  'ABCDEFG',
  'ABCDEFGHI',
  '%',
  '________',
  `${victim.id} `,
  `${victim.id}\n`,
  victim.id.toLowerCase(),
  `${victim.id}' or '1'='1`,
  '{"like":"%"}',
  'eq.VECTEMAA',
  'x'.repeat(9000),
]

const NO_TOKENS: unknown[] = [
  'a-wrong-token-of-the-right-length-',
  '',
  `${victim.token} `,
  victim.token.toUpperCase(),
  null,
  5,
  true,
  ['x'],
  '%',
  'x'.repeat(9000),
]

const looks = ['get_order', 'track_order']

export const looking: AttackCase[] = looks.flatMap((name) => [
  fact(`A97 ${name}: an unknown id is not found, and no more is said`, async (shop) => {
    expectCode(await shop.call(name, { p_id: 'QQQQQQQQ' }), 200, 'not_found')
  }),
  ...NO_IDS.map((p_id) =>
    fact(`A98 A99 ${name}: ${shown(p_id)} is no order`, async (shop) => {
      const reply = await shop.call(name, { p_id })
      if (reply.status === 200) expectCode(reply, 200, 'not_found')
      else expectRefused(reply)
    }),
  ),
  fact(
    `A100 ${name}: an old order by its id alone shows nobody’s name, street or phone`,
    async (shop) => {
      const reply = await shop.call(name, { p_id: victim.id })
      expect(reply).toMatchObject({
        status: 200,
        body: { ok: true, order: { id: victim.id, masked: true, shippingAddress: maskedAddress } },
      })
      expect(reply.headers['cache-control']).toBe('no-store')
    },
    touchedByTracking(name),
  ),
  ...NO_TOKENS.map((p_token) =>
    fact(
      `A101 ${name}: ${shown(p_token)} opens no more than no token`,
      async (shop) => {
        const without = await shop.call(name, { p_id: victim.id })
        const withWrong = await shop.call(name, { p_id: victim.id, p_token })
        expect(withWrong).toMatchObject({ status: without.status, text: without.text })
      },
      touchedByTracking(name),
    ),
  ),
  fact(
    `A102 ${name}: the token of one’s own order opens no other`,
    async (shop) => {
      const mine = await anOrderOfMine(shop)
      const without = await shop.call(name, { p_id: victim.id })
      const reply = await shop.call(name, { p_id: victim.id, p_token: mine.token })
      expect(reply.text).toBe(without.text)
    },
    touchedByTracking(name),
  ),
  fact(`A103 ${name}: by its id alone in full for half an hour, then masked`, async (shop) => {
    const mine = await anOrderOfMine(shop)
    await placedAgo(shop, mine.id, '29 minutes')
    expect(orderOf(await shop.call(name, { p_id: mine.id }))).toMatchObject({
      masked: false,
      shippingAddress: mine.shippingAddress,
    })
    await placedAgo(shop, mine.id, '30 minutes 1 second')
    const late = await shop.call(name, { p_id: mine.id })
    expect(orderOf(late)).toMatchObject({ masked: true })
    expect(late.text).not.toContain(mine.shippingAddress.phone)
    expect(orderOf(await shop.call(name, { p_id: mine.id, p_token: mine.token }))).toMatchObject({
      masked: false,
      shippingAddress: mine.shippingAddress,
    })
  }),
  fact(
    `A104 ${name}: an order has these fields and no other`,
    async (shop) => {
      const mine = await anOrderOfMine(shop)
      for (const given of [{ p_id: mine.id, p_token: mine.token }, { p_id: victim.id }]) {
        const order = orderOf(await shop.call(name, given))
        expect(Object.keys(order).sort()).toEqual(ORDER_KEYS)
        expect(Object.keys(order['shippingAddress'] as object)).toHaveLength(7)
      }
    },
    touchedByTracking(name),
  ),
  fact(`A105 ${name}: after 20 misses only a token opens an order`, async (shop) => {
    const mine = await anOrderOfMine(shop)
    for (let nth = 11; nth <= 30; nth += 1) {
      expectCode(await shop.call(name, { p_id: `MISSED${nth}` }), 200, 'not_found')
    }
    expectCode(await shop.call(name, { p_id: 'MISSED99' }), 429, 'rate_limited')
    expectCode(await shop.call(name, { p_id: victim.id }), 429, 'rate_limited')
    expectCode(await shop.call(name, { p_id: mine.id }), 429, 'rate_limited')
    const reply = await shop.call(name, { p_id: mine.id, p_token: mine.token })
    expect(reply).toMatchObject({ status: 200, body: { ok: true } })
  }),
  fact(
    `A105 ${name}: what PostgREST could fail on after a miss was counted is refused`,
    async (shop) => {
      for (const query of [
        'select=pgrst_scalar:pgrst_scalar->>code::integer',
        'pgrst_scalar=match.x',
      ]) {
        const path = `/rest/v1/rpc/${name}?${query}`
        const guess = (id: string) => shop.ask(path, { method: 'POST', body: `{"p_id":"${id}"}` })
        const [hit, miss] = [await guess(victim.id), await guess('MISSED10')]
        expect(hit.status).toBe(400)
        expect(miss).toMatchObject({ status: hit.status, body: hit.body })
      }
    },
  ),
  fact(`A106 ${name}: words about oneself make no other caller`, async (shop) => {
    await setCount(shop.asAdmin, 'miss', '203.0.113.9', 20)
    for (const claimed of ['198.51.100.1', '127.0.0.1', '2001:db8::1', 'junk']) {
      const headers = {
        'x-forwarded-for': `${claimed}, 203.0.113.9`,
        'cf-connecting-ip': claimed,
        'x-real-ip': claimed,
        'true-client-ip': claimed,
      }
      expectCode(await shop.call(name, { p_id: victim.id }, { headers }), 429, 'rate_limited')
    }
  }),
  ...(['GET', 'HEAD'] as const).map((method) =>
    fact(`A94 A107 ${name}: by ${method} every id is answered alike`, async (shop) => {
      const replies = await Promise.all(
        [victim.id, 'QQQQQQQQ', 'no-id', ...neighbours.map(({ id }) => id)].map((id) =>
          shop.ask(`/rest/v1/rpc/${name}?p_id=${id}`, { method }),
        ),
      )
      const heard = replies.map(({ status, text, headers }) => [
        status,
        text,
        headers['content-range'],
      ])
      expect(new Set(heard.map((reply) => JSON.stringify(reply))).size).toBe(1)
      expect(replies[0]?.status).toBe(429)
    }),
  ),
  ...[
    { accept: 'text/csv' },
    { accept: 'application/vnd.pgrst.object+json' },
    { accept: 'application/octet-stream' },
    { accept: 'application/vnd.pgrst.plan+json' },
    { prefer: 'return=representation,count=exact' },
    { prefer: 'handling=strict' },
    { prefer: 'max-affected=0' },
    { range: '5-9' },
  ].map((headers) =>
    fact(`A95 A96 ${name}: ${JSON.stringify(headers)} gets nothing more`, async (shop) => {
      const plain = await shop.call(name, { p_id: 'QQQQQQQQ' })
      const reply = await shop.call(name, { p_id: 'QQQQQQQQ' }, { headers })
      if (reply.status < 300) expect(reply.text.length).toBeLessThan(plain.text.length + 40)
      else expectRefused(reply)
    }),
  ),
  ...[
    '?select=shippingAddress',
    '?order=total',
    '?limit=5',
    '?id=eq.x',
    '?or=(a.eq.1)',
    '?columns=p_id',
  ].map((query) =>
    fact(`A96 ${name}: ${query} gets nothing more`, async (shop) => {
      const body = JSON.stringify({ p_id: 'QQQQQQQQ' })
      const reply = await shop.ask(`/rest/v1/rpc/${name}${query}`, { method: 'POST', body })
      if (reply.status === 200) expect(reply.text.length).toBeLessThan(60)
      else expectRefused(reply)
    }),
  ),
])

export const placingByGet: AttackCase[] = [
  ...(['GET', 'HEAD'] as const).map((method) =>
    fact(`A93 no order is placed by ${method}`, async (shop) => {
      const p = encodeURIComponent(JSON.stringify(aNewOrder()))
      const reply = await shop.ask(`/rest/v1/rpc/place_order?p=${p}`, { method })
      expect([405, 429]).toContain(reply.status)
    }),
  ),
  ...(['PUT', 'PATCH', 'DELETE'] as const).map((method) =>
    fact(`A93 nor by ${method}`, async (shop) => {
      const body = JSON.stringify({ p: aNewOrder() })
      expect((await shop.ask('/rest/v1/rpc/place_order', { method, body })).status).toBe(405)
    }),
  ),
  ...[
    'return=representation',
    'count=exact',
    'return=minimal',
    'return=headers-only',
    'missing=default',
    'handling=lenient, timezone=America/St_Johns',
    'resolution=merge-duplicates',
    'params=multiple-objects',
  ].map((prefer) =>
    fact(`A95 an order placed with Prefer: ${prefer} is answered like any other`, async (shop) => {
      const mine = await anOrderOfMine(shop, { headers: { prefer } })
      const reply = await shop.call('get_order', { p_id: mine.id, p_token: mine.token })
      expect(reply.status).toBe(200)
      expect(reply.headers['content-range'] ?? '').not.toMatch(/\/[2-9]/)
    }),
  ),
  fact('A95 an order of at most no row is refused, and saves none', async (shop) => {
    const headers = { prefer: 'handling=strict, max-affected=0' }
    const reply = await shop.call('place_order', { p: aNewOrder() }, { headers })
    expectRefused(reply)
    expect(reply.body).not.toMatchObject({ ok: true })
  }),
]

export const howLongItTakes: AttackCase[] = [
  fact('A97 an unknown id takes as long as an order that is shown masked', async (shop) => {
    const least = { known: Infinity, unknown: Infinity }
    // Other work on the machine only ever adds time: the least of each comes closer to its own with
    // every further pair, and what one kind takes longer by itself stays in all of its times.
    for (let nth = 0; nth < 60 || (nth < 600 && differenceOf(least) >= 5); nth += 1) {
      // A caller of its own each time: who misses too often is not answered at all.
      const headers = { 'x-forwarded-for': `198.51.${100 + (nth >> 7)}.${nth & 127}` }
      for (const [kind, p_id] of [
        ['known', victim.id],
        ['unknown', 'QQQQQQQQ'],
      ] as const) {
        const started = performance.now()
        await shop.call('get_order', { p_id }, { headers })
        least[kind] = Math.min(least[kind], performance.now() - started)
      }
    }
    expect(differenceOf(least)).toBeLessThan(5)
  }),
]

export const tracking: AttackCase[] = [
  ...neighbours
    .filter(({ status }) => status !== 'pending')
    .map(({ id, status }) =>
      fact(
        `A109 an order that is ${status} stays so when it is tracked`,
        async (shop) => {
          await shop.asAdmin(
            `update private.order_keys set first_tracked_at = now() - interval '1 hour' where order_id = $1`,
            [id],
          )
          const reply = await shop.call('track_order', { p_id: id, p_token: null })
          forgetTrackingNumber(shop, id)
          expect(orderOf(reply)).toMatchObject({ status, masked: true })
          const [row] = await shop.asAdmin('select status from public.orders where id = $1', [id])
          expect(row).toEqual({ status })
        },
        ['private.order_keys'],
      ),
    ),
  fact('A108 an order tracked again and again moves once', async (shop) => {
    const mine = await anOrderOfMine(shop)
    await shop.call('track_order', { p_id: mine.id })
    await shop.asAdmin(
      `update private.order_keys set first_tracked_at = now() - interval '15 seconds' where order_id = $1`,
      [mine.id],
    )
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => shop.call('track_order', { p_id: mine.id })),
    )
    expect(replies.every(({ status }) => status === 200)).toBe(true)
    const order = orderOf(await shop.call('get_order', { p_id: mine.id, p_token: mine.token }))
    expect(order).toMatchObject({ status: 'processing' })
    expect(order['trackingHistory']).toHaveLength(2)
  }),
  fact('A110 an order is not moved on before 15 seconds have passed', async (shop) => {
    const mine = await anOrderOfMine(shop)
    await shop.call('track_order', { p_id: mine.id })
    await shop.asAdmin(
      `update private.order_keys set first_tracked_at = now() - interval '10 seconds' where order_id = $1`,
      [mine.id],
    )
    const order = orderOf(await shop.call('track_order', { p_id: mine.id }))
    expect(order).toMatchObject({ status: 'pending' })
  }),
  ...[{ p_status: 'delivered' }, { status: 'delivered' }, { p_seconds: 0 }].map((more) =>
    fact(`A110 track_order takes no ${Object.keys(more)}`, async (shop) => {
      const reply = await shop.call('track_order', { p_id: victim.id, ...more })
      expect(reply).toMatchObject({ status: 404, body: { code: 'PGRST202' } })
    }),
  ),
]

async function anOrderOfMine(shop: Shop, asking: Asking = {}) {
  const request = aNewOrder()
  shop.mayAdd(request.id)
  const reply = asking.headers
    ? await shop.call('place_order', { p: request }, asking)
    : await place(shop, () => request)
  expect(reply.status).toBe(201)
  return request
}

/** Dates never change, so the triggers that see to it have to look away. */
async function placedAgo(shop: Shop, id: string, age: string): Promise<void> {
  await shop.asAdmin(`
    do $$ begin
      set local session_replication_role = 'replica';
      update public.orders set date = now() - interval '${age}' where id = '${id}';
    end $$`)
}

/** The one thing of a neighbour that its id may show: the page of a sent order has it. */
function forgetTrackingNumber(shop: Shop, id: string): void {
  const { trackingNumber = '' } = neighbours.find((neighbour) => neighbour.id === id) ?? {}
  shop.heard.push((shop.heard.pop() ?? '').replaceAll(trackingNumber, ''))
}

/** A first look starts the 15 seconds of a pending order: see the decisions. */
function touchedByTracking(name: string): string[] {
  return name === 'track_order' ? ['private.order_keys'] : []
}

function orderOf(reply: Reply): Record<string, unknown> {
  return (reply.body as { order?: Record<string, unknown> }).order ?? {}
}

function shown(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 40 ? `${text.slice(0, 20)}…` : text
}

/** Milliseconds. */
function differenceOf({ known, unknown }: { known: number; unknown: number }): number {
  return Math.abs(known - unknown)
}
