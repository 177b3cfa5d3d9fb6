/*
 * Totals by status and by day, and customers, updated as orders change, so that no figure of the admin
 * reads every order. docs/decisions/admin-speed.md says how they stay exact. Every update and delete has
 * a where: the safeupdate extension of a hosted project refuses one without it, in functions as well.
 */
create table private.status_totals (
  status public.order_status primary key,
  orders bigint not null,
  revenue numeric(16,2) not null
);
comment on table private.status_totals is 'How many orders have a status, and for how many rupees.';

create table private.day_totals (
  day date primary key,
  orders bigint not null,
  revenue numeric(16,2) not null
);
comment on table private.day_totals is
  'How many orders were placed on a day of Karachi, and the rupees of those not cancelled.';

create table private.customers (
  key text primary key,
  full_name text not null,
  phone text not null,
  city text not null,
  state text not null,
  order_count bigint not null,
  total_spent numeric(16,2) not null,
  last_order_id text not null,
  last_order_date timestamptz not null,
  -- Includes the made-up email that the admin shows.
  search_text text not null generated always as (lower(private.fold_digits(
    full_name || E'\n' || phone || E'\n' || private.phone_digits(phone)
    || E'\n' || regexp_replace(full_name, ' +', '.', 'g') || '@customers.invalid'
  ))) stored
);
comment on table private.customers is
  'Customers by name and phone, as their latest orders describe them. Cancelled orders are not spent.';

create table private.customer_total (
  only_row boolean primary key default true check (only_row),
  customers bigint not null
);
insert into private.customer_total (customers) values (0);
comment on table private.customer_total is 'How many rows private.customers has.';

alter table private.status_totals enable row level security;
create policy "Nobody reads the totals by status through the API" on private.status_totals
  for all using (false);
alter table private.day_totals enable row level security;
create policy "Nobody reads the totals by day through the API" on private.day_totals
  for all using (false);
alter table private.customers enable row level security;
create policy "Nobody reads the customers through the API" on private.customers
  for all using (false);
alter table private.customer_total enable row level security;
create policy "Nobody reads the number of customers through the API" on private.customer_total
  for all using (false);

create function private.customer_key(o public.orders) returns text
language sql immutable set search_path = '' as $$
  select lower(coalesce(o.shipping_address ->> 'fullName', '')) || ' ' || o.phone_key
$$;
comment on function private.customer_key(public.orders) is
  'Orders with the same customer key have the same customer: a name in any case, and a phone.';

create type private.order_change as (sign integer, o public.orders);
comment on type private.order_change is 'An order to add to the totals, +1, or to subtract, -1.';

