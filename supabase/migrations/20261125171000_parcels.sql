/* Parcels of orders, the cash of delivered ones by day, and days of sales without cancelled orders. */

/*
 * Parcels, what happened to them, and the courier's money: docs/product.md, section 22. A parcel is one sending of
 * an order. At most one is current: the newest, until the order is sent again. Amounts are in minor units.
 */

create type private.parcel_state as enum (
  'booked', 'handed_over', 'out_for_delivery', 'attempt_failed', 'returning', 'returned', 'received_back',
  'delivered', 'lost', 'cancelled'
);
comment on type private.parcel_state is
  'The states of a parcel. Those before delivered stand in the order of the way there and back.';

create table private.statements (
  id bigint generated always as identity primary key,
  token uuid not null unique,
  courier text not null check (courier ~ '^[a-z0-9-]{1,40}$'),
  number text,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  file_name text not null,
  dated date,
  net bigint,
  applied_at timestamptz not null default now(),
  applied_by uuid,
  undone_at timestamptz,
  in_bank_at timestamptz,
  results jsonb not null default '[]'
);
create unique index statements_number_idx on private.statements (courier, number)
  where undone_at is null and number is not null;
create unique index statements_digest_idx on private.statements (courier, digest) where undone_at is null;

comment on table private.statements is 'Files of couriers that were applied.';
comment on column private.statements.digest is 'SHA-256 of the lines, whatever the file is called.';
comment on column private.statements.net is 'What the file says that it pays.';
comment on column private.statements.results is
  'What became of each row, without personal data, for a request that is repeated.';

alter table private.statements enable row level security;
create policy "Nobody reads the statements through the API" on private.statements for all using (false);

create function private.number_key(tracking_number text) returns text
language sql immutable set search_path = '' as $$
  select upper(regexp_replace(tracking_number, '[^A-Za-z0-9]', '', 'g'))
$$;
comment on function private.number_key(text) is
  'A tracking number as it is compared: files and scanners add and leave out spaces and hyphens.';

create table private.parcels (
  id bigint generated always as identity primary key,
  order_id text not null references public.orders (id) on delete cascade,
  nth integer not null,
  is_current boolean not null default true,
  courier text check (courier ~ '^[a-z0-9-]{1,40}$'),
  tracking_number text,
  state private.parcel_state not null,
  to_collect bigint not null check (to_collect >= 0),
  reason text check (reason ~ '^[a-z_]{1,40}$'),
  damaged boolean not null default false,
  booked_at timestamptz not null,
  handed_over_at timestamptz,
  state_at timestamptz not null,
  ended_at timestamptz,
  paid bigint not null default 0,
  banked bigint not null default 0,
  delivered_on date generated always as (case when state = 'delivered' then private.shop_day(ended_at) end) stored,
  unique (order_id, nth)
);
create unique index parcels_current_idx on private.parcels (order_id) where is_current;
create index parcels_number_idx on private.parcels (private.number_key(tracking_number));
create index parcels_handed_over_idx on private.parcels (handed_over_at) include (to_collect)
  where handed_over_at is not null;
create index parcels_on_the_road_idx on private.parcels (state, state_at) include (to_collect)
  where state in ('handed_over', 'out_for_delivery', 'attempt_failed', 'returning');
create index parcels_came_back_idx on private.parcels (ended_at) where state in ('returned', 'received_back');
create index parcels_unpaid_idx on private.parcels (delivered_on) include (to_collect, paid)
  where paid < to_collect and delivered_on is not null;
create index parcels_lost_idx on private.parcels (ended_at) where state = 'lost';
create index parcels_paid_early_idx on private.parcels (id) include (to_collect, paid)
  where state <> 'delivered' and paid <> 0;

comment on table private.parcels is 'Sendings of orders.';
comment on column private.parcels.is_current is
  'Whether courier, number and status of the order are those of this parcel.';
comment on column private.parcels.to_collect is 'The cash of the order when the parcel was handed over.';
comment on column private.parcels.reason is 'Why a delivery failed or the parcel came back.';
comment on column private.parcels.ended_at is
  'When it was delivered, came back, was lost or cancelled. What comes back keeps the moment of its return.';
