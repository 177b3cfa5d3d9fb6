/*
 * Shops after random acts, with their rows in any order on the disk. `npm run test:restore` does the same with
 * 5,000 orders and 20,000 acts.
 */
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { readObjects } from '#tests/support/database-objects.ts'
import { brokenInvariants } from '#tests/support/invariants.ts'
import { prepareDatabase } from '#tests/support/prepare-database.ts'
import { actAtRandom } from '#tests/support/random-acts.ts'
import { seed } from '#tests/support/random-run.ts'
import { readSavedTables } from '#tests/support/saved-tables.ts'
import { aFolder } from '#tests/support/shop-server.ts'
import { openHostedProject } from '../hosted-postgres/hosted-project.ts'
import { prepareDataFolder } from '../local-backend/data-folder.ts'
import { openFolderDatabase } from '../local-backend/folder-database.ts'
import { openFormSink } from '../local-backend/form-sink.ts'
import { superuserPool } from '../postgres/database.ts'
import { runSupabase } from '../supabase-cli.ts'
import { proveBackup } from './check.ts'
import { backUpHosted, restoreHosted } from './hosted.ts'
import { backUpLocal, restoreLocal } from './local.ts'

const LONG = { orders: 5000, acts: 20_000, workers: 5, seed }
const SHORT = { orders: 600, acts: 400, workers: 1, seed }
const isLong = process.env['RANDOM_SHOP'] === 'long'
const size = isLong ? LONG : SHORT
const timeout = isLong ? 3_600_000 : 120_000

const parent = aFolder('random-shop')
afterAll(parent.remove)

test('a local shop comes back after random acts, from any order on the disk', {
  timeout,
}, async () => {
  const file = join(parent.path, 'local.jsonl.gz')
  const [source, target] = [join(parent.path, 'source'), join(parent.path, 'target')]
  await prepareDatabase(source)
  const saved = await withDatabase(source, async (pool) => {
    await fill(pool)
    return readEverything(pool)
  })
  await proveBackup(file, await backUpLocal(source, file))
  await restoreLocal(file, target)
  expect(await withDatabase(target, readEverything)).toEqual(saved)
})

test('so does a hosted project', { timeout }, async () => {
  const file = join(parent.path, 'hosted.jsonl.gz')
  const [source, target] = [await openHostedProject(), await openHostedProject()]
  try {
    const { code, messages } = await runSupabase(['db', 'push'], source.databaseUrl)
    expect(code, messages).toBe(0)
    await fill(source.superuser)
    await proveBackup(file, await backUpHosted(source.databaseUrl, file))
    await restoreHosted(file, target.databaseUrl)
    expect(await readEverything(target.superuser)).toEqual(await readEverything(source.superuser))
  } finally {
    await source.close()
    await target.close()
  }
})

async function fill(pool: pg.Pool): Promise<void> {
  const tally = await actAtRandom(pool, size)
  if (isLong) console.info(`Seed ${seed}`, tally)
  const never = Object.keys(tally).filter((kind) => tally[kind]?.done === 0)
  expect(never, `never done with RANDOM_SEED=${seed}`).toEqual([])
  do await shuffle(pool)
  while (!(await hasReplacementOnEarlierPage(pool)))
}

/** Writes the rows of each table in a random order. */
async function shuffle(pool: pg.Pool): Promise<void> {
  await pool.query(`
    do $$
    declare
      key record;
      salt constant text := random()::text;
    begin
      for key in
        select conrelid::regclass as of, quote_ident(attname) as name
        from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
        where contype = 'p' and connamespace::regnamespace::text in ('public', 'private')
          and atttypid in ('text'::regtype, 'bigint'::regtype, 'uuid'::regtype)
      loop
        execute format('create index shuffled on %s (md5(%L || %s::text))', key.of, salt, key.name);
        execute format('cluster %s using shuffled', key.of);
        execute format('drop index %s.shuffled', (select relnamespace::regnamespace from pg_class where oid = key.of));
      end loop;
    end
    $$`)
  await pool.query('vacuum analyze')
}

/** In a backup rows stand as on the disk, and 500 are restored at a time. */
async function hasReplacementOnEarlierPage(pool: pg.Pool): Promise<boolean> {
  const { rowCount } = await pool.query(`
    with placed as (
      select id, replaces, (row_number() over (order by ctid) - 1) / 500 as page from public.orders
    )
    select from placed as again join placed as o on o.id = again.replaces where again.page < o.page`)
  return rowCount !== 0
}

/** Every row and every object. In both nothing may be wrong. */
async function readEverything(pool: pg.Pool) {
  const sql = async (query: string) => (await pool.query(query)).rows
  expect(await brokenInvariants(sql), `RANDOM_SEED=${seed}`).toEqual({})
  const objects = await readObjects({
    query: async (query, values) => ({ rows: (await pool.query(query, values)).rows }),
  })
  for (const name of Object.keys(objects)) if (name.startsWith('rows of ')) delete objects[name]
  return { ...objects, ...(await readSavedTables(sql)) }
}

/** Of a data folder, without the shop, which erases and deletes by itself. */
async function withDatabase<Result>(
  dataDir: string,
  work: (pool: pg.Pool) => Promise<Result>,
): Promise<Result> {
  const folder = prepareDataFolder(dataDir)
  const database = await openFolderDatabase(folder, {})
  const pool = superuserPool(database)
  try {
    await openFormSink(database)
    return await work(pool)
  } finally {
    await pool.end()
    await database.close()
    folder.removeAlias()
  }
}
