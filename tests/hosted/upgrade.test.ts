/*
 * A project that was published with a former migration, with sold orders and a price of its own, and how it comes
 * to a later one: in a copy of the repository, by the commands of docs/publishing.md.
 */
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goodAddress } from '#tests/support/address-cases.ts'
import { aNewOrder } from '#tests/support/order-factories.ts'
import { type Api, serveHostedApi } from '#tools/hosted-postgres/hosted-api.ts'
import {
  addAdminUser,
  type HostedProject,
  openHostedProject,
} from '#tools/hosted-postgres/hosted-project.ts'
import { LOCAL_API_KEY } from '#tools/local-backend/gateway.ts'
import { migrationNames, versionOf } from '#tools/migration-names.ts'
import { pricesSql } from '#tools/prices/migration.ts'
import { readPriceList } from '#tools/prices/price-list.ts'
import { change, copyProject, runProgram } from '../commands/project-copy.ts'
import { loseParcels, readShop, sellOrders } from './sold-orders.ts'

/** What the shop takes from upstream: a table, and a function that changes. */
const LATER = '20990101000000_add_gifts.sql'
const LATER_SQL = `
create table private.gifts (order_id text primary key references public.orders (id) on delete cascade);
alter table private.gifts enable row level security;
create policy "Nobody reads the gifts through the API" on private.gifts for all using (false);
comment on table private.gifts is 'Orders with a gift.';
create or replace function private.retention_time() returns interval
language sql immutable set search_path = '' as $$
  select interval '36 months'
$$;
`
/** The newest that the project has at first. Courier and outcome stood beside the parcel until then. */
const FORMER = '20261127144515'
/** Stamped after it, and applied before. */
const OWN_PRICES = '20991231235959_set_prices.sql'
const ORDERS = 1_000
const DASHBOARD = 'function public.admin_dashboard() is not what the migrations define.'
const ADVICE =
  'Nothing was pushed: the project was published by an earlier commit, or changed by hand.'

const copy = copyProject()
const later = migrationNames(join(copy, 'supabase/migrations')).filter(
  (name) => versionOf(name) > FORMER,
)

let project: HostedProject
let api: Api

beforeAll(async () => {
  raiseFirstPrice()
  for (const name of later) renameSync(migration(name), join(copy, name))

  project = await openHostedProject()
  expect(await upgrade(project)).toContain('The project has every migration.')
  const { email } = await addAdminUser(project)
  await project.asPostgres(
    'insert into private.store_admins (user_id) select id from auth.users where email = $1',
    [email],
  )
  await project.asPostgres('select public.place_order(p) from unnest($1::jsonb[]) as p', [
    Array.from({ length: ORDERS }, (_, nth) => JSON.stringify(anOrderAtOwnPrice(nth))),
  ])
  await sellOrders(project)
  await project.asPostgres(`
    insert into private.notice_targets (way, url) values ('ntfy', 'https://ntfy.example/topic');
    update private.notice_settings set quiet_from = 22, quiet_until = 7 where true`)
  api = await serveHostedApi(project)
})
afterAll(async () => {
  await api?.close()
  await project?.close()
  rmSync(copy, { recursive: true, force: true })
})

test('check:hosted is right before', async () => {
  expect(await schemaLines()).toEqual([
    'ok      Every migration of this repository is applied',
    'ok      Every function, trigger, column, constraint, index and policy is what the migrations define',
  ])
})

test('where an earlier commit had another function, nothing is pushed, and it is named', async () => {
  writeFileSync(migration(LATER), LATER_SQL)
  const versions = await appliedVersions(project)
  const [found] = await project.asPostgres<{ definition: string }>(
    "select pg_get_functiondef('public.admin_dashboard()'::regprocedure) as definition",
  )
  await project.asPostgres(
    (found?.definition ?? '').replace('AS $function$', 'AS $function$ -- Of an earlier commit.\n'),
  )
  const output = await upgrade(project)
  expect(output).toContain(DASHBOARD)
  expect(output).toContain(ADVICE)
  expect(await appliedVersions(project)).toEqual(versions)
  expect((await schemaLines()).join('\n')).toContain(DASHBOARD)
})

test('rule 22.4: it comes to the newest migrations with every order, parcel and rupee, and its own price, and is told what it had set', async () => {
  await restoreDashboard()
  for (const name of later) renameSync(join(copy, name), migration(name))
  const [before, shop] = [await savedOrders(project), await readShop(project)]
  expect(before).toHaveLength(ORDERS)
  await loseParcels(project)

  const output = await upgrade(project)
  expect(output).toContain('Gone: the topic, the quiet hours from 22:00 to 7:00.')
  expect(output).toContain('The project has every migration.')

  expect(await savedOrders(project)).toEqual(before)
  const upgraded = await readShop(project)
  // A later version may say more.
  for (const [part, rows] of Object.entries(shop)) {
    expect({ [part]: upgraded[part] }).toMatchObject({ [part]: rows })
  }
  expect(await appliedVersions(project)).toEqual(
    migrationNames(join(copy, 'supabase/migrations')).map(versionOf),
  )
  const checks = await checkHosted()
  expect(checks).not.toContain('NOT ok')
  expect(checks).toContain('Every guarantee holds.')
})

