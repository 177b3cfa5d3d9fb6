/*
 * Tokens with other claims. Those under the store's own signature show that no claim gives rights by
 * itself; all others must not be believed at all.
 */
import { type JWTPayload, UnsecuredJWT } from 'jose'
import { expect } from 'vitest'
import { type AttackCase, fact } from '../attack-case.ts'
import { expectDenied, expectRefused } from '../outcomes.ts'
import type { Person, Shop } from '../shop.ts'

const NOBODY = '00000000-0000-4000-8000-00000000dead'
const now = () => Math.floor(Date.now() / 1000)

export const forgedClaims: AttackCase[] = [
  powerless('B08 metadata of an admin', ({ user }) => ({
    ...claimsOf(user),
    app_metadata: { role: 'admin', claims_admin: true },
    user_metadata: { role: 'admin' },
    is_admin: true,
    user_role: 'admin',
  })),
  powerless('B09 the admin’s id with another session', ({ admin, user }) => ({
    ...claimsOf(admin),
    session_id: user.sessionId,
  })),
  powerless('B09 the admin’s id with a session that never was', ({ admin }) => ({
    ...claimsOf(admin),
    session_id: NOBODY,
  })),
  powerless('B10 the admin’s id with no session', ({ admin }) => ({
    role: 'authenticated',
    sub: admin.userId,
  })),
  powerless('B10 the admin’s id with an empty session', ({ admin }) => ({
    ...claimsOf(admin),
    session_id: '',
  })),
  powerless('B10 the admin’s id with a session of null', ({ admin }) => ({
    ...claimsOf(admin),
    session_id: null,
  })),
  powerless('B10 the admin’s session with another id', ({ admin, user }) => ({
    ...claimsOf(admin),
    sub: user.userId,
  })),
  powerless('B10 the admin’s session with no id', ({ admin }) => ({
    role: 'authenticated',
    session_id: admin.sessionId,
  })),
  ...[
    { sub: 'x' },
    { sub: "' or 1=1 --" },
    { sub: 'admin' },
    { session_id: 'x' },
    { session_id: "x'::text" },
  ].map((odd) =>
    fact(`B11 B12 claims of ${JSON.stringify(odd)} read nothing`, async (shop) => {
      const token = await shop.forge.sign({ ...claimsOf(shop.admin), ...odd })
      const reply = await shop.ask('/rest/v1/orders', { token })
      expect(reply).toMatchObject({ status: 400, body: { code: '22P02' } })
      expectRefused(await shop.call('admin_orders', { p: {} }, { token }))
      expectRefused(await shop.ask('/auth/v1/user', { token }))
      expectRefused(await shop.ask('/auth/v1/logout', { method: 'POST', token }))
    }),
  ),
  fact('B10 a visitor’s token is not the admin’s, whatever else it claims', async (shop) => {
    const token = await shop.forge.sign({ ...claimsOf(shop.admin), role: 'anon' })
    expectRefused(await shop.ask('/rest/v1/orders', { token }))
    expectRefused(await shop.call('admin_orders', { p: {} }, { token }))
  }),
  ...[
    'postgres',
    'supabase_admin',
    'authenticator',
    'pg_read_all_data',
    'nobody',
    '',
    'anon; reset role',
  ].map((role) =>
    fact(`B08 a role "${role}" is not taken on`, async (shop) => {
      const token = await shop.forge.sign({ ...claimsOf(shop.user), role })
      const reply = await shop.ask('/rest/v1/orders', { token })
      expectRefused(reply)
    }),
  ),
  ...[
    'sb_secret_local',
    'service_role',
    'sb_publishable_local2',
    'null',
    '',
    ' sb_publishable_local',
  ].map((key) =>
    fact(`B08 "${key}" is no key`, async (shop) => {
      const headers = { apikey: key.startsWith(' ') ? key.replace(' ', 'x') : key }
      expect((await shop.ask('/rest/v1/orders', { headers })).status).toBe(401)
      const asBearer = await shop.ask('/rest/v1/orders', { token: key || 'x' })
      expect(asBearer.status).toBe(401)
    }),
  ),
  fact('B08 a service key that somebody made is no key', async (shop) => {
    const made = await shop.forge.sign(
      { role: 'service_role', iss: 'supabase' },
      'super-secret-jwt-token-with-at-least-32-characters-long',
    )
    expect((await shop.ask('/rest/v1/orders', { headers: { apikey: made } })).status).toBe(401)
    expect((await shop.ask('/rest/v1/orders', { token: made })).status).toBe(401)
  }),
  unbelieved('signed with another secret', ({ admin, forge }) =>
    forge.sign(claimsOf(admin), 'a-secret-of-somebody-else-entirely'),
  ),
  ...['none', 'None', 'NONE', 'HS512', 'RS256', 'ES256', ''].map((alg) =>
    unbelieved(`that names the algorithm "${alg}"`, async ({ admin }) => {
      const [, payload] = new UnsecuredJWT({ ...claimsOf(admin) })
        .setExpirationTime('1h')
        .encode()
        .split('.')
      const header = Buffer.from(JSON.stringify({ alg, typ: 'JWT' })).toString('base64url')
      return `${header}.${payload}.${alg.startsWith('H') ? 'AAAA' : ''}`
    }),
  ),
  unbelieved('with the claims of another exchanged', async ({ admin, user }) => {
    const [header, , signature] = user.token.split('.')
    const [, payload] = admin.token.split('.')
    return `${header}.${payload}.${signature}`
  }),
  unbelieved(
    'without its signature',
    async ({ admin }) => `${admin.token.split('.').slice(0, 2).join('.')}.`,
  ),
  unbelieved('in capitals', async ({ admin }) => admin.token.toUpperCase()),
  unbelieved('past its time', ({ admin, forge }) =>
    forge.sign({ ...claimsOf(admin), exp: now() - 3600 }),
  ),
  unbelieved('before its time', ({ admin, forge }) =>
    forge.sign({ ...claimsOf(admin), nbf: now() + 3600 }),
  ),
  ...['', 'x', '..', 'a.b', 'a.b.c', 'a.b.c.d.e', 'null', 'undefined', '[object Object]', 'é'].map(
    (text) => unbelieved(`that is ${JSON.stringify(text)}`, async () => text),
  ),
  fact('B12 a token longer than any header is refused', async (shop) => {
    const reply = await shop.ask('/rest/v1/orders', { token: 'x'.repeat(12_000) })
    expectRefused(reply)
    const huge = await shop.speak(
      `GET /rest/v1/orders HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${'x'.repeat(60_000)}\r\n\r\n`,
    )
    expect([0, 431]).toContain(huge.status)
  }),
  fact('B12 of two Authorization headers no second one adds rights', async (shop) => {
    for (const pair of [
      [`Bearer ${shop.user.token}`, `Bearer ${shop.admin.token}`],
      ['Basic YWRtaW46YWRtaW4=', `Bearer ${shop.admin.token}`],
    ]) {
      const reply = await shop.ask('/rest/v1/orders', { headers: { Authorization: pair } })
      if (reply.status === 200) expect(reply.body).toEqual([])
      else expectRefused(reply)
    }
  }),
  ...['Basic', 'Token', 'Digest', ''].map((scheme) =>
    fact(`B12 a token by the scheme "${scheme}" is none`, async (shop) => {
      const headers = { authorization: `${scheme} ${shop.admin.token}`.trim() }
      expectRefused(await shop.ask('/rest/v1/orders', { headers }))
    }),
  ),
  ...['cookie', 'x-authorization', 'x-user', 'x-supabase-auth', 'x-forwarded-authorization'].map(
    (header) =>
      fact(`B12 nobody is signed in by ${header}`, async (shop) => {
        const value = header === 'cookie' ? `sb-access-token=${shop.admin.token}` : shop.admin.token
        expectDenied(await shop.ask('/rest/v1/orders', { headers: { [header]: value } }))
      }),
  ),
  ...['access_token', 'token', 'jwt', 'authorization'].map((name) =>
    fact(`B12 nor by ${name} in the address`, async (shop) => {
      expectRefused(await shop.ask(`/rest/v1/orders?${name}=${shop.admin.token}`))
    }),
  ),
]

