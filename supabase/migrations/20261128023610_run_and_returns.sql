-- The run lists all that comes later and takes an order over from another device; check-ins lose what no screen sends.

-- Security definer: leases cannot be read through the API.
create or replace function public.admin_next_order(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  next_id text;
  due bigint;
begin
  perform private.require_admin();
  -- Pages that were loaded before send hours as well.
  perform private.check_request(p, 16384, array['device', 'from', 'until', 'skip', 'first']);
  if coalesce(p ->> 'device', '') !~ '^[A-Za-z0-9_-]{8,64}$' then
    perform private.refuse('bad_field', 'device');
  end if;
  if coalesce(jsonb_typeof(p -> 'skip'), 'array') <> 'array' then
    perform private.refuse('bad_field', 'skip');
  end if;
  -- One device after the other, for the moment of choosing.
  perform pg_advisory_xact_lock(hashtextextended('run', 0));
  delete from private.order_leases
  where ends_at < now() or (device = p ->> 'device' and coalesce(p -> 'skip', '[]') ? order_id);
  perform private.fold_stages();
  with leased as materialized (
    select order_id, device = p ->> 'device' as is_own from private.order_leases
  ),
  run as materialized (
    select staged.*, leased.is_own from private.staged_orders as staged left join leased using (order_id)
    where staged.order_id = any (array(select order_id from leased) || (p ->> 'first')) and stage = 'to_confirm'
  ),
  -- Those of this device, one that is asked for by name, and the next one of all others.
  candidates as (
    (
      select order_id, is_own, turn, date from run
      where (is_own is not false or order_id = p ->> 'first') and not coalesce(p -> 'skip', '[]') ? order_id
    )
    union all
    (
      select order_id, null, turn, date from private.staged_orders
      where stage = 'to_confirm' and not coalesce(p -> 'skip', '[]') ? order_id
        and order_id <> all (array(select order_id from leased))
      order by turn, date, order_id limit 1
    )
  )
  select
    (
      select order_id from candidates
      order by (order_id = p ->> 'first') is true desc, is_own is null, turn, date, order_id limit 1
    ),
    (select coalesce(sum(orders), 0) from private.stage_counts where stage = 'to_confirm')
  into next_id, due;
  if next_id is not null then
    insert into private.order_leases (order_id, device, ends_at)
    values (next_id, p ->> 'device', now() + interval '15 minutes')
    on conflict (order_id) do update set device = excluded.device, ends_at = excluded.ends_at;
  end if;
  return private.respond(200, jsonb_build_object('ok', true, 'id', next_id, 'due', due));
exception
  when sqlstate 'SHREF' or data_exception then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_next_order(jsonb) to authenticated;

comment on function public.admin_next_order(jsonb) is
  'Leases the most urgent order to confirm to a device for 15 minutes: {device, skip?, first?}, with ids that the device
passed over, and one that comes first, also from another device. Responds with its id or null, and how many are to confirm.
Orders that are marked or were changed by their customers come first, then those of 5,000 rupees and more, then the oldest.
For admins.';

-- Security definer: attempts and leases cannot be read through the API.
create or replace function public.admin_run_list(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off set jit = off as $$
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['device']);
  perform private.fold_stages();
  return private.respond(200, jsonb_build_object('ok', true, 'orders', (
    with placed as (
      select listed.* from unnest('{waiting,later}'::text[]) as places (place) cross join lateral (
        select order_id as id, due_at, stage as place from private.staged_orders
        where stage = places.place order by due_at nulls first, order_id limit 200
      ) as listed
      union all
      select order_id, null, 'elsewhere'
      from private.order_leases as lease join private.staged_orders using (order_id)
      where device <> coalesce(p ->> 'device', '') and ends_at > now() and stage = 'to_confirm'
    )
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', o.id, 'place', place, 'at', coalesce(tried.last_at, o.date), 'noAnswers', tried.no_answers,
          'dueAt', due_at,
          'fullName', o.shipping_address ->> 'fullName', 'city', o.shipping_address ->> 'city',
          'items', o.items, 'total', o.total,
          'advance', coalesce((select advance from private.order_details where order_id = o.id), 0)
        )
        order by due_at nulls first, o.date, o.id
      ),
      '[]'
    )
    from placed
    join public.orders as o on o.id = placed.id
    cross join lateral (
      select count(*) filter (where act = 'no_answer') as no_answers, max(at) as last_at
      from private.confirmation_attempts where order_id = o.id
    ) as tried
  )));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_run_list(jsonb) to authenticated;

comment on function public.admin_run_list(jsonb) is
  'The orders that wait for a reply, and those that come later or wait for a decision, the first 200 of both, and those on
the screen of another device, as {orders: [{id, place, at, dueAt, noAnswers, fullName, city, items, total, advance}]}:
those that an admin decides first, then by when they are due: {device}. For admins.';

create or replace function private.move_parcels(events private.parcel_events[]) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  e private.parcel_events;
  p private.parcels;
  b private.bookings;
  moves private.parcel_state;
  outcome text;
  moved private.parcel_events[] := '{}';
  bookings private.bookings[] := '{}';
  refused jsonb := '{}';
