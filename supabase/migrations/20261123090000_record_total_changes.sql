/*
 * Totals as a journal: an order appends what it changes instead of updating rows that all orders share, so no
 * transaction that stays open keeps another customer waiting. docs/decisions/admin-speed.md says how they
 * stay exact.
 */
-- Orders wait until this migration ends: none is in the former totals only. In a block, because LOCK needs a
-- transaction that Postgres sees as one.
do $$
begin
  lock table public.orders in share row exclusive mode;
end
$$;

create table private.total_changes (
  id bigint generated always as identity,
  day date not null,
  status public.order_status not null,
  orders bigint not null,
  total numeric(16,2) not null,
  folded boolean not null default false,
  primary key (day, status, id)
);
alter table private.total_changes enable row level security;
create policy "Nobody reads the changes of totals through the API" on private.total_changes
  for all using (false);
comment on table private.total_changes is
  'How many orders of a day and status came or went, and for how many rupees. Rows are only added, and folded
into one row for each day and status.';

create table private.customer_changes (
  id bigint generated always as identity primary key,
  customers bigint not null
);
alter table private.customer_changes enable row level security;
create policy "Nobody reads the changes of the number of customers through the API"
  on private.customer_changes for all using (false);
comment on table private.customer_changes is
  'How many rows came to or left private.customers. Rows are only added, and folded into one.';

insert into private.total_changes (day, status, orders, total, folded)
select private.shop_day(date), status, count(*), sum(total), true from public.orders group by 1, 2;
insert into private.customer_changes (customers) select customers from private.customer_total;

drop table private.status_totals;
create view private.status_totals as
  select status, sum(orders)::bigint as orders, sum(total)::numeric(16,2) as revenue
  from private.total_changes group by status;
comment on view private.status_totals is 'How many orders have a status, and for how many rupees.';

drop table private.day_totals;
create view private.day_totals as
  select
    day,
    sum(orders)::bigint as orders,
    -- The function is called for each status, not for each row.
    coalesce(sum(total) filter (where status = any (array(
      select listed from unnest(enum_range(null::public.order_status)) as listed
      where private.counts_as_revenue(listed)
    ))), 0)::numeric(16,2) as revenue
  from private.total_changes group by day;
comment on view private.day_totals is
  'How many orders were placed on a day of Karachi, and the rupees of those not cancelled.';

drop table private.customer_total;
create view private.customer_total as
  select coalesce(sum(customers), 0)::bigint as customers from private.customer_changes;
comment on view private.customer_total is 'How many rows private.customers has.';

create function private.fold_totals() returns void
language plpgsql volatile set search_path = '' as $$
begin
  -- In READ COMMITTED the statements after the lock see what the fold before it has left.
  if private.is_read_only() or current_setting('transaction_isolation') <> 'read committed'
    or not pg_try_advisory_xact_lock(hashtextextended('totals', 0)) then
    return;
  end if;
  with gone as (
    delete from private.total_changes as change
    using (select distinct day, status from private.total_changes where not folded) as added
    where (change.day, change.status) = (added.day, added.status)
    returning change.*
  )
  insert into private.total_changes (day, status, orders, total, folded)
  select day, status, sum(orders), sum(total), true from gone
  group by day, status
  having (sum(orders), sum(total)) <> (0, 0);

  if (select count(*) > 1 from private.customer_changes) then
    with gone as (delete from private.customer_changes where true returning customers)
    insert into private.customer_changes (customers) select sum(customers) from gone;
  end if;
end
$$;
comment on function private.fold_totals() is
  'Replaces the rows of each day and status by one with their sum. Does nothing while another fold runs. Waits
for nothing, and nothing but recount_orders() waits for it.';

-- In plpgsql, which caches its plans: every new order waits for it.
create or replace function private.update_totals(changes private.order_change[], former_keys text[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  -- Every transaction locks these rows in the same order, so that no deadlock is possible. Only orders of
  -- the same customer wait for each other.
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

  insert into private.total_changes (day, status, orders, total)
  select private.shop_day((o).date), (o).status, sum(sign), sum(sign * (o).total)
  from unnest(changes)
  group by 1, 2
  -- A change of the address changes no total.
  having (sum(sign), sum(sign * (o).total)) <> (0, 0);
  -- Folded by whoever reads the dashboard as well.
  if random() < 1.0 / 256 then
    perform private.fold_totals();
  end if;
end
$$;

create or replace function private.count_customers() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.customer_changes (customers)
  select count(*) * tg_argv[0]::integer from changed having count(*) > 0;
  return null;
end
$$;
comment on function private.count_customers() is 'Records how many customers came or left.';

create or replace function private.recount_orders() returns void
language plpgsql volatile set search_path = '' as $$
begin
  lock table public.orders in share row exclusive mode;
  -- Without folds: the delete does not see the sums of one that ends meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('totals', 0));

  delete from private.total_changes where true;
  insert into private.total_changes (day, status, orders, total, folded)
  select private.shop_day(date), status, count(*), sum(total), true from public.orders group by 1, 2;

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
end
$$;

create or replace function private.admin_dashboard() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  today constant date := private.shop_day(now());
  figures jsonb;
  days jsonb;
begin
  perform private.require_admin();
  perform private.apply_retention_if_due();
  select jsonb_build_object(
    'totalOrders', coalesce(sum(orders), 0),
    'totalRevenue', coalesce(sum(revenue) filter (where private.counts_as_revenue(status)), 0),
    'pendingOrders', coalesce(sum(orders) filter (where private.is_open(status)), 0),
    'completedOrders', coalesce(sum(orders) filter (where status = 'delivered'), 0)
  )
  into figures
  from private.status_totals;
  -- Days without orders included.
  select jsonb_agg(
    jsonb_build_object(
      'day', listed.day, 'orders', coalesce(orders, 0), 'revenue', coalesce(revenue, 0.00)
    )
    order by listed.day
  )
  into days
  from (select today - nth as day from generate_series(0, 29) as nth) as listed
  left join (
    -- Named here as well: Postgres would sum up all days for the join.
    select * from private.day_totals where day between today - 29 and today
  ) as total on total.day = listed.day;

  figures := figures || jsonb_build_object(
    'revenue30', private.revenue_between(today - 29, today),
    'revenuePrevious30', private.revenue_between(today - 59, today - 30),
    'days', days,
    'recent', private.order_summaries(array(
      select id from public.orders order by date desc, id desc limit 5
    )),
    'openRequests', private.count_open_help_requests(),
    'pastRetention', private.orders_past_retention()
  );
  -- Last, when orders were read: a TRUNCATE of them, which waits for a fold, cannot have begun.
  perform private.fold_totals();
  return private.respond(200, figures);
end
$$;
