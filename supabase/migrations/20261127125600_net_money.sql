/*
 * Money is what came: what customers paid, what couriers kept and what they transferred, by statement and day. What was
 * "in the bank" was cash before costs, and goes.
 */

alter table private.parcels drop column banked;
alter table private.cash_changes drop column in_statements, drop column in_bank;
comment on table private.cash_changes is
  'How many parcels became or ceased to be delivered on a day, and the minor units to collect. Rows are only added, and
folded into one row for each day.';
drop index private.money_lines_costs_idx;
drop view private.listed_statements;
create index money_lines_kept_idx on private.money_lines (dated) include (kind, amount) where kind <> 'cash';

create or replace function private.count_cash_changes() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    insert into private.cash_changes (day, parcels, expected)
    select delivered_on, -count(*), -sum(to_collect) from old_rows where delivered_on is not null group by 1;
  end if;
  if tg_op <> 'DELETE' then
    insert into private.cash_changes (day, parcels, expected)
    select delivered_on, count(*), sum(to_collect) from new_rows where delivered_on is not null group by 1;
  end if;
  return null;
end
$$;

comment on function private.count_cash_changes() is
  'Updates the figures of delivered parcels, whatever changes parcels.';

create or replace function private.fold_totals() returns void
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

  with gone as (
    delete from private.cash_changes as change
    using (select distinct day from private.cash_changes where not folded) as added
    where change.day = added.day
    returning change.*
  )
  insert into private.cash_changes (day, parcels, expected, folded)
  select day, sum(parcels), sum(expected), true from gone
  group by day
  having (sum(parcels), sum(expected)) <> (0, 0);
end
$$;

comment on function private.fold_totals() is
  'Replaces the rows of each day and status, and of each day of delivery, by one with their sum. Does nothing while another fold runs. Waits
for nothing, and nothing but recount_orders() waits for it.';

create or replace function private.recount_orders() returns void
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

create or replace function private.move_parcels(events private.parcel_events[], new_outcome text default null)
returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  e private.parcel_events;
  p private.parcels;
  o public.orders;
  details private.order_details;
  outcome text;
  moved private.parcel_events[] := '{}';
  bookings private.booking[] := '{}';
  refused jsonb := '{}';
begin
  foreach e in array events loop
    select * into p from private.parcels where id = e.parcel_id;
    select * into o from public.orders where id = p.order_id;
    select * into details from private.order_details where order_id = p.order_id;
    if private.is_erased(o.shipping_address) and p.is_current
      and private.plain_state(e.state) not in ('delivered', 'returned') then
      refused := refused || jsonb_build_object(p.id, 'erased');
      continue;
    end if;
    outcome := coalesce(
      new_outcome, details.outcome, case when e.reason = 'refused' then 'refused' else 'returned' end
    );
    e.before := jsonb_build_object(
      'parcel', to_jsonb(p) - array['id', 'order_id', 'nth', 'courier', 'tracking_number', 'paid'],
      'order', jsonb_build_object(
        'status', o.status, 'outcome', details.outcome, 'endReason', details.end_reason
      )
    );
    if private.plain_state(e.state) = 'returned' then
      e.reason := coalesce(e.reason, p.reason, outcome);
    end if;
    moved := moved || e;
    if p.is_current and (
      private.plain_state(e.state) <> private.plain_state(p.state)
      or (private.plain_state(e.state) = 'returned' and outcome is distinct from details.outcome)
    ) then
      bookings := bookings || private.read_booking(o, details, private.booking_of(e.state, outcome));
    end if;
  end loop;
  insert into private.order_audit (order_id, actor, actor_id, before, after)
  select
    order_id, 'admin', auth.uid(),
    jsonb_build_object('parcel', parcels.state), jsonb_build_object('parcel', event.state)
  from unnest(moved) with ordinality as event
  join private.parcels on parcels.id = event.parcel_id
  where event.state <> parcels.state
  order by event.ordinality;
  perform private.set_parcels(moved);
  update private.parcels set is_current = false
  where id = any (array(select parcel_id from unnest(moved) where state = 'cancelled')) and is_current;
  perform private.save_bookings(bookings);
  return refused;
end
$$;

comment on function private.move_parcels(private.parcel_events[], text) is
  'Sets the states of parcels whose orders are locked, one event for each, and what follows for the orders. Returns
why it cannot, by the ids of such parcels.';

create or replace function private.take_back(
  p_id bigint, later private.statements default null, rows private.statement_row[] default '{}'
) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  paid bigint[];
  events private.parcel_events[];
  remaining jsonb;
