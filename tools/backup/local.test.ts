import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { savedCounts } from '#tests/support/order-counts.ts'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { readSavedTables } from '#tests/support/saved-tables.ts'
import {
  adminLogin,
  aFolder,
  backendOptions,
  postJson,
  startBackend,
  type TestBackend,
} from '#tests/support/shop-server.ts'
import { openLocalBackend } from '../local-backend/local-backend.ts'
import { countRows } from './contents.ts'
import { backUpLocal, restoreLocal } from './local.ts'

const SUPABASE = fileURLToPath(new URL('../../supabase', import.meta.url))
const parent = aFolder('backup')
const shop = join(parent.path, 'shop')
const older = join(parent.path, 'older-migrations')
const file = join(parent.path, 'backups/shop.jsonl.gz')
const lastMigration = newestMigration()
let open: TestBackend | undefined
let saved: unknown

/** A shop with orders and a message. */
beforeAll(async () => {
  copyMigrations(older, (name) => !name.startsWith(lastMigration))
  open = await startBackend(shop)
  for (let nth = 0; nth < 3; nth++) expect((await place(open)).status).toBe(201)
  expect((await write(open, 'اردو "quoted"\n\\ ')).status).toBe(201)
  // Enough to interrupt.
  await open.transaction((query) =>
    query(`insert into local.form_copies (form, fields)
      select 'order', jsonb_build_object('message', repeat('x', 500), 'number', 0.10000000000000000001)
      from generate_series(1, 10000)`),
  )
  saved = await everything(open)
  await open.close()
})
afterEach(async () => {
  await open?.close()
  open = undefined
})
afterAll(parent.remove)

test('a shop that was backed up while it ran comes back with the same orders, sums and logins', async () => {
  open = await startBackend(shop)
  await backUpLocal(shop, file)
  for (const path of [file, dirname(file)]) expect(statSync(path).mode & 0o077).toBe(0)
  await open.close()
  rmSync(shop, { recursive: true })

  await restoreLocal(file, shop)
  open = await startBackend(shop)
  expect(await everything(open)).toEqual(saved)
  expect((await signIn(open)).status).toBe(200)
  expect((await place(open)).status).toBe(201)
  expect((await write(open, 'Hi')).status).toBe(201)
  await open.transaction((query) =>
    query(`delete from public.orders
      where id not in (select last_order_id from private.customers order by last_order_date limit 3)`),
  )
})

test('a shop that is not running is backed up as well, and no backup is replaced', async () => {
  const closed = join(parent.path, 'closed.jsonl.gz')
  expect(countRows(await backUpLocal(shop, closed))).toBeGreaterThan(10_000)
  await expect(backUpLocal(shop, closed)).rejects.toThrow(
    `${closed} exists: name a new file for the backup.`,
  )
})

test('a restore over a full folder is refused, and the shop in it stays', async () => {
  await expect(restoreLocal(file, shop)).rejects.toThrow(
    `The data folder ${shop} is not empty: move it away first, or set DATA_DIR to another folder.`,
  )
  open = await startBackend(shop)
  expect(await open.transaction((query) => query('select from public.orders'))).toHaveLength(3)
})

test('migrations that are newer than the backup are applied at the next start', async () => {
  const source = join(parent.path, 'old-shop')
  const target = join(parent.path, 'new-shop')
  const backup = join(parent.path, 'old.jsonl.gz')
  open = await startBackend(source, { supabase: older })
  await open.close()
  await backUpLocal(source, backup)

  await restoreLocal(backup, target)
  open = await startBackend(target)
  const names = await open.transaction((query) =>
    query('select max(name) as name from local.applied_migrations'),
  )
  expect(names[0]?.['name']).toContain(lastMigration)
})

