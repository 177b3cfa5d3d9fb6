import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTemplateDatabase } from '#tests/support/template-database.ts'
import type { ScratchDatabase } from '../postgres/scratch-database.ts'
import { loadTables, readTables } from './tables.ts'

let database: ScratchDatabase

beforeAll(async () => {
  database = await openTemplateDatabase()
})
afterAll(() => database?.close())

test('tables that refer to each other are loaded, with their foreign keys as they were', async () => {
  await database.exec(`
    create table private.hens (id bigint primary key, egg bigint);
    create table private.eggs (id bigint primary key, hen bigint references private.hens);
    alter table private.hens add constraint hens_egg_fkey
      foreign key (egg) references private.eggs deferrable initially deferred;
    insert into private.hens values (1, 1), (2, null);
    insert into private.eggs values (1, 2)`)
  await database.exec('begin')
  const query = async (sql: string, values?: unknown[]) =>
    (await database.query<Record<string, unknown>>(sql, values)).rows
  const keys = () =>
    query(
      `select conname, condeferrable, condeferred from pg_constraint where contype = 'f' order by 1`,
    )
  const [before, entries] = [await keys(), await Array.fromAsync(readTables(query))]

  await loadTables(query, saved())
  expect(await query('select id from private.eggs')).toEqual([{ id: 1 }])
  expect(await query('select id, egg from private.hens order by id')).toEqual([
    { id: 1, egg: 1 },
    { id: 2, egg: null },
  ])
  expect(await keys()).toEqual(before)

  async function* saved() {
    yield* entries
  }
})