comment on column private.parcels.paid is 'The sum of its cash in statements.';
comment on column private.parcels.banked is 'The sum of its cash in statements whose money is in the bank.';

alter table private.parcels enable row level security;
create policy "Nobody reads the parcels through the API" on private.parcels for all using (false);

create table private.parcel_events (
  id bigint generated always as identity primary key,
  parcel_id bigint not null references private.parcels (id) on delete cascade,
  state private.parcel_state not null,
  at timestamptz not null,
  source text not null check (source in ('admin', 'statement')),
  statement_id bigint references private.statements (id),
  token uuid unique,
  word text,
  reason text check (reason ~ '^[a-z_]{1,40}$'),
  before jsonb
);
create index parcel_events_parcel_id_idx on private.parcel_events (parcel_id, id);
create index parcel_events_statement_id_idx on private.parcel_events (statement_id)
  where statement_id is not null;

comment on table private.parcel_events is 'What happened to parcels, as far as they changed their state.';
comment on column private.parcel_events.at is 'When it happened, as the courier''s file says.';
comment on column private.parcel_events.token is 'Of a request of the returns desk, which is done once.';
comment on column private.parcel_events.word is 'The status in the words of the courier.';
comment on column private.parcel_events.before is
  'What parcel and order were before, to undo it. Null where nothing undoes it.';

alter table private.parcel_events enable row level security;
create policy "Nobody reads what happened to parcels through the API" on private.parcel_events
  for all using (false);

create table private.money_lines (
  id bigint generated always as identity primary key,
  parcel_id bigint not null references private.parcels (id) on delete cascade,
  statement_id bigint not null references private.statements (id),
  kind text not null check (kind in ('cash', 'fee', 'tax', 'return_fee', 'adjustment')),
  amount bigint not null,
  dated date not null
);
create index money_lines_parcel_id_idx on private.money_lines (parcel_id);
create index money_lines_statement_id_idx on private.money_lines (statement_id, parcel_id);
create index money_lines_costs_idx on private.money_lines (dated) include (kind, amount)
  where kind in ('fee', 'tax', 'return_fee');

comment on table private.money_lines is
  'Amounts of parcels in statements. What the courier keeps is negative. A statement that is undone has none.';
comment on column private.money_lines.dated is 'The day that the line names, else that of its statement.';

alter table private.money_lines enable row level security;
create policy "Nobody reads the money of parcels through the API" on private.money_lines for all using (false);

create function private.cash_of(o public.orders, details private.order_details) returns bigint
language sql immutable set search_path = '' as $$
  select greatest((o.total - coalesce(details.advance, 0)) * 100, 0)::bigint
$$;
comment on function private.cash_of(public.orders, private.order_details) is
  'What the courier collects for an order, in minor units. The details may be null.';

create index order_details_advance_idx on private.order_details (order_id) where advance > 0;

/*
 * How parcels follow their orders, and orders their parcels. private.book_order() and private.book_orders() are the
 * only functions that set courier, number, status and outcome, and keep the current parcel in step. A statement and
 * the returns desk set the state of a parcel, and the order through book_order().
 */

create function private.plain_state(state private.parcel_state) returns private.parcel_state
language sql immutable set search_path = '' as $$
  select case
    when state in ('out_for_delivery', 'attempt_failed', 'returning', 'lost') then 'handed_over'
    when state = 'received_back' then 'returned'
    else state
  end
$$;
comment on function private.plain_state(private.parcel_state) is
  'The state that the status of an order tells apart.';

create function private.parcel_state_of(o public.orders, details private.order_details)
returns private.parcel_state
language sql immutable set search_path = '' as $$
  select case
    when o.status = 'shipped' then 'handed_over'
    when o.status = 'delivered' then 'delivered'
    when o.status = 'cancelled' and details.outcome is not null then 'returned'
    when coalesce(details.courier, o.tracking_number) is null then null
    when o.status = 'cancelled' then 'cancelled'
    else 'booked'
  end::private.parcel_state
