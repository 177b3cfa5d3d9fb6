import { SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { LOCAL_API_KEY } from '#tools/local-backend/gateway.ts'
import { countedClients, countOf, forgetCounts } from '../support/limits.ts'
import { aFolder, startBackend, type TestBackend } from '../support/shop-server.ts'

const folder = aFolder('gateway')
let backend: TestBackend

beforeAll(async () => {
  backend = await startBackend(folder.path)
})
afterAll(async () => {
  await backend?.close()
  folder.remove()
})

describe('the key', () => {
  test('is asked for, as Supabase does', async () => {
    for (const headers of [{}, { apikey: 'another' }]) {
      const response = await call('/rest/v1/orders', { headers })
      expect(response.status).toBe(401)
      expect(await response.json()).toMatchObject({ message: 'Invalid API key' })
    }
  })

  test('is not read from the URL, which a link or a form of another site can carry', async () => {
    const response = await fetch(`${backend.url}/rest/v1/orders?apikey=${LOCAL_API_KEY}`)
    expect(response.status).toBe(401)
  })

  test('opens nothing more as a bearer', async () => {
    const response = await call('/rest/v1/orders', {
      headers: { apikey: LOCAL_API_KEY, authorization: `Bearer ${LOCAL_API_KEY}` },
    })
    expect(await response.json()).toMatchObject({ code: '42501' })
  })
})

describe('a token', () => {
  const claims = { role: 'authenticated', sub: crypto.randomUUID() }

  test('signed with another secret is refused', async () => {
    const forged = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode('a-secret-of-somebody-else-entirely'))
    expect(await statusWith(forged)).toBe(401)
  })

  test('signed by nobody is refused, whatever role it claims', async () => {
    const unsigned = new UnsecuredJWT({ role: 'service_role' }).setExpirationTime('1h').encode()
    expect(await statusWith(unsigned)).toBe(401)
  })

  async function statusWith(token: string): Promise<number> {
    const headers = { apikey: LOCAL_API_KEY, authorization: `Bearer ${token}` }
    return (await call('/rest/v1/orders', { headers })).status
  }
})

describe('the caller', () => {
  afterEach(() => backend.transaction(forgetCounts))

  test('is whom the last proxy names, and no earlier hop or other header', async () => {
    await placeFrom({
      'x-forwarded-for': '203.0.113.1, 203.0.113.7',
      'cf-connecting-ip': '203.0.113.2',
      'x-real-ip': '203.0.113.3',
    })
    expect(await backend.transaction((query) => countOf(query, 'place', '203.0.113.7'))).toBe(1)
    expect(await backend.transaction(countedClients)).toBe(1)
  })

  test('is who connects where no proxy says a word', async () => {
    await placeFrom({})
    expect(await backend.transaction((query) => countOf(query, 'place', '127.0.0.1'))).toBe(1)
  })

  function placeFrom(headers: Record<string, string>): Promise<Response> {
    return call('/rest/v1/rpc/place_order', {
      method: 'POST',
      headers: { apikey: LOCAL_API_KEY, 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ p: aNewOrder() }),
    })
  }
})

describe('a form', () => {
  test('of an order is saved', async () => {
    const form = new FormData()
    form.set('fullName', 'عائشہ')
    const response = await call('/forms/order', { method: 'POST', body: form })
    expect(await response.json()).toEqual({ ok: true })
    expect(await savedForms('order')).toEqual([{ fullName: 'عائشہ' }])
  })

  test('that cannot be read is refused', async () => {
    const headers = { 'content-type': 'application/json' }
    const response = await call('/forms/order', { method: 'POST', headers, body: '{"name":' })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ ok: false, code: 'bad_request' })
  })

  test.each(['contact', 'constructor'])('that nobody made has no path: %s', async (name) => {
    expect((await call(`/forms/${name}`, { method: 'POST' })).status).toBe(404)
  })

  test('of an order is taken 100 times from a client, and still from another', async () => {
    const send = (from: string) => {
      const body = new FormData()
      body.set('city', 'Lahore')
      const headers = { 'x-forwarded-for': from }
      return call('/forms/order', { method: 'POST', headers, body })
    }
    const statuses = []
    for (let nth = 0; nth < 101; nth += 1) statuses.push((await send('203.0.113.1')).status)
    expect(statuses.slice(99)).toEqual([200, 429])
    expect((await send('203.0.113.2')).status).toBe(200)
  })

  test.each([
    ['picture', 'x', 'bad_field'],
    ['__proto__', 'x', 'bad_field'],
    ['fullName', 'a\0b', 'bad_field'],
    ['fullName', new File(['x'], 'photo.jpg'), 'bad_field'],
    ['fullName', 'x'.repeat(101), 'too_long'],
    ['orderSummary', 'x'.repeat(16_001), 'too_long'],
  ])('of an order has the fields of one: %s %j %s', async (field, value, code) => {
    const before = await savedForms('order')
    const form = new FormData()
    form.set(field, value)
    const response = await call('/forms/order', { method: 'POST', body: form })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ ok: false, code, field })
    expect(await savedForms('order')).toEqual(before)
  })

  async function savedForms(form: string): Promise<Record<string, unknown>[]> {
    const rows = await backend.transaction((query) =>
      query('select fields from local.form_copies where form = $1 order by id', [form]),
    )
    return rows.map((row) => row['fields'] as Record<string, unknown>)
  }
})

test('a body that no order needs is not read to its end', async () => {
  const response = await call('/rest/v1/rpc/place_order', {
    method: 'POST',
    headers: { apikey: LOCAL_API_KEY },
    body: 'x'.repeat(200_000),
  })
  expect(response.status).toBe(413)
})

test('what the local backend lacks of Supabase says so in JSON', async () => {
  for (const part of ['storage', 'graphql', 'realtime']) {
    const response = await call(`/${part}/v1/anything`, { headers: { apikey: LOCAL_API_KEY } })
    expect(response.status).toBe(404)
    expect(await response.json()).toHaveProperty('message')
  }
})

test('the API does not describe itself', async () => {
  const response = await call('/rest/v1/', { headers: { apikey: LOCAL_API_KEY } })
  expect(await response.text()).not.toContain('place_order')
})

function call(path: string, init: RequestInit): Promise<Response> {
  return fetch(`${backend.url}${path}`, init)
}