begin
  -- What the statement that replaces it says as well is not undone and done again.
  update private.parcel_events as event set statement_id = later.id
  from (select distinct parcel_id, state from unnest(rows)) as line
  where event.statement_id = p_id and (event.parcel_id, event.state) = (line.parcel_id, line.state);
  paid := array(select distinct parcel_id from private.money_lines where statement_id = p_id);
  delete from private.money_lines where statement_id = p_id;
  perform private.sum_parcels(paid);
  perform private.sum_payments(array[p_id]);
  events := array(select event from private.parcel_events as event where statement_id = p_id order by id desc);
  remaining := private.undo_events(events);
  return jsonb_build_object(
    'ok', true, 'undone', cardinality(events) - jsonb_array_length(remaining), 'left', remaining
  );
end
$$;

comment on function private.take_back(bigint, private.statements, private.statement_row[]) is
  'Takes back the money of a statement whose orders are locked, and the states where nothing newer happened, but for
those that are also in the rows of one that replaces it.';

create or replace function private.bring_back(former private.statements, later private.statements) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  rows private.statement_row[] := array(
    select row(
      listed.place, p.id, p.order_id, null, (said ->> 'state')::private.parcel_state, null, said ->> 'reason',
      (said ->> 'at')::timestamptz, '[]'
    )::private.statement_row
    from jsonb_array_elements(former.taken_back -> 'states') with ordinality as listed (said, place)
    join private.parcels as p on p.id = (said ->> 'parcel')::bigint
    order by listed.place
  );
  response jsonb;
begin
  update private.statements set undone_at = null, taken_back = null, in_bank_at = later.in_bank_at
  where id = former.id;
  response := private.take_back(later.id, former, rows);
  perform private.apply_states(former, rows);
  insert into private.money_lines (parcel_id, statement_id, kind, amount, dated)
  select p.id, former.id, said ->> 'kind', (said ->> 'amount')::bigint, (said ->> 'dated')::date
  from jsonb_array_elements(former.taken_back -> 'money') with ordinality as listed (said, place)
  join private.parcels as p on p.id = (said ->> 'parcel')::bigint
  order by listed.place;
  perform private.sum_parcels(array(
    select distinct parcel_id from private.money_lines where statement_id = former.id
  ));
  perform private.sum_payments(array[former.id]);
  return response || jsonb_build_object('restored', former.id);
end
$$;

comment on function private.bring_back(private.statements, private.statements) is
  'Undoes a statement that took the place of another one, which is applied again with all that it had.';

create table private.payments (
  statement_id bigint not null references private.statements (id),
  day date not null,
  collected bigint not null,
  kept bigint not null,
  unlisted bigint not null,
  came bigint not null generated always as (collected + kept + unlisted) stored,
  primary key (statement_id, day)
);

create index payments_day_idx on private.payments (day);

comment on table private.payments is
  'What statements pay, by the day of payment, in minor units. A statement that is undone has no row.';

comment on column private.payments.collected is 'Cash that customers paid. Payments that were reverted are negative.';

comment on column private.payments.kept is 'Fees, taxes, return fees (negative) and adjustments.';

comment on column private.payments.unlisted is
  'What the file says that it pays beside its lines: lines of unknown parcels, for example.';

comment on column private.payments.came is 'What the courier transferred.';

alter table private.payments enable row level security;

create policy "Nobody reads the payments through the API" on private.payments for all using (false);

create or replace function private.sum_payments(ids bigint[]) returns void
language sql volatile set search_path = '' as $$
  delete from private.payments where statement_id = any (ids);
  insert into private.payments (statement_id, day, collected, kept, unlisted)
  select statement_id, day, sum(collected), sum(kept), sum(unlisted)
  from (
    select statement_id, dated as day, case kind when 'cash' then amount else 0 end as collected,
      case kind when 'cash' then 0 else amount end as kept, 0 as unlisted
    from private.money_lines where statement_id = any (ids)
    union all
    select id, coalesce(dated, private.shop_day(applied_at)), 0, 0,
      net - (select coalesce(sum(amount), 0) from private.money_lines where statement_id = statement.id)
    from private.statements as statement
    where id = any (ids) and undone_at is null and net is not null
  ) as amounts
  group by statement_id, day
  having (sum(collected), sum(kept), sum(unlisted)) <> (0, 0, 0);
$$;

comment on function private.sum_payments(bigint[]) is 'Sums up statements whose lines changed.';

