/*
 * The act "book": it sets courier, tracking number, status, outcome and reason of orders, each for the version that the
 * admin saw. Undoing it gives back the order and its parcels as they were.
 */

create function private.booking_json(o public.orders, details private.order_details) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'version', o.version, 'status', o.status, 'trackingNumber', o.tracking_number,
    'courier', details.courier, 'outcome', details.outcome, 'endReason', details.end_reason,
    'booked', private.is_booked(o, details)
  )
$$;
comment on function private.booking_json(public.orders, private.order_details) is
  'How an order goes out, as the results of acts have it.';

create function private.booking_results(results jsonb[]) returns jsonb[]
language sql stable set search_path = '' as $$
  select array(
    select result || case when o.id is null then '{}' else
      jsonb_build_object('order', private.booking_json(o, details)) end
    from unnest(results) with ordinality as listed (result, nth)
    left join public.orders as o on o.id = result ->> 'id'
    left join private.order_details as details on details.order_id = o.id
    order by nth
  )
$$;
comment on function private.booking_results(jsonb[]) is 'Results of an act with the orders as they are now.';

create function private.booking_before(ids text[]) returns table (id text, before jsonb)
language sql stable set search_path = '' as $$
  select o.id, jsonb_build_object(
    'order', private.booking_json(o, details),
    'cancelReason', details.cancel_reason,
    'cancelText', details.cancel_text,
    'parcels', (
      select coalesce(jsonb_agg(to_jsonb(p)), '[]') from private.parcels as p where p.order_id = o.id
    ),
    'events', (
      select coalesce(jsonb_agg(to_jsonb(event)), '[]') from private.parcel_events as event
      join private.parcels as p on p.id = event.parcel_id where p.order_id = o.id
    )
  )
  from public.orders as o
  left join private.order_details as details on details.order_id = o.id
  where o.id = any (ids)
$$;
comment on function private.booking_before(text[]) is 'What a booking changes of these orders, to undo it.';

create function private.last_event(p_id text) returns bigint
language sql stable set search_path = '' as $$
  select coalesce(max(event.id), 0) from private.parcel_events as event
  join private.parcels as p on p.id = event.parcel_id where p.order_id = p_id
$$;
comment on function private.last_event(text) is 'The newest event of the parcels of an order; 0 for none.';

