/* Keys, types and bodies of a request that places an order. */
import { expect } from 'vitest'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { type AttackCase, attack, attacks, enforcedBy } from '../attack-case.ts'
import { expectCode, expectError, expectRefused } from '../expectations.ts'
import { place, refusedOrders, withAddress, withField, withText } from '../place-order.ts'

const PLACE = '/rest/v1/rpc/place_order'

const UNKNOWN_FIELDS: [field: string, value: unknown][] = [
  ['tracking_number', 'TCS-1'],
  ['trackingHistory', []],
  ['estimatedDelivery', '2001-01-01'],
  ['constructor', { prototype: {} }],
  ['isAdmin', true],
  ['role', 'service_role'],
  ['discount', 100],
  ['shipping_address', {}],
  ['Id', 'ABCDEFGH'],
]

const MALFORMED_IDS = [
  'ABCDEFGHI',
  'ABCD EFG',
  'ABCDEFGÅ',
  'АBCDEFGH',
  '',
  5,
  null,
  ['ABCDEFGH'],
  undefined,
]

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

export const requestShapeCases: AttackCase[] = [
  ...UNKNOWN_FIELDS.flatMap(([field, value]) =>
    refusedOrders(
      `A56 A57 A58 an unknown field is refused: ${field}`,
      [value],
      withField(field),
      400,
      'unknown_field',
      field,
    ),
  ),
  ...refusedOrders(
    'A58 a field is refused',
    ['__proto__'],
    (field) => withText('{"id"', `{"${field}":{"total":1},"id"`),
    400,
    'unknown_field',
    '__proto__',
  ),
  ...refusedOrders(
    'A58 a request that is not an object is refused',
    ['[]', '"order"', '5', 'true', '[{}]'],
    (p) => () => `{"p":${p}}`,
    400,
    'bad_request',
  ),
  ...refusedOrders('A58 an empty request is refused', [{}], (p) => () => p, 422, 'bad_field', 'id'),
  ...refusedOrders(
    'A59 another payment method is refused',
    ['', 'CASH_ON_DELIVERY', 'cash_on_delivery ', 5, ['cash_on_delivery'], undefined],
    withField('paymentMethod'),
    422,
    'bad_field',
    'paymentMethod',
  ),
  ...refusedOrders(
    'A60 a malformed id is refused',
    MALFORMED_IDS,
    withField('id'),
    422,
    'bad_field',
    'id',
  ),
  ...['email', 'full_name', '__proto__x', 'notes'].flatMap((field) =>
    refusedOrders(
      `A67 an unknown field of the address is refused: ${field}`,
      [true],
      (value) => withAddress({ [field]: value }),
      422,
      'unknown_field',
      field,
    ),
  ),
  ...refusedOrders(
    'A68 an address that is not an object is refused',
    [null, [], 5, true],
    withField('shippingAddress'),
    422,
    'address_invalid',
  ),
  ...refusedOrders(
    'A76 A90 a request over 16 KB is refused',
    [17_000],
    (length) => withAddress({ address: 'x'.repeat(length) }),
    413,
    'too_large',
  ),
  ...refusedOrders(
    'A76 A90 twenty huge items are refused',
    [900],
    (length) => withField('items')(Array(20).fill('x'.repeat(length))),
    413,
    'too_large',
  ),
  attack('A89 a request of almost 2,000 levels is refused', async (api) => {
    const deep = '['.repeat(1900) + ']'.repeat(1900)
    expectCode(await api.rpc('place_order', `{"p":${deep}}`), 400, 'bad_request')
  }),
  ...enforcedBy('gateway', [
    attack('A76 a body that is much too large is not read to its end', async (api) => {
      expect((await api.rpc('place_order', { p: 'x'.repeat(200_000) })).status).toBe(413)
    }),
    ...attacks(
      'A89 thousands of nested levels are refused in every body',
      Object.keys(DEEP),
      async (api, kind) => {
        const deep = DEEP[kind] ?? ''
        const inItems = withText('"items":', `"items":${deep},"old":`)(aNewOrder())
        const post = { method: 'POST', body: deep }
        const replies = [
          await api.rpc('place_order', `{"p":${deep}}`),
          await api.rpc('place_order', inItems),
          await api.rpc('get_order', `{"p_id":${deep}}`),
          await api.rpc('send_message', `{"p":${deep}}`),
          await api.request('/rest/v1/orders', post),
          await api.request('/auth/v1/token?grant_type=password', post),
          await api.request('/forms/order', post),
        ]
        for (const reply of replies) expectError(reply, 413, '54001')
      },
    ),
    ...attacks(
      'A89 thousands of nested levels are refused in a URL',
      ['rpc/place_order?p=', 'orders?items=cs.', 'orders?id=match.', 'orders?select=items->'],
      async (api, start) => {
        expect((await api.request(`/rest/v1/${start}${'['.repeat(12_000)}`)).status).toBe(414)
      },
    ),
  ]),
  ...enforcedBy('PostgREST', [
    ...attacks('A88 a body places nothing', NOT_A_REQUEST, async (api, body) => {
      expectRefused(await api.rpc('place_order', body))
    }),
    ...attacks(
      'A91 bytes that are not UTF-8 are refused',
      ['c328', 'ff', 'eda080', 'c080', 'f4908080', '80'],
      async (api, bytes) => {
        const [before = '', after = ''] = JSON.stringify({ p: aNewOrder() }).split('Ayesha')
        const parts = [Buffer.from(before), Buffer.from(bytes, 'hex'), Buffer.from(after)]
        const reply = await api.request(PLACE, { method: 'POST', body: Buffer.concat(parts) })
        expect(reply.status).toBe(400)
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
        expectRefused(await place(api, undefined, undefined, { 'content-type': type }))
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
        const reply = await api.rpc(name, aNewOrder(), { headers })
        expect(reply.body).not.toMatchObject({ ok: true })
      },
    ),
  ]),
]