create or replace function private.payment_figures(first_day date, last_day date) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'customersPaid', coalesce(sum(collected), 0),
    'couriersKept', coalesce(sum(kept), 0),
    'unlisted', coalesce(sum(unlisted), 0),
    'inBank', coalesce(sum(came) filter (where in_bank_at is not null), 0),
    'notInBank', coalesce(sum(came) filter (where in_bank_at is null), 0)
  )
  from private.payments join private.statements on id = statement_id
  where day between first_day and last_day
$$;

comment on function private.payment_figures(date, date) is
  'What was paid on these days: {customersPaid, couriersKept, unlisted, inBank, notInBank}. The first three sum to the
last two.';

create or replace function private.sum_parcels(ids bigint[]) returns void
language sql volatile set search_path = '' as $$
  update private.parcels as p set paid = sums.paid
  from unnest(ids) as summed (id), lateral (
    select coalesce(sum(amount), 0) as paid from private.money_lines as line
    where line.parcel_id = summed.id and line.kind = 'cash'
  ) as sums
  where p.id = summed.id and p.paid <> sums.paid
$$;

comment on function private.sum_parcels(bigint[]) is 'Sums up the cash of parcels whose money changed.';

create or replace function private.add_money(statement private.statements, rows private.statement_row[]) returns bigint
language plpgsql volatile set search_path = '' as $$
declare
  net bigint;
begin
  with added as (
    insert into private.money_lines (parcel_id, statement_id, kind, amount, dated)
    select line.parcel_id, statement.id, part ->> 'kind', (part ->> 'amount')::bigint,
      coalesce((part ->> 'dated')::date, statement.dated, private.shop_day(statement.applied_at))
    from unnest(rows) with ordinality as line, jsonb_array_elements(line.money) as part
    where line.parcel_id is not null and (part ->> 'amount')::bigint <> 0
    order by line.ordinality
    returning amount
  )
  select coalesce(sum(amount), 0) into net from added;
  perform private.sum_parcels(array(
    select distinct parcel_id from private.money_lines where statement_id = statement.id order by 1
  ));
  perform private.sum_payments(array[statement.id]);
  return net;
end
$$;

comment on function private.add_money(private.statements, private.statement_row[]) is
  'Saves the amounts of a statement, and returns their sum.';

create view private.listed_statements as
  select
    id, courier, coalesce(written_number, number) as number, file_name as "fileName", dated, applied_at as "appliedAt", undone_at as "undoneAt",
    in_bank_at as "inBankAt", cardinality(private.parcels_of(id)) as parcels, paid.*
  from private.statements as statement, lateral (
    select coalesce(sum(collected), 0)::bigint as "customersPaid", coalesce(sum(kept), 0)::bigint as "couriersKept",
      coalesce(sum(unlisted), 0)::bigint as unlisted, coalesce(sum(came), 0)::bigint as came,
      coalesce(
        jsonb_agg(jsonb_build_object('day', day, 'came', came) order by day) filter (where came <> 0), '[]'
      ) as days
    from private.payments where statement_id = statement.id
  ) as paid;

comment on view private.listed_statements is
  'Statements with what they pay and their number of parcels, as the API has them.';

-- Security definer: as public.admin_undo_statement().
create or replace function public.admin_set_in_bank(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['id', 'inBank']);
  if jsonb_typeof(p -> 'inBank') is distinct from 'boolean' then
    perform private.refuse('bad_field', 'inBank');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('statements', 0));
  update private.statements set
    in_bank_at = case when (p ->> 'inBank')::boolean then coalesce(in_bank_at, now()) end
  where id = (p ->> 'id')::bigint and undone_at is null;
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  return private.respond(200, jsonb_build_object('ok', true, 'statement', (
    select to_jsonb(listed) from private.listed_statements as listed where id = (p ->> 'id')::bigint
  )));
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_set_in_bank(jsonb) to authenticated;

comment on function public.admin_set_in_bank(jsonb) is
  'Saves whether what a statement pays is in the bank: {id, inBank}. For admins.';

