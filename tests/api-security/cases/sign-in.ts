/* Signing up, signing in and the other endpoints of auth. */
import { expect } from 'vitest'
import { adminLogin } from '#tests/support/shop-server.ts'
import { type AttackCase, attack, attacks } from '../attack-case.ts'
import { expectRefused } from '../expectations.ts'
import type { TestApi } from '../test-api.ts'

const { email, password } = adminLogin
const PASSWORD_GRANT = '/auth/v1/token?grant_type=password'
const newUser = { email: 'new@zulf.example', password: 'a-long-enough-password' }

const SIGN_UPS: object[] = [
  {},
  { data: {} },
  newUser,
  { ...newUser, email },
  { phone: '+923001234567', password: newUser.password },
  { ...newUser, password: 'x', data: { role: 'admin' }, app_metadata: { role: 'admin' } },
]

const OTHER_ENDPOINTS = [
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
  { email, password: 'wrong' },
  { email, password: '' },
  { email },
  { email, password: `${password} ` },
  { email, password: null },
  { email, password: [password] },
  { email, password: { $ne: '' } },
  { email: '%', password },
  { email: "' or 1=1 --", password },
  { email: 'nobody@zulf.example', password: 'wrong' },
  { email: [email], password: [password] },
  { email: 1, password: 1 },
  { email: `${email}\u0000`, password },
  { email, password: `${password}\u0000` },
  { email, password: '\ud83c' },
  { email, password: 'x'.repeat(50_000) },
  {},
]

export const signInCases: AttackCase[] = [
  ...attacks('A19 A20 nobody signs up', SIGN_UPS, async (api, user) => {
    const response = await post(api, '/auth/v1/signup', user)
    expectRefused(response)
    expect(response.text).not.toContain('access_token')
  }),
  ...attacks('A20 an endpoint is closed', OTHER_ENDPOINTS, async (api, endpoint) => {
    const [method = '', path] = endpoint.split(' ')
    const body = JSON.stringify({ email, type: 'recovery', token: '123456' })
    for (const token of [undefined, api.user.token]) {
      const response = await api.request(`/auth/v1${path}`, {
        method,
        ...(method !== 'GET' && { body }),
        ...(token && { token }),
      })
      expectRefused(response)
      expect(response.text).not.toMatch(/access_token|admin@zulf/)
    }
  }),
  attack('B07 C17 every wrong login gets the same response', async (api) => {
    const texts = new Set<string>()
    for (const login of WRONG_LOGINS) {
      const response = await post(api, PASSWORD_GRANT, login)
      expect(response).toMatchObject({ status: 400, body: { error_code: 'invalid_credentials' } })
      texts.add(`${Object.keys(response.headers)} ${response.text}`)
    }
    expect(texts.size).toBe(1)
  }),
  ...attacks(
    'B07 a wrong refresh token is refused',
    ['made-up', '', null, 5, '%', "' or true --", '\u0000', 'x'.repeat(50_000)],
    async (api, refresh_token) => {
      const response = await post(api, '/auth/v1/token?grant_type=refresh_token', { refresh_token })
      expect(response).toMatchObject({
        status: 400,
        body: { error_code: 'refresh_token_not_found' },
      })
    },
  ),
  ...attacks(
    'B07 a body that is not a login is refused',
    ['', '{', 'null', '[]', '"x"', '5', '\u0000'],
    async (api, body) => {
      expect((await post(api, PASSWORD_GRANT, body)).status).toBe(400)
    },
  ),
  ...attacks(
    'B17 signing out ends no other user’s session, with the scope',
    ['global', 'local', 'others', 'x'],
    async (api, scope) => {
      await api.request(`/auth/v1/logout?scope=${scope}`, { method: 'POST', token: api.user.token })
      expect((await api.request('/auth/v1/user', { token: api.admin.token })).status).toBe(200)
    },
    ['auth.sessions', 'auth.refresh_tokens'],
  ),
]

function post(api: TestApi, path: string, body: object | string) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return api.request(path, { method: 'POST', body: text })
}
