/* Ways into an account, or to a new one. */
import { expect } from 'vitest'
import { adminLogin } from '#tests/support/shop-server.ts'
import { type AttackCase, fact } from '../attack-case.ts'
import { expectRefused } from '../outcomes.ts'
import type { Shop } from '../shop.ts'

const SIGN_UPS: object[] = [
  {},
  { data: {} },
  { email: 'new@zulf.example', password: 'a-long-enough-password' },
  { email: adminLogin.email, password: 'a-long-enough-password' },
  { phone: '+923001234567', password: 'a-long-enough-password' },
  {
    email: 'new@zulf.example',
    password: 'x',
    data: { role: 'admin' },
    app_metadata: { role: 'admin' },
  },
]

const OTHER_DOORS = [
  'POST /recover',
  'POST /otp',
  'POST /magiclink',
  'POST /verify',
  'GET /verify?token=x&type=recovery',
  'POST /resend',
  'POST /sso',
  'POST /invite',
  'POST /factors',
  'GET /authorize?provider=google',
  'GET /callback?code=x',
  'POST /callback',
  'GET /reauthenticate',
  'POST /token?grant_type=pkce',
  'POST /token?grant_type=id_token',
  'POST /token?grant_type=web3',
  'POST /token?grant_type=client_credentials',
  'POST /token',
  'GET /admin/users',
  'POST /admin/users',
  'GET /admin/users/1',
  'PUT /admin/users/1',
  'DELETE /admin/users/1',
  'POST /admin/generate_link',
  'GET /admin/audit',
  'GET /admin/sso/providers',
  'POST /saml/acs',
  'PUT /user',
  'GET /user/identities/authorize',
  'GET /.well-known/jwks.json',
  'GET /oauth/clients/register',
]

const WRONG_LOGINS: object[] = [
  { email: adminLogin.email, password: 'wrong' },
  { email: adminLogin.email, password: '' },
  { email: adminLogin.email },
  { email: adminLogin.email, password: `${adminLogin.password} ` },
  { email: adminLogin.email, password: null },
  { email: adminLogin.email, password: [adminLogin.password] },
  { email: adminLogin.email, password: { $ne: '' } },
  { email: '%', password: adminLogin.password },
  { email: "' or 1=1 --", password: adminLogin.password },
  { email: 'nobody@zulf.example', password: 'wrong' },
  { email: `${adminLogin.email}\u0000`, password: adminLogin.password },
  { email: adminLogin.email, password: 'x'.repeat(50_000) },
  {},
]

export const authDoors: AttackCase[] = [
  ...SIGN_UPS.map((person) =>
    fact(`A19 A20 nobody signs up with ${JSON.stringify(person)}`, async (shop) => {
      const reply = await post(shop, '/auth/v1/signup', person)
      expectRefused(reply)
      expect(reply.text).not.toContain('access_token')
    }),
  ),
  fact('A19 the real client signs nobody up', async (shop) => {
    const { auth } = shop.client()
    expect((await auth.signInAnonymously()).error).not.toBeNull()
    const login = { email: 'new@zulf.example', password: 'a-long-enough-password' }
    expect((await auth.signUp(login)).error).not.toBeNull()
    expect((await auth.resetPasswordForEmail(adminLogin.email)).error).not.toBeNull()
    expect((await auth.signInWithOtp({ email: adminLogin.email })).error).not.toBeNull()
    expect((await auth.admin.listUsers()).error).not.toBeNull()
  }),
  ...OTHER_DOORS.map((door) =>
    fact(`A20 ${door} is shut to a visitor and to a user`, async (shop) => {
      const [method = '', path] = door.split(' ')
      const body = JSON.stringify({ email: adminLogin.email, type: 'recovery', token: '123456' })
      for (const token of [undefined, shop.user.token]) {
        const reply = await shop.ask(`/auth/v1${path}`, {
          method,
          ...(method !== 'GET' && { body }),
          ...(token && { token }),
        })
        expectRefused(reply)
        expect(reply.text).not.toMatch(/access_token|admin@zulf/)
      }
    }),
  ),
  fact('B07 every wrong login is refused in the same words', async (shop) => {
    const replies = []
    for (const login of WRONG_LOGINS) {
      replies.push(await post(shop, '/auth/v1/token?grant_type=password', login))
    }
    for (const reply of replies) {
      expect(reply).toMatchObject({ status: 400, body: { error_code: 'invalid_credentials' } })
    }
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  }),
  ...['made-up', '', null, 5, '%', "' or true --", '\u0000', 'x'.repeat(50_000)].map(
    (refresh_token) =>
      fact(
        `B07 a refresh token ${JSON.stringify(refresh_token).slice(0, 20)} is none`,
        async (shop) => {
          const reply = await post(shop, '/auth/v1/token?grant_type=refresh_token', {
            refresh_token,
          })
          expect(reply).toMatchObject({
            status: 400,
            body: { error_code: 'refresh_token_not_found' },
          })
        },
      ),
  ),
  ...['', '{', 'null', '[]', '"x"', '5', '\u0000'].map((body) =>
    fact(`B07 a login of ${JSON.stringify(body)} is none`, async (shop) => {
      expect(await post(shop, '/auth/v1/token?grant_type=password', body)).toMatchObject({
        status: 400,
      })
    }),
  ),
  ...['global', 'local', 'others', 'x'].map((scope) =>
    fact(
      `B17 signing out with scope=${scope} ends nobody else’s session`,
      async (shop) => {
        await shop.ask(`/auth/v1/logout?scope=${scope}`, { method: 'POST', token: shop.user.token })
        const reply = await shop.ask('/auth/v1/user', { token: shop.admin.token })
        expect(reply.status).toBe(200)
      },
      ['auth.sessions', 'auth.refresh_tokens'],
    ),
  ),
]

function post(shop: Shop, path: string, body: object | string) {
  return shop.ask(path, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}
