/* A signed-in user without rights. What the table of orders refuses to it is in tests/database (B01, B03 to B06). */
import { expect } from 'vitest'
import { type AttackCase, attack, attacks } from '../attack-case.ts'
import { expectDenied, expectRefused } from '../expectations.ts'
import { placeOwnOrder } from '../place-order.ts'
import { userLogin } from '../test-api.ts'

const ORDERS = '/rest/v1/orders'
const none = { status: 200, body: [] }

/** Tables that a sign-in changes. */
const SIGN_IN_TABLES = ['auth.users', 'auth.sessions', 'auth.refresh_tokens']

export const signedInUserCases: AttackCase[] = [
  attack('B02 counts reveal no number of orders', async (api) => {
    for (const count of ['exact', 'planned', 'estimated']) {
      const { token } = api.user
      const prefer = { prefer: `count=${count}` }
      const response = await api.request(ORDERS, { method: 'HEAD', token, headers: prefer })
      const range = response.headers['content-range'] ?? ''
      if (count === 'exact') expect(range).toBe('*/0')
      else expect(range).not.toMatch(/\/0*[456]$/)
    }
  }),
  attack('B02 no filter reveals a row by an error', async (api) => {
    for (const filter of [
      'shipping_address->>fullName=match.Zarq',
      'shipping_address->>fullName=match.(',
      'total=gt.0',
      'id=like.V*',
    ]) {
      const response = await api.request(`${ORDERS}?${filter}`, { token: api.user.token })
      if (response.status !== 200) expect(response.status).toBe(400)
      else expect(response.body).toEqual([])
    }
  }),
  ...attacks(
    'B07 metadata that a user writes gives no rights',
    [
      { data: { role: 'admin' } },
      { app_metadata: { role: 'admin' } },
      { role: 'service_role' },
      { email: 'admin@zulf.example' },
      { password: 'another-long-password' },
    ],
    async (api, change) => {
      const body = JSON.stringify(change)
      for (const method of ['PUT', 'PATCH', 'POST']) {
        await api.request('/auth/v1/user', { method, token: api.user.token, body })
      }
      const { token } = await api.signIn(userLogin)
      expect(await api.request(ORDERS, { token })).toMatchObject(none)
    },
    SIGN_IN_TABLES,
  ),
  attack('B13 a user’s own order is neither read nor changed in the table', async (api) => {
    const { token } = api.user
    const { id } = await placeOwnOrder(api, { authorization: `Bearer ${token}` })
    const path = `${ORDERS}?id=eq.${id}`
    expect((await api.request(path, { token })).body).toEqual([])
    await api.request(path, { method: 'PATCH', token, body: '{"status":"delivered"}' })
    const rows = await api.sql('select status from public.orders where id = $1', [id])
    expect(rows).toEqual([{ status: 'pending' }])
  }),
  attack(
    'B17 the token of a removed user gives no rights',
    async (api) => {
      const { token, userId, refreshToken } = api.user
      await api.sql('delete from auth.users where id = $1', [userId])
      expect(await api.request(ORDERS, { token })).toMatchObject(none)
      expectDenied(await api.rpc('admin_orders', { p: {} }, { token }), 403)
      expectRefused(await api.request('/auth/v1/user', { token }))
      const refreshed = await api.request('/auth/v1/token?grant_type=refresh_token', {
        method: 'POST',
        body: JSON.stringify({ refresh_token: refreshToken }),
      })
      expect(refreshed.status).toBe(400)
    },
    SIGN_IN_TABLES,
  ),
]
