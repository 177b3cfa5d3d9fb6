/* The gateway: keys, paths, methods, and connections that violate HTTP. */
import { expect } from 'vitest'
import { LOCAL_API_KEY } from '#tools/local-backend/gateway.ts'
import { type AttackCase, attack, attacks } from '../attack-case.ts'
import { expectDenied, expectRefused } from '../expectations.ts'
import { placeOwnOrder } from '../place-order.ts'

const CRLF = '\r\n'

const OPENING = [
  'POST /rest/v1/rpc/place_order HTTP/1.1',
  'Host: localhost',
  'Connection: close',
  'apikey: sb_publishable_local',
  'Content-Type: application/json',
  '',
].join(CRLF)

/** They lead to the table, so grants deny them. */
const PATHS_TO_ORDERS = [
  '/rest/v1/./orders',
  '/rest/v1/../v1/orders',
  '/rest/v1/../../rest/v1/orders',
  '/rest/v1/%6frders',
  '/rest/v1/orders%00',
  '/rest/v1/orders#x',
  '/rest/v1/rpc/../orders',
  '/auth/v1/../../rest/v1/orders',
  'http://localhost/rest/v1/orders',
  'http://evil.example/rest/v1/orders',
]

const OTHER_PATHS = [
  '//',
  '//[',
  '//rest/v1/orders',
  '/rest//v1/orders',
  '/rest/v1//orders',
  '/rest/v1/%2e%2e/auth/v1/admin/users',
  '/rest/v1/..%2fauth%2fv1%2fadmin%2fusers',
  '/rest/v1/orders/',
  '/rest/v1/orders%20',
  '/rest/v1/orders;x=1',
  '/rest/v1/Orders',
  '/rest/v1/public.orders',
  '/rest/v1/"orders"',
  '/REST/v1/orders',
  '/rest/v2/orders',
  '/rest/v1\\orders',
  '/rest/v1/%',
  '/rest/v1/%zz',
  '/rest/v1/%c0%ae%c0%ae/orders',
]

/** Headers after OPENING, with a body. */
const INVALID_REQUESTS: Record<string, string> = {
  'a body shorter than its length': `Content-Length: 900${CRLF}${CRLF}{"p":`,
  'two lengths': `Content-Length: 2${CRLF}Content-Length: 90${CRLF}${CRLF}{}`,
  'a length and chunks': `Content-Length: 2${CRLF}Transfer-Encoding: chunked${CRLF}${CRLF}0${CRLF}${CRLF}`,
  'a negative length': `Content-Length: -1${CRLF}${CRLF}{}`,
  'a length in words': `Content-Length: two${CRLF}${CRLF}{}`,
  'an invalid chunk': `Transfer-Encoding: chunked${CRLF}${CRLF}zz${CRLF}{}${CRLF}0${CRLF}${CRLF}`,
  'a line end in a header': `X-A: b\rX-C: d${CRLF}Content-Length: 2${CRLF}${CRLF}{}`,
  'a NUL in a header': `X-A: \u0000${CRLF}Content-Length: 2${CRLF}${CRLF}{}`,
}

