import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOCAL_API_KEY } from '#tools/local-backend/gateway.ts'
import { saveUser } from '#tools/local-backend/local-admin.ts'
import { adminLogin, aFolder, startBackend, type TestBackend } from '../support/shop-server.ts'

const folder = aFolder('sessions')
const attacker = { email: 'attacker@zulf.example', password: 'a-password-of-nobody' }
let backend: TestBackend

beforeAll(async () => {
  backend = await startBackend(folder.path)
  await backend.transaction((query) => saveUser(query, attacker))
})
afterAll(async () => {
  await backend?.close()
  folder.remove()
})

test('B01 someone signed in who is not the admin finds no orders', async () => {
  const { client } = await signIn(attacker)
  const { data, error } = await client.from('orders').select('*')
  expect({ data, error }).toEqual({ data: [], error: null })
})

test('C08 a token past its time is refused', async () => {
  const secret = readFileSync(join(folder.path, 'token-secret'), 'utf8')
  const expired = await new SignJWT({ role: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1 hour ago')
    .sign(new TextEncoder().encode(secret))
  const response = await fetch(`${backend.url}/rest/v1/orders`, {
    headers: { apikey: LOCAL_API_KEY, authorization: `Bearer ${expired}` },
  })
  expect(response.status).toBe(401)
})

describe('a refresh token', () => {
  test('C03 that two tabs show at the same moment signs neither out', async () => {
    const { session } = await signIn(adminLogin)
    const [one, other] = await Promise.all([refresh(session), refresh(session)])
    expect(one.error ?? other.error).toBeNull()
    expect(other.data.session?.refresh_token).toBe(one.data.session?.refresh_token)
  })

  test('C04 shown again later ends the session for whoever has it', async () => {
    const { session } = await signIn(adminLogin)
    const { data } = await refresh(session)
    await backend.transaction((query) =>
      query(`update auth.refresh_tokens set updated_at = now() - interval '1 minute'`),
    )
    expect((await refresh(session)).error?.code).toBe('refresh_token_already_used')
    expect((await refresh(data.session)).error?.code).toBe('refresh_token_not_found')
  })
})

test('signing out elsewhere leaves this session alone', async () => {
  const elsewhere = await signIn(adminLogin)
  const here = await signIn(adminLogin)
  await here.client.auth.signOut({ scope: 'others' })
  expect((await here.client.auth.getUser()).error).toBeNull()
  expect((await elsewhere.client.auth.getUser()).data.user).toBeNull()
})

test('logging out everywhere ends every session, a copied refresh token too', async () => {
  const elsewhere = await signIn(adminLogin)
  const here = await signIn(adminLogin)
  const other = await signIn(attacker)
  expect((await here.client.auth.signOut({ scope: 'global' })).error).toBeNull()
  for (const { session } of [elsewhere, here]) {
    expect((await refresh(session)).error?.code).toBe('refresh_token_not_found')
    const asked = await client()
      .rpc('admin_order_counts')
      .setHeader('Authorization', `Bearer ${session?.access_token}`)
    expect(asked.error?.code).toBe('42501')
  }
  expect((await other.client.auth.getUser()).error).toBeNull()
})

function client() {
  return createClient(backend.url, LOCAL_API_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
}

async function signIn(login: { email: string; password: string }) {
  const signedIn = client()
  const { data, error } = await signedIn.auth.signInWithPassword(login)
  if (error) throw error
  return { client: signedIn, session: data.session }
}

function refresh(session: { refresh_token: string } | null) {
  return client().auth.refreshSession({ refresh_token: session?.refresh_token ?? '' })
}
