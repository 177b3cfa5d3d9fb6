import { describe, expect, test } from 'vitest'
import { inOneWindow } from '#tests/support/one-window.ts'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { askFor } from '#tests/support/raw-request.ts'
import { adminLogin } from '#tests/support/shop-server.ts'
import { LOCAL_API_KEY } from '#tools/local-backend/gateway.ts'
import { openBackend } from './open-backend.ts'

const backend = openBackend(
  'other-sites',
  { trustProxy: false },
  { allowedHosts: ['shop.example', 'Second.Example'] },
)

describe('a Host name', () => {
  const OWN = ['localhost:4321', 'LOCALHOST:1', '127.0.0.1', '[::1]:4321', 'second.example:8080']
  test.each(OWN)('of this shop is served: %s', async (host) => {
    expect(await statusFor(host)).toEqual({ page: 404, api: 401 })
  })

  test.each([
    'evil.example:4321',
    'evil-localhost',
    'shop.example.evil.example',
    '10.0.0.1',
    'localhost:x',
  ])('of another site is refused, for pages as for the API: %j', async (host) => {
    expect(await statusFor(host)).toEqual({ page: 421, api: 421 })
  })

  async function statusFor(host: string) {
    const page = await askFor(backend.url, '/', { headers: { host } })
    const api = await askFor(backend.url, '/rest/v1/orders', { headers: { host } })
    return { page: page.status, api: api.status }
  }
})

describe('a page of another origin', () => {
  const OTHERS = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:1' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: 'OWN' },
  ]

  test.each(OTHERS)('with %j writes nothing', async (said) => {
    const before = await everything()
    for (const [path, body] of writes()) {
      expect((await call('POST', path, said, body)).status, path).toBe(403)
    }
    for (const method of ['PATCH', 'PUT', 'DELETE']) {
      expect((await call(method, '/rest/v1/orders', said)).status, method).toBe(403)
    }
    expect(await everything()).toEqual(before)
  })

  test('may read no response', async () => {
    for (const method of ['GET', 'OPTIONS']) {
      for (const path of ['/rest/v1/orders', '/forms/order', '/']) {
        const { headers } = await call(method, path, { origin: 'https://evil.example' })
        expect(Object.keys(headers).join(), `${method} ${path}`).not.toContain('access-control')
      }
    }
  })

  test.each([
    {},
    { origin: 'OWN' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    // Behind a proxy that changes the Host.
    { 'sec-fetch-site': 'same-origin', origin: 'https://shop.example' },
  ])('is not what sends %j', async (said) => {
    for (const [path, body, expected] of writes()) {
      expect((await call('POST', path, said, body)).status, path).toBe(expected)
    }
  })

  /** With the status of each where it is allowed. */
  function writes(): [path: string, body: string, status: number][] {
    return [
      ['/rest/v1/rpc/place_order', JSON.stringify({ p: aNewOrder() }), 201],
      ['/auth/v1/token?grant_type=password', JSON.stringify(adminLogin), 200],
      ['/forms/order', 'city=Lahore', 200],
    ]
  }

  async function everything() {
    return backend.sql(
      `select (select count(*) from public.orders) as orders,
          (select count(*) from auth.sessions) as sessions,
          (select count(*) from local.form_copies) as forms`,
    )
  }
})

test('an X-Forwarded-For makes nobody another client, where no proxy is configured', async () => {
  await inOneWindow(backend.sql, async () => {
    const statuses = []
    for (let nth = 0; nth <= 30; nth += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${nth}`, 'cf-connecting-ip': `10.0.0.${nth}` }
      const wrongTotal = JSON.stringify({ p: aNewOrder({ total: 1 }) })
      const response = await call('POST', '/rest/v1/rpc/place_order', headers, wrongTotal)
      statuses.push(response.status)
    }
    expect(statuses.at(-1)).toBe(429)
  })
})

function call(method: string, path: string, said: Record<string, string>, body?: string) {
  const own = Object.entries(said).map(([name, text]) => [name, text.replace('OWN', backend.url)])
  const host = new URL(backend.url).host
  return askFor(backend.url, path, {
    method,
    headers: {
      host,
      apikey: LOCAL_API_KEY,
      'content-type': path.startsWith('/forms/')
        ? 'application/x-www-form-urlencoded'
        : 'application/json',
      ...Object.fromEntries(own),
    },
    ...(body !== undefined && { body }),
  })
}
