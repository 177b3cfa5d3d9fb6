import { beforeAll, describe, expect, test } from 'vitest'
import { adminLogin, postJson, signedInClient } from '#tests/support/shop-server.ts'
import { saveUser } from '#tools/local-backend/local-admin.ts'
import { openBackend } from './open-backend.ts'

const backend = openBackend('sessions')
const other = { email: 'other@zulf.example', password: 'a-password-of-nobody' }

beforeAll(async () => {
  await saveUser(backend.sql, other)
})

test('C17 a wrong password and an unknown name cost the same work', async () => {
  const times = { wrong: [] as number[], unknown: [] as number[] }
  for (let nth = 0; nth < 9; nth += 1) {
    times.wrong.push(await workOf({ email: adminLogin.email, password: `wrong ${nth}` }))
    times.unknown.push(await workOf({ email: `nobody${nth}@zulf.example`, password: 'wrong' }))
  }
  const ratio = median(times.unknown) / median(times.wrong)
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)

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

test('C19 a long password with spaces, Urdu and emoji opens, and only to the last character', async () => {
  const login = { email: 'long@zulf.example', password: `  میرا 'لفظ" `.padEnd(64, 'x 🌿') }
  await saveUser(backend.sql, login)
  const { email, password } = login
  expect((await logIn(email, password)).error).toBeNull()
  for (const wrong of [[...password].slice(0, -1).join(''), `${password} `, ` ${password}`]) {
    expect((await logIn(email, wrong)).error?.code, wrong).toBe('invalid_credentials')
  }
})

describe('C18 wrong logins', () => {
  const wrong = { email: adminLogin.email, password: 'wrong' }

  test('are refused after 30 of a name from one client, the right password among them', async () => {
    const from = '203.0.113.1'
    const responses = await statuses(40, () => post(wrong, from))
    expect(responses.filter((status) => status === 400)).toHaveLength(30)
    expect(responses.slice(30)).toEqual(Array(10).fill(429))
    const refused = await post({ ...adminLogin, email: adminLogin.email.toUpperCase() }, from)
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ error_code: 'over_request_rate_limit' })
  })

  test('lock nobody out elsewhere, nor another name there', async () => {
    await statuses(31, () => post(wrong, '203.0.113.4'))
    expect((await post(adminLogin, '203.0.113.5')).status).toBe(200)
    await statuses(31, () => post({ ...wrong, email: 'unknown@zulf.example' }, '203.0.113.6'))
    expect((await post(adminLogin, '203.0.113.6')).status).toBe(200)
  })

  test('of many names from one client are refused after 100', async () => {
    let nth = 0
    const responses = await statuses(101, () => {
      nth += 1
      return post({ email: `name${nth}@zulf.example`, password: 'wrong' }, '203.0.113.7')
    })
    expect(responses.slice(99)).toEqual([400, 429])
  })

  async function statuses(times: number, ask: () => Promise<Response>): Promise<number[]> {
    const found = []
    for (let nth = 0; nth < times; nth += 1) found.push((await ask()).status)
    return found
  }
})

describe('a refresh token', () => {
  test('C03 that two tabs show at the same moment signs neither out', async () => {
    const { session } = await signedInClient(backend.url)
    const [one, other] = await Promise.all([refresh(session), refresh(session)])
    expect(one.error ?? other.error).toBeNull()
    expect(other.data.session?.refresh_token).toBe(one.data.session?.refresh_token)
  })

  test('C04 shown again later ends the session for whoever has it', async () => {
    const { session } = await signedInClient(backend.url)
    const { data } = await refresh(session)
    await backend.sql(`update auth.refresh_tokens set updated_at = now() - interval '1 minute'`)
    expect((await refresh(session)).error?.code).toBe('refresh_token_already_used')
    expect((await refresh(data.session)).error?.code).toBe('refresh_token_not_found')
  })
})

test('logging out everywhere ends every session, a copied refresh token too', async () => {
  const elsewhere = await signedInClient(backend.url)
  const here = await signedInClient(backend.url)
  const otherUser = await signedInClient(backend.url, other)
  expect((await here.client.auth.signOut({ scope: 'global' })).error).toBeNull()
  for (const { session } of [elsewhere, here]) {
    expect((await refresh(session)).error?.code).toBe('refresh_token_not_found')
    const asked = await backend
      .client()
      .rpc('admin_order_counts')
      .setHeader('Authorization', `Bearer ${session?.access_token}`)
    expect(asked.error?.code).toBe('42501')
  }
  expect((await otherUser.client.auth.getUser()).error).toBeNull()
})

function post(login: object, from = '198.51.100.1'): Promise<Response> {
  return postJson(`${backend.url}/auth/v1/token?grant_type=password`, login, from)
}

function logIn(email: string, password: string) {
  return backend.client().auth.signInWithPassword({ email, password })
}

function refresh(session: { refresh_token: string } | null) {
  return backend.client().auth.refreshSession({ refresh_token: session?.refresh_token ?? '' })
}
