import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Query } from './database.ts'
import { vacuumGrownTables } from './maintenance.ts'

let postgres: PGlite

beforeAll(async () => {
  postgres = await PGlite.create()
})
afterAll(() => postgres.close())

test('a table full of dead rows is vacuumed once, and a small one is left alone', async () => {
  const query: Query = async (sql, values) =>
    (await postgres.query<Record<string, unknown>>(sql, values)).rows
  const database = {
    transaction: <Result>(work: (query: Query) => Promise<Result>) => work(query),
    command: async (sql: string) => {
      await postgres.exec(sql)
    },
  }
  await postgres.exec(`
    create table small as select 1 as value;
    create table "Updated" as select nth as value from generate_series(1, 100000) as nth;
  `)
  await postgres.exec('vacuum "Updated"')
  await postgres.exec('update "Updated" set value = value + 1')
  const size = async () => (await query(`select pg_relation_size('"Updated"') as bytes`))[0]
  const before = await size()

  expect(await vacuumGrownTables(database)).toEqual(['public."Updated"'])
  expect(await vacuumGrownTables(database)).toEqual([])
  await postgres.exec('update "Updated" set value = value + 1')
  expect(await size()).toEqual(before)
})
