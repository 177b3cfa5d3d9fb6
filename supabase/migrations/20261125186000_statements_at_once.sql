/* A statement sets the states of all its parcels and orders at once, so that triggers run once for all of them. */

drop function private.set_parcel(private.parcels, private.parcel_events);
drop function private.admin_event(private.parcel_state, text);
drop function private.move_parcel(private.parcels, private.parcel_events, text);
drop function private.move_parcels(private.statements, private.statement_row[]);

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

create or replace function private.leave_parcel(p private.parcels) returns void
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

create or replace function private.keep_parcel(p_id text) returns void
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

comment on function private.booking_of(private.parcel_state, text) is
  'What a state of a parcel means for its order, as private.read_booking() takes it.';

create function private.move_parcels(events private.parcel_events[], new_outcome text default null)
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
      'parcel', to_jsonb(p) - array['id', 'order_id', 'nth', 'courier', 'tracking_number', 'paid', 'banked'],
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
  perform set_config('shop.actor', 'admin', true);
  perform private.save_bookings(bookings);
  perform set_config('shop.actor', '', true);
  return refused;
end
$$;
comment on function private.move_parcels(private.parcel_events[], text) is
  'Sets the states of parcels whose orders are locked, one event for each, and what follows for the orders. Returns
why it cannot, by the ids of such parcels.';

create or replace function private.check_in(p private.parcels, act text, p_token uuid) returns text
language plpgsql volatile set search_path = '' as $$
declare
  o_outcome constant text := (select outcome from private.order_details where order_id = p.order_id);
  e private.parcel_events := private.admin_event(
    p.id,
    case
      when act in ('damaged', 'received_back') or p.state = 'received_back' and act in ('returned', 'refused')
        then 'received_back'
      when act = 'lost' then 'lost'
      when act = 'found' then 'handed_over'
      else 'returned'
    end::private.parcel_state,
    case when act = 'refused' then act end
  );
begin
  if e.state = p.state and (act <> 'damaged' or p.damaged)
    and (act <> 'refused' or not p.is_current or o_outcome is not distinct from 'refused') then
    return 'unchanged';
  elsif act = 'found' and p.state <> 'lost' then
    return case when p.state = 'handed_over' then 'unchanged' else 'not_lost' end;
  elsif act = 'lost' and p.state in ('delivered', 'received_back', 'cancelled') then
    return p.state;
  elsif not p.is_current and act in ('found', 'lost') and p.state = 'received_back' then
    return 'sent_again';
  end if;
  e.token := p_token;
  return private.move_parcels(array[e], case when act = 'refused' then act end) ->> p.id::text;
end
$$;
comment on function private.check_in(private.parcels, text, uuid) is
  'What an act of the returns desk does to a parcel whose order is locked. Returns why it does nothing, or null.';

create function private.apply_states(statement private.statements, rows private.statement_row[]) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  moves jsonb;
  events private.parcel_events[];
  refused jsonb;
begin
  select
    coalesce(jsonb_object_agg(p.id, jsonb_build_object('move', move, 'from', p.state, 'to', line.state)), '{}'),
    coalesce(array_agg(jsonb_populate_record(null::private.parcel_events, jsonb_build_object(
      'parcel_id', p.id, 'state', line.state, 'source', 'statement', 'statement_id', statement.id,
      'at', coalesce(line.at, statement.dated::timestamp at time zone 'Asia/Karachi', now()),
      'word', line.word, 'reason', line.reason
    )) order by p.id) filter (where move = 'moves'), '{}')
  into moves, events
  from (
    select distinct on (parcel_id) * from unnest(rows)
    where parcel_id is not null and state is not null
    -- A delivery and an attempt have no order but that of their times.
    order by parcel_id, case state when 'attempt_failed' then 'out_for_delivery' else state end desc,
      at desc nulls last, nth desc
  ) as line
  join private.parcels as p on p.id = line.parcel_id,
  lateral private.file_move(p, line.state, line.at) as move;
  refused := private.move_parcels(events);
  return moves || (
    select coalesce(jsonb_object_agg(id, jsonb_set(moves -> id, '{move}', why)), '{}')
    from jsonb_each(refused) as refusal (id, why)
  );
end
$$;
comment on function private.apply_states(private.statements, private.statement_row[]) is
  'Sets the states of a statement''s parcels. Returns for each, by its id, what became of it.';

create or replace function private.apply_statement(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  former constant bigint := (p ->> 'replaces')::bigint;
  former_money constant jsonb := private.money_of(former);
  statement private.statements := private.add_statement(p);
  rows private.statement_row[];
  locked text[];
  similar_id bigint;
  moves jsonb;
  total bigint;
begin
  rows := array(select line from private.match_lines(statement.courier, p -> 'lines') as line);
  locked := private.lock_parcels(
    private.parcels_of(former) || array(select parcel_id from unnest(rows) where parcel_id is not null)
  );
  -- The statement that follows sees what others did to them before.
  rows := array(select line from private.match_lines(statement.courier, p -> 'lines') as line);
  if exists (select from unnest(rows) where parcel_id is not null and order_id <> all (locked)) then
    perform private.refuse('stale', null, 409);
  end if;
  similar_id := private.similar_statement(statement, rows);
  if similar_id is not null and not p ? 'replaces' then
    perform private.refuse(
      'statement_known', null, 409, jsonb_build_object('statement', similar_id, 'similar', true)
    );
  end if;
  perform private.take_back(former, statement, rows);
  moves := private.apply_states(statement, rows);
  total := private.add_money(statement, rows);
  statement.results := private.statement_results(rows, moves, former_money, private.money_of(statement.id));
  update private.statements set results = statement.results where id = statement.id;
  return private.respond_statement(statement, total);
end
$$;
comment on function private.apply_statement(jsonb) is
  'Applies a statement, in place of the one that it replaces. Refuses one that was applied already.';

create or replace function private.count_order_changes() returns trigger
language plpgsql volatile set search_path = '' as $$
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
  end case;
  if cardinality(changes) > 0 then
    perform private.update_customers(changes, former_keys);
    insert into private.total_changes (day, status, orders, total, replacements)
    select private.shop_day((o).date), (o).status, sum(sign), sum(sign * (o).total),
      coalesce(sum(sign) filter (where (o).replaces is not null), 0)
    from unnest(changes)
    group by 1, 2
    -- A change of the address changes no total.
    having (sum(sign), sum(sign * (o).total)) <> (0, 0);
    -- Folded by whoever reads the dashboard as well.
    if random() < 1.0 / 256 then
      perform private.fold_totals();
    end if;
  end if;
  return null;
end
$$;
comment on function private.count_order_changes() is 'Updates the totals, whatever changes orders.';
