import { expect, test } from 'vitest'
import { goodAddress } from '../../support/address-cases.ts'
import { admin, openDatabase } from '../../support/database.ts'

const { sql, runScript, call, readsOf } = openDatabase()

test('rule 19.4: a page of marked orders reads few of 20,000 orders, without statistics too', async () => {
  await fill()
  const reads = await readsOf(async () => {
    const { body } = await call(admin, 'admin_orders', { p: {} })
    expect((body['orders'] as { marks: string[] }[]).map(({ marks }) => marks)).toEqual(
      Array(25).fill(['cancelled_before']),
    )
  })
  expect(reads).toBeLessThan(1000)
})

test('the marks of closed orders are not read to count those that wait', async () => {
  await fill()
  await sql(`insert into private.marked_orders (order_id, mark, group_key)
    select id, 'large_amount', '000000000000' from public.orders`)
  const reads = await readsOf(async () =>
    expect((await call(admin, 'admin_order_counts', {})).body).toMatchObject({ marked: 0 }),
  )
  expect(reads).toBeLessThan(1000)
})

/** Every fifth order is cancelled. The newest have phones that cancelled. */
async function fill(): Promise<void> {
  // The indexes of the search, which take most of the time. What a rolled back `analyze` of another test
  // counted of the tables stays, and is no size of these.
  await runScript(`
    drop index public.orders_trigrams_idx, public.orders_short_ngrams_idx;
    update pg_class set reltuples = -1, relpages = 0
    where oid in ('public.orders'::regclass, 'private.marked_orders'::regclass);
    alter table public.orders disable trigger user`)
  await sql(
    `insert into public.orders
       (id, items, total, shipping_address, phone_key, payment_method, status, date, estimated_delivery)
     select
       lpad(upper(to_hex(nth)), 8, '0'), '[]', 799,
       $1 || jsonb_build_object('phone', '0300' || 1000000 + nth % 4000), '300' || 1000000 + nth % 4000,
       'cash_on_delivery',
       case when nth % 5 = 0 or nth % 4000 < 25 and nth < 20000 then 'cancelled' else 'delivered' end::public.order_status,
       now() - interval '1 minute' * (20025 - nth), current_date
     from generate_series(1, 20024) as nth`,
    [JSON.stringify(goodAddress)],
  )
  expect(
    await sql("select count(*)::integer as statistics from pg_stats where tablename = 'orders'"),
  ).toEqual([{ statistics: 0 }])
}
