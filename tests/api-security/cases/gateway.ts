/* The door itself: keys, paths, methods, and connections that do not keep to the rules. */
import { expect } from 'vitest'
import { aNewOrder } from '#tests/support/a-new-order.ts'
import { type AttackCase, fact } from '../attack-case.ts'
import { expectDenied, expectRefused } from '../outcomes.ts'
import { victim } from '../planted.ts'

const CRLF = '\r\n'

const PATHS = [
  '//',
  '//[',
  '//rest/v1/orders',
  '/rest//v1/orders',
  '/rest/v1//orders',
  '/rest/v1/./orders',
  '/rest/v1/../v1/orders',
  '/rest/v1/../../rest/v1/orders',
  '/rest/v1/%2e%2e/auth/v1/admin/users',
  '/rest/v1/..%2fauth%2fv1%2fadmin%2fusers',
  '/rest/v1/%6frders',
  '/rest/v1/orders/',
  '/rest/v1/orders%00',
  '/rest/v1/orders%20',
  '/rest/v1/orders;x=1',
  '/rest/v1/orders#x',
  '/rest/v1/Orders',
  '/rest/v1/public.orders',
  '/rest/v1/"orders"',
  '/REST/v1/orders',
  '/rest/v2/orders',
  '/rest/v1\\orders',
  '/rest/v1/rpc/../orders',
  '/auth/v1/../../rest/v1/orders',
  'http://localhost/rest/v1/orders',
  'http://evil.example/rest/v1/orders',
  '/rest/v1/%',
  '/rest/v1/%zz',
  '/rest/v1/%c0%ae%c0%ae/orders',
]