$$;
comment on function private.parcel_state_of(public.orders, private.order_details) is
  'The plain state of an order''s parcel, or null where it has none. The details may be null.';

create function private.set_parcels(events private.parcel_events[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update private.parcels as p set
    state = e.state,
    state_at = e.at,
    reason = case
      when e.state between 'attempt_failed' and 'received_back' then coalesce(e.reason, p.reason)
    end,
    damaged = e.state = 'received_back' and p.damaged,
    -- Until it is handed over.
    to_collect = case when p.handed_over_at is not null then p.to_collect else (
      select private.cash_of(o, details) from public.orders as o
      left join private.order_details as details on details.order_id = o.id
      where o.id = p.order_id
    ) end,
    handed_over_at = case
      when e.state = 'booked' then null
      when e.state = 'cancelled' then p.handed_over_at
      else coalesce(p.handed_over_at, e.at)
    end,
    ended_at = case
      when e.state in ('returned', 'received_back') and p.state in ('returned', 'received_back') then p.ended_at
      when e.state in ('returned', 'received_back', 'delivered', 'lost', 'cancelled') then e.at
    end
  from unnest(events) as e
  where p.id = e.parcel_id;
  insert into private.parcel_events (
    parcel_id, state, at, source, statement_id, token, word, reason, before
  )
  select parcel_id, state, at, source, statement_id, token, word, reason, before
  from unnest(events) with ordinality order by ordinality;
end
$$;
comment on function private.set_parcels(private.parcel_events[]) is
  'Sets the states of parcels, one event for each, and saves what happened.';

create function private.leave_parcel(p private.parcels) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if p.state not in ('returned', 'received_back', 'lost', 'cancelled') then
    if not exists (select from private.exported_orders where order_id = p.order_id)
      and not exists (select from private.money_lines where parcel_id = p.id)
      and not exists (
        select from private.parcel_events where parcel_id = p.id and source = 'statement'
      ) then
      delete from private.parcels where id = p.id;
      return;
    end if;
    perform private.set_parcels(array[private.admin_event(p.id, 'cancelled')]);
  end if;
  update private.parcels set is_current = false where id = p.id;
end
$$;
comment on function private.leave_parcel(private.parcels) is
  'Ends a parcel that its order has no more: it goes, or is cancelled where a batch or a statement has it.';

create function private.admin_event(parcel_id bigint, state private.parcel_state, reason text default null)
returns private.parcel_events
language sql stable set search_path = '' as $$
  select jsonb_populate_record(null::private.parcel_events, jsonb_build_object(
    'parcel_id', parcel_id, 'state', state, 'at', now(), 'source', 'admin', 'reason', reason
  ))
$$;
comment on function private.admin_event(bigint, private.parcel_state, text) is 'What an admin does to a parcel now.';

create function private.keep_parcel(p_id text) returns void
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
  details private.order_details;
  p private.parcels;
  wanted private.parcel_state;
begin
  select * into o from public.orders where id = p_id;
  select * into details from private.order_details where order_id = p_id;
  select * into p from private.parcels where order_id = p_id and is_current;
  wanted := private.parcel_state_of(o, details);
  if wanted is null and o.status = 'cancelled' and p.id is not null then
    wanted := 'cancelled';
  end if;
  -- An order that is open again is sent by another parcel, unless the number is still that of this one.
  if p.id is not null and (wanted is null or wanted = 'booked'
    and p.state in ('returned', 'received_back', 'lost')
    and (o.tracking_number, p.courier) is distinct from (p.tracking_number, details.courier)) then
    perform private.leave_parcel(p);
    p := null;
  end if;
  if wanted is null then
    return;
  end if;
  if p.id is null then
    insert into private.parcels (order_id, nth, courier, tracking_number, state, to_collect, booked_at, state_at)
    select p_id, coalesce(max(nth), 0) + 1, details.courier, o.tracking_number, 'booked',
      private.cash_of(o, details), coalesce(details.booked_at, now()), now()
    from private.parcels where order_id = p_id
    returning * into p;
    perform private.set_parcels(array[private.admin_event(p.id, wanted, details.outcome)]);
    return;
  end if;
  if (p.courier, p.tracking_number) is distinct from (details.courier, o.tracking_number) then
    update private.parcels set courier = details.courier, tracking_number = o.tracking_number where id = p.id;
  end if;
  if private.plain_state(p.state) <> wanted then
    perform private.set_parcels(array[private.admin_event(p.id, wanted, case
      when details.outcome = 'refused' then 'refused' else coalesce(p.reason, details.outcome)
    end)]);
  end if;
end
$$;
comment on function private.keep_parcel(text) is
  'Brings the current parcel of a booked order in step with its status, courier, number and outcome.';

create function private.booking_of(state private.parcel_state, outcome text) returns jsonb
language sql immutable set search_path = '' as $$
  select case private.plain_state(state)
    when 'handed_over' then '{"status": "shipped"}'
    when 'delivered' then '{"status": "delivered"}'
    when 'returned' then jsonb_build_object('status', 'cancelled', 'outcome', outcome)
    -- A courier that cancels a booking never had the parcel: the order is to be packed again.
    when 'cancelled' then '{"courier": null, "trackingNumber": null}'
    else '{}'
  end::jsonb
$$;
comment on function private.booking_of(private.parcel_state, text) is
  'What a state of a parcel means for its order, as private.read_booking() takes it.';

create function private.make_parcels() returns void
language sql volatile set search_path = '' as $$
  insert into private.parcels (
    order_id, nth, courier, tracking_number, state, to_collect, reason, booked_at, handed_over_at, state_at,
    ended_at
  )
  select
    o.id, 1, details.courier, o.tracking_number, state, private.cash_of(o, details), details.outcome,
    coalesce(details.booked_at, o.date),
    case when state not in ('booked', 'cancelled') then coalesce(shipped_at, changed_at, o.date) end,
    coalesce(changed_at, details.booked_at, o.date),
    case when state not in ('booked', 'handed_over') then coalesce(changed_at, o.date) end
  from public.orders as o
  left join private.order_details as details on details.order_id = o.id,
  lateral private.parcel_state_of(o, details) as state,
  lateral (
    select
      max((change ->> 'at')::timestamptz) filter (where change ->> 'status' = o.status::text) as changed_at,
      max((change ->> 'at')::timestamptz) filter (where change ->> 'status' = 'shipped') as shipped_at
    from jsonb_array_elements(o.tracking_history) as change
  ) as history
  where state is not null
    and not exists (select from private.parcels as saved where saved.order_id = o.id)
$$;
comment on function private.make_parcels() is
  'Makes the parcels of orders that have none, from status, courier, number and history: of a version without them.';

/*
 * Parcels as the admin's pages have them.
 */

create function private.parcels_json(p_id text) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'nth', p.nth, 'courier', p.courier, 'trackingNumber', p.tracking_number, 'state', p.state,
      'reason', p.reason, 'damaged', p.damaged, 'toCollect', p.to_collect, 'paid', p.paid,
      'isCurrent', p.is_current, 'stateAt', p.state_at,
      'events', (
        select coalesce(jsonb_agg(
          jsonb_build_object(
            'state', state, 'at', at, 'source', source, 'word', word, 'reason', reason,
            'statement', statement_id
          )
          order by id
        ), '[]')
        from private.parcel_events where parcel_id = p.id
      ),
      'money', (
        select coalesce(jsonb_agg(
          jsonb_build_object('kind', kind, 'amount', amount, 'dated', dated, 'statement', statement_id)
          order by id
        ), '[]')
        from private.money_lines where parcel_id = p.id
      )
    )
    order by p.nth
  ), '[]')
  from private.parcels as p where p.order_id = p_id
