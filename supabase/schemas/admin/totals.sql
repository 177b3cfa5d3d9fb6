/*
 * Totals by status and by day as a journal: an order appends what it changes instead of updating rows that all
 * orders share, so no transaction that stays open keeps another customer waiting. No figure of the admin reads
 * every order. docs/decisions/admin-speed.md says how they stay exact.
 *
 * Every update and delete has a where: the safeupdate extension of a hosted project refuses one without it, in
 * functions as well.
 */

create table private.total_changes (
  id bigint generated always as identity,
  day date not null,
  status public.order_status not null,
  orders bigint not null,
  total numeric(16,2) not null,
  folded boolean not null default false,
  replacements bigint not null default 0,
  primary key (day, status, id)
);

comment on table private.total_changes is
  'How many orders of a day and status came or went, for how many rupees, and how many of them replace others. Rows
are only added, and folded into one row for each day and status.';

alter table private.total_changes enable row level security;
create policy "Nobody reads the changes of totals through the API" on private.total_changes
  for all using (false);

create view private.status_totals as
  select status, sum(orders)::bigint as orders, sum(total)::numeric(16,2) as revenue,
    sum(replacements)::bigint as replacements
  from private.total_changes group by status;
comment on view private.status_totals is 'How many orders have a status, for how many rupees, and how many of them replace others.';

create view private.day_totals as
  select
    day,
    coalesce(sum(orders - replacements) filter (where is_sale), 0)::bigint as orders,
    coalesce(sum(total) filter (where is_sale), 0)::numeric(16,2) as revenue
  from private.total_changes,
    -- The function is called for each status, not for each row.
    lateral (select status = any (array(
      select listed from unnest(enum_range(null::public.order_status)) as listed
      where private.counts_as_revenue(listed)
    )) as is_sale) as counted
  group by day;
comment on view private.day_totals is
  'How many orders that are not cancelled were placed on a day of Karachi, without replacements, and their rupees.';

create function private.fold_totals() returns void
language plpgsql volatile set search_path = '' as $$
begin
  -- In READ COMMITTED the statements after the lock see what the fold before it has left.
  if current_setting('transaction_read_only') = 'on'
    or current_setting('transaction_isolation') <> 'read committed'
    or not pg_try_advisory_xact_lock(hashtextextended('totals', 0)) then
    return;
  end if;
  with gone as (
    delete from private.total_changes as change
    using (select distinct day, status from private.total_changes where not folded) as added
    where (change.day, change.status) = (added.day, added.status)
    returning change.*
  )
  insert into private.total_changes (day, status, orders, total, folded, replacements)
  select day, status, sum(orders), sum(total), true, sum(replacements) from gone
  group by day, status
  having (sum(orders), sum(total), sum(replacements)) <> (0, 0, 0);

  if (select count(*) > 1 from private.customer_changes) then
    with gone as (delete from private.customer_changes where true returning customers)
    insert into private.customer_changes (customers) select sum(customers) from gone;
  end if;

  perform private.desk_folds();
end
$$;
comment on function private.fold_totals() is
  'Replaces the rows of each day and status by one with their sum. Does nothing while another fold runs. Waits for
nothing, and nothing but recount_orders() waits for it.';

create type private.order_change as (sign integer, o public.orders);
comment on type private.order_change is 'An order to add to the totals, +1, or to subtract, -1.';

-- In plpgsql, which caches its plans: every new order waits for it.
create function private.update_customers(changes private.order_change[], former_keys text[]) returns void
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
    order_count, total_spent, (newest).id, (newest).date
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
    having sum(sign) <> 0 or sum(sign * (o).total) filter (where private.counts_as_revenue((o).status)) <> 0
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
end
$$;
comment on function private.update_customers(private.order_change[], text[]) is
  'Adds changes of orders to their customers. The keys are of customers who may have lost their latest order.';

create function private.count_order_changes() returns trigger
language plpgsql volatile set search_path = '' as $$
declare
  changes private.order_change[];
  former_keys text[] := '{}'::text[];
  is_of_customers boolean := true;
begin
  case tg_op
    when 'INSERT' then
      changes := array(select row(1, new_row)::private.order_change from new_rows as new_row);
    when 'DELETE' then
      changes := array(select row(-1, old_row)::private.order_change from old_rows as old_row);
      former_keys := array(select distinct private.customer_key(old_row) from old_rows as old_row);
    when 'UPDATE' then
      -- A tracking number changes no total. A full join has no nested loop: the plan is saved when one order
      -- changes, and used when a statement changes a thousand.
      changes := array(
        select unnest(array[row(-1, old_row), row(1, new_row)]::private.order_change[])
        from old_rows as old_row full join new_rows as new_row on new_row.id = old_row.id
        where (new_row.status, new_row.total, new_row.shipping_address)
          is distinct from (old_row.status, old_row.total, old_row.shipping_address)
      );
      former_keys := array(
        select distinct private.customer_key(old_row)
        from old_rows as old_row full join new_rows as new_row on new_row.id = old_row.id
        where new_row.shipping_address is distinct from old_row.shipping_address
      );
      -- A new status alone changes no customer, unless the order is or was cancelled.
      is_of_customers := cardinality(former_keys) > 0 or exists (
        select from old_rows as old_row full join new_rows as new_row on new_row.id = old_row.id
        where new_row.total <> old_row.total or new_row.status <> old_row.status
          and private.counts_as_revenue(new_row.status) <> private.counts_as_revenue(old_row.status)
      );
  end case;
  if cardinality(changes) > 0 then
    if is_of_customers then
      perform private.update_customers(changes, former_keys);
    end if;
    insert into private.total_changes (day, status, orders, total, replacements)
    select private.shop_day((o).date), (o).status, sum(sign), sum(sign * (o).total),
      coalesce(sum(sign) filter (where (o).replaces is not null), 0)
    from unnest(changes)
    group by 1, 2
    -- A change of the address changes no total.
    having (
      sum(sign), sum(sign * (o).total), coalesce(sum(sign) filter (where (o).replaces is not null), 0)
    ) <> (0, 0, 0);
    -- Folded by whoever reads the dashboard as well.
    if random() < 1.0 / 256 then
      perform private.fold_totals();
    end if;
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