test('five checks in a row do not lock themselves out, and count nothing', async () => {
  const counts = () =>
    project.asPostgres(
      "select relname, pg_sequence_last_value(oid) >> 10 as entry, pg_sequence_last_value(oid) & 511 as count from pg_class where relname like 'limit\\_%' and relkind = 'S' and pg_sequence_last_value(oid) > 1",
    )
  const before = await counts()
  for (let nth = 1; nth <= 5; nth++) {
    expect(await checkHosted()).toContain('Every guarantee holds.')
  }
  expect(await counts()).toEqual(before)
})

test('a function that was changed by hand, one that is gone and one too many are named', async () => {
  await project.asPostgres(`
    create or replace function private.shop_day(moment timestamptz) returns date
      language sql immutable set search_path = '' as 'select current_date';
    alter function private.units_of(jsonb) rename to units_by_hand`)
  expect(
    (await schemaLines())
      .join('\n')
      .split(/\n\s+(?:→ )?/)
      .slice(1),
  ).toEqual([
    'function private.shop_day(timestamp with time zone) is not what the migrations define.',
    'function private.units_of(jsonb) is missing.',
    'function private.units_by_hand(jsonb) is in no migration.',
    'docs/publishing.md ("Upgrade") says what to do.',
  ])
})

function migration(name: string): string {
  return join(copy, 'supabase/migrations', name)
}

function raiseFirstPrice(): void {
  const file = 'src/content/price-list.json'
  change(copy, file, (text) => text.replace(/("discountPrice": )\d+/, '$1809'))
  writeFileSync(migration(OWN_PRICES), pricesSql(readPriceList(join(copy, file))))
}

/** The first twenty are ten pairs of one phone. */
function anOrderAtOwnPrice(nth: number) {
  const [pair, half] = [Math.floor(nth / 2), nth % 2]
  const order = aNewOrder(
    pair < 10
      ? {
          id: `ZZZZZZ${'ABCDEFGHJK'[pair]}${'AB'[half]}`,
          shippingAddress: { ...goodAddress, phone: `0300123450${pair}` },
        }
      : {},
  )
  const [first] = readPriceList(join(copy, 'src/content/price-list.json'))
  if (!first) throw new Error('The price list is empty')
  const { id, label, price } = first
  return { ...order, items: [{ id, size: label, quantity: 1, price }], total: price }
}

async function savedOrders({ asPostgres }: HostedProject): Promise<unknown[]> {
  return asPostgres(`
    select o.id, o.date, o.items, o.total::text, o.status, o.shipping_address, o.payment_method,
      o.estimated_delivery::text, o.tracking_number, o.tracking_history, o.version,
      encode(k.token_hash, 'hex') as token_hash
    from public.orders as o join private.order_keys as k on k.order_id = o.id order by o.id`)
}

async function appliedVersions({ asPostgres }: HostedProject): Promise<string[]> {
  const rows = await asPostgres<{ version: string }>(
    'select version from supabase_migrations.schema_migrations order by version',
  )
  return rows.map(({ version }) => version)
}

/** As the migration has it. */
async function restoreDashboard(): Promise<void> {
  const [found] = await project.asPostgres<{ definition: string }>(
    "select pg_get_functiondef('public.admin_dashboard()'::regprocedure) as definition",
  )
  await project.asPostgres((found?.definition ?? '').replace(' -- Of an earlier commit.\n', ''))
}

function upgrade(target: HostedProject): Promise<string> {
  return runIn(target, 'tools/migrations/upgrade.ts')
}

async function schemaLines(): Promise<string[]> {
  const lines = (await checkHosted()).split(/\n(?=ok|NOT ok|\n)/)
  return lines.filter((line) => /Every (migration|function)/.test(line))
}

function checkHosted(): Promise<string> {
  return runIn(project, 'tools/check-hosted/run.ts')
}

/** What a command of the copy prints, whatever its exit code. */
async function runIn(target: HostedProject, ...args: string[]): Promise<string> {
  const { printed } = await runProgram(copy, args, {
    SUPABASE_DB_URL: target.databaseUrl,
    CONTRACT_SUPABASE_URL: api?.url,
    CONTRACT_SUPABASE_PUBLISHABLE_KEY: LOCAL_API_KEY,
  })
  return printed
}
