/* The table of orders, asked for in every way that the API's grammar has. */
import { expect } from 'vitest'
import { type AttackCase, fact } from '../attack-case.ts'
import { expectDenied, expectError } from '../outcomes.ts'
import { victim } from '../planted.ts'
import type { Asking } from '../shop.ts'

const { id, address } = victim
const phone = encodeURIComponent(address.phone)

export const readingOrders: AttackCase[] = [
  denied('A01 all orders', '?select=*'),
  denied('A02 one order by its id', `?id=eq.${id}&select=*`),
  denied('A02 its id alone', `?id=eq.${id}&select=id`),
  fact('A03 no total of orders is told', async (shop) => {
    for (const count of ['exact', 'planned', 'estimated']) {
      const headers = { prefer: `count=${count}` }
      const reply = await shop.ask('/rest/v1/orders', { method: 'HEAD', headers })
      expect(reply.status).toBe(401)
      expect(reply.headers['content-range']).toBeUndefined()
    }
  }),
  fact('A03 the real client learns no count either', async (shop) => {
    const reply = await shop.client().from('orders').select('*', { count: 'exact', head: true })
    expect(reply).toMatchObject({ status: 401, count: null, data: null })
  }),
  ...['count()', 'total.sum()', 'total.max(),status', 'n:id.count()'].map((select) =>
    fact(`A04 no aggregate is worked out: ${select}`, async (shop) => {
      const reply = await shop.ask(`/rest/v1/orders?select=${select}`)
      expect([400, 401]).toContain(reply.status)
      expect(reply.body).toMatchObject({ code: reply.status === 401 ? '42501' : 'PGRST123' })
    }),
  ),
  fact('A05 A06 a right guess at a column is answered like a wrong one', async (shop) => {
    const filters = [
      `id=eq.${id}`,
      'id=eq.QQQQQQQQ',
      'shipping_address->>phone=like.03*',
      'shipping_address->>phone=like.99*',
      `shipping_address->>phone=eq.${phone}`,
      'shipping_address=cs.{}',
      `or=(id.eq.${id},total.gt.0)`,
      'and=(total.gte.0,total.lte.99999999)',
      'not.and=(status.eq.pending,status.eq.shipped)',
      'id=not.is.null',
      'id=in.(A,B)',
      'id=like(any).{*A*,*B*}',
      'payment_method=match.^c',
      'tracking_number=fts.kanarjen',
      'total=isdistinct.0',
    ]
    const replies = await Promise.all(
      filters.map((filter) => shop.ask(`/rest/v1/orders?${filter}`)),
    )
    for (const reply of replies) expectDenied(reply)
    expect(new Set(replies.map((reply) => reply.text)).size).toBe(1)
  }),
  ...['id,order_keys(*)', '*,order_audit(*)', '*,users(*)', 'id,...order_keys(token_hash)'].map(
    (select) =>
      fact(`A07 nothing is embedded: ${select}`, async (shop) => {
        const reply = await shop.ask(`/rest/v1/orders?select=${select}`)
        if (reply.status === 400) expectError(reply, 400, 'PGRST200')
        else expectDenied(reply)
      }),
  ),
  ...[
    'id',
    'shipping_address->>phone',
    'total::text',
    'x:shipping_address',
    'show_order',
    'summarize_order',
  ].map((select) =>
    fact(`A08 nor a column under another name: ${select}`, async (shop) => {
      const reply = await shop.ask(`/rest/v1/orders?select=${select}`)
      if (reply.status === 400) expect(reply.body).toMatchObject({ code: '42703' })
      else expectDenied(reply)
    }),
  ),
  ...[
    '?order=date.desc&limit=1',
    '?order=shipping_address->>phone.asc.nullsfirst',
    '?limit=0',
    '?limit=999999999&offset=0',
    '?offset=1000',
    '?select=',
    '?columns=id',
    '?on_conflict=id',
  ].map((query) => denied(`A06 a page of them by ${query}`, query)),
  ...[
    { range: '0-0', 'range-unit': 'items' },
    { accept: 'text/csv' },
    { accept: 'application/vnd.pgrst.object+json' },
    { accept: 'application/vnd.pgrst.array+json;nulls=stripped' },
    { prefer: 'handling=lenient, timezone=Asia/Karachi' },
    { 'x-http-method-override': 'POST' },
  ].map((headers) =>
    denied(`A06 nor in another form: ${JSON.stringify(headers)}`, '', { headers }),
  ),
  ...[
    'application/geo+json',
    'application/octet-stream',
    'application/vnd.pgrst.plan+json;options=analyze|verbose',
    'application/openapi+json',
    'image/png',
  ].map((accept) =>
    fact(`A06 an answer of the kind ${accept} says nothing`, async (shop) => {
      const reply = await shop.ask('/rest/v1/orders', { headers: { accept } })
      expect([401, 404, 406, 415]).toContain(reply.status)
      expect(reply.text).not.toContain('Scan')
    }),
  ),
  ...["?id=eq.'; drop table public.orders; --", '?id=eq.%00', '?id=bogus.x', '?total=eq.abc'].map(
    (query) =>
      fact(`A06 a filter that is none finds nothing: ${query}`, async (shop) => {
        const reply = await shop.ask(`/rest/v1/orders${query.replaceAll(' ', '%20')}`)
        expect([400, 401]).toContain(reply.status)
      }),
  ),
  fact('A01 the real client is refused in the same words', async (shop) => {
    const reply = await shop.client().from('orders').select('*').eq('id', id).maybeSingle()
    expect(reply).toMatchObject({ status: 401, data: null, error: { code: '42501' } })
  }),
]

function denied(title: string, query: string, asking: Asking = {}): AttackCase {
  return fact(title, async (shop) => {
    expectDenied(await shop.ask(`/rest/v1/orders${query}`, asking))
  })
}
