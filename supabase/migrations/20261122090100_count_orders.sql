/*
 * What the dashboard and the list of customers show, counted as orders change: nobody reads a million
 * rows for one figure. docs/decisions/admin-speed.md says how the counts stay exact. Every update and
 * delete has a where: a hosted project's safeupdate refuses one without it, in functions as well.
 */
create table private.status_totals (
  status text primary key,
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
  'How many orders came on a day of Karachi, and the rupees of those not cancelled.';

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
  -- With the phone as it is dialled, and the e-mail address that the admin shows.
  searched text not null generated always as (lower(
    full_name || E'\n' || phone || E'\n' || regexp_replace(phone, '[^0-9]', '', 'g')
    || E'\n' || regexp_replace(full_name, ' +', '.', 'g') || '@customers.invalid'
  )) stored
);
comment on table private.customers is
  'Who ordered, by name and phone, as the latest order says; spent is without cancelled orders.';

create table private.customer_total (
  only_row boolean primary key default true check (only_row),
  customers bigint not null
);
insert into private.customer_total (customers) values (0);
comment on table private.customer_total is 'How many rows private.customers has.';

alter table private.status_totals enable row level security;
create policy "Nobody reaches the totals by status through the API" on private.status_totals
  for all using (false);
alter table private.day_totals enable row level security;
create policy "Nobody reaches the totals by day through the API" on private.day_totals
  for all using (false);
alter table private.customers enable row level security;
create policy "Nobody reaches the customers past their function" on private.customers
  for all using (false);
alter table private.customer_total enable row level security;
create policy "Nobody reaches the number of customers through the API" on private.customer_total
  for all using (false);

create function private.shop_day(moment timestamptz) returns date
language sql immutable set search_path = '' as $$
  select (moment at time zone 'Asia/Karachi')::date
$$;
comment on function private.shop_day(timestamptz) is 'The day of a moment, where the shop is.';

create function private.customer_key(address jsonb) returns text
language sql immutable set search_path = '' as $$
  -- Nine digits: 0300…, +92 300… and 0092 300… are one telephone.
  select lower(coalesce(address ->> 'fullName', '')) || ' '
    || right(regexp_replace(coalesce(address ->> 'phone', ''), '[^0-9]', '', 'g'), 9)
$$;
comment on function private.customer_key(jsonb) is 'Whose order it is: a name in any case, and a phone.';

-- Finds the latest order of a customer, and the earlier ones of a phone.
create index orders_phone_idx on public.orders (
  right(regexp_replace(coalesce(shipping_address ->> 'phone', ''), '[^0-9]', '', 'g'), 9),
  date desc,
  id desc
);

create type private.order_change as (sign integer, placed public.orders);
comment on type private.order_change is 'An order to put into the counts, +1, or to take out, -1.';

