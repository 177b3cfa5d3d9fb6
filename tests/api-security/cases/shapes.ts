/* Requests with keys, types and bodies that an order does not have. */
import { expect } from 'vitest'
import { aNewOrder } from '#tests/support/a-new-order.ts'
import { type AttackCase, fact } from '../attack-case.ts'
import { expectCode, expectError, expectRefused } from '../outcomes.ts'
import { place, refused, withAddress, withText } from './ordering.ts'

const EXTRA: [number: string, key: string, value: unknown][] = [
  ['A56', 'status', 'delivered'],
  ['A56', 'tracking_number', 'TCS-1'],
  ['A56', 'trackingHistory', []],
  ['A57', 'date', '2001-01-01'],
  ['A57', 'estimatedDelivery', '2001-01-01'],
  ['A58', 'constructor', { prototype: {} }],
  ['A58', 'isAdmin', true],
  ['A58', 'role', 'service_role'],
  ['A58', 'discount', 100],
  ['A58', 'shipping_address', {}],
  ['A58', 'Id', 'ABCDEFGH'],
]

const DEEP: [what: string, json: string][] = [
  ['lists', '['.repeat(20_000) + ']'.repeat(20_000)],
  ['objects', `${'{"a":'.repeat(16_000)}1${'}'.repeat(4_000)}`],
  ['lists that never end', '['.repeat(20_000)],
  ['lists that seem to end in texts', '["]",'.repeat(19_000)],
]

