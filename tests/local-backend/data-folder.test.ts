import { appendFileSync, cpSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { openLocalBackend } from '#tools/local-backend/local-backend.ts'
import { writePrices } from '#tools/prices/migration.ts'
import {
  aFolder,
  backendOptions,
  postJson,
  startBackend,
  startBackendProcess,
  type TestBackend,
} from '../support/shop-server.ts'

// One folder for the whole story.
const parent = aFolder('data')
const folder = join(parent.path, 'a-name-that-is-too-long-for-the-address-of-a-socket'.repeat(3))
const supabase = join(parent.path, 'supabase')
cpSync(fileURLToPath(new URL('../../supabase', import.meta.url)), supabase, { recursive: true })
let open: TestBackend | undefined

afterEach(async () => {
  vi.unstubAllEnvs()
  await open?.close()
  open = undefined
})
afterAll(parent.remove)

test('a folder in use is refused in one sentence, and the one who has it goes on', async () => {
  open = await startBackend(folder, { supabase })
  await expect(openLocalBackend({ ...backendOptions(folder), supabase })).rejects.toMatchObject({
    name: 'UserError',
    message: `Another process is using the data folder ${folder}: stop it, or set DATA_DIR to another folder.`,
  })
  expect((await place(open.url, aNewOrder())).status).toBe(201)
})

test('only the owner of the folder can read what is in it', () => {
  for (const name of ['postgres', 'postgres/data', 'sockets', 'token-secret']) {
    expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
  }
})

test('new prices are applied once, while the backend is open, whatever its folder is called', async () => {
  const priced = join(parent.path, 'priced')
  cpSync(supabase, priced, { recursive: true })
  open = await startBackend(join(parent.path, 'دکان 1'), { supabase: priced })
  const [item] = aNewOrder().items
  if (!item) throw new Error('An order has at least one line')
  const dearer = { id: item.id, name: 'Oil', label: item.size, price: item.price + 1 }
  writePrices(join(priced, 'migrations'), [dearer], new Date())

  await open.migrate()
  await open.migrate()

  const items = [{ ...item, price: dearer.price }]
  expect((await place(open.url, aNewOrder({ items, total: dearer.price }))).status).toBe(201)
  const sold = await open.transaction((query) =>
    query('select unit_price::float8 as price from private.catalogue_sizes where active'),
  )
  expect(sold).toEqual([{ price: dearer.price }])
})

test('a migration that was changed afterwards is refused in one sentence', async () => {
  const changed = join(parent.path, 'changed')
  cpSync(supabase, changed, { recursive: true })
  mkdirSync(join(changed, 'migrations'), { recursive: true })
  const name = '20261121090000_create_shop.sql'
  appendFileSync(join(changed, 'migrations', name), '\n-- and one thing more\n')
  await expect(openLocalBackend({ ...backendOptions(folder), supabase: changed })).rejects.toThrow(
    `${name} was changed after this database had applied it`,
  )
})

test('a data folder of an earlier version is refused in one sentence, and nothing in it changes', async () => {
  const earlier = join(parent.path, 'earlier')
  const request = aNewOrder()
  const name = '20261121090000_close_the_doors.sql'
  const record = `insert into local.applied_migrations (name, sha256) 
    values ('${name}', encode(sha256(''), 'hex'))`
  open = await startBackend(earlier, { supabase })
  await place(open.url, request)
  await open.transaction((query) => query(record))
  await open.close()

  await expect(openLocalBackend({ ...backendOptions(earlier), supabase })).rejects.toMatchObject({
    name: 'UserError',
    message: `Another version of the shop made this data folder (its database has ${name}): start that version, or delete the folder to start over, or set DATA_DIR to another folder.`,
  })

  const thatVersion = join(parent.path, 'that-version')
  cpSync(supabase, thatVersion, { recursive: true })
  writeFileSync(join(thatVersion, 'migrations', name), '')
  open = await startBackend(earlier, { supabase: thatVersion })
  expect(await idsOf(open)).toEqual([request.id])
})

test('D37 D38 kill -9 in the middle of a rush loses no confirmed order, and a retry lands the others once', async () => {
  const shop = await startBackendProcess(join(parent.path, 'killed'))
  const confirmed: string[] = []
  const unconfirmed: ReturnType<typeof aNewOrder>[] = []
  const enough = Promise.withResolvers<void>()
  const customers = Array.from({ length: 4 }, async (_, customer) => {
    for (let nth = 0; ; nth++) {
      const request = aNewOrder()
      const response = await place(shop.url, request, `198.51.${customer}.${nth}`).catch(() => null)
      if (response?.status !== 201) {
        unconfirmed.push(request)
        return
      }
      confirmed.push(request.id)
      if (confirmed.length === 40) enough.resolve()
    }
  })
  await enough.promise
  await shop.kill('SIGKILL')
  await Promise.all(customers)

  open = await startBackend(join(parent.path, 'killed'))
  expect(await idsOf(open)).toEqual(expect.arrayContaining(confirmed))
  for (const request of unconfirmed) {
    expect([200, 201]).toContain((await place(open.url, request)).status)
  }
  const ids = await idsOf(open)
  const retried = unconfirmed.map((request) => request.id)
  expect(ids.filter((id) => retried.includes(String(id))).sort()).toEqual(retried.sort())
})

test('kill -9 of an idle backend takes PostgREST and Postgres along', async () => {
  const idle = join(parent.path, 'idle')
  const shop = await startBackendProcess(idle)
  const running = () =>
    Promise.all(
      ['rest', '.s.PGSQL.5432'].map((name) => acceptsConnections(join(idle, 'sockets', name))),
    )
  expect(await running()).toEqual([true, true])
  await shop.kill('SIGKILL')
  await expect.poll(running).toEqual([false, false])
})

function place(url: string, p: object, client = '198.51.100.1'): Promise<Response> {
  return postJson(`${url}/rest/v1/rpc/place_order`, { p }, client)
}

function acceptsConnections(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(socket, () => resolve(true))
    probe.once('connect', () => probe.destroy())
    probe.once('error', () => resolve(false))
  })
}

async function idsOf({ transaction }: TestBackend): Promise<unknown[]> {
  const rows = await transaction((query) => query('select id from public.orders'))
  return rows.map((row) => row['id'])
}