-- Security definer: the parcels cannot be read through the API.
create or replace function public.admin_evening(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  first_day date;
  last_day date;
  first_at timestamptz;
  end_at timestamptz;
begin
  perform private.require_admin();
  -- Here, where an invalid day is caught.
  first_day := coalesce((p ->> 'from')::date, '-infinity');
  last_day := coalesce((p ->> 'until')::date, 'infinity');
  first_at := first_day::timestamp at time zone 'Asia/Karachi';
  -- Infinity and a day is infinity.
  end_at := (last_day + interval '1 day') at time zone 'Asia/Karachi';
  return private.respond(200, private.payment_figures(first_day, last_day) || jsonb_build_object(
    'handedOver', (
      select jsonb_build_object('parcels', count(*), 'toCollect', coalesce(sum(to_collect), 0))
      from private.parcels where handed_over_at >= first_at and handed_over_at < end_at
    ),
    'cameBack', (
      select coalesce(jsonb_agg(to_jsonb(groups) order by parcels desc, reason), '[]')
      from (
        select coalesce(reason, 'returned') as reason, count(*) as parcels, sum(to_collect) as amount
        from private.parcels
        where state in ('returned', 'received_back') and ended_at >= first_at and ended_at < end_at
        group by 1
      ) as groups
    ),
    'delivered', (
      select jsonb_build_object('parcels', coalesce(sum(parcels), 0), 'toCollect', coalesce(sum(expected), 0))
      from private.cash_changes where day between first_day and last_day
    )
  ) || (
    select jsonb_build_object(
      'fees', coalesce(sum(amount) filter (where kind = 'fee'), 0),
      'taxes', coalesce(sum(amount) filter (where kind = 'tax'), 0),
      'returnFees', coalesce(sum(amount) filter (where kind = 'return_fee'), 0),
      'adjustments', coalesce(sum(amount) filter (where kind = 'adjustment'), 0)
    )
    from private.money_lines
    where kind <> 'cash' and dated between first_day and last_day
  ) || private.open_cash() || private.open_claims());
exception
  when data_exception then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_evening(jsonb) to authenticated;

comment on function public.admin_evening(jsonb) is
  'The figures of the days of Karachi {from?, until?}, both included: handed over, delivered, came back; of what was
paid then, what customers paid, what couriers kept of it and for what, and what is in the bank; and as of now, on the
road, unpaid by age, paid but not delivered, advances to pay back and claims. For admins.';

-- Security definer: the totals cannot be read through the API.
create or replace function public.admin_dashboard() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  today constant date := private.shop_day(now());
  figures jsonb;
begin
  perform private.require_admin();
  -- Erases where nothing else did for a day. One caller at a time, and no other caller waits.
  if current_setting('transaction_read_only') = 'off' then
    perform from private.last_retention where at < now() - interval '1 day' for update skip locked;
    if found then
      perform private.apply_retention();
    end if;
  end if;
  select jsonb_build_object(
    'totalOrders', coalesce(sum(orders - replacements), 0),
    'totalRevenue', coalesce(sum(revenue) filter (where private.counts_as_revenue(status)), 0),
    'pendingOrders', coalesce(sum(orders - replacements) filter (where private.is_open(status)), 0),
    'completedOrders', coalesce(sum(orders - replacements) filter (where status = 'delivered'), 0)
  )
  into figures
  from private.status_totals;

  select figures || jsonb_build_object(
    'revenue30', coalesce(sum(revenue) filter (where day > today - 30), 0),
    'revenuePrevious30', coalesce(sum(revenue) filter (where day <= today - 30), 0)
  )
  into figures
  from private.day_totals where day between today - 59 and today;

  -- Days without orders included.
  select figures || jsonb_build_object('days', jsonb_agg(
    jsonb_build_object(
      'day', listed.day, 'orders', coalesce(orders, 0), 'revenue', coalesce(revenue, 0.00)
    )
    order by listed.day
  ))
  into figures
  from (select today - nth as day from generate_series(0, 29) as nth) as listed
  left join (
    -- Named here as well: Postgres would sum up all days for the join.
    select * from private.day_totals where day between today - 29 and today
  ) as total on total.day = listed.day;

  select figures || private.payment_figures('-infinity', 'infinity') || jsonb_build_object(
    'cashExpected', (select coalesce(sum(expected), 0) from private.cash_changes),
    'openRequests', open_requests,
    'pastRetention', past_retention,
    'markedOrders', marked_orders,
    'unsentCopies', unsent_copies,
    'standingNotices', private.standing_notices(),
    'databaseBytes', pg_database_size(current_database()),
    'databaseLimitMb', (select megabytes from private.database_limit),
    'recent', private.order_summaries(array(select id from public.orders order by date desc, id desc limit 5))
  )
  into figures
  from private.waiting;
  -- Last, when orders were read: a TRUNCATE of them, which waits for a fold, cannot have begun.
  perform private.fold_totals();
  return private.respond(200, figures);
end
$$;

comment on function public.admin_dashboard() is
  'Totals, what is to be collected of all delivered parcels, what customers paid of it, what couriers kept and what is
in the bank, the last 30 days of Karachi without cancelled orders, the 5 newest orders, how many requests for help are
open, how many orders are marked, how many copies of orders were not sent, since when notices stand still, and the
bytes of the database and its limit, for admins.';

drop function private.cash_figures(date,date);

select private.sum_payments(array(select id from private.statements));
