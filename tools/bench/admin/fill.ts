/*
 * Fills a store with orders. Each goes in as it would have become after years of small changes; the
 * counts are made from them at once, which comes to the same (tests/database/admin-counts.test.ts).
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Query } from '#tools/local-backend/database.ts'
import type { BenchStore } from '../backend.ts'

const orders = readFileSync(new URL('orders.sql', import.meta.url), 'utf8')

/** Leaves a store that holds these orders already as it is. */
export async function fill(store: BenchStore, size: number): Promise<void> {
  const recipe = createHash('sha256').update(`${size} ${orders}`).digest('hex')
  const isFilled = await store.transaction(async (query) => {
    await query('create schema if not exists bench')
    await query('create table if not exists bench.filled (recipe text, day date)')
    const [found] = await query(
      'select from bench.filled where recipe = $1 and day = current_date',
      [recipe],
    )
    return found !== undefined
  })
  if (isFilled) return
  await store.transaction(async (query) => {
    await query("set local maintenance_work_mem = '256MB'")
    await query("set local work_mem = '64MB'")
    await query('alter table public.orders disable trigger user')
    await query('truncate public.orders cascade')
    await withoutIndexes(query, async () => {
      await query(orders, [size])
      await query('select private.recount_orders()')
    })
    await query('alter table public.orders enable trigger user')
    await query('truncate bench.filled')
    await query('insert into bench.filled values ($1, current_date)', [recipe])
  })
  await store.transaction((query) => query('analyze'))
}

/** An index is built in a fraction of the time that it takes to grow. */
async function withoutIndexes(query: Query, work: () => Promise<void>): Promise<void> {
  const indexes = await query(`
    select format('%I.%I', schemaname, indexname) as name, indexdef as definition
    from pg_indexes
    where schemaname || '.' || tablename in ('public.orders', 'private.customers')
      and indexname not like '%pkey'
  `)
  for (const { name } of indexes) await query(`drop index ${name}`)
  await work()
  for (const { definition } of indexes) await query(String(definition))
}
