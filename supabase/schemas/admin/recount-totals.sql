/*
 * All totals computed again from the orders: when the table is emptied, and by hand.
 */

create function private.recount_orders() returns void
language plpgsql volatile set search_path = '' as $$
begin
  lock table public.orders, private.parcels in share row exclusive mode;
  -- Without folds: the delete does not see the sums of one that ends meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('totals', 0));

  delete from private.total_changes where true;
  insert into private.total_changes (day, status, orders, total, folded, replacements)
  select private.shop_day(date), status, count(*), sum(total), true, count(replaces)
  from public.orders group by 1, 2;

  delete from private.customers where true;
  insert into private.customers (
    key, full_name, phone, city, state, order_count, total_spent, last_order_id, last_order_date
  )
  select
    key,
    coalesce(latest.shipping_address ->> 'fullName', ''),
    coalesce(latest.shipping_address ->> 'phone', ''),
    coalesce(latest.shipping_address ->> 'city', ''),
    coalesce(latest.shipping_address ->> 'state', ''),
    totals.order_count,
    totals.total_spent,
    latest.id,
    latest.date
  from (
    select distinct on (key) private.customer_key(o) as key, shipping_address, id, date
    from public.orders as o
    where not private.is_erased(shipping_address)
    order by key, date desc, id desc
  ) as latest
  join (
    select
      private.customer_key(o) as key,
      count(*) as order_count,
      coalesce(sum(total) filter (where private.counts_as_revenue(status)), 0) as total_spent
    from public.orders as o
    where not private.is_erased(shipping_address)
    group by key
  ) as totals using (key);
  delete from private.customer_changes where true;
  insert into private.customer_changes (customers) select count(*) from private.customers;

  delete from private.cash_changes where true;
  insert into private.cash_changes (day, parcels, expected, folded)
  select delivered_on, count(*), sum(to_collect), true
  from private.parcels where delivered_on is not null group by 1;
  perform private.sum_payments(array(select id from private.statements));
end
$$;
comment on function private.recount_orders() is
  'Computes all totals again from the orders. Changes of orders wait meanwhile.';

create function private.recount_after_truncate() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  perform private.recount_orders();
  return null;
end
$$;
comment on function private.recount_after_truncate() is 'Empties the totals with the table.';

create trigger recount_after_truncate after truncate on public.orders
  for each statement execute function private.recount_after_truncate();
