import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOCAL_API_KEY } from '#tools/local-backend/gateway.ts'
import { saveUser } from '#tools/local-backend/local-admin.ts'
import { adminLogin, aFolder, startBackend, type TestBackend } from '../support/shop-server.ts'

const folder = aFolder('login')
let backend: TestBackend

beforeAll(async () => {
  backend = await startBackend(folder.path)
})
afterAll(async () => {
  await backend?.close()
  folder.remove()
})

describe('C17 a wrong password and an unknown name', () => {
  test('get the same status, headers and text', async () => {
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

  /** Processor time of this process, which runs the backend, in microseconds. A clock would count other work too. */
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
    await backend.transaction((query) => saveUser(query, { email, password }))
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
  const response = await post(login)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error_code: 'invalid_credentials' })
})

describe('C18 wrong logins', () => {
  const wrong = { email: adminLogin.email, password: 'wrong' }

  test('are refused after 30 of a name from one address, the right password among them', async () => {
    const from = '203.0.113.1'
    const replies = await statuses(40, () => post(wrong, from))
    expect(replies.filter((status) => status === 400)).toHaveLength(30)
    expect(replies.slice(30)).toEqual(Array(10).fill(429))
    const refused = await post({ ...adminLogin, email: adminLogin.email.toUpperCase() }, from)
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ error_code: 'over_request_rate_limit' })
  })

  test('are counted when they come all at once', async () => {
    const all = Array.from({ length: 60 }, () => post(wrong, '203.0.113.2'))
    const replies = (await Promise.all(all)).map(({ status }) => status)
    expect(replies.filter((status) => status === 400)).toHaveLength(30)
  })

  test('of a name that nobody has are counted alike', async () => {
    const nobody = { email: 'nobody@zulf.example', password: 'wrong' }
    const replies = await statuses(31, () => post(nobody, '203.0.113.3'))
    expect(replies.slice(29)).toEqual([400, 429])
  })

  test('lock nobody out elsewhere, nor another name there', async () => {
    await statuses(31, () => post(wrong, '203.0.113.4'))
    expect((await post(adminLogin, '203.0.113.5')).status).toBe(200)
    await statuses(31, () => post({ ...wrong, email: 'other@zulf.example' }, '203.0.113.6'))
    expect((await post(adminLogin, '203.0.113.6')).status).toBe(200)
  })

  test('of many names from one address are refused after 100', async () => {
    let nth = 0
    const replies = await statuses(101, () => {
      nth += 1
      return post({ email: `name${nth}@zulf.example`, password: 'wrong' }, '203.0.113.7')
    })
    expect(replies.slice(99)).toEqual([400, 429])
  })

  test('are no limit for right ones', async () => {
    const replies = await statuses(35, () => post(adminLogin, '203.0.113.8'))
    expect(new Set(replies)).toEqual(new Set([200]))
  })

  async function statuses(times: number, ask: () => Promise<Response>): Promise<number[]> {
    const found = []
    for (let nth = 0; nth < times; nth += 1) found.push((await ask()).status)
    return found
  }
})

test('a name is known in capitals too', async () => {
  const { email, password } = adminLogin
  expect((await signIn(email.toUpperCase(), password)).error).toBeNull()
})

describe('C04 C14 once the admin has signed out', () => {
  test('neither token of that session is worth anything', async () => {
    const client = aClient()
    const { data } = await client.auth.signInWithPassword(adminLogin)
    await client.auth.signOut({ scope: 'local' })
    const { error } = await aClient().auth.refreshSession({
      refresh_token: data.session?.refresh_token ?? '',
    })
    expect(error?.code).toBe('refresh_token_not_found')
    const who = await fetch(`${backend.url}/auth/v1/user`, {
      headers: {
        apikey: LOCAL_API_KEY,
        authorization: `Bearer ${data.session?.access_token}`,
      },
    })
    expect(who.status).toBe(403)
  })
})

function post(login: object, from = '198.51.100.1'): Promise<Response> {
  return fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: {
      apikey: LOCAL_API_KEY,
      'content-type': 'application/json',
      'x-forwarded-for': from,
    },
    body: JSON.stringify(login),
  })
}

function signIn(email: string, password: string) {
  return aClient().auth.signInWithPassword({ email, password })
}

function aClient() {
  return createClient(backend.url, LOCAL_API_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
}