export const shapes: AttackCase[] = [
  ...EXTRA.map(([number, key, value]) =>
    refused(
      `${number} a request with ${key} is refused`,
      (request) => ({ ...request, [key]: value }),
      400,
      'unknown_field',
      key,
    ),
  ),
  refused(
    'A58 a __proto__ is an unknown key like any other',
    (request) => withText(request, '{"id"', '{"__proto__":{"total":1},"id"'),
    400,
    'unknown_field',
    '__proto__',
  ),
  ...[
    'card',
    '',
    null,
    'CASH_ON_DELIVERY',
    'cash_on_delivery ',
    5,
    ['cash_on_delivery'],
    undefined,
  ].map((paymentMethod) =>
    refused(
      `A59 payment by ${JSON.stringify(paymentMethod)} is refused`,
      (request) => ({ ...request, paymentMethod }),
      422,
      'bad_field',
      'paymentMethod',
    ),
  ),
  ...[
    'abcdefgh',
    'ABCDEFG',
    'ABCDEFGHI',
    'ABCD EFG',
    'ABCDEFG\n',
    'ABCDEFGÅ',
    'АBCDEFGH',
    '',
    5,
    null,
    ['ABCDEFGH'],
    undefined,
  ].map((id) =>
    refused(
      `A60 an id of ${JSON.stringify(id)} is refused`,
      (request) => ({ ...request, id }),
      422,
      'bad_field',
      'id',
    ),
  ),
  ...['null', '[]', '"order"', '5', 'true', '[{}]'].map((p) =>
    refused(`A58 a request that is ${p} is refused`, () => `{"p":${p}}`, 400, 'bad_request'),
  ),
  refused('A58 an empty request is refused', () => ({}), 422, 'bad_field', 'id'),
  ...[undefined, null, 'Lahore', [], 5, true].map((shippingAddress) =>
    refused(
      `A68 an address that is ${JSON.stringify(shippingAddress)} is refused`,
      (request) => ({ ...request, shippingAddress }),
      422,
      'address_invalid',
    ),
  ),
  ...['isAdmin', 'email', 'full_name', '__proto__x', 'notes'].map((key) =>
    refused(
      `A67 an address with ${key} is refused`,
      withAddress({ [key]: true }),
      422,
      'unknown_field',
      key,
    ),
  ),
  refused(
    'A76 more than 16 kB are refused',
    withAddress({ address: 'x'.repeat(17_000) }),
    413,
    'too_large',
  ),
  fact('A76 more than any order needs is not read to its end', async (shop) => {
    const reply = await shop.call('place_order', { p: 'x'.repeat(200_000) })
    expect(reply.status).toBe(413)
  }),
  ...[
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
  ].map((body) =>
    fact(`A88 a body of ${JSON.stringify(body)} places nothing`, async (shop) => {
      expectRefused(await shop.call('place_order', body))
    }),
  ),
  ...[{ q: {} }, { p: {}, q: {} }, {}].map((given) =>
    fact(`A88 nothing is placed of ${JSON.stringify(given)}`, async (shop) => {
      expectRefused(await shop.call('place_order', given))
    }),
  ),
  ...DEEP.map(([what, deep]) =>
    fact(`A89 thousands of levels of ${what} break nothing`, async (shop) => {
      const inItems = withText(aNewOrder(), '"items":', `"items":${deep},"old":`)
      const replies = [
        await shop.call('place_order', `{"p":${deep}}`),
        await shop.call('place_order', inItems),
        await shop.call('get_order', `{"p_id":${deep}}`),
        await shop.ask('/rest/v1/orders', { method: 'POST', body: deep }),
        await shop.ask('/auth/v1/token?grant_type=password', { method: 'POST', body: deep }),
        await shop.call('send_message', `{"p":${deep}}`),
        await shop.ask('/forms/order', { method: 'POST', body: deep }),
      ]
      for (const reply of replies) expectError(reply, 413, '54001')
    }),
  ),
  ...['rpc/place_order?p=', 'orders?items=cs.', 'orders?id=match.', 'orders?select=items->'].map(
    (start) =>
      fact(`A89 nor do they in an address: ${start}`, async (shop) => {
        expect((await shop.ask(`/rest/v1/${start}${'['.repeat(12_000)}`)).status).toBe(414)
      }),
  ),
  fact(
    'A89 an order of as many levels as a request may have is refused like any other',
    async (shop) => {
      const deep = '['.repeat(1900) + ']'.repeat(1900)
      const reply = await shop.call('place_order', `{"p":${deep}}`)
      expectCode(reply, 400, 'bad_request')
    },
  ),
  fact('A90 a list of 20 huge items is refused', async (shop) => {
    const reply = await place(shop, (request) => ({
      ...request,
      items: Array(20).fill('x'.repeat(900)),
    }))
    expectCode(reply, 413, 'too_large')
  }),
  ...['c328', 'ff', 'eda080', 'c080', 'f4908080', '80'].map((bytes) =>
    fact(`A91 bytes ${bytes} are no text`, async (shop) => {
      const [before = '', after = ''] = JSON.stringify({ p: aNewOrder() }).split('Ayesha')
      const body = Buffer.concat([
        Buffer.from(before),
        Buffer.from(bytes, 'hex'),
        Buffer.from(after),
      ])
      const reply = await shop.ask('/rest/v1/rpc/place_order', { method: 'POST', body })
      expect(reply.status).toBe(400)
    }),
  ),
  ...[
    'text/plain',
    'text/csv',
    'application/octet-stream',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/geo+json',
  ].map((type) =>
    fact(`A92 a body of the type ${type} places nothing`, async (shop) => {
      const reply = await shop.call(
        'place_order',
        { p: aNewOrder() },
        { headers: { 'content-type': type } },
      )
      expectRefused(reply)
    }),
  ),
  fact('A92 a body that is packed is not unpacked', async (shop) => {
    const headers = { 'content-encoding': 'gzip' }
    const bomb = Buffer.from('1f8b080000000000000363000100000000ffff', 'hex')
    const reply = await shop.ask('/rest/v1/rpc/place_order', {
      method: 'POST',
      headers,
      body: bomb,
    })
    expectRefused(reply)
  }),
  ...['get_order', 'track_order'].map((name) =>
    fact(`A92 ${name} takes no single parameter as its body`, async (shop) => {
      const headers = { prefer: 'params=single-object' }
      const reply = await shop.call(name, aNewOrder(), { headers })
      expect(reply.body).not.toMatchObject({ ok: true })
    }),
  ),
]