test('a backup from before the first migration of today comes back with the same orders and totals', async () => {
  const target = join(parent.path, 'former-shop')
  const former = fileURLToPath(new URL('forty-migrations.jsonl.gz', import.meta.url))
  expect(await restoreLocal(former, target)).toBe(26)
  open = await startBackend(target)
  const { statuses } = await open.transaction((query) => savedCounts(query))
  expect(statuses).toEqual([
    { status: 'pending', orders: '2', replacements: '0', revenue: '1598.00' },
    { status: 'cancelled', orders: '1', replacements: '0', revenue: '799.00' },
  ])
  expect((await place(open)).status).toBe(201)
})

describe('kill -9', () => {
  test('in the middle of a backup leaves no file of its name', async () => {
    const target = join(parent.path, 'killed', 'shop.jsonl.gz')
    const unfinished = await killWhen('backup.ts', target, shop, () =>
      namesIn(join(parent.path, 'killed')).find((name) => name.includes('unfinished')),
    )
    expect(existsSync(target)).toBe(false)
    const half = join(parent.path, 'killed', unfinished)
    await expect(restoreLocal(half, join(parent.path, 'refused'))).rejects.toThrow(
      `${half} is not a whole backup: use another one.`,
    )
  })

  test.each([0, 700])('%i ms after a restore began leaves a folder that is refused', async (ms) => {
    const target = join(parent.path, `killed-${ms}`)
    await killWhen('restore.ts', file, target, () => namesIn(target).find(isMarker), ms)
    await expect(openLocalBackend(backendOptions(target))).rejects.toThrow(
      `A restore into the data folder ${target} did not end: delete the folder and restore again.`,
    )
    await expect(restoreLocal(file, target)).rejects.toThrow(`${target} is not empty`)
  })
})

const isMarker = (name: string) => name === 'unfinished'

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

/** Returns what was found before the kill. */
async function killWhen(
  script: string,
  argument: string,
  dataDir: string,
  find: () => string | undefined,
  delay = 0,
): Promise<string> {
  const program = fileURLToPath(new URL(script, import.meta.url))
  const child = spawn(process.execPath, [program, argument], {
    env: { ...process.env, SUPABASE_DB_URL: '', DATA_DIR: dataDir },
    stdio: 'ignore',
  })
  const ended = once(child, 'close')
  let found: string | undefined
  while (!found && child.exitCode === null) {
    found = find()
    await pause(2)
  }
  await pause(delay)
  child.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])
  return found ?? ''
}

/** What the admin sees, and how each login is checked. */
/** Once the shop has emptied its outbox and folded its stages, which it does every few seconds while it runs. */
async function everything({ transaction }: TestBackend): Promise<unknown> {
  const open = 'select from private.outbox union all select from private.stage_changes'
  const isEmpty = () => transaction(async (query) => (await query(open)).length === 0)
  await vi.waitUntil(isEmpty, { timeout: 30_000, interval: 200 })
  return transaction(async (query) => {
    const tables = await readSavedTables(query)
    // Each start writes it.
    delete tables['private.last_retention']
    tables['logins'] = await query('select id, email, encrypted_password from auth.users')
    tables['copies'] = await query(
      'select md5(string_agg(copy::text, $1 order by id)) from local.form_copies as copy',
      ['\n'],
    )
    return tables
  })
}

function place(backend: TestBackend): Promise<Response> {
  return postJson(`${backend.url}/rest/v1/rpc/place_order`, { p: aNewOrder() })
}

function write(backend: TestBackend, message: string): Promise<Response> {
  const p = {
    messageId: crypto.randomUUID(),
    name: 'Ali',
    email: 'ali@example.com',
    subject: 'Hi',
    message,
  }
  return postJson(`${backend.url}/rest/v1/rpc/send_message`, { p })
}

function copyMigrations(target: string, includes: (name: string) => boolean): void {
  cpSync(SUPABASE, target, {
    recursive: true,
    filter: (path) => !path.endsWith('.sql') || includes(basename(path)),
  })
}

/** Its timestamp. */
function newestMigration(): string {
  return namesIn(join(SUPABASE, 'migrations')).sort().at(-1)?.split('_')[0] ?? ''
}

function signIn(backend: TestBackend): Promise<Response> {
  return postJson(`${backend.url}/auth/v1/token?grant_type=password`, adminLogin)
}