$$;
comment on function private.parcels_json(text) is
  'The parcels of an order, what happened to them and their money, oldest first.';

/*
 * The cash of delivered parcels by the day of their delivery, as a journal like private.total_changes: the dashboard
 * reads no parcel. private.fold_totals() folds it.
 */

create table private.cash_changes (
  id bigint generated always as identity,
  day date not null,
  parcels bigint not null,
  expected bigint not null,
  in_statements bigint not null,
  in_bank bigint not null,
  folded boolean not null default false,
  primary key (day, id)
);

comment on table private.cash_changes is
  'How many parcels became or ceased to be delivered on a day, and the minor units to collect, in statements and in
the bank. Rows are only added, and folded into one row for each day.';

alter table private.cash_changes enable row level security;
create policy "Nobody reads the changes of cash through the API" on private.cash_changes
  for all using (false);

create function private.count_cash_changes() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    insert into private.cash_changes (day, parcels, expected, in_statements, in_bank)
    select delivered_on, -count(*), -sum(to_collect), -sum(least(paid, to_collect)), -sum(least(banked, to_collect))
    from old_rows where delivered_on is not null group by 1;
  end if;
  if tg_op <> 'DELETE' then
    insert into private.cash_changes (day, parcels, expected, in_statements, in_bank)
    select delivered_on, count(*), sum(to_collect), sum(least(paid, to_collect)), sum(least(banked, to_collect))
    from new_rows where delivered_on is not null group by 1;
  end if;
  return null;
