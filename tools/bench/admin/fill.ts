/*
 * Fills a database with orders, and checks the figures of the admin against them. The counts are computed
 * once at the end, which has the same result as with triggers (tests/database/admin/admin-counts.test.ts).
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Query } from '#tools/postgres/database.ts'
import { type AdminApi, type BenchBackend, benchRpc } from './backend.ts'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const orders = read('orders.sql')
const parcels = read('parcels.sql')

/** Does nothing where these orders are in the database already. */
export async function fill(backend: BenchBackend, size: number): Promise<void> {
  const recipe = createHash('sha256').update(`${size} ${orders} ${parcels}`).digest('hex')
  const isFilled = await backend.transaction(async (query) => {
    await query('create schema if not exists bench')
    await query('create table if not exists bench.filled (recipe text, day date)')
    const [found] = await query(
      'select from bench.filled where recipe = $1 and day = current_date',
      [recipe],
    )
    return found !== undefined
  })
  if (isFilled) return
  await backend.transaction(async (query) => {
    await query("set local maintenance_work_mem = '256MB'")
    await query("set local work_mem = '64MB'")
    // No trigger: totals and stages are computed once instead.
    await query('set local session_replication_role = replica')
    await query(
      `truncate public.orders, private.statements, private.stage_changes, private.staged_orders,
        private.stage_counts cascade`,
    )
    await withoutIndexes(query, async () => {
      await query(orders, [size])
      await query(parcels)
      await query('select private.recount_orders()')
    })
    await query('insert into private.stage_changes (order_id) select id from public.orders')
    await query('select private.fold_stages()')
    await query('truncate bench.filled')
    await query('insert into bench.filled values ($1, current_date)', [recipe])
  })
  await backend.transaction((query) => query('analyze'))
}

/** An index is built in a fraction of the time that it takes to grow. */
async function withoutIndexes(query: Query, work: () => Promise<void>): Promise<void> {
  const indexes = await query(`
    select format('%I.%I', schemaname, indexname) as name, indexdef as definition
    from pg_indexes
    where schemaname || '.' || tablename in ('public.orders', 'private.customers', 'private.parcels')
      and indexname not like '%key'
  `)
  for (const { name } of indexes) await query(`drop index ${name}`)
  await work()
  for (const { definition } of indexes) await query(String(definition))
}

/** The figures that differ from what plain SQL finds in the orders themselves; none, if all is well. */
export async function wrongFigures(backend: BenchBackend, api: AdminApi): Promise<string[]> {
  const shown = {
    ...(JSON.parse(await api.send(benchRpc('admin_dashboard'))) as Record<string, unknown>),
    customers: (
      JSON.parse(await api.send(benchRpc('admin_customers', { p: { limit: 1 } }))) as Figures
    )['total'],
  } as Figures
  const [counted] = await backend.transaction((query) =>
    query(`
      select
        count(*)::float8 as "totalOrders",
        (sum(total) filter (where status <> 'cancelled'))::float8 as "totalRevenue",
        (count(*) filter (where status in ('pending', 'processing')))::float8 as "pendingOrders",
        (count(*) filter (where status = 'delivered'))::float8 as "completedOrders",
        (sum(total) filter (where status <> 'cancelled' and ago < 30))::float8 as "revenue30",
        (sum(total) filter (where status <> 'cancelled' and ago between 30 and 59))::float8
          as "revenuePrevious30",
        count(distinct lower(shipping_address ->> 'fullName') || right(
          regexp_replace(shipping_address ->> 'phone', '[^0-9]', '', 'g'), 9
        ))::float8 as customers
      from (
        select *, (now() at time zone 'Asia/Karachi')::date - (date at time zone 'Asia/Karachi')::date
          as ago
        from public.orders
      ) as placed
    `),
  )
  return Object.entries(counted ?? {})
    .filter(([name, figure]) => shown[name] !== Number(figure))
    .map(([name, figure]) => `${name} is ${shown[name]} and should be ${figure}`)
}

type Figures = Record<string, unknown>
