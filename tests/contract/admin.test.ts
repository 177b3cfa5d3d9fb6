import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aTestOrder } from '#tools/test-orders/test-order.ts'
import {
  type BackendUnderTest,
  hasAdmin,
  openBackendUnderTest,
  placeOrder,
} from './backend-under-test.ts'

let backend: BackendUnderTest

beforeAll(async () => {
  backend = await openBackendUnderTest()
})
afterAll(() => backend?.close())

describe('whoever is not the admin', () => {
  test('C17 learns nothing about which half of the login was wrong', async () => {
    const unknown = await signInAs('nobody@zulf.example', 'wrong')
    const wrong = await signInAs(backend.admin?.email ?? 'admin@zulf.example', 'wrong')
    expect(unknown.error).toMatchObject({ status: 400, code: 'invalid_credentials' })
    expect(wrong.error).toEqual(unknown.error)
  })

  test('A18 A19 cannot sign up', async () => {
    const { data, error } = await backend
      .client()
      .auth.signUp({ email: 'new@zulf.example', password: 'long-enough-1' })
    expect(error).not.toBeNull()
    expect(data.session).toBeNull()
  })

  test('gets nothing for a refresh token that was never given', async () => {
    const { error } = await backend.client().auth.refreshSession({ refresh_token: 'made-up' })
    expect(error).toMatchObject({ status: 400, code: 'refresh_token_not_found' })
  })
})

describe.runIf(hasAdmin)('the admin', () => {
  test('is who they say', async () => {
    const { client, email } = await admin()
    const { data } = await client.auth.getUser()
    expect(data.user).toMatchObject({ email, role: 'authenticated' })
  })

  test('reads orders, newest first, with their number', async () => {
    const { id } = await aPlacedOrder()
    const { client } = await admin()
    const { data, count } = await client
      .from('orders')
      .select('*', { count: 'exact' })
      .order('date', { ascending: false })
      .range(0, 9)
    expect(data?.[0]?.id).toBe(id)
    expect(count).toBeGreaterThanOrEqual(1)
  })

  test('moves an order along and gives it a tracking number', async () => {
    const { id } = await aPlacedOrder()
    const { client } = await admin()
    const shipped = await client.rpc('admin_book_order', {
      p: { id, version: 1, status: 'shipped' },
    })
    expect(shipped.data).toMatchObject({ ok: true, order: { id, status: 'shipped', version: 2 } })
    const numbered = await client.rpc('admin_book_order', {
      p: { id, version: 2, trackingNumber: 'TCS-1' },
    })
    expect(numbered.data).toMatchObject({
      ok: true,
      order: {
        trackingNumber: 'TCS-1',
        trackingHistory: [
          { status: 'pending', by: 'customer' },
          { status: 'shipped', by: 'admin' },
          { status: 'shipped', by: 'admin', trackingNumber: 'TCS-1' },
        ],
      },
    })
  })

  // Postgres plans a repeated expression once for all values from the sixth time on.
  test('changes the status of one order twelve times in a row', async () => {
    const { id } = await aPlacedOrder()
    const { client } = await admin()
    for (let version = 1; version <= 12; version += 1) {
      const status = version % 2 ? 'processing' : 'pending'
      const { data, error } = await client.rpc('admin_book_order', { p: { id, version, status } })
      expect({ error, data }).toMatchObject({
        error: null,
        data: { ok: true, order: { status, version: version + 1 } },
      })
    }
  })

  test('is told of an order that does not exist', async () => {
    const { client } = await admin()
    const p = { id: 'QQQQQQQQ', version: 1, status: 'shipped' }
    const { data, error } = await client.rpc('admin_book_order', { p })
    expect({ data, error }).toEqual({ data: { ok: false, code: 'not_found' }, error: null })
  })

  test('C26 C27 writes no table', async () => {
    const { id } = await aPlacedOrder()
    const { client } = await admin()
    for (const change of [{ status: 'shipped' as const }, { tracking_number: 'X' }, { total: 1 }]) {
      const { error } = await client.from('orders').update(change).eq('id', id)
      expect(error?.code).toBe('42501')
    }
  })

  test('C03 is given new tokens for old ones, and keeps the rights', async () => {
    const { client, session } = await admin()
    const { data, error } = await client.auth.refreshSession()
    expect(error).toBeNull()
    expect(data.session?.refresh_token).not.toBe(session.refresh_token)
    expect((await client.from('orders').select('id').limit(1)).error).toBeNull()
  })

  test('C13 has no rights left after signing out, though the token has not expired', async () => {
    await aPlacedOrder()
    const { client, session } = await admin()
    await client.auth.signOut({ scope: 'local' })
    const { data: mine, error } = await backend.client().auth.getUser(session.access_token)
    expect(mine.user).toBeNull()
    expect(error?.name).toBe('AuthSessionMissingError')
    const { data } = await backend
      .client()
      .from('orders')
      .select('*')
      .setHeader('Authorization', `Bearer ${session.access_token}`)
    expect(data).toEqual([])
    const again = await backend.client().auth.refreshSession(session)
    expect(again.error?.status).toBe(400)
  })
})

async function admin() {
  if (!backend.admin) throw new Error('There is no administrator to sign in as')
  const { client, data, error } = await signInAs(backend.admin.email, backend.admin.password)
  if (error) throw error
  return { client, session: data.session, email: backend.admin.email }
}

async function signInAs(email: string, password: string) {
  const client = backend.client()
  return { client, ...(await client.auth.signInWithPassword({ email, password })) }
}

async function aPlacedOrder() {
  const request = aTestOrder()
  const { error } = await placeOrder(backend.client(), request)
  if (error) throw error
  return request
}