export const gatewayCases: AttackCase[] = [
  ...unusualPaths(PATHS_TO_ORDERS),
  ...changesByUnusualPaths(['DELETE', 'PATCH']),
  ...changesByUnusualPaths(['POST']),
  attack('A01 the public key adds nothing as a token', async (api) => {
    expectDenied(await api.request('/rest/v1/orders', { token: LOCAL_API_KEY }))
  }),
  ...unusualPaths(OTHER_PATHS),
  attack('A01 a request without a key is refused', async (api) => {
    const { host } = new URL(api.url)
    for (const path of ['/rest/v1/orders', '/rest/v1/rpc/get_order?p_id=x', '/auth/v1/health']) {
      const response = await api.sendBytes(
        `GET ${path} HTTP/1.1${CRLF}Host: ${host}${CRLF}Connection: close${CRLF}${CRLF}`,
      )
      expect(response).toMatchObject({ status: 401, body: { message: 'Invalid API key' } })
    }
  }),
  attack('A01 a key in the URL is refused', async (api) => {
    const path = '/rest/v1/orders?apikey=sb_publishable_local&select=*'
    const response = await api.request(path, { headers: { apikey: [] } })
    expect(response).toMatchObject({ status: 401, body: { message: 'Invalid API key' } })
    expectRefused(await api.request(path))
  }),
  ...attacks(
    'A01 a preflight request reveals nothing',
    ['/rest/v1/orders', '/rest/v1/rpc/place_order', '/rest/v1/order_keys'],
    async (api, path) => {
      const headers = { origin: 'https://evil.example', 'access-control-request-method': 'PATCH' }
      const response = await api.request(path, { method: 'OPTIONS', headers })
      expect(response).toMatchObject({ status: 204, text: '' })
      expect(Object.keys(response.headers).join()).not.toContain('access-control')
      expect(response.headers['set-cookie']).toBeUndefined()
    },
  ),
  attack('A30 CONNECT opens no tunnel', async (api) => {
    const request = `CONNECT localhost:5432 HTTP/1.1${CRLF}Host: localhost${CRLF}${CRLF}`
    expect((await api.sendBytes(request)).status).not.toBe(200)
  }),
  attack('A30 TRACE does not repeat a header', async (api) => {
    const headers = { 'x-secret': 'please-repeat' }
    const response = await api.request('/rest/v1/orders', { method: 'TRACE', headers })
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect(response.text).not.toContain('please-repeat')
  }),
  ...attacks(
    'A90 an invalid request places nothing',
    Object.keys(INVALID_REQUESTS),
    async (api, kind) => {
      const response = await api.sendBytes(`${OPENING}${INVALID_REQUESTS[kind]}`)
      expect([0, 400]).toContain(response.status)
    },
  ),
  attack('A90 a smuggled second request is not served', async (api) => {
    const second = `DELETE /rest/v1/orders HTTP/1.1${CRLF}Host: x${CRLF}apikey: sb_publishable_local${CRLF}${CRLF}`
    const response = await api.sendBytes(
      `${OPENING}Content-Length: 0${CRLF}Transfer-Encoding: chunked${CRLF}${CRLF}0${CRLF}${CRLF}${second}`,
    )
    expect(response.status).toBe(400)
    expect(response.text).not.toContain('HTTP/1.1 204')
  }),
  attack('A90 an incomplete body delays no other request', async (api) => {
    const slow = api.sendBytes(`${OPENING}Content-Length: 900${CRLF}${CRLF}{"p":{`)
    await placeOwnOrder(api)
    expect([0, 400]).toContain((await slow).status)
  }),
  attack('A90 a body of endless chunks is cut off', async (api) => {
    const chunk = `4000${CRLF}${'x'.repeat(0x4000)}${CRLF}`
    const response = await api.sendBytes(
      `${OPENING}Transfer-Encoding: chunked${CRLF}${CRLF}${chunk.repeat(70)}`,
    )
    expect(response.status).toBe(413)
  }),
  attack('A90 endless headers are refused', async (api) => {
    const header = (nth: number) => `X-${nth}: ${'x'.repeat(20)}`
    const headers = Array.from({ length: 3000 }, (_, nth) => header(nth)).join(CRLF)
    const response = await api.sendBytes(
      `GET /rest/v1/orders HTTP/1.1${CRLF}Host: x${CRLF}${headers}${CRLF}${CRLF}`,
    )
    expect([0, 431]).toContain(response.status)
  }),
  attack('A06 an endless URL is refused', async (api) => {
    expectRefused(await api.request(`/rest/v1/orders?id=eq.${'x'.repeat(9000)}`))
    const response = await api.sendBytes(
      `GET /rest/v1/orders?${'x'.repeat(90_000)} HTTP/1.1${CRLF}Host: x${CRLF}${CRLF}`,
    )
    expect([0, 431]).toContain(response.status)
  }),
]

function unusualPaths(paths: string[]): AttackCase[] {
  return attacks('A02 an unusual path reads no order', paths, async (api, path) => {
    const response = await api.request(encoded(path))
    expect([301, 308, 400, 401, 404, 405, 406]).toContain(response.status)
    expect(response.text).not.toContain('shipping_address')
  })
}

function changesByUnusualPaths(methods: string[]): AttackCase[] {
  return attacks('A30 an unusual path changes no order', methods, async (api, method) => {
    for (const path of [...PATHS_TO_ORDERS, ...OTHER_PATHS]) {
      const response = await api.request(encoded(path), { method, body: '{"status":"cancelled"}' })
      expect(response.status).toBeGreaterThanOrEqual(300)
    }
  })
}

/** Encodes what a request line cannot contain, and leaves existing escapes. */
function encoded(path: string): string {
  return encodeURI(path).replaceAll('%25', '%')
}