-- In plpgsql, which caches its plans: every new order waits for it.
create function private.update_totals(changes private.order_change[], former_keys text[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  -- Every transaction locks these rows in the same order, so that no deadlock is possible; and last
  -- those that all orders share, so that they are locked for the shortest time.
  insert into private.customers as customer (
    key, full_name, phone, city, state, order_count, total_spent, last_order_id, last_order_date
  )
  select
    key,
    coalesce((newest).shipping_address ->> 'fullName', ''),
    coalesce((newest).shipping_address ->> 'phone', ''),
    coalesce((newest).shipping_address ->> 'city', ''),
    coalesce((newest).shipping_address ->> 'state', ''),
    order_count,
    total_spent,
    (newest).id,
    (newest).date
  from (
    select
      private.customer_key(o) as key,
      sum(sign) as order_count,
      coalesce(sum(sign * (o).total) filter (where private.counts_as_revenue((o).status)), 0)
        as total_spent,
      (array_agg(o order by (o).date desc, (o).id desc))[1] as newest
    from unnest(changes)
    -- Erased orders have no customer.
    where not private.is_erased((o).shipping_address)
    group by 1
  ) as changed
  order by key
  on conflict (key) do update set
    order_count = customer.order_count + excluded.order_count,
    total_spent = customer.total_spent + excluded.total_spent,
    (full_name, phone, city, state, last_order_id, last_order_date) = (
      select full_name, phone, city, state, last_order_id, last_order_date
      from (select customer.* union all select excluded.*) as version
      order by last_order_date desc, last_order_id desc
      limit 1
    );

  -- Statements after the lock: they see what the transactions that it waited for have written.
  if cardinality(former_keys) > 0 then
    delete from private.customers where key = any (former_keys) and order_count = 0;
    update private.customers as customer set
      full_name = coalesce(latest.shipping_address ->> 'fullName', ''),
      phone = coalesce(latest.shipping_address ->> 'phone', ''),
      city = coalesce(latest.shipping_address ->> 'city', ''),
      state = coalesce(latest.shipping_address ->> 'state', ''),
      last_order_id = latest.id,
      last_order_date = latest.date
    from unnest(former_keys) as former (key), lateral (
      select * from public.orders as o
      where o.phone_key = substring(former.key from '[0-9]*$')
        and private.customer_key(o) = former.key
      order by o.date desc, o.id desc
      limit 1
    ) as latest
    where customer.key = former.key;
  end if;

  insert into private.day_totals as total (day, orders, revenue)
  select
    private.shop_day((o).date),
    sum(sign),
    coalesce(sum(sign * (o).total) filter (where private.counts_as_revenue((o).status)), 0)
  from unnest(changes)
  group by 1 order by 1
  on conflict (day) do update set
    orders = total.orders + excluded.orders,
    revenue = total.revenue + excluded.revenue;

  insert into private.status_totals as total (status, orders, revenue)
  select (o).status, sum(sign), sum(sign * (o).total)
  from unnest(changes)
  group by 1 order by 1
  on conflict (status) do update set
    orders = total.orders + excluded.orders,
    revenue = total.revenue + excluded.revenue;
end
$$;
comment on function private.update_totals(private.order_change[], text[]) is
  'Adds changes of orders to all totals. The keys are of customers who may have lost their latest order.';

-- Security definer: an admin updates an order and has no right to the totals.
create function private.count_order_changes() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
declare
  changes private.order_change[];
  former_keys text[] := '{}'::text[];
begin
  case tg_op
    when 'INSERT' then
      changes := array(select row(1, new_row)::private.order_change from new_rows as new_row);
    when 'DELETE' then
      changes := array(select row(-1, old_row)::private.order_change from old_rows as old_row);
      former_keys := array(select distinct private.customer_key(old_row) from old_rows as old_row);
    when 'UPDATE' then
      -- A tracking number changes no total.
      changes := array(
        select unnest(array[row(-1, old_row), row(1, new_row)]::private.order_change[])
        from old_rows as old_row join new_rows as new_row on new_row.id = old_row.id
        where (new_row.status, new_row.total, new_row.shipping_address)
          is distinct from (old_row.status, old_row.total, old_row.shipping_address)
      );
      former_keys := array(
        select distinct private.customer_key(old_row)
        from old_rows as old_row join new_rows as new_row on new_row.id = old_row.id
        where new_row.shipping_address <> old_row.shipping_address
      );
  end case;
  if cardinality(changes) > 0 then
    perform private.update_totals(changes, former_keys);
  end if;
  return null;
end
$$;
comment on function private.count_order_changes() is 'Updates the totals, whatever changes orders.';

create trigger count_new_orders after insert on public.orders
  referencing new table as new_rows
  for each statement execute function private.count_order_changes();
create trigger count_updated_orders after update on public.orders
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_order_changes();
create trigger count_deleted_orders after delete on public.orders
  referencing old table as old_rows
  for each statement execute function private.count_order_changes();

create function private.count_customers() returns trigger
language plpgsql volatile set search_path = '' as $$
declare
  difference constant bigint := (select count(*) from changed) * tg_argv[0]::integer;
begin
  -- Most orders add no customer: then the row is not locked.
  if difference <> 0 then
    update private.customer_total set customers = customers + difference where only_row;
  end if;
  return null;
end
$$;
comment on function private.count_customers() is 'Updates the number of customers.';

create trigger count_new_customers after insert on private.customers
  referencing new table as changed
  for each statement execute function private.count_customers('1');
create trigger count_deleted_customers after delete on private.customers
  referencing old table as changed
  for each statement execute function private.count_customers('-1');

create function private.recount_orders() returns void
language plpgsql volatile set search_path = '' as $$
begin
  lock table public.orders in share row exclusive mode;

  delete from private.status_totals where true;
  insert into private.status_totals (status, orders, revenue)
  select status, count(*), sum(total) from public.orders group by status;

  delete from private.day_totals where true;
  insert into private.day_totals (day, orders, revenue)
  select
    private.shop_day(date),
    count(*),
    coalesce(sum(total) filter (where private.counts_as_revenue(status)), 0)
  from public.orders group by 1;

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
end
$$;
comment on function private.recount_orders() is
  'Computes all totals again from the orders. Changes of orders wait meanwhile.';

-- Security definer: as for every other change of orders.
create function private.recount_after_truncate() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.recount_orders();
  return null;
end
$$;
comment on function private.recount_after_truncate() is 'Empties the totals with the table.';

create trigger recount_after_truncate after truncate on public.orders
  for each statement execute function private.recount_after_truncate();
