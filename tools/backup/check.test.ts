/* `npm run backup` restores what it has saved, before anybody depends on it. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { prepareDatabase } from '#tests/support/prepare-database.ts'
import { aFolder } from '#tests/support/shop-server.ts'
import { addAdminUser, openHostedProject } from '../hosted-postgres/hosted-project.ts'
import type { Query } from '../postgres/database.ts'
import { runSupabase } from '../supabase-cli.ts'
import { checkBackup, type Entry, readEntries, writeBackup } from './backup-file.ts'
import { proveBackup } from './check.ts'
import { backUpHosted } from './hosted.ts'
import { backUpLocal, inLocalShop } from './local.ts'

const folder = aFolder('check')
/** Its name is short: a socket in it has at most 104 bytes on macOS. */
const temporary = aFolder('t')
const shop = join(folder.path, 'shop')
const file = join(folder.path, 'shop.jsonl.gz')

beforeAll(async () => {
  await prepareDatabase(shop)
  await inShop(async (query) => {
    for (let nth = 0; nth < 3; nth++) await query('select public.place_order($1)', [aNewOrder()])
  })
})
afterAll(() => {
  folder.remove()
  temporary.remove()
})

test('rule 16.27: the command says what it compared, leaves nothing but the file, and notes it in the shop', async () => {
  const { status, stdout, stderr } = backup([file])
  expect(stderr).toBe('')
  expect(stdout).toMatch(
    /It was restored into a scratch database and compared: the \d+ rows of all \d+ tables are the same there, among them 3 orders of Rs 2397\.00 in all\.\n$/,
  )
  expect(status).toBe(0)
  expect(readdirSync(temporary.path)).toEqual([])
  expect(await notedBackups()).toEqual([{ orders: '3', is_new: true }])
})

test('it leaves the check and the note out where it is told to', async () => {
  const noted = await notedBackups()
  const { status, stdout } = backup([join(folder.path, 'unchecked'), '--no-check'])
  expect(stdout).toMatch(/It was not checked\.\n$/)
  expect(status).toBe(0)
  expect(await notedBackups()).toEqual(noted)
})

test('a project that SUPABASE_DB_URL names is meant, and the local shop by --local only', () => {
  const target = join(folder.path, 'of-a-project')
  const refused = backup(
    [target, '--no-check'],
    'postgresql://postgres:se#cret@db.example/postgres',
  )
  expect(refused.stderr).toMatch(/^The database URL cannot be read\./)
  expect(refused.status).toBe(1)
  expect(existsSync(target)).toBe(false)
  expect(backup([target, '--no-check', '--local'], 'postgresql://db.example').status).toBe(0)
})

describe('a file that does not restore to what was saved is named, and stays', () => {
  test.each([
    ['a row less', '"replacements":0', undefined, 'private.total_changes has 2 rows instead of 3.'],
    [
      'another value',
      '"estimated_delivery":"2',
      '"estimated_delivery":"1',
      'public.orders has other values.',
    ],
    ['an order less', '"replaces":null', undefined, 'violates foreign key constraint'],
  ])('%s', async (name, text, replacement, problem) => {
    const saved = await backUpLocal(shop, join(folder.path, `${name}-whole`))
    const changed = join(folder.path, name)
    await changeBackup(join(folder.path, `${name}-whole`), changed, text, replacement)
    await expect(proveBackup(changed, saved)).rejects.toThrow(problem)
    expect(existsSync(changed)).toBe(true)
  })
})

test('the command fails where the shop has what no migration made', async () => {
  await inShop((query) => query('alter table public.orders add column gift text'))
  const target = join(folder.path, 'unproved')
  const { status, stderr } = backup([target])
  expect(stderr).toContain(
    `${target} stays, but it is not proved: restored into a scratch database, it does not come back. This database has no public.orders.gift, which the backup has`,
  )
  expect(status).toBe(1)
  await checkBackup(target)
})

test('a project with the logins of Supabase Auth is proved, which has more columns than the scratch database', async () => {
  const project = await openHostedProject()
  try {
    const { code, messages } = await runSupabase(['db', 'push'], project.databaseUrl)
    expect(code, messages).toBe(0)
    await project.superuser.query(`
      alter table auth.users add is_sso_user boolean not null default false,
        add confirmed_at timestamptz generated always as (email_confirmed_at) stored;
      create table auth.identities (
        id uuid primary key default gen_random_uuid(),
        user_id uuid not null references auth.users (id) on delete cascade,
        identity_data jsonb not null
      );
      grant all on auth.identities to postgres`)
    await addAdminUser(project)
    await project.superuser.query(
      `insert into auth.identities (user_id, identity_data) select id, '{}' from auth.users`,
    )
    const target = join(folder.path, 'hosted')
    const proof = await proveBackup(target, await backUpHosted(project.databaseUrl, target))
    expect(proof).toContain('among them 0 orders of Rs 0 in all.')
  } finally {
    await project.close()
  }
})

/** @param SUPABASE_DB_URL The setting of whoever runs the tests is no part of them. */
function backup(arguments_: string[], SUPABASE_DB_URL = '') {
  const program = fileURLToPath(new URL('backup.ts', import.meta.url))
  return spawnSync(process.execPath, [program, ...arguments_], {
    env: {
      ...process.env,
      SUPABASE_DB_URL,
      DATA_DIR: shop,
      TMPDIR: temporary.path,
      TEMP: temporary.path,
    },
    encoding: 'utf8',
  })
}

function notedBackups() {
  return inShop((query) =>
    query(
      "select counted ->> 'orders' as orders, made_at > now() - interval '1 hour' as is_new from private.backups",
    ),
  )
}

/** Writes a whole backup in which the first row with a text has another one, or is left out. */
async function changeBackup(
  from: string,
  to: string,
  text: string,
  replacement?: string,
): Promise<void> {
  const { rows, ...header } = await checkBackup(from)
  let isChanged = false
  async function* changed(): AsyncGenerator<Entry> {
    for await (const entry of readEntries(from)) {
      if (isChanged || !('row' in entry) || !entry.row.includes(text)) yield entry
      else {
        isChanged = true
        if (replacement !== undefined) yield { row: entry.row.replace(text, replacement) }
      }
    }
  }
  await writeBackup(to, header, changed())
  expect(isChanged).toBe(true)
}

function inShop<Result>(work: (query: Query) => Promise<Result>): Promise<Result> {
  return inLocalShop(shop, ({ transaction }) => transaction(work))
}