end
$$;
comment on function private.count_cash_changes() is
  'Updates the figures of cash, whatever changes parcels. Cash counts up to what was to be collected.';

create trigger count_new_parcels after insert on private.parcels
  referencing new table as new_rows
  for each statement execute function private.count_cash_changes();
create trigger count_updated_parcels after update on private.parcels
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_cash_changes();
create trigger count_deleted_parcels after delete on private.parcels
  referencing old table as old_rows
  for each statement execute function private.count_cash_changes();

create function private.cash_figures(first_day date, last_day date) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'cashExpected', coalesce(sum(expected), 0),
    'inStatements', coalesce(sum(in_statements), 0),
    'inBank', coalesce(sum(in_bank), 0)
  )
  from private.cash_changes
  where day >= coalesce(first_day, '-infinity') and day <= coalesce(last_day, 'infinity')
$$;
comment on function private.cash_figures(date, date) is
  'What was to be collected of the parcels that were delivered on these days, or ever, what of it is in statements,
and what is in the bank.';

create or replace function private.write_order_history() returns trigger
language plpgsql volatile set search_path = '' set timezone = 'UTC' as $$
declare
  entry jsonb := jsonb_build_object(
    'status', new.status,
    'at', now(),
    'by', coalesce(nullif(current_setting('shop.actor', true), ''), 'system')
  );
begin
  new.tracking_number := nullif(private.clean_text(new.tracking_number), '');
  new.tracking_history := old.tracking_history;
  new.version := old.version + 1;
  if (new.status, new.tracking_number) is distinct from (old.status, old.tracking_number) then
    if new.tracking_number is distinct from old.tracking_number then
      entry := entry || jsonb_build_object('trackingNumber', new.tracking_number);
    end if;
    new.tracking_history := old.tracking_history || jsonb_build_array(entry);
  end if;

  -- A courier's page shows name and phone for a tracking number, so it is erased with the address.
  if private.is_erased(new.shipping_address) and not private.is_erased(old.shipping_address) then
    new.tracking_number := null;
    new.tracking_history := private.history_without_numbers(new.tracking_history);
  end if;
  -- A new status alone changes none of what is searched.
  if new.status = old.status or new.tracking_number is distinct from old.tracking_number
    or new.shipping_address <> old.shipping_address then
    new.search_text := private.order_search_text(new);
  end if;
  return new;
end
$$;
comment on function private.write_order_history() is
  'Counts the version and adds a change to the history, whatever the statement sets. Erasing removes
tracking numbers.';

