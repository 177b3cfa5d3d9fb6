import { beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../support/database.ts'
import { placeRandomOrders } from '../../support/random-orders.ts'

const { sql } = openDatabase({ beginAlike: true })

// As in years of trade: nearly all orders are delivered, and none of the newest.
beforeAll(async () => {
  await placeRandomOrders(sql, 2000)
  await sql("update public.orders set status = 'delivered' where random() < 0.97")
  await sql(`update public.orders set status = 'processing' where id in (
    select id from public.orders order by date desc limit 300
  )`)
})

describe.each([
  ['with statistics', 'analyze public.orders'],
  ['without', "delete from pg_statistic where starelid = 'public.orders'::regclass"],
])('%s', (_, prepare) => {
  test.each([
    ['the first page', [], null],
    ['a status that most have and the newest have not', [], 'delivered'],
    ['a status that few have', [], 'cancelled'],
    ['a term that the newest have', ['a'], null],
  ] as const)('%s is found by indexes, in few rows', async (_, patterns, status) => {
    await sql(prepare)
    const before = await reading()
    await sql(
      `select private.find_in_list(
        row('orders', $1::text[], null, $2, null)::private.list_search, row('infinity', ''), false, 26
      )`,
      [patterns, status],
    )
    const after = await reading()
    expect(after.scans - before.scans).toBe(0)
    expect(after.rows - before.rows).toBeLessThan(50)
  })
})

/** What this transaction has read of orders: from end to end, and row by row. */
async function reading(): Promise<{ scans: number; rows: number }> {
  const [counted] = await sql<{ scans: number; rows: number }>(`
    select seq_scan::int as scans, (seq_tup_read + idx_tup_fetch)::int as rows
    from pg_stat_xact_user_tables where relid = 'public.orders'::regclass
  `)
  if (!counted) throw new Error('Postgres counts nothing')
  return counted
}
