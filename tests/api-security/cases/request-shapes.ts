/* Bodies that are not the JSON of a request, and how deep or long they are. The database tests hold which orders are valid. */
import { expect } from 'vitest'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { type AttackCase, attack, attacks } from '../attack-case.ts'
import { expectCode, expectError, expectRefused } from '../expectations.ts'
import { bodyWith, place } from '../place-order.ts'

const PLACE = '/rest/v1/rpc/place_order'

const NOT_A_REQUEST = [
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '{"p":',
  '{"p":{}}}',
  "{'p':1}",
  '<p/>',
  '\u0000',
  '{"p":1,}',
  '{"q":{}}',
  '{"p":{},"q":{}}',
  '{}',
]

const DEEP: Record<string, string> = {
  lists: '['.repeat(20_000) + ']'.repeat(20_000),
  objects: `${'{"a":'.repeat(16_000)}1${'}'.repeat(4_000)}`,
  'unclosed lists': '['.repeat(20_000),
  'lists with brackets in texts': '["]",'.repeat(19_000),
}

const LONG_NAME = 'x'.repeat(2000)

/** Numbers of JavaScript or of other languages, and numbers beyond those of Postgres. */
const NOT_NUMBERS = [
  ...['NaN', 'Infinity', '-Infinity', '0x10', '01', '+1', '1_000', '1.', '.5', "'1'", '1e'],
  ...['1e200000', '-1e200000', '1e99999999999'],
]

export const requestShapeCases: AttackCase[] = [
  attack('A89 a request of almost 2,000 levels is refused', async (api) => {
    const deep = '['.repeat(1900) + ']'.repeat(1900)
    expectCode(await api.rpc('place_order', `{"p":${deep}}`), 400, 'bad_request')
  }),
  attack('A76 a body that is much too large is not read to its end', async (api) => {
    expect((await api.rpc('place_order', { p: 'x'.repeat(1_100_000) })).status).toBe(413)
  }),
  ...attacks(
    'A89 thousands of nested levels are refused or not found, in every body',
    Object.keys(DEEP),
    async (api, kind) => {
      const deep = DEEP[kind] ?? ''
      const inItems = bodyWith('"items":', `"items":${deep},"old":`)
      const post = { method: 'POST', body: deep }
      const responses = [
        await api.rpc('place_order', `{"p":${deep}}`),
        await api.rpc('place_order', inItems),
        await api.rpc('get_order', `{"p_id":${deep}}`),
        await api.rpc('send_message', `{"p":${deep}}`),
        await api.request('/rest/v1/orders', post),
        await api.request('/auth/v1/token?grant_type=password', post),
        await api.request('/forms/order', post),
      ]
      for (const response of responses) {
        if (response.status === 200) expect(response.body).toMatchObject({ code: 'not_found' })
        else expectRefused(response)
      }
    },
  ),
  ...attacks(
    'A89 thousands of nested levels are refused in a URL',
    ['rpc/place_order?p=', 'orders?items=cs.', 'orders?id=match.', 'orders?select=items->'],
    async (api, start) => {
      expectRefused(await api.request(`/rest/v1/${start}${'['.repeat(12_000)}`))
    },
  ),
  ...attacks(
    'A89 thousands of characters of names are not compared with those of functions',
    [
      ['get_order', `{"${LONG_NAME}":1}`, 'application/json'],
      ['get_order', `[{"${LONG_NAME}":1}]`, 'application/json'],
      ['get_order', `${LONG_NAME}=1`, 'application/x-www-form-urlencoded'],
      ['get_order', `{"p":"${LONG_NAME}"}`, 'application/x-www-form-urlencoded'],
      [`get_order${LONG_NAME}`, '{}', 'application/json'],
    ],
    async (api, [name = '', body, type]) => {
      const response = await api.rpc(name, body, { headers: { 'content-type': type } })
      expectError(response, 400, '400')
    },
  ),
  ...attacks(
    'A42 A43 A44 A45 A46 a number that is none of JSON or of Postgres is refused',
    NOT_NUMBERS,
    async (api, literal) => {
      for (const field of ['total', 'quantity']) {
        const body = bodyWith(`"${field}":`, `"${field}":${literal},"old":`)
        const response = await place(api, body)
        expect(response.status).toBe(400)
        expect(['22P02', '22003', 'PGRST102']).toContain((response.body as { code: string }).code)
      }
    },
  ),
  ...attacks(
    'A77 a NUL character is refused',
    ['Ayesha', '03', 'Lahore', 'total', 'quantity', 'cash_on_delivery'],
    async (api, text) => {
      expectError(await place(api, bodyWith(text, `${text}\\u0000`)), 400, '22P05')
    },
  ),
  ...attacks(
    'A78 half of a surrogate pair is refused',
    ['\\ud800', '\\udc00', '\\ud83c', '\\udf3f\\ud83c'],
    async (api, half) => {
      expect((await place(api, bodyWith('Ayesha', `Ay${half}esha`))).status).toBe(400)
    },
  ),
  ...attacks('A88 a body places nothing', NOT_A_REQUEST, async (api, body) => {
    expectRefused(await api.rpc('place_order', body))
  }),
  ...attacks(
    'A91 bytes that are not UTF-8 are refused',
    ['c328', 'ff', 'eda080', 'c080', 'f4908080', '80'],
    async (api, bytes) => {
      const [before = '', after = ''] = JSON.stringify({ p: aNewOrder() }).split('Ayesha')
      const parts = [Buffer.from(before), Buffer.from(bytes, 'hex'), Buffer.from(after)]
      const response = await api.request(PLACE, { method: 'POST', body: Buffer.concat(parts) })
      expect(response.status).toBe(400)
    },
  ),
  ...attacks(
    'A92 a body of another type places nothing',
    [
      'text/plain',
      'text/csv',
      'application/octet-stream',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'application/geo+json',
    ],
    async (api, type) => {
      expectRefused(await place(api, undefined, { 'content-type': type }))
    },
  ),
  attack('A92 a compressed body places nothing', async (api) => {
    const headers = { 'content-encoding': 'gzip' }
    const body = Buffer.from('1f8b080000000000000363000100000000ffff', 'hex')
    expectRefused(await api.request(PLACE, { method: 'POST', headers, body }))
  }),
  ...attacks(
    'A92 a function takes no single parameter as its body',
    ['get_order', 'track_order'],
    async (api, name) => {
      const headers = { prefer: 'params=single-object' }
      const response = await api.rpc(name, aNewOrder(), { headers })
      expect(response.body).not.toMatchObject({ ok: true })
    },
  ),
]