create or replace function private.log_changes(actor text, p_id text, before jsonb, after jsonb)
returns void
language plpgsql volatile set search_path = '' as $$
#variable_conflict use_variable
begin
  insert into private.order_audit (order_id, actor, actor_id, before, after)
  select
    p_id, actor, auth.uid(),
    jsonb_object_agg(key, private.without_equal(before -> key, value)),
    jsonb_object_agg(key, private.without_equal(value, before -> key))
  from jsonb_each(after)
  -- Lines and total are logged together: protect_order() reads both.
  where value is distinct from before -> key or (
    key in ('items', 'total', 'version') and after -> 'items' is distinct from before -> 'items'
  )
  having count(*) > 0;
end
$$;
comment on function private.log_changes(text, text, jsonb, jsonb) is
  'Logs the parts of an order that an admin or a customer changes.';

create or replace function private.update_customers(changes private.order_change[], former_keys text[]) returns void
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
    -- A new status alone changes no customer, unless it is or was cancelled.
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

create or replace view private.day_totals as
  select
    day,
    coalesce(sum(orders) filter (where is_sale), 0)::bigint as orders,
    coalesce(sum(total) filter (where is_sale), 0)::numeric(16,2) as revenue
  from private.total_changes,
    -- The function is called for each status, not for each row.
    lateral (select status = any (array(
      select listed from unnest(enum_range(null::public.order_status)) as listed
      where private.counts_as_revenue(listed)
    )) as is_sale) as counted
  group by day;
comment on view private.day_totals is
  'How many orders that are not cancelled were placed on a day of Karachi, and their rupees.';

create or replace function private.book_orders(ids text[], courier text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.order_audit (order_id, actor, actor_id, before, after)
  select
    id, 'admin', auth.uid(),
    jsonb_build_object('courier', details.courier), jsonb_build_object('courier', book_orders.courier)
  from unnest(ids) as id
  left join private.order_details as details on details.order_id = id
  where details.courier is distinct from book_orders.courier;
  insert into private.order_details (order_id, courier)
  select id, book_orders.courier from unnest(ids) as id
  on conflict (order_id) do update set courier = excluded.courier;
  perform private.keep_parcel(id) from unnest(ids) as id;
end
$$;
comment on function private.book_orders(text[], text) is
  'Books open orders with a courier, or with none, logs it, and keeps their parcels in step.';

create or replace view private.order_pages as
  select
    o.id,
    (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'at', at, 'note', note) order by id), '[]')
      from private.order_notes where order_id = o.id
    ) as notes,
    (
      select coalesce(
        jsonb_agg(to_jsonb(attempt) - array['order_id', 'actor_id'] order by at, id), '[]'
      )
      from private.confirmation_attempts as attempt where order_id = o.id
    ) as attempts,
    jsonb_build_object(
      'messages', (
        select coalesce(
          jsonb_agg(jsonb_build_object('at', at, 'kind', kind, 'language', language) order by at, id), '[]'
        )
        from private.told_messages where order_id = o.id
      ),
      'language', (
        select language from private.told_messages
        where phone_key = o.phone_key and phone_key <> '' order by at desc, id limit 1
      )
    ) as told,
    (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'id', other.id, 'version', other.version, 'date', other.date, 'total', other.total,
          'items', other.items, 'fullName', other.shipping_address ->> 'fullName',
          'city', other.shipping_address ->> 'city'
        )
        order by other.date, other.id
      ), '[]')
      from public.orders as other
      left join private.order_details as details on details.order_id = other.id
      where other.phone_key = o.phone_key and other.id <> o.id and private.is_open(other.status)
        and not private.is_booked(other, details) and not private.is_erased(o.shipping_address)
    ) as "sameCustomer",
    jsonb_build_object(
      'into', (select into_id from private.joined_orders where order_id = o.id),
      'from', (
        select coalesce(jsonb_agg(order_id order by at, order_id), '[]')
        from private.joined_orders where into_id = o.id
      )
    ) as joined,
    private.parcels_json(o.id) as parcels
  from public.orders as o;
comment on view private.order_pages is
  'What the admin sees beside an order, oldest first: notes, attempts to confirm it, messages about it and the
language of the last one to its phone, other open orders of the phone that no courier has, which may be joined
with it, the order that it was joined into, those that were joined into it, and its parcels.';