create function private.book_rows(rows jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
declare
  ids constant text[] := array(select asked ->> 'id' from jsonb_array_elements(rows) as asked);
  listed jsonb;
  o public.orders;
  details private.order_details;
  booked private.booking;
  bookings private.booking[] := '{}';
  results jsonb[] := '{}';
  formers jsonb;
begin
  perform from public.orders where id = any (ids) order by id for update;
  for listed in select * from jsonb_array_elements(rows) loop
    begin
      perform private.check_request(
        listed, 16384,
        array['id', 'version', 'status', 'courier', 'trackingNumber', 'outcome', 'endReason', 'include']
      );
      select * into o from public.orders where id = listed ->> 'id';
      perform private.check_version(o, listed, is_holder => false, is_booking => true);
      select * into details from private.order_details where order_id = o.id;
      booked := private.read_booking(o, details, listed);
      if private.is_erased(o.shipping_address)
        and ((booked).o.tracking_number is not null or not private.is_final((booked).o.status)) then
        perform private.refuse('erased');
      end if;
      perform private.check_leaving(o, booked, private.read_included(listed));
      bookings := bookings || booked;
      results := results || jsonb_build_object('id', o.id, 'ok', true);
    exception
      when sqlstate 'SHREF' or data_exception then
        results := results || private.refused_row(listed ->> 'id', sqlstate, sqlerrm);
    end;
  end loop;
  formers := (select jsonb_object_agg(id, before) from private.booking_before(ids));
  perform private.save_bookings(bookings);
  return array(
    select result || case when (result ->> 'ok')::boolean then jsonb_build_object(
      'before', (formers -> (result ->> 'id')) || jsonb_build_object(
        'version', result #> '{order,version}', 'lastEvent', private.last_event(result ->> 'id')
      )
    ) else '{}' end
    from unnest(private.booking_results(results)) with ordinality as saved (result, nth)
    order by nth
  );
end
$$;
comment on function private.book_rows(jsonb) is
  'Books orders: rows of {id, version, status?, courier?, trackingNumber?, outcome?, endReason?, include?}. One is refused
as not_packable, with the reasons, where it would leave and may not; "include" names those of marked, unconfirmed and
changed that the admin was asked about.';

create function private.restore_parcels(p_id text, former jsonb) returns void
language plpgsql volatile set search_path = '' as $$
declare
  former_parcels constant private.parcels[] := array(
    select jsonb_populate_record(null::private.parcels, listed)
    from jsonb_array_elements(former -> 'parcels') as listed
  );
  former_events constant private.parcel_events[] := array(
    select jsonb_populate_record(null::private.parcel_events, listed)
    from jsonb_array_elements(former -> 'events') as listed
  );
begin
  delete from private.parcel_events as event using private.parcels as p
  where p.id = event.parcel_id and p.order_id = p_id
    and event.id not in (select id from unnest(former_events));
  delete from private.parcels where order_id = p_id and id not in (select id from unnest(former_parcels));
  -- At most one is current at any moment.
  update private.parcels set is_current = false where order_id = p_id and is_current;
  insert into private.parcels as saved (
    id, order_id, nth, is_current, courier, tracking_number, state, to_collect, reason, damaged, booked_at,
    handed_over_at, state_at, ended_at
  ) overriding system value
  select
    id, order_id, nth, is_current, courier, tracking_number, state, to_collect, reason, damaged, booked_at,
    handed_over_at, state_at, ended_at
  from unnest(former_parcels)
  on conflict (id) do update set
    is_current = excluded.is_current, courier = excluded.courier, tracking_number = excluded.tracking_number,
    state = excluded.state, to_collect = excluded.to_collect, reason = excluded.reason,
    damaged = excluded.damaged, booked_at = excluded.booked_at, handed_over_at = excluded.handed_over_at,
    state_at = excluded.state_at, ended_at = excluded.ended_at;
  insert into private.parcel_events overriding system value
  select * from unnest(former_events) on conflict (id) do nothing;
end
$$;
comment on function private.restore_parcels(text, jsonb) is
  'Gives the parcels of an order back as they were before an act.';

create function private.undo_booked(before jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
declare
  p_id text;
  former jsonb;
  why text;
  o public.orders;
  details private.order_details;
  restored private.order_details;
  bookings private.booking[] := '{}';
  results jsonb[] := '{}';
begin
  for p_id, former in select * from jsonb_each(before) order by 1 loop
    select * into o from public.orders where id = p_id;
    select * into details from private.order_details where order_id = p_id;
    why := case
      when o.id is null then 'not_found'
      when o.version <> (former ->> 'version')::integer
        or private.last_event(p_id) <> (former ->> 'lastEvent')::bigint
        -- What a statement has paid stays.
        or exists (
          select from private.money_lines as line join private.parcels as p on p.id = line.parcel_id
          where p.order_id = p_id and p.id not in (
            select (listed ->> 'id')::bigint from jsonb_array_elements(former -> 'parcels') as listed
          )
        ) then 'stale'
    end;
    if why is null then
      perform private.restore_parcels(p_id, former);
      restored := details;
      o.status := former #>> '{order,status}';
      o.tracking_number := former #>> '{order,trackingNumber}';
      restored.courier := former #>> '{order,courier}';
      restored.outcome := former #>> '{order,outcome}';
      restored.end_reason := former #>> '{order,endReason}';
      bookings := bookings || row(o, details, restored)::private.booking;
      results := results || jsonb_build_object('id', p_id, 'ok', true);
    else
      results := results || jsonb_build_object('id', p_id, 'ok', false, 'code', why);
    end if;
  end loop;
  perform private.save_bookings(bookings);
  -- Why its customer cancelled went when it was opened.
  update private.order_details as saved set
    cancel_reason = before #>> array[order_id, 'cancelReason'], cancel_text = before #>> array[order_id, 'cancelText']
  from unnest(bookings) as booked
  where saved.order_id = (booked.o).id and (booked.o).status = 'cancelled'
    and saved.cancel_reason is distinct from before #>> array[order_id, 'cancelReason'];
  return private.booking_results(results);
end
$$;
comment on function private.undo_booked(jsonb) is
  'Gives back the orders of the act "book" that nobody changed since, which are locked.';
