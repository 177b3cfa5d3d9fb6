import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOCAL_API_KEY } from '../../src/integrations/local-store/gateway.ts'
import { saveUser } from '../../src/integrations/local-store/local-admin.ts'
import { adminLogin, aFolder, startStore, type TestStore } from '../support/shop-server.ts'

const folder = aFolder('login')
let store: TestStore

beforeAll(async () => {
  store = await startStore(folder.path)
})
afterAll(async () => {
  await store?.close()
  folder.remove()
})

describe('C17 a wrong password and an unknown name', () => {
  test('are answered with the same status, headers and words', async () => {
    const [wrong, unknown] = [
      await post({ email: adminLogin.email, password: 'wrong' }),
      await post({ email: 'nobody@zulf.example', password: 'wrong' }),
    ]
    expect([wrong.status, unknown.status]).toEqual([400, 400])
    expect(await unknown.text()).toBe(await wrong.text())
    expect([...unknown.headers.keys()]).toEqual([...wrong.headers.keys()])
  })

  test('cost the same work, and so the same time', async () => {
    const times = { wrong: [] as number[], unknown: [] as number[] }
    for (let nth = 0; nth < 9; nth += 1) {
      times.wrong.push(await workOf({ email: adminLogin.email, password: `wrong ${nth}` }))
      times.unknown.push(await workOf({ email: `nobody${nth}@zulf.example`, password: 'wrong' }))
    }
    const ratio = median(times.unknown) / median(times.wrong)
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })

  /** Microseconds of this process, in which the store lives: a clock would count the machine's other work. */
  async function workOf(login: object): Promise<number> {
    const start = process.cpuUsage()
    await (await post(login)).text()
    const { user, system } = process.cpuUsage(start)
    return user + system
  }

  function median(times: number[]): number {
    return times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN
  }
})

describe('C19 a password', () => {
  test.each([
    ['of 64 characters with spaces and emoji', `  spaces, 🙂 and 'quotes" `.padEnd(64, 'x 🌿')],
    ['of 64 emoji', '🌿'.repeat(64)],
    ['of Urdu', 'میرا خفیہ لفظ بہت لمبا ہے اور کوئی اسے نہیں جانتا'.padEnd(64, 'ے')],
    ['of two hundred characters', 'long '.repeat(40)],
  ])('%s opens, and only to the last character', async (name, password) => {
    const email = `${name.replaceAll(' ', '-')}@zulf.example`
    await store.transaction((query) => saveUser(query, { email, password }))
    expect((await signIn(email, password)).error).toBeNull()
    const last = [...password].at(-1) ?? ''
    for (const other of [
      password.slice(0, -last.length),
      `${password.slice(0, -last.length)}y`,
      `${password} `,
      ` ${password}`,
    ]) {
      expect((await signIn(email, other)).error?.code, other).toBe('invalid_credentials')
    }
  })
})

test.each([
  ['nothing', {}],
  ['a list', { email: [adminLogin.email], password: [adminLogin.password] }],
  ['a number', { email: 1, password: 1 }],
  ['a NUL in the name', { email: `${adminLogin.email}\0`, password: adminLogin.password }],
  ['a NUL in the password', { email: adminLogin.email, password: `${adminLogin.password}\0` }],
  ['half a character', { email: adminLogin.email, password: '\uD83C' }],
  ['SQL', { email: "' or 1=1 --", password: "' or 1=1 --" }],
])('%s in place of a login is a wrong login', async (_, login) => {
  const answer = await post(login)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error_code: 'invalid_credentials' })
})

test('a name is known in capitals too', async () => {
  const { email, password } = adminLogin
  expect((await signIn(email.toUpperCase(), password)).error).toBeNull()
})

describe('C04 C14 once the owner has signed out', () => {
  test('neither token of that session is worth anything', async () => {
    const client = aClient()
    const { data } = await client.auth.signInWithPassword(adminLogin)
    await client.auth.signOut({ scope: 'local' })
    const { error } = await aClient().auth.refreshSession({
      refresh_token: data.session?.refresh_token ?? '',
    })
    expect(error?.code).toBe('refresh_token_not_found')
    const who = await fetch(`${store.url}/auth/v1/user`, {
      headers: {
        apikey: LOCAL_API_KEY,
        authorization: `Bearer ${data.session?.access_token}`,
      },
    })
    expect(who.status).toBe(403)
  })
})

function post(login: object): Promise<Response> {
  return fetch(`${store.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: LOCAL_API_KEY, 'content-type': 'application/json' },
    body: JSON.stringify(login),
  })
}

function signIn(email: string, password: string) {
  return aClient().auth.signInWithPassword({ email, password })
}

function aClient() {
  return createClient(store.url, LOCAL_API_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
}
