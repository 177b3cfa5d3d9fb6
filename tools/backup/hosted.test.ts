/* Backup and restore of a Postgres that is set up as a hosted project. */

import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { readSavedTables } from '#tests/support/saved-tables.ts'
import { aFolder } from '#tests/support/shop-server.ts'
import {
  addAdminUser,
  type HostedProject,
  openHostedProject,
} from '../hosted-postgres/hosted-project.ts'
import { runSupabase } from '../supabase-cli.ts'
import { checkBackup, type Entry, newHeader, readEntries, writeBackup } from './backup-file.ts'
import { backUpHosted, restoreHosted } from './hosted.ts'
import { restoreLocal } from './local.ts'

const folder = aFolder('hosted-backup')
const file = join(folder.path, 'project.jsonl.gz')
let shop: HostedProject
let fresh: HostedProject
let saved: unknown

beforeAll(async () => {
  shop = await openHostedProject()
  await push(shop)
  const { email } = await addAdminUser(shop)
  await shop.asPostgres(
    'insert into private.store_admins (user_id) select id from auth.users where email = $1',
    [email],
  )
  for (let nth = 0; nth < 3; nth++) {
    await shop.asPostgres('select public.place_order($1)', [aNewOrder()])
  }
  await shop.asPostgres(
    "update public.orders set status = 'cancelled' where id = (select min(id) from public.orders)",
  )
  saved = await everything(shop)
  await backUpHosted(shop.databaseUrl, file)
  fresh = await openHostedProject()
})
afterAll(async () => {
  await shop?.close()
  await fresh?.close()
  folder.remove()
})

test('a wrong password is called that', async () => {
  const url = new URL(fresh.databaseUrl)
  url.password = 'wrong'
  await expect(backUpHosted(url.href, join(folder.path, 'refused'))).rejects.toThrow(
    'The database refuses the password.',
  )
})

test('a new project gets the migrations of the backup, and the same orders, sums and logins', async () => {
  await restoreHosted(file, fresh.databaseUrl)
  expect(await everything(fresh)).toEqual(saved)
  expect(await fresh.asPostgres(ANALYZED)).toEqual([{ analyzed: true }])
  await fresh.asPostgres('select public.place_order($1)', [aNewOrder()])
  expect(await fresh.asPostgres('select customers::integer from private.customer_total')).toEqual([
    { customers: 4 },
  ])
})

test('a backup from before the first migration of today is restored with that one', async () => {
  const former = join(folder.path, 'former.jsonl.gz')
  const local = 'tools/backup/forty-migrations.jsonl.gz'
  const { migrations } = await checkBackup(local)
  await writeBackup(former, newHeader('hosted', migrations), withoutLogins(readEntries(local)))
  const project = await openHostedProject()
  try {
    await restoreHosted(former, project.databaseUrl)
    const statuses =
      'select status, count(*)::integer as orders from public.orders group by 1 order by 1'
    expect(await project.asPostgres(statuses)).toEqual([
      { status: 'pending', orders: 2 },
      { status: 'cancelled', orders: 1 },
    ])
  } finally {
    await project.close()
  }
})

test('a project with orders is refused, and they stay', async () => {
  await expect(restoreHosted(file, shop.databaseUrl)).rejects.toThrow(
    'The project has 3 orders and 1 users: a backup is restored into a new project, before its admin is added.',
  )
  expect(await everything(shop)).toEqual(saved)
})

test('a project with other migrations is refused', async () => {
  await fresh.asPostgres(
    "insert into supabase_migrations.schema_migrations (version) values ('99990101000000')",
  )
  await expect(restoreHosted(file, fresh.databaseUrl)).rejects.toThrow(
    "The project's last migration is 99990101000000, the backup's is",
  )
})

test('it is not restored into a local shop', async () => {
  await expect(restoreLocal(file, join(folder.path, 'local'))).rejects.toThrow(
    `${file} is of a hosted project: add --db-url.`,
  )
})

const ANALYZED =
  "select count(*) > 0 as analyzed from pg_stats where schemaname = 'public' and tablename = 'orders'"

async function push({ databaseUrl }: HostedProject): Promise<void> {
  const { code, messages } = await runSupabase(['db', 'push'], databaseUrl)
  expect(code, messages).toBe(0)
}

/** What a local shop has and a project has not, and the logins, whose columns are its own. */
const OF_LOCAL_SHOPS = /^(local|auth)\.|^private\.store_admins$/

async function* withoutLogins(entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
  let isLeftOut = false
  for await (const entry of entries) {
    if ('table' in entry) isLeftOut = OF_LOCAL_SHOPS.test(entry.table)
    if (!isLeftOut) yield entry
  }
}

async function everything(project: HostedProject): Promise<unknown> {
  const tables = await readSavedTables((sql) => project.asPostgres(sql))
  const logins = await project.asPostgres('select login::text from auth.users as login order by 1')
  return { ...tables, logins }
}