-- These are plpgsql for its kept plans: an order waits for them.
create function private.count_customers(changes private.order_change[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.customers as known (
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
      private.customer_key((placed).shipping_address) as key,
      sum(sign) as order_count,
      coalesce(sum(sign * (placed).total) filter (where (placed).status <> 'cancelled'), 0)
        as total_spent,
      (array_agg(placed order by (placed).date desc, (placed).id desc))[1] as newest
    from unnest(changes)
    -- Erased orders are nobody's.
    where not private.is_erased((placed).shipping_address)
    group by 1
  ) as changed
  order by key
  on conflict (key) do update set
    order_count = known.order_count + excluded.order_count,
    total_spent = known.total_spent + excluded.total_spent,
    (full_name, phone, city, state, last_order_id, last_order_date) = (
      select full_name, phone, city, state, last_order_id, last_order_date
      from (select known.* union all select excluded.*) as either
      order by last_order_date desc, last_order_id desc
      limit 1
    );
end
$$;
comment on function private.count_customers(private.order_change[]) is
  'Brings customers up to a change of orders, and holds their rows until it is over.';

create function private.latest_order(customer_key text) returns public.orders
language sql stable set search_path = '' as $$
  select placed from public.orders as placed
  -- Written as in orders_phone_idx.
  where right(regexp_replace(coalesce(placed.shipping_address ->> 'phone', ''), '[^0-9]', '', 'g'), 9)
      = substring(customer_key from '[0-9]*$')
    and lower(coalesce(placed.shipping_address ->> 'fullName', ''))
      = regexp_replace(customer_key, ' [0-9]*$', '')
  order by placed.date desc, placed.id desc
  limit 1
$$;
comment on function private.latest_order(text) is 'The newest order of a customer.';

create function private.describe_customers(keys text[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  delete from private.customers where key = any (keys) and order_count = 0;
  update private.customers as known set
    full_name = coalesce(latest.shipping_address ->> 'fullName', ''),
    phone = coalesce(latest.shipping_address ->> 'phone', ''),
    city = coalesce(latest.shipping_address ->> 'city', ''),
    state = coalesce(latest.shipping_address ->> 'state', ''),
    last_order_id = latest.id,
    last_order_date = latest.date
  from unnest(keys) as touched (key), private.latest_order(touched.key) as latest
  where known.key = touched.key;
end
$$;
comment on function private.describe_customers(text[]) is
  'Forgets customers without an order, and makes the others what their latest order says.';

create function private.count_days(changes private.order_change[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.day_totals as known (day, orders, revenue)
  select
    private.shop_day((placed).date),
    sum(sign),
    coalesce(sum(sign * (placed).total) filter (where (placed).status <> 'cancelled'), 0)
  from unnest(changes)
  group by 1 order by 1
  on conflict (day) do update set
    orders = known.orders + excluded.orders,
    revenue = known.revenue + excluded.revenue;
end
$$;
comment on function private.count_days(private.order_change[]) is
  'Brings the totals by day up to a change of orders.';

create function private.count_statuses(changes private.order_change[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.status_totals as known (status, orders, revenue)
  select (placed).status, sum(sign), sum(sign * (placed).total)
  from unnest(changes)
  group by 1 order by 1
  on conflict (status) do update set
    orders = known.orders + excluded.orders,
    revenue = known.revenue + excluded.revenue;
end
$$;
comment on function private.count_statuses(private.order_change[]) is
  'Brings the totals by status up to a change of orders.';

create function private.count_orders(changes private.order_change[], gone_from text[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  -- Everybody takes these rows in one order, so nobody waits for somebody who waits for them; and
  -- last those that all orders share, so that they are held for the shortest time.
  perform private.count_customers(changes);
  if cardinality(gone_from) > 0 then
    -- A statement after the lock: it sees what those have written for whom that one waited.
    perform private.describe_customers(gone_from);
  end if;
  perform private.count_days(changes);
  perform private.count_statuses(changes);
end
$$;
comment on function private.count_orders(private.order_change[], text[]) is
  'Brings all counts up to a change of orders; names the customers who may have lost their latest.';

-- Security definer: an admin moves an order and may not touch the counts.
create function private.count_order_changes() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
declare
  changes private.order_change[];
  gone_from text[] := '{}';
begin
  case tg_op
    when 'INSERT' then
      changes := array(select row(1, come)::private.order_change from new_rows as come);
    when 'DELETE' then
      changes := array(select row(-1, gone)::private.order_change from old_rows as gone);
      gone_from := array(
        select distinct private.customer_key(gone.shipping_address) from old_rows as gone
      );
    when 'UPDATE' then
      -- A tracking number changes no count.
      changes := array(
        select unnest(array[row(-1, gone), row(1, come)]::private.order_change[])
        from old_rows as gone join new_rows as come on come.id = gone.id
        where (come.status, come.shipping_address)
          is distinct from (gone.status, gone.shipping_address)
      );
      gone_from := array(
        select distinct private.customer_key(gone.shipping_address)
        from old_rows as gone join new_rows as come on come.id = gone.id
        where come.shipping_address <> gone.shipping_address
      );
  end case;
  if cardinality(changes) > 0 then
    perform private.count_orders(changes, gone_from);
  end if;
  return null;
end
$$;
comment on function private.count_order_changes() is 'Keeps all counts, whatever changes orders.';

create trigger count_new_orders after insert on public.orders
  referencing new table as new_rows
  for each statement execute function private.count_order_changes();
create trigger count_moved_orders after update on public.orders
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_order_changes();
create trigger count_gone_orders after delete on public.orders
  referencing old table as old_rows
  for each statement execute function private.count_order_changes();

create function private.count_new_customers() returns trigger
language plpgsql volatile set search_path = '' as $$
declare
  gained constant bigint := (select count(*) from changed) * tg_argv[0]::integer;
begin
  -- Most orders make no new customer: then the row is left to others.
  if gained <> 0 then
    update private.customer_total set customers = customers + gained where only_row;
  end if;
  return null;
end
$$;
comment on function private.count_new_customers() is 'Keeps the number of customers.';

create trigger count_new_customers after insert on private.customers
  referencing new table as changed
  for each statement execute function private.count_new_customers('1');
create trigger count_gone_customers after delete on private.customers
  referencing old table as changed
  for each statement execute function private.count_new_customers('-1');

create function private.recount_customers() returns void
language sql volatile set search_path = '' as $$
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
    figures.order_count,
    figures.total_spent,
    latest.id,
    latest.date
  from (
    select distinct on (key) private.customer_key(shipping_address) as key, shipping_address, id, date
    from public.orders
    where not private.is_erased(shipping_address)
    order by key, date desc, id desc
  ) as latest
  join (
    select
      private.customer_key(shipping_address) as key,
      count(*) as order_count,
      coalesce(sum(total) filter (where status <> 'cancelled'), 0) as total_spent
    from public.orders
    where not private.is_erased(shipping_address)
    group by key
  ) as figures using (key)
$$;
comment on function private.recount_customers() is 'Makes the customers anew from the orders.';

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
    private.shop_day(date), count(*), coalesce(sum(total) filter (where status <> 'cancelled'), 0)
  from public.orders group by 1;
  perform private.recount_customers();
end
$$;
comment on function private.recount_orders() is
  'Makes all counts anew from the orders, which nobody changes meanwhile.';

-- Security definer: as for every other change of orders.
create function private.recount_without_orders() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.recount_orders();
  return null;
end
$$;
comment on function private.recount_without_orders() is 'Empties the counts with the table.';

create trigger recount_without_orders after truncate on public.orders
  for each statement execute function private.recount_without_orders();

select private.recount_orders();
