/* supabase/schemas is the text of the database, and supabase/migrations brings a project to it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schemaFiles } from '#tests/support/schema-files.ts'
import {
  migrationFiles,
  openScratchDatabase,
  type ScratchDatabase,
} from '#tools/postgres/scratch-database.ts'
import { PRICES_SUFFIX } from '#tools/prices/migration.ts'
import { type Objects, readObjects } from '../support/database-objects.ts'

const prices = migrationFiles().filter(({ pathname }) => pathname.endsWith(PRICES_SUFFIX))

let migrated: ScratchDatabase
let expected: Objects

beforeAll(async () => {
  migrated = await openScratchDatabase()
  expected = await readObjects(migrated)
})
afterAll(() => migrated?.close())

test('the schemas and the prices make the database that the migrations make', async () => {
  const database = await openScratchDatabase([...schemaFiles(), ...prices])
  expect(differences(expected, await readObjects(database))).toEqual([])
  await database.close()
})

test.each([
  [
    'alter table public.orders alter column version set default 2',
    'column 11 of public.orders: version',
  ],
  ["comment on column public.orders.total is 'In paisas.'", 'column 3 of public.orders: total'],
  [
    'alter table public.orders drop constraint erased_orders_stay_closed',
    'constraint erased_orders_stay_closed on public.orders',
  ],
  ['drop index orders_date_idx', 'index public.orders_date_idx'],
  [
    'grant execute on function private.is_open(public.order_status) to anon',
    'function private.is_open(order_status)',
  ],
  ['alter function private.units_of(jsonb) stable', 'function private.units_of(jsonb)'],
  [
    'alter table public.orders disable trigger prepare_order',
    'trigger prepare_order on public.orders',
  ],
  [
    'drop policy "Admins read orders" on public.orders',
    'policy Admins read orders on public.orders',
  ],
  ['grant insert on public.orders to anon', 'table public.orders'],
  ["alter type public.order_status add value 'lost'", 'enum order_status'],
  [
    'alter type private.list_cursor add attribute nth integer',
    'column 3 of private.list_cursor: nth',
  ],
  [
    'alter default privileges for role postgres grant execute on functions to anon',
    'default rights of postgres in 0: f',
  ],
  ['create sequence private.more', 'sequence private.more'],
  [
    'update private.catalogue_sizes set unit_price = 1 where true',
    'rows of private.catalogue_sizes',
  ],
])('and a difference would be seen: %s', async (statement, object) => {
  await migrated.exec(`begin; ${statement}`)
  expect(differences(expected, await readObjects(migrated))).toContain(object)
  await migrated.exec('rollback')
})

function differences(left: Objects, right: Objects): string[] {
  const objects = new Set([...Object.keys(left), ...Object.keys(right)])
  return [...objects].filter((object) => left[object] !== right[object]).sort()
}