create type private.booking as (o public.orders, former private.order_details, details private.order_details);
comment on type private.booking is 'An order as it is to be booked, and its details before and after.';

create function private.read_booking(o public.orders, details private.order_details, p jsonb)
returns private.booking
language plpgsql volatile set search_path = '' as $$
declare
  former constant private.order_details := details;
begin
  if p ? 'status' then
    if not p -> 'status' <@ to_jsonb(enum_range(null::public.order_status)) then
      perform private.refuse('status_invalid', 'status');
    end if;
    o.status := (p ->> 'status')::public.order_status;
  end if;
  if p ? 'trackingNumber' then
    o.tracking_number :=
      nullif(private.fold_digits(private.clean_text(left(p ->> 'trackingNumber', 200))), '');
    if jsonb_typeof(p -> 'trackingNumber') not in ('string', 'null')
      or o.tracking_number !~ '^[A-Za-z0-9][A-Za-z0-9 ./_-]{0,63}$' then
      perform private.refuse('tracking_invalid', 'trackingNumber');
    end if;
  end if;
  if p ? 'courier' then
    details.courier := p ->> 'courier';
    if details.courier is not null then
      perform private.require_courier(details.courier);
    end if;
  end if;
  details.outcome := case when o.status = 'cancelled' then details.outcome end;
  if p ? 'outcome' then
    details.outcome := p ->> 'outcome';
    if details.outcome not in ('returned', 'refused')
      or (details.outcome is not null and o.status <> 'cancelled') then
      perform private.refuse('outcome_invalid', 'outcome');
    end if;
  end if;
  details.end_reason := case when o.status = 'cancelled' then details.end_reason end;
  if p ? 'endReason' then
    details.end_reason := p ->> 'endReason';
    if details.end_reason is not null and (o.status <> 'cancelled' or details.end_reason not in (
      'fake', 'double', 'unreachable', 'changed_mind', 'out_of_stock', 'other'
    )) then
      perform private.refuse('reason_invalid', 'endReason');
    end if;
  end if;
  return row(o, former, details)::private.booking;
end
$$;
comment on function private.read_booking(public.orders, private.order_details, jsonb) is
  'An order with the status, courier, tracking number, outcome and reason of a cancellation that a request sets.
Refuses invalid ones.';

create function private.save_bookings(bookings private.booking[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.log_changes(
    'admin', (o).id,
    jsonb_build_object(
      'courier', (former).courier, 'outcome', (former).outcome, 'endReason', (former).end_reason
    ),
    jsonb_build_object(
      'courier', (details).courier, 'outcome', (details).outcome, 'endReason', (details).end_reason
    )
  )
  from unnest(bookings)
  where ((former).courier, (former).outcome, (former).end_reason)
    is distinct from ((details).courier, (details).outcome, (details).end_reason);
  update public.orders as saved set status = (booked.o).status, tracking_number = (booked.o).tracking_number
  from unnest(bookings) as booked
  where saved.id = (booked.o).id;
  insert into private.order_details as saved (order_id, courier, outcome, end_reason)
  select (o).id, (details).courier, (details).outcome, (details).end_reason
  from unnest(bookings)
  where coalesce(
    (details).order_id, (details).courier, (details).outcome, (details).end_reason, (o).tracking_number
  ) is not null
  on conflict (order_id) do update set
    courier = excluded.courier, outcome = excluded.outcome, end_reason = excluded.end_reason
  where (saved.courier, saved.outcome, saved.end_reason)
    is distinct from (excluded.courier, excluded.outcome, excluded.end_reason);
  perform private.keep_parcel((o).id) from unnest(bookings);
end
$$;
comment on function private.save_bookings(private.booking[]) is
  'Saves bookings of locked orders, logs them, and keeps their parcels in step.';

create or replace function private.book_order(o public.orders, details private.order_details, p jsonb)
returns void
language sql volatile set search_path = '' as $$
  select private.save_bookings(array[private.read_booking(o, details, p)])
$$;
comment on function private.book_order(public.orders, private.order_details, jsonb) is
  'Books a locked order as a request says.';

select private.make_parcels();
