/* What one caller sends must not keep the others waiting: statements past the gateway's own rules. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aNewOrder } from '#tests/support/order-factories.ts'
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
/** Takes long to compile. */
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

test('a statement without end is ended; pages and 200 callers are served meanwhile', async () => {
  const hostile = callFunction('rpc/spin')
  const pages = await Promise.all(Array.from({ length: 50 }, () => fetch(`${backend.url}/`)))
  expect(pages.map(({ status }) => status)).toEqual(Array(50).fill(404))
  const others = await Promise.all(Array.from({ length: 200 }, () => look()))
  expect(others.map(({ status }) => status)).toEqual(Array(200).fill(200))
  expect((await signIn()).status).toBe(200)
  const ended = await hostile
  expect({ status: ended.status, code: (await ended.json()).code }).toEqual({
    status: 500,
    code: '57014',
  })
})

test('an order whose server was killed is not confirmed, and is placed once by a retry', async () => {
  const p = aNewOrder()
  const place = () => callFunction('rpc/place_order', { p })
  expect((await place()).status).toBe(201)
  const open = backend.transaction(async (query) => {
    await query('select')
    process.kill(serverOf(parent.path), 'SIGKILL')
    await query('select pg_sleep(600)')
  })
  await expect(open).rejects.toThrow('Postgres ended during a transaction')
  await expect.poll(async () => (await place()).status).toBe(200)
  expect(stops.join('\n')).toContain('The database stopped')
})

function serverOf(folder: string): number {
  const file = join(folder, 'data/postgres/data/postmaster.pid')
  return Number.parseInt(readFileSync(file, 'utf8'), 10)
}

function callFunction(path: string, values: object = {}) {
  return postJson(`${backend.url}/rest/v1/${path}`, values)
}

function look(): Promise<Response> {
  return callFunction('rpc/match', { pattern: 'b' })
}

function signIn(): Promise<Response> {
  return fetch(`${backend.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: LOCAL_API_KEY },
    body: JSON.stringify(adminLogin),
  })
}