function claimsOf({ userId, sessionId }: Person): JWTPayload {
  return { role: 'authenticated', aud: 'authenticated', sub: userId, session_id: sessionId }
}

/** Rightly signed, and good for nothing but what anybody signed in may do. */
function powerless(title: string, claims: (shop: Shop) => JWTPayload): AttackCase {
  return fact(`${title} opens nothing`, async (shop) => {
    const token = await shop.forge.sign(claims(shop))
    const read = await shop.ask('/rest/v1/orders?select=*', { token })
    expect(read).toMatchObject({ status: 200, body: [] })
    const moved = await shop.ask('/rest/v1/orders?id=neq.x', {
      method: 'PATCH',
      token,
      body: '{"status":"cancelled"}',
      headers: { prefer: 'return=representation' },
    })
    expect(moved).toMatchObject({ status: 200, body: [] })
    expectDenied(await shop.call('admin_dashboard', {}, { token }), 403)
  })
}

/** As good as no token: worse even, since whoever sends it is refused. */
function unbelieved(what: string, token: (shop: Shop) => Promise<string>): AttackCase {
  return fact(`B10 a token ${what} is not believed`, async (shop) => {
    const headers = { authorization: `Bearer ${await token(shop)}`.trim() }
    const read = await shop.ask('/rest/v1/orders', { headers })
    expect(read.status).toBe(401)
    expectRefused(await shop.call('admin_orders', { p: {} }, { headers }))
    expectRefused(await shop.ask('/auth/v1/user', { headers }))
  })
}
