/* What one caller sends must not keep the others waiting: statements past the gateway's own rules. */
import { once } from 'node:events'
import { cpSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { prepareDataFolder } from '#tools/local-backend/data-folder.ts'
import { LOCAL_API_KEY } from '#tools/local-backend/gateway.ts'
import {
  adminLogin,
  aFolder,
  postJson,
  startBackend,
  type TestBackend,
} from '../support/shop-server.ts'

const HOSTILE_FUNCTIONS = `
  create function public.spin() returns void language plpgsql as $$
    begin loop end loop; end
  $$;
  create function public.match(pattern text) returns boolean language sql as $$
    select 'abc' ~ pattern
  $$;
  create function public.fill_disk() returns void language plpgsql as $$
    begin
      raise exception 'could not extend file "base/5/17496"' using errcode = 'disk_full', hint = 'base/5';
    end
  $$;
  grant execute on function public.spin(), public.match(text), public.fill_disk() to anon;
`
/** Fills the small stack of a JavaScript engine. */
const DEEP_PATTERN = { pattern: '(x{1,255}){1,255}' }

const parent = aFolder('hostile')
const supabase = join(parent.path, 'supabase')
const stops: string[] = []
let backend: TestBackend

beforeAll(async () => {
  cpSync(fileURLToPath(new URL('../../supabase', import.meta.url)), supabase, { recursive: true })
  writeFileSync(join(supabase, 'migrations/99990101000000_hostile.sql'), HOSTILE_FUNCTIONS)
  const log = (line: string) => stops.push(line)
  backend = await startBackend(join(parent.path, 'data'), { supabase, log })
})
afterAll(async () => {
  await backend?.close()
  parent.remove()
})

test('a function is called with its arguments only, however the path and the query are written', async () => {
  const filter = 'pgrst_scalar->>ok=match.x'
  for (const path of [`rpc/match?${filter}`, `%72pc/match?${filter}`, `/rpc/match?${filter}`]) {
    expect((await callFunction(path, DEEP_PATTERN)).status).toBe(400)
  }
  const headers = { apikey: LOCAL_API_KEY }
  for (const query of [filter, `p_id=x&${filter}`, 'p_id=x&select=code']) {
    const { status } = await fetch(`${backend.url}/rest/v1/rpc/get_order?${query}`, { headers })
    expect(status).toBe(400)
  }
  expect(stops).toEqual([])
})

test('a fault of the database has its code, and names no file', async () => {
  const response = await callFunction('rpc/fill_disk')
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({
    code: '53100',
    message: 'The backend could not do it',
    details: null,
    hint: null,
  })
})

test('a statement without end is ended; pages and 200 callers are served meanwhile and after it', async () => {
  const hostile = callFunction('rpc/spin')
  const pages = await Promise.all(Array.from({ length: 50 }, () => fetch(`${backend.url}/`)))
  expect(pages.map(({ status }) => status)).toEqual(Array(50).fill(404))

  const others = await Promise.all(Array.from({ length: 200 }, () => look()))
  expect((await hostile).status).toBe(503)
  // Requests that were pending in PostgREST when its database ended get 503; the others wait.
  const refused = others.filter(({ status }) => status !== 200)
  expect(refused.map(({ status }) => status)).toEqual(Array(refused.length).fill(503))
  expect(refused.length).toBeLessThan(others.length)
  expect((await look()).status).toBe(200)
  expect((await signIn()).status).toBe(200)
  expect(stops.join('\n')).toContain('A statement took more than 3 s of processor time.')
})

test('a statement that ends Postgres costs no confirmed order, and a retry lands the others once', async () => {
  const requests = Array.from({ length: 60 }, () => aNewOrder())
  const isHostile = (nth: number) => nth % 20 === 10
  const placed = await Promise.all(
    requests.map(async (request, nth) => {
      if (isHostile(nth)) await callFunction('rpc/match', DEEP_PATTERN)
      return place(request, nth)
    }),
  )
  expect(stops.join('\n')).toContain('Postgres failed')

  const confirmed = requests.filter((_, nth) => placed[nth]?.status === 201)
  expect(await savedIds()).toEqual(expect.arrayContaining(confirmed.map(({ id }) => id)))
  for (const [nth, request] of requests.entries()) {
    await expect.poll(async () => (await place(request, nth)).status).toBe(200)
  }
  expect((await savedIds()).sort()).toEqual(requests.map(({ id }) => id).sort())
})

test.each([
  { kind: 'a startup packet without its end', bytes: '0000000800030000' },
  { kind: 'a startup packet that is too short', bytes: '0000000400030000' },
  { kind: 'a statement that is no text', bytes: '5000000008ffffffff' },
])('after $kind on the socket of the database, requests are served again', async ({ bytes }) => {
  const before = stops.length
  const { sockets, removeAlias } = prepareDataFolder(join(parent.path, 'data'))
  const client = connect(join(sockets, '.s.PGSQL.5432'))
  client.on('error', () => undefined)
  await once(client, 'connect')
  client.write(Buffer.from(bytes, 'hex'))
  await expect.poll(() => stops.length).toBeGreaterThan(before)
  expect(stops[before]).toContain('The session no longer responds.')
  await expect.poll(async () => (await look()).status).toBe(200)
  client.destroy()
  removeAlias()
})

test('a transaction in which the database ends is rejected, and the next one runs', async () => {
  const ended = backend.transaction((query) =>
    query('select public.match($1)', [DEEP_PATTERN.pattern]),
  )
  await expect(ended).rejects.toThrow('Postgres ended during a transaction')
  expect(await backend.transaction((query) => query('select 1 as one'))).toEqual([{ one: 1 }])
})

test('a transaction of many statements, such as a backup, takes as long as it needs', async () => {
  const before = stops.length
  await backend.transaction(async (query) => {
    const end = performance.now() + 8_000
    while (performance.now() < end) await query('select pg_sleep(0.05)')
  })
  expect(stops.length).toBe(before)
})

test('the statements of the project itself take as long as they need', async () => {
  const before = stops.length
  await backend.transaction((query) =>
    query(`do $$ declare until timestamptz := clock_timestamp() + '5 s';
      begin while clock_timestamp() < until loop end loop; end $$`),
  )
  expect(stops.length).toBe(before)
})

function callFunction(path: string, values: object = {}, client = '198.51.100.1') {
  return postJson(`${backend.url}/rest/v1/${path}`, values, client)
}

function look(): Promise<Response> {
  return callFunction('rpc/match', { pattern: 'b' })
}

function place(request: object, nth: number): Promise<Response> {
  return callFunction('rpc/place_order', { p: request }, `198.51.100.${nth}`)
}

function signIn(): Promise<Response> {
  return fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: LOCAL_API_KEY },
    body: JSON.stringify(adminLogin),
  })
}

async function savedIds(): Promise<string[]> {
  const rows = await backend.transaction((query) => query('select id from public.orders'))
  return rows.map(({ id }) => String(id))
}