export const gateway: AttackCase[] = [
  ...PATHS.map((path) =>
    fact(`A02 no way round: ${path}`, async (shop) => {
      const reply = await shop.ask(encodeURI(path).replaceAll('%25', '%'))
      expect([301, 308, 400, 401, 404, 405, 406]).toContain(reply.status)
      expect(reply.text).not.toContain('shipping_address')
    }),
  ),
  ...['DELETE', 'PATCH', 'POST'].map((method) =>
    fact(`A30 no way round for ${method}`, async (shop) => {
      for (const path of PATHS) {
        const body = '{"status":"cancelled"}'
        const reply = await shop.ask(encodeURI(path).replaceAll('%25', '%'), { method, body })
        expect(reply.status).toBeGreaterThanOrEqual(300)
      }
    }),
  ),
  fact('A01 without a key nothing is asked', async (shop) => {
    for (const path of ['/rest/v1/orders', '/rest/v1/rpc/get_order?p_id=x', '/auth/v1/health']) {
      const { port } = new URL(shop.url)
      const reply = await shop.speak(
        `GET ${path} HTTP/1.1${CRLF}Host: localhost:${port}${CRLF}Connection: close${CRLF}${CRLF}`,
      )
      expect(reply).toMatchObject({ status: 401, body: { message: 'Invalid API key' } })
    }
  }),
  fact('A01 the key in the URL is no key', async (shop) => {
    const path = '/rest/v1/orders?apikey=sb_publishable_local&select=*'
    const reply = await shop.ask(path, { headers: { apikey: [] } })
    expect(reply).toMatchObject({ status: 401, body: { message: 'Invalid API key' } })
    expectRefused(await shop.ask(path))
  }),
  fact('A01 a question before a request tells nothing of the tables', async (shop) => {
    for (const path of ['/rest/v1/orders', '/rest/v1/rpc/place_order', '/rest/v1/order_keys']) {
      const headers = { origin: 'https://evil.example', 'access-control-request-method': 'PATCH' }
      const reply = await shop.ask(path, { method: 'OPTIONS', headers })
      expect(reply).toMatchObject({ status: 204, text: '' })
      expect(Object.keys(reply.headers).join()).not.toContain('access-control')
      expect(reply.headers['set-cookie']).toBeUndefined()
    }
  }),
  fact('A30 CONNECT makes no tunnel', async (shop) => {
    const reply = await shop.speak(
      `CONNECT localhost:5432 HTTP/1.1${CRLF}Host: localhost${CRLF}${CRLF}`,
    )
    expect(reply.status).not.toBe(200)
  }),
  fact('A30 TRACE does not repeat what it was sent', async (shop) => {
    const headers = { 'x-secret': 'please-repeat' }
    const reply = await shop.ask('/rest/v1/orders', { method: 'TRACE', headers })
    expect(reply.status).toBeGreaterThanOrEqual(400)
    expect(reply.text).not.toContain('please-repeat')
  }),
  ...[
    ['fewer bytes than promised', `Content-Length: 900${CRLF}${CRLF}{"p":`],
    ['two lengths', `Content-Length: 2${CRLF}Content-Length: 90${CRLF}${CRLF}{}`],
    [
      'a length and pieces',
      `Content-Length: 2${CRLF}Transfer-Encoding: chunked${CRLF}${CRLF}0${CRLF}${CRLF}`,
    ],
    ['a length below nothing', `Content-Length: -1${CRLF}${CRLF}{}`],
    ['a length in words', `Content-Length: two${CRLF}${CRLF}{}`],
    [
      'a piece that is none',
      `Transfer-Encoding: chunked${CRLF}${CRLF}zz${CRLF}{}${CRLF}0${CRLF}${CRLF}`,
    ],
    [
      'a header with a line end of its own',
      `X-A: b\rX-C: d${CRLF}Content-Length: 2${CRLF}${CRLF}{}`,
    ],
    ['a NUL in a header', `X-A: \u0000${CRLF}Content-Length: 2${CRLF}${CRLF}{}`],
  ].map(([what, rest]) =>
    fact(`A90 a request with ${what} places nothing and holds nobody up`, async (shop) => {
      const reply = await shop.speak(`${opening()}${rest}`)
      expect([0, 400]).toContain(reply.status)
    }),
  ),
  fact('A90 a second request hidden in the first is not believed', async (shop) => {
    const hidden = `DELETE /rest/v1/orders HTTP/1.1${CRLF}Host: x${CRLF}apikey: sb_publishable_local${CRLF}${CRLF}`
    const reply = await shop.speak(
      `${opening()}Content-Length: 0${CRLF}Transfer-Encoding: chunked${CRLF}${CRLF}0${CRLF}${CRLF}${hidden}`,
    )
    expect(reply.status).toBe(400)
    expect(reply.text).not.toContain('HTTP/1.1 204')
  }),
  fact('A90 who never ends a body keeps nobody waiting', async (shop) => {
    const slow = shop.speak(`${opening()}Content-Length: 900${CRLF}${CRLF}{"p":{`)
    const mine = aNewOrder()
    shop.mayAdd(mine.id)
    expect((await shop.call('place_order', { p: mine })).status).toBe(201)
    expect([0, 400]).toContain((await slow).status)
  }),
  fact('A90 a body in endless pieces is cut off', async (shop) => {
    const piece = `4000${CRLF}${'x'.repeat(0x4000)}${CRLF}`
    const reply = await shop.speak(
      `${opening()}Transfer-Encoding: chunked${CRLF}${CRLF}${piece.repeat(10)}`,
    )
    expect(reply.status).toBe(413)
  }),
  fact('A90 headers without end are refused', async (shop) => {
    const headers = Array.from({ length: 3000 }, (_, nth) => `X-${nth}: ${'x'.repeat(20)}`).join(
      CRLF,
    )
    const reply = await shop.speak(
      `GET /rest/v1/orders HTTP/1.1${CRLF}Host: x${CRLF}${headers}${CRLF}${CRLF}`,
    )
    expect([0, 431]).toContain(reply.status)
  }),
  fact('A06 an address without end is refused', async (shop) => {
    const long = `/rest/v1/orders?id=eq.${'x'.repeat(9000)}`
    expectRefused(await shop.ask(long))
    const endless = await shop.speak(
      `GET /rest/v1/orders?${'x'.repeat(90_000)} HTTP/1.1${CRLF}Host: x${CRLF}${CRLF}`,
    )
    expect([0, 431]).toContain(endless.status)
  }),
  fact('A21 a question asked often enough finds no gap', async (shop) => {
    const path = `/rest/v1/orders?id=eq.${victim.id}`
    const replies = await Promise.all(Array.from({ length: 60 }, () => shop.ask(path)))
    for (const reply of replies) expectDenied(reply)
  }),
  fact('A95 what one caller is told is kept for no other', async (shop) => {
    const replies = [
      await shop.call('get_order', { p_id: victim.id }),
      await shop.call('get_order', { p_id: 'QQQQQQQQ' }),
      await shop.call('place_order', { p: {} }),
    ]
    for (const { headers } of replies) expect(headers['cache-control']).toBe('no-store')
  }),
]

function opening(): string {
  return [
    'POST /rest/v1/rpc/place_order HTTP/1.1',
    'Host: localhost',
    'Connection: close',
    'apikey: sb_publishable_local',
    'Content-Type: application/json',
    '',
  ].join(CRLF)
}
