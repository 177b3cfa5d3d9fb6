/*
 * The counts that triggers maintain, and the same counts computed from the orders. Erased orders count in
 * every sum and belong to no customer.
 */
import type { RunSql } from './run-sql.ts'

const NO_MONEY = { cash: [], payments: [] }

export async function savedCounts(sql: RunSql, hasDesk = true) {
  return {
    ...(hasDesk ? await savedMoney(sql) : NO_MONEY),
    statuses: await sql('select * from private.status_totals where orders <> 0 order by status'),
    days: await sql('select * from private.day_totals where orders <> 0 order by day'),
    customers: await sql(`
      select key, full_name, phone, city, state, order_count, total_spent, last_order_id,
        last_order_date
      from private.customers order by key
    `),
    total: await sql('select customers from private.customer_total'),
  }
}

export async function computedCounts(sql: RunSql, hasDesk = true) {
  return {
    ...(hasDesk ? await computedMoney(sql) : NO_MONEY),
    statuses: await sql(`
      select status, count(*) as orders, sum(total) as revenue, count(replaces) as replacements
      from public.orders group by status order by status
    `),
    days: await sql(`
      select (date at time zone 'Asia/Karachi')::date as day, count(*) - count(replaces) as orders,
        sum(total)::numeric(16,2) as revenue
      from public.orders where status <> 'cancelled' group by 1 order by 1
    `),
    customers: await sql(`
      with placed as (
        select *, shipping_address as address,
          lower(coalesce(shipping_address ->> 'fullName', '')) || ' ' || phone_key as key
        from public.orders where shipping_address ->> 'phone' is distinct from '—'
      )
      select distinct on (key)
        key,
        coalesce(address ->> 'fullName', '') as full_name,
        coalesce(address ->> 'phone', '') as phone,
        coalesce(address ->> 'city', '') as city,
        coalesce(address ->> 'state', '') as state,
        count(*) over customer as order_count,
        (sum(case status when 'cancelled' then 0 else total end) over customer)::numeric(16,2)
          as total_spent,
        id as last_order_id,
        date as last_order_date
      from placed window customer as (partition by key)
      order by key, date desc, id desc
    `),
    total: await sql(`
      select count(distinct lower(coalesce(shipping_address ->> 'fullName', '')) || ' ' || phone_key)
        as customers
      from public.orders where shipping_address ->> 'phone' is distinct from '—'
    `),
  }
}

async function savedMoney(sql: RunSql) {
  return {
    cash: await sql(`
      select day, sum(parcels)::bigint as parcels, sum(expected)::bigint as expected
      from private.cash_changes group by day having (sum(parcels), sum(expected)) <> (0, 0) order by day
    `),
    payments: await sql('select * from private.payments order by statement_id, day'),
  }
}

async function computedMoney(sql: RunSql) {
  return {
    cash: await sql(`
      select (ended_at at time zone 'Asia/Karachi')::date as day, count(*) as parcels,
        sum(to_collect)::bigint as expected
      from private.parcels where state = 'delivered' group by 1 order by 1
    `),
    // A statement pays what its file says, else what its lines sum to.
    payments: await sql(`
      with lines as (
        select statement_id, dated as day, sum(amount) as came,
          coalesce(sum(amount) filter (where kind = 'cash'), 0) as collected
        from private.money_lines group by 1, 2
      ), owns as (
        select id as statement_id, coalesce(dated, (applied_at at time zone 'Asia/Karachi')::date) as day,
          net - coalesce((select sum(came) from lines where statement_id = id), 0) as unlisted
        from private.statements where undone_at is null
      )
      select statement_id, day, coalesce(collected, 0)::bigint as collected,
        coalesce(came - collected, 0)::bigint as kept, coalesce(unlisted, 0)::bigint as unlisted,
        (coalesce(came, 0) + coalesce(unlisted, 0))::bigint as came
      from lines full join owns using (statement_id, day)
      where (coalesce(collected, 0), coalesce(came, 0), coalesce(unlisted, 0)) <> (0, 0, 0)
      order by 1, 2
    `),
  }
}