begin
  foreach e in array events loop
    select * into p from private.parcels where id = e.parcel_id;
    select * into b from private.bookings where order_id = p.order_id;
    moves := private.plain_state(e.state);
    if p.is_current and moves not in ('delivered', 'returned') and exists (
      select from public.orders where id = p.order_id and private.is_erased(shipping_address)
    ) then
      refused := refused || jsonb_build_object(p.id, 'erased');
      continue;
    end if;
    outcome := coalesce(b.outcome, case when e.reason = 'refused' then 'refused' else 'returned' end);
    e.before := jsonb_build_object(
      'parcel', to_jsonb(p) - array['id', 'order_id', 'nth', 'courier', 'tracking_number', 'paid'],
      'order', jsonb_build_object('status', b.status, 'outcome', b.outcome, 'endReason', b.end_reason)
    );
    if moves = 'returned' then
      e.reason := coalesce(e.reason, p.reason, outcome);
    end if;
    moved := moved || e;
    if p.is_current and (
      moves <> private.plain_state(p.state) or moves = 'returned' and outcome is distinct from b.outcome
    ) then
      case moves
        when 'handed_over' then b.status := 'shipped';
        when 'delivered' then b.status := 'delivered';
        when 'returned' then
          b.status := 'cancelled';
          b.outcome := outcome;
        -- A courier that cancels a booking never had the parcel: the order is to be packed again.
        when 'cancelled' then
          b.courier := null;
          b.tracking_number := null;
        else null;
      end case;
      bookings := bookings || b;
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
  perform private.save_bookings(bookings);
  return refused;
end
$$;

comment on function private.move_parcels(private.parcel_events[]) is
  'Sets the states of parcels whose orders are locked, one event for each, and what follows for the orders. Returns
why it cannot, by the ids of such parcels.';

create or replace function private.check_in(p private.parcels, act text) returns text
language plpgsql volatile set search_path = '' as $$
declare
  e private.parcel_events := private.admin_event(
    p.id,
    case act
      when 'lost' then 'lost'
      when 'found' then 'handed_over'
      -- Not handed_over: a courier's file of before would say anew that it was not delivered.
      when 'try_again' then 'out_for_delivery'
      when 'bring_back' then 'returning'
      else 'received_back'
    end::private.parcel_state
  );
begin
  if e.state = p.state and (act <> 'damaged' or p.damaged) then
    return 'unchanged';
  elsif p.state = 'booked' or p.state = 'cancelled' and p.handed_over_at is null then
    return 'not_sent';
  elsif act = 'found' and p.state <> 'lost' then
    return case when p.state = 'handed_over' then 'unchanged' else 'not_lost' end;
  elsif act = 'lost' and p.state in ('delivered', 'received_back', 'cancelled')
    or act in ('try_again', 'bring_back') and p.state <> 'attempt_failed' then
    return p.state;
  elsif not p.is_current and act in ('found', 'lost') and p.state = 'received_back' then
    return 'sent_again';
  end if;
  return private.move_parcels(array[e]) ->> p.id::text;
end
$$;

comment on function private.check_in(private.parcels, text) is
  'What an act of the returns desk does to a parcel whose order is locked. Returns why it does nothing, or null.';

create or replace function private.check_in_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  ids bigint[];
  before private.parcels;
  after private.parcels;
  why text;
begin
  perform private.check_request(asked, 1024, array['id', 'act']);
  if coalesce(asked ->> 'act', '') not in (
    'received_back', 'damaged', 'lost', 'found', 'try_again', 'bring_back'
  ) then
    perform private.refuse('bad_field', 'act');
  end if;
  ids := private.scanned_parcels(asked ->> 'id');
  if cardinality(ids) > 1 then
    perform private.refuse('several', null, 409, jsonb_build_object('parcels', (
      select jsonb_agg(jsonb_build_object(
        'orderId', o.id, 'fullName', o.shipping_address ->> 'fullName', 'courier', scanned.courier
      ) order by scanned.id)
      from private.parcels as scanned join public.orders as o on o.id = scanned.order_id
      where scanned.id = any (ids)
    )));
  elsif cardinality(ids) = 0 then
    perform private.refuse('not_found');
  end if;
  perform private.lock_parcels(ids);
  select * into before from private.parcels where id = ids[1];
  why := private.check_in(before, asked ->> 'act');
  if why is null and asked ->> 'act' = 'damaged' then
    update private.parcels set damaged = true where id = before.id;
  elsif why <> 'unchanged' then
    perform private.refuse('conflict', null, 409, jsonb_build_object('orderId', before.order_id, 'why', why));
  end if;
  select * into after from private.parcels where id = before.id;
  return jsonb_build_object(
    'id', asked ->> 'id', 'ok', true, 'orderId', before.order_id, 'from', before.state, 'to', after.state,
    'order', (
      select jsonb_build_object(
        'fullName', o.shipping_address ->> 'fullName', 'city', o.shipping_address ->> 'city',
        'contents', (
          select string_agg(concat(line ->> 'quantity', ' × ', line ->> 'name', ' (', line ->> 'size', ')'), ', ' order by nth)
          from jsonb_array_elements(o.items) with ordinality as listed (line, nth)
        )
      )
      from public.orders as o where o.id = before.order_id
    )
  ) || case when why is null then jsonb_build_object('before', (
    select jsonb_build_object(max(id), before.order_id) from private.parcel_events where parcel_id = before.id
  )) else '{"unchanged": true}' end;
end
$$;

comment on function private.check_in_row(jsonb) is
  'A row of the act "check_in": {id, act}, where the id is a code and the act is received_back, damaged, lost, found,
try_again or bring_back: the last two of what was not delivered.';

drop function private.move_parcels(private.parcel_events[],text);