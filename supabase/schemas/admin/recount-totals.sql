/*
 * All totals computed again from the orders: when the table is emptied, and by hand.
 */

-- A part is in memory at a time, where the groups are sorted.
create function private.recount_orders() returns void
language plpgsql volatile set search_path = '' set enable_hashagg = off as $$
declare
  changes private.order_change[];
begin
  lock table public.orders in share row exclusive mode;
  -- Without folds: the delete does not see the sums of one that ends meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('totals', 0));
  perform private.desk_recounts();

  delete from private.total_changes where true;
  insert into private.total_changes (day, status, orders, total, folded, replacements)
  select private.shop_day(date), status, count(*), sum(total), true, count(replaces)
  from public.orders group by 1, 2;

  delete from private.customers where true;
  -- In parts, each with all orders of its phones.
  for changes in
    select array_agg(row(1, o)::private.order_change) from public.orders as o group by right(phone_key, 3)
  loop
    perform private.update_customers(changes, '{}');
  end loop;
  delete from private.customer_changes where true;
  insert into private.customer_changes (customers) select count(*) from private.customers;
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
