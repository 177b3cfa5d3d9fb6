/* The table of orders over the REST interface. */
import { expect } from 'vitest'
import { type AttackCase, attack, attacks } from '../attack-case.ts'
import { expectDenied, expectError } from '../expectations.ts'
import { victim } from '../fixtures.ts'
import type { TestApi } from '../test-api.ts'

const { id, address } = victim
const ORDERS = '/rest/v1/orders'

const FILTERS = [
  `id=eq.${id}`,
  'id=eq.QQQQQQQQ',
  'shipping_address->>phone=like.03*',
  'shipping_address->>phone=like.99*',
  `shipping_address->>phone=eq.${encodeURIComponent(address.phone)}`,
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

export const readingOrdersCases: AttackCase[] = [
  ...denied('A01 all orders are denied', ['?select=*']),
  ...denied('A02 one order is denied', [`?id=eq.${id}&select=*`, `?id=eq.${id}&select=id`]),
  ...denied('A06 a page of orders is denied', [
    '?order=date.desc&limit=1',
    '?order=shipping_address->>phone.asc.nullsfirst',
    '?limit=0',
    '?limit=999999999&offset=0',
    '?offset=1000',
    '?select=',
    '?columns=id',
    '?on_conflict=id',
  ]),
  attack('A03 no total of orders is revealed', async (api) => {
    for (const count of ['exact', 'planned', 'estimated']) {
      const headers = { prefer: `count=${count}` }
      const response = await api.request(ORDERS, { method: 'HEAD', headers })
      expect(response.status).toBe(401)
      expect(response.headers['content-range']).toBeUndefined()
    }
  }),
  attack('A05 A06 a right guess at a column gets the response of a wrong one', async (api) => {
    const responses = await Promise.all(FILTERS.map((filter) => api.request(`${ORDERS}?${filter}`)))
    for (const response of responses) expectDenied(response)
    expect(new Set(responses.map((response) => response.text)).size).toBe(1)
  }),
  ...attacks(
    'A06 other headers reveal no row',
    [
      { range: '0-0', 'range-unit': 'items' },
      { accept: 'text/csv' },
      { accept: 'application/vnd.pgrst.object+json' },
      { accept: 'application/vnd.pgrst.array+json;nulls=stripped' },
      { prefer: 'handling=lenient, timezone=Asia/Karachi' },
      { 'x-http-method-override': 'POST' },
    ],
    async (api, headers) => expectDenied(await api.request(ORDERS, { headers })),
  ),
  ...attacks(
    'A08 a column under another name, a function as a column, and an unknown one are denied',
    [
      'id',
      'shipping_address->>phone',
      'total::text',
      'x:shipping_address',
      'order_json',
      'nothing',
    ],
    expectNoColumn,
  ),
  ...attacks(
    'A06 an invalid filter is refused',
    [
      "?id=eq.';%20drop%20table%20public.orders;%20--",
      '?id=eq.%00',
      '?id=bogus.x',
      '?total=eq.abc',
    ],
    async (api, query) => {
      expect([400, 401]).toContain((await api.request(ORDERS + query)).status)
    },
  ),
  ...attacks(
    'A04 no aggregate is computed',
    ['count()', 'total.sum()', 'total.max(),status', 'n:id.count()'],
    async (api, select) => {
      const response = await api.request(`${ORDERS}?select=${select}`)
      expect([400, 401]).toContain(response.status)
      expect(response.body).toMatchObject({
        code: response.status === 401 ? '42501' : 'PGRST123',
      })
    },
  ),
  ...attacks(
    'A07 no other table is embedded',
    ['id,order_keys(*)', '*,order_audit(*)', '*,users(*)', 'id,...order_keys(token_hash)'],
    async (api, select) => {
      const response = await api.request(`${ORDERS}?select=${select}`)
      if (response.status === 400) expectError(response, 400, 'PGRST200')
      else expectDenied(response)
    },
  ),
  ...attacks(
    'A06 a media type reveals no row',
    [
      'application/geo+json',
      'application/octet-stream',
      'application/vnd.pgrst.plan+json;options=analyze|verbose',
      'application/openapi+json',
      'image/png',
    ],
    async (api, accept) => {
      const response = await api.request(ORDERS, { headers: { accept } })
      expect([401, 404, 406, 415]).toContain(response.status)
      expect(response.text).not.toContain('Scan')
    },
  ),
]

function denied(title: string, queries: string[]): AttackCase[] {
  return attacks(title, queries, async (api, query) => {
    expectDenied(await api.request(ORDERS + query))
  })
}

async function expectNoColumn(api: TestApi, select: string): Promise<void> {
  const response = await api.request(`${ORDERS}?select=${select}`)
  if (response.status === 400) expect(response.body).toMatchObject({ code: '42703' })
  else expectDenied(response)
}
