/*
 * Forged access tokens. Those with the real signature show that no claim gives rights by itself; all
 * others must be refused.
 */
import { randomUUID } from 'node:crypto'
import { decodeJwt, exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { expect } from 'vitest'
import { LOCAL_API_KEY } from '#tools/local-backend/gateway.ts'
import { type AttackCase, attack, attacks } from '../attack-case.ts'
import { expectDenied, expectRefused } from '../expectations.ts'
import { victim } from '../fixtures.ts'
import type { TestApi, User } from '../test-api.ts'

const ORDERS = '/rest/v1/orders'
const attacker = await generateKeyPair('RS256', { extractable: true })
const now = () => Math.floor(Date.now() / 1000)

/** Claims that PostgREST accepts and that must give no rights. tests/database/admin/admin.test.ts has others. */
const WITHOUT_RIGHTS: Record<string, (api: TestApi) => JWTPayload> = {
  'B08 metadata of an admin': ({ user }) => ({
    ...claimsOf(user),
    app_metadata: { role: 'admin', claims_admin: true },
    user_metadata: { role: 'admin' },
    is_admin: true,
    user_role: 'admin',
  }),
  'B09 the admin’s id with another session': ({ admin, user }) => ({
    ...claimsOf(admin),
    session_id: user.sessionId,
  }),
}

/** Each claims to be the admin in a session that is open: only the signature or its header is wrong. */
const INVALID: Record<string, (api: TestApi) => string | Promise<string>> = {
  'signed with another secret': ({ admin }) =>
    sign(claimsOf(admin), 'a-secret-of-somebody-else-entirely'),
  'signed with the public key of the API': ({ admin }) =>
    sign(claimsOf(admin), LOCAL_API_KEY.padEnd(32, '.')),
  'signed with an empty secret': ({ admin }) => sign(claimsOf(admin), '\0'.repeat(32)),
  'whose key is an empty file': ({ admin }) =>
    sign(claimsOf(admin), '\0'.repeat(32), { kid: '/dev/null' }),
  'with the payload of another token': ({ admin, user }) => {
    const [header, , signature] = user.token.split('.')
    return `${header}.${admin.token.split('.')[1]}.${signature}`
  },
  'whose claims were changed': ({ admin }) => {
    const [header, , signature] = admin.token.split('.')
    const claims = { ...decodeJwt(admin.token), exp: now() + 90_000 }
    return `${header}.${base64url(claims)}.${signature}`
  },
  'without its signature': ({ admin }) => `${admin.token.split('.').slice(0, 2).join('.')}.`,
  'of two parts': ({ admin }) => admin.token.split('.').slice(0, 2).join('.'),
  'with a part of its signature': ({ admin }) => admin.token.slice(0, -2),
  'that is repeated': ({ admin }) => `${admin.token}.${admin.token}`,
  'in capitals': ({ admin }) => admin.token.toUpperCase(),
  'whose secret is a public key': async ({ admin }) =>
    sign(claimsOf(admin), await exportSPKI(attacker.publicKey)),
  'that has expired': ({ admin, signToken }) =>
    signToken({ ...claimsOf(admin), exp: now() - 3600 }),
  'for another audience': ({ admin, signToken }) =>
    signToken({ ...claimsOf(admin), aud: 'https://other.example' }),
  'for anonymous requests': ({ admin, signToken }) =>
    signToken({ ...claimsOf(admin), aud: ['anon'] }),
  'that is not valid yet': ({ admin, signToken }) =>
    signToken({ ...claimsOf(admin), nbf: now() + 3600 }),
}

/** Of tokens that are signed with the attacker's own key. */
const HEADERS: object[] = [
  {},
  { jwk: await exportJWK(attacker.publicKey) },
  { kid: '../../../../dev/null' },
  { kid: "' union select 'secret' --" },
  { jku: 'http://localhost/keys.json' },
  { x5u: 'http://localhost/cert.pem' },
  { x5c: ['AAAA'] },
]

export const forgedTokenCases: AttackCase[] = [
  ...Object.entries(WITHOUT_RIGHTS).map(([title, claims]) =>
    attack(`${title} gives no rights`, async (api) => {
      const token = await api.signToken(claims(api))
      const none = { status: 200, body: [] }
      expect(await api.request(`${ORDERS}?select=*`, { token })).toMatchObject(none)
      expectDenied(await api.rpc('admin_dashboard', {}, { token }), 403)
      const rows = [{ id: victim.id, version: 1, status: 'cancelled' }]
      const p = { request: randomUUID(), act: 'book', rows }
      expectDenied(await api.rpc('admin_act', { p }, { token }), 403)
    }),
  ),
  ...attacks(
    'B11 B12 claims that are not ids are refused',
    [
      { sub: 'x' },
      { sub: "' or 1=1 --" },
      { sub: 'admin' },
      { session_id: 'x' },
      { session_id: "x'::text" },
    ],
    async (api, claims) => {
      const token = await api.signToken({ ...claimsOf(api.admin), ...claims })
      const response = await api.request(ORDERS, { token })
      expect(response).toMatchObject({ status: 400, body: { code: '22P02' } })
      expectRefused(await api.rpc('admin_orders', { p: {} }, { token }))
      expectRefused(await api.request('/auth/v1/user', { token }))
      expectRefused(await api.request('/auth/v1/logout', { method: 'POST', token }))
    },
  ),
  attack('B10 the admin’s claims with the role anon give no rights', async (api) => {
    const token = await api.signToken({ ...claimsOf(api.admin), role: 'anon' })
    expectRefused(await api.request(ORDERS, { token }))
    expectRefused(await api.rpc('admin_orders', { p: {} }, { token }))
  }),
  attack('B12 a second Authorization header adds no rights', async (api) => {
    for (const pair of [
      [`Bearer ${api.user.token}`, `Bearer ${api.admin.token}`],
      ['Basic YWRtaW46YWRtaW4=', `Bearer ${api.admin.token}`],
    ]) {
      const response = await api.request(ORDERS, { headers: { Authorization: pair } })
      if (response.status === 200) expect(response.body).toEqual([])
      else expectRefused(response)
    }
  }),
  ...attacks(
    'B12 a token by another scheme is refused',
    ['Basic', 'Token', 'Digest', ''],
    async (api, scheme) => {
      const headers = { authorization: `${scheme} ${api.admin.token}`.trim() }
      expectRefused(await api.request(ORDERS, { headers }))
    },
  ),
  ...attacks(
    'B12 another header does not sign in',
    ['cookie', 'x-authorization', 'x-user', 'x-supabase-auth', 'x-forwarded-authorization'],
    async (api, header) => {
      const { token } = api.admin
      const value = header === 'cookie' ? `sb-access-token=${token}` : token
      expectDenied(await api.request(ORDERS, { headers: { [header]: value } }))
    },
  ),
  ...attacks(
    'C06 C07 C08 C09 C10 C11 a token of the admin that is not as it was signed, or not valid now, is refused',
    Object.entries(INVALID),
    async (api, [, token]) => expectInvalid(api, await token(api)),
  ),
  ...attacks(
    'C05 a token of another algorithm is refused',
    ['none', 'None', 'NONE', 'nOnE', 'HS512', 'RS256', 'ES256', ''].flatMap((alg) => [
      [alg, ''],
      [alg, 'c2ln'],
    ]),
    async (api, [alg, signature]) => {
      const claims = api.admin.token.split('.')[1]
      await expectInvalid(api, [base64url({ alg, typ: 'JWT' }), claims, signature].join('.'))
    },
  ),
  ...attacks(
    'C07 C11 a token with another key in its header is refused',
    HEADERS,
    async (api, header) => {
      const token = new SignJWT(decodeJwt(api.admin.token))
      token.setProtectedHeader({ alg: 'RS256', ...header })
      await expectInvalid(api, await token.sign(attacker.privateKey))
    },
  ),
  ...attacks(
    'B10 a text that is no token is refused',
    ['', 'x', '..', 'a.b', 'a.b.c', 'a.b.c.d.e', 'null', 'undefined', '[object Object]', 'é'],
    expectInvalid,
  ),
  ...attacks(
    'B08 a role of the database is refused',
    [
      'postgres',
      'supabase_admin',
      'authenticator',
      'pg_read_all_data',
      'nobody',
      '',
      'anon; reset role',
    ],
    async (api, role) => {
      const token = await api.signToken({ ...claimsOf(api.user), role })
      expectRefused(await api.request(ORDERS, { token }))
    },
  ),
  ...attacks(
    'B08 an invented key is refused',
    [
      'sb_secret_local',
      'service_role',
      'sb_publishable_local2',
      'null',
      '',
      'xsb_publishable_local',
    ],
    async (api, key) => {
      expect((await api.request(ORDERS, { headers: { apikey: key } })).status).toBe(401)
      expect((await api.request(ORDERS, { token: key || 'x' })).status).toBe(401)
    },
  ),
  attack('B08 a forged service key is refused', async (api) => {
    const claims = { role: 'service_role', iss: 'supabase' }
    const key = await sign(claims, 'super-secret-jwt-token-with-at-least-32-characters-long')
    expect((await api.request(ORDERS, { headers: { apikey: key } })).status).toBe(401)
    expect((await api.request(ORDERS, { token: key })).status).toBe(401)
  }),
  attack('B12 a token that is too long for a header is refused', async (api) => {
    expectRefused(await api.request(ORDERS, { token: 'x'.repeat(12_000) }))
    const huge = await api.sendBytes(
      `GET ${ORDERS} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${'x'.repeat(60_000)}\r\n\r\n`,
    )
    expect([0, 431]).toContain(huge.status)
  }),
  attack('the claims of the admin with the real signature read orders', async (api) => {
    const token = await api.signToken(claimsOf(api.admin))
    const { body } = await api.request(`${ORDERS}?select=id&id=eq.${victim.id}`, { token })
    expect(body).toEqual([{ id: victim.id }])
  }),
  ...attacks(
    'B12 a token in the URL is refused',
    ['access_token', 'token', 'jwt', 'authorization'],
    async (api, name) => expectRefused(await api.request(`${ORDERS}?${name}=${api.admin.token}`)),
  ),
]

function claimsOf({ userId, sessionId }: User): JWTPayload {
  return { role: 'authenticated', aud: 'authenticated', sub: userId, session_id: sessionId }
}

async function expectInvalid(api: TestApi, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`.trim() }
  expect((await api.request(ORDERS, { headers })).status).toBe(401)
  const change = { method: 'PATCH', headers, body: '{"status":"cancelled"}' }
  expectRefused(await api.request(`${ORDERS}?total=gt.0`, change))
  expectRefused(await api.rpc('admin_orders', { p: {} }, { headers }))
  expectRefused(await api.request('/auth/v1/user', { headers }))
}

/** An hour is left to it. */
function sign(claims: JWTPayload, secret: string, header = {}): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', ...header })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret))
}

function base64url(content: object): string {
  return Buffer.from(JSON.stringify(content)).toString('base64url')
}
