import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anAttempt, anItem, NO_ORDERS } from '#tests/support/order-factories.ts'
import { admin, anonymous, hasDesk, openDatabase } from '../../support/database.ts'
import { savedCounts } from '../../support/order-counts.ts'
import { placeRandomOrders } from '../../support/random-orders.ts'

const { sql, call, place, book, expectExactCounts } = openDatabase({ beginAlike: true })
const { price } = anItem()
const { marked, groups, ...statuses } = NO_ORDERS
const noOrders = hasDesk ? { ...statuses, marked, groups } : statuses

describe('a shop without orders', () => {
  test('shows zeros, and 30 days', async () => {
    const { body } = await call(admin, 'admin_dashboard', {})
    expect(body).toMatchObject({
      totalOrders: 0,
      totalRevenue: 0,
      pendingOrders: 0,
      completedOrders: 0,
      revenue30: 0,
      revenuePrevious30: 0,
      recent: [],
    })
    expect(body['days']).toHaveLength(30)
    expect((await call(admin, 'admin_order_counts', {})).body).toEqual(noOrders)
  })
})

test.runIf(!hasDesk)(
  'without the desk the calls that it fills find nothing, and work',
  async () => {
    const order = anAttempt(1)
    await place(order)
    const { id, token } = order
    expect((await call(admin, 'admin_stages', {})).body).toMatchObject({ ok: true, stages: {} })
    expect((await call(admin, 'admin_forget_devices', {})).body).toEqual({ ok: true })
    expect((await call(anonymous, 'watch_order', { p: { id, token } })).body).toEqual({
      ok: true,
      publicKey: null,
    })
  },
)

describe('the counts follow', () => {
  beforeEach(async () => {
    await place(anAttempt(1))
    await place(anAttempt(2))
  })

  test('an order that a customer places', async () => {
    expect(await figures()).toMatchObject({
      totalOrders: 2,
      pendingOrders: 2,
      totalRevenue: 2 * price,
    })
  })

  test('an order that an admin cancels, and takes back', async () => {
    await book('NTH00001', { status: 'cancelled' })
    expect(await figures()).toMatchObject({ totalOrders: 2, pendingOrders: 1, totalRevenue: price })
    await book('NTH00001', { status: 'delivered' })
    expect(await figures()).toMatchObject({
      pendingOrders: 1,
      completedOrders: 1,
      totalRevenue: 2 * price,
    })
  })

  test('an address that changes, to another customer', async () => {
    await sql(`update public.orders
      set shipping_address = shipping_address || '{"fullName": "Someone Else"}'
      where id = 'NTH00001'`)
    await expectExactCounts()
    expect(await customerNames()).toEqual(['Someone Else', 'Ayesha Khan'].sort())
  })

  test('an address that is forgotten', async () => {
    await sql("update public.orders set shipping_address = '{}' where id = 'NTH00001'")
    await expectExactCounts()
    const { body } = await call(admin, 'admin_orders', { p: {} })
    expect(body['orders']).toHaveLength(2)
  })

  test('an insert that is taken back, by forgetting it', async () => {
    const before = await savedCounts(sql, hasDesk)
    await sql('savepoint trial')
    await place(anAttempt(3))
    await sql('rollback to savepoint trial')
    expect(await savedCounts(sql, hasDesk)).toEqual(before)
  })

  test('a tracking number not at all', async () => {
    const before = await sql('select xmin, * from private.total_changes')
    await book('NTH00001', { trackingNumber: 'PX1' })
    expect(await sql('select xmin, * from private.total_changes')).toEqual(before)
  })
})

describe('after 500 orders, moved and deleted at random', () => {
  beforeAll(async () => {
    await placeRandomOrders(sql, 500)
    await moveAndDelete()
  })

  test('every count is what plain SQL finds in the orders', async () => {
    await expectExactCounts()
    const [some] = await sql<{ orders: number }>('select count(*)::int as orders from orders')
    expect(some?.orders).toBeGreaterThan(350)
  })

  test('counting everything anew changes nothing', async () => {
    const before = await savedCounts(sql, hasDesk)
    await sql('select private.recount_orders()')
    expect(await savedCounts(sql, hasDesk)).toEqual(before)
  })

  test('the dashboard shows what plain SQL finds', async () => {
    const { body } = await call(admin, 'admin_dashboard', {})
    expect(body).toMatchObject((await trueDashboard()) as object)
    expect(body['days']).toHaveLength(30)
  })

  test('the numbers beside the filters are those of the statuses', async () => {
    const { body } = await call(admin, 'admin_order_counts', {})
    const found = await sql<{ status: string; orders: number }>(
      'select status, count(*)::int as orders from public.orders group by status',
    )
    const all = found.reduce((sum, { orders }) => sum + orders, 0)
    expect(body).toEqual({
      ...noOrders,
      all,
      ...Object.fromEntries(found.map(({ status, orders }) => [status, orders])),
    })
  })

  test('a table emptied leaves nothing', async () => {
    await sql('truncate public.orders cascade')
    await expectExactCounts()
    expect((await call(admin, 'admin_customers', { p: {} })).body).toEqual({
      customers: [],
      total: 0,
      older: null,
      newer: null,
    })
  })
})

async function figures() {
  return (await call(admin, 'admin_dashboard', {})).body
}

async function customerNames() {
  const rows = await sql<{ full_name: string }>('select full_name from private.customers')
  return rows.map((row) => row.full_name).sort()
}

/** One by one as the admin does it, many at once as a script would. */
async function moveAndDelete() {
  const ids = await sql<{ id: string }>('select id from public.orders order by random() limit 60')
  for (const { id } of ids.slice(0, 30)) {
    await book(id, { status: 'cancelled' })
  }
  for (const { id } of ids.slice(30)) await sql('delete from public.orders where id = $1', [id])
  await sql("update public.orders set status = 'delivered' where random() < 0.2")
  await sql("update public.orders set status = 'cancelled' where random() < 0.2")
  await sql('delete from public.orders where random() < 0.1')
  await sql(`update public.orders
    set shipping_address = shipping_address || '{"fullName": "ayesha KHAN"}' where random() < 0.05`)
  // The newest order of many customers, so that an older one tells who they are.
  await sql(`delete from public.orders where id in (
    select last_order_id from private.customers order by key limit 40
  )`)
}

async function trueDashboard() {
  const [row] = await sql<{ figures: object }>(`
    with placed as (
      select *, (date at time zone 'Asia/Karachi')::date as day,
        (now() at time zone 'Asia/Karachi')::date as today,
        case status when 'cancelled' then 0 else total end as revenue
      from public.orders
    )
    select json_build_object(
      'totalOrders', count(*),
      'totalRevenue', sum(revenue),
      'pendingOrders', count(*) filter (where status in ('pending', 'processing')),
      'completedOrders', count(*) filter (where status = 'delivered'),
      'revenue30', sum(revenue) filter (where day between today - 29 and today),
      'revenuePrevious30', sum(revenue) filter (where day between today - 59 and today - 30),
      'days', (
        select json_agg(json_build_object(
          'day', to_char(shown, 'YYYY-MM-DD'),
          'orders', (select count(*) from placed where day = shown::date and status <> 'cancelled'),
          'revenue', (select coalesce(sum(revenue), 0) from placed where day = shown::date)
        ) order by shown)
        from generate_series(
          (now() at time zone 'Asia/Karachi')::date - 29, (now() at time zone 'Asia/Karachi')::date,
          '1 day'
        ) as shown
      )
    ) as figures from placed
  `)
  return row?.figures
}
