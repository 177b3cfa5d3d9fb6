/*
 * The counts that triggers maintain, and the same counts computed from the orders. Erased orders count in
 * every sum and belong to no customer.
 */
type RunSql = (sql: string) => Promise<unknown[]>

export async function savedCounts(sql: RunSql) {
  return {
    statuses: await sql('select * from private.status_totals where orders <> 0 order by status'),
    days: await sql('select * from private.day_totals where orders <> 0 order by day'),
    customers: await sql(`
      select key, full_name, phone, city, state, order_count, total_spent, last_order_id,
        last_order_date
      from private.customers order by key
    `),
    total: await sql('select customers from private.customer_total'),
    cash: await sql(`
      select day, sum(parcels)::bigint as parcels, sum(expected)::bigint as expected, sum(in_statements)::bigint as "inStatements",
        sum(in_bank)::bigint as "inBank"
      from private.cash_changes group by day
      having (sum(parcels), sum(expected), sum(in_statements), sum(in_bank)) <> (0, 0, 0, 0) order by day
    `),
  }
}

export async function computedCounts(sql: RunSql) {
  return {
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
    cash: await sql(`
      select (ended_at at time zone 'Asia/Karachi')::date as day, count(*) as parcels,
        sum(to_collect)::bigint as expected, sum(least(cash, to_collect))::bigint as "inStatements",
        sum(least(lines.banked, to_collect))::bigint as "inBank"
      from private.parcels as p, lateral (
        select coalesce(sum(amount), 0) as cash,
          coalesce(sum(case when in_bank_at is not null then amount end), 0) as banked
        from private.money_lines as line join private.statements on statements.id = statement_id
        where line.parcel_id = p.id and kind = 'cash'
      ) as lines (cash, banked)
      where state = 'delivered' group by 1 order by 1
    `),
  }
}
