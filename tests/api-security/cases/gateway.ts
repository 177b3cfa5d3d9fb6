/* The gateway: keys, paths and methods. */
import { expect } from 'vitest'
import { LOCAL_API_KEY } from '#tools/local-backend/gateway.ts'
import { type AttackCase, attack, attacks } from '../attack-case.ts'
import { expectDenied, expectRefused } from '../expectations.ts'

const CRLF = '\r\n'

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
