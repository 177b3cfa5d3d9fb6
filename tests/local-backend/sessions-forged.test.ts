/*
 * Tokens that somebody else made, or made over. Each claims to be the admin, in a session that is
 * really open, so that nothing but the signature and its header can be what refuses it.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import {
  decodeJwt,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { LOCAL_API_KEY } from '#tools/local-backend/gateway.ts'
import { goodAddress } from '../support/address-cases.ts'
import { adminLogin, aFolder, startBackend, type TestBackend } from '../support/shop-server.ts'

const CANARY = 'Canary Of The Forger'
const folder = aFolder('forged')
let backend: TestBackend
let claims: JWTPayload
let secret: Uint8Array
const attacker = await generateKeyPair('RS256', { extractable: true })

beforeAll(async () => {
  backend = await startBackend(folder.path)
  secret = bytes(readFileSync(join(folder.path, 'token-secret'), 'utf8'))
  const { data, error } = await aClient().auth.signInWithPassword(adminLogin)
  if (error) throw error
  claims = decodeJwt(data.session.access_token)
  const p = aNewOrder({ shippingAddress: { ...goodAddress, fullName: CANARY } })
  await aClient().rpc('place_order', { p })
})
afterAll(async () => {
  await backend?.close()
  folder.remove()
})

test('the same claims, rightly signed, open the orders', async () => {
  expect(await read(await signed({}))).toMatchObject({ status: 200, showsOrder: true })
})

describe('refused everywhere is a token', () => {
  test.each(['none', 'None', 'NONE', 'nOnE', ''])('C05 of the algorithm "%s"', async (alg) => {
    for (const signature of ['', 'c2ln']) await expectRefused(`${unsigned({ alg })}.${signature}`)
  })

  test('C06 signed with another secret, or with none', async () => {
    for (const key of ['a-secret-of-somebody-else-entirely', LOCAL_API_KEY, '\0'.repeat(32)]) {
      await expectRefused(await signed({}, { key: bytes(key.padEnd(32, '.')) }))
    }
  })

  test('C06 whose claims were changed after it was signed', async () => {
    const [header, , signature] = (await signed({})).split('.')
    const changed = part({ ...claims, exp: Number(claims.exp) + 3600 })
    await expectRefused(`${header}.${changed}.${signature}`)
  })

  test('C06 cut short, or with a word too many', async () => {
    const token = await signed({})
    await expectRefused(token.slice(0, -2))
    await expectRefused(token.split('.').slice(0, 2).join('.'))
    await expectRefused(`${token}.${token}`)
  })

  test('C07 of RS256, or of HS256 with the public key for a secret', async () => {
    await expectRefused(
      await new SignJWT(claims).setProtectedHeader({ alg: 'RS256' }).sign(attacker.privateKey),
    )
    const publicKey = await exportSPKI(attacker.publicKey)
    await expectRefused(await signed({}, { key: bytes(publicKey) }))
  })

  test('C08 past its time', async () => {
    await expectRefused(await signed({ exp: Math.floor(Date.now() / 1000) - 3600 }))
  })

  test('C09 meant for somebody else', async () => {
    for (const aud of ['anon', 'https://other.example', ['other']]) {
      await expectRefused(await signed({ aud }))
    }
  })

  test('C10 that is not valid yet', async () => {
    await expectRefused(await signed({ nbf: Math.floor(Date.now() / 1000) + 3600 }))
  })

  test('C11 whose header brings a key along', async () => {
    const jwk = await exportJWK(attacker.publicKey)
    const headers: JWTHeaderParameters[] = [
      { alg: 'RS256', jwk },
      { alg: 'RS256', kid: '../../../../dev/null' },
      { alg: 'RS256', kid: "' union select 'secret' --" },
      { alg: 'RS256', jku: `${backend.url}/keys.json` },
      { alg: 'RS256', x5u: `${backend.url}/cert.pem` },
      { alg: 'RS256', x5c: ['AAAA'] },
    ]
    for (const header of headers) {
      await expectRefused(
        await new SignJWT(claims).setProtectedHeader(header).sign(attacker.privateKey),
      )
    }
    // An empty secret is what a key id that leads to an empty file would give.
    await expectRefused(await signed({}, { key: new Uint8Array(32), kid: '/dev/null' }))
  })
})

describe('rightly signed but of no use is a token', () => {
  test.each([
    ['B09 of a session that is not open', { session_id: crypto.randomUUID() }],
    ['of no session', { session_id: undefined }],
    ['of a session of somebody else', { sub: crypto.randomUUID() }],
    [
      'B07 that writes the admin into what its user may write',
      { sub: crypto.randomUUID(), user_metadata: { role: 'admin', is_admin: true } },
    ],
  ])('%s', async (_, change) => {
    const token = await signed(change)
    expect(await read(token)).toMatchObject({ status: 200, showsOrder: false })
    const changed = await send(token, 'PATCH', 'orders?total=gt.0', { status: 'cancelled' })
    expect(await changed.json()).toEqual([])
    expect((await send(token, 'POST', 'rpc/admin_orders', {})).status).toBe(403)
  })
})

async function expectRefused(token: string): Promise<void> {
  expect(await read(token), token).toMatchObject({ status: 401, showsOrder: false })
  for (const [method, path, body] of [
    ['PATCH', 'orders?total=gt.0', { status: 'cancelled' }],
    ['POST', 'rpc/admin_orders', {}],
    ['POST', 'rpc/admin_dashboard', {}],
  ] as const) {
    const response = await send(token, method, path, body)
    expect(response.status, `${method} ${path} ${token}`).toBe(401)
    expect(await response.text()).not.toContain(CANARY)
  }
  const who = await fetch(`${backend.url}/auth/v1/user`, { headers: headersOf(token) })
  expect(who.status, token).toBeGreaterThanOrEqual(401)
  expect(await who.text()).not.toContain(adminLogin.email)
}

async function read(token: string): Promise<{ status: number; showsOrder: boolean }> {
  const response = await send(token, 'GET', 'orders?select=*')
  return { status: response.status, showsOrder: (await response.text()).includes(CANARY) }
}

function send(token: string, method: string, path: string, body?: object): Promise<Response> {
  return fetch(`${backend.url}/rest/v1/${path}`, {
    method,
    headers: {
      ...headersOf(token),
      'content-type': 'application/json',
      prefer: 'return=representation',
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}

function headersOf(token: string): Record<string, string> {
  return { apikey: LOCAL_API_KEY, authorization: `Bearer ${token}` }
}

function signed(
  change: JWTPayload,
  { key = secret, ...header }: { key?: Uint8Array; kid?: string } = {},
): Promise<string> {
  return new SignJWT({ ...claims, ...change })
    .setProtectedHeader({ alg: 'HS256', ...header })
    .sign(key)
}

function unsigned(header: object): string {
  return `${part({ typ: 'JWT', ...header })}.${part(claims)}`
}

function part(content: object): string {
  return Buffer.from(JSON.stringify(content)).toString('base64url')
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function aClient() {
  return createClient(backend.url, LOCAL_API_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
}
