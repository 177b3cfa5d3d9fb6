/*
 * The act "book": it sets courier, tracking number, status, outcome and reason of orders, each for the version that the
 * admin saw. Undoing it gives back the order and its parcels as they were.
 */

create view private.shown_bookings as
  select o.id, jsonb_build_object(
    'version', o.version, 'status', o.status, 'trackingNumber', o.tracking_number,
    'courier', b.courier, 'outcome', b.outcome, 'endReason', b.end_reason,
    'booked', b.state is not null or not private.is_open(o.status)
  ) as booking,
  jsonb_build_object(
    'version', o.version,
    -- By parcel: joined, all events were read for each order where the tables have no statistics.
    'lastEvent', (
      select coalesce(max((
        select max(event.id) from private.parcel_events as event where event.parcel_id = p.id
      )), 0) from private.parcels as p where p.order_id = o.id
    )
  ) as since
  from public.orders as o join private.bookings as b on b.order_id = o.id;
comment on view private.shown_bookings is
  'How orders go out, as the results of acts have it. An act is undone where "since" is the same still: the version, and
the newest event of the parcels, 0 for none.';

create view private.former_bookings as
  select shown.id, jsonb_build_object(
    'at', now(),
    'order', booking,
    'cancelReason', details.cancel_reason,
    'cancelText', details.cancel_text,
    'parcels', (
      select coalesce(jsonb_agg(to_jsonb(p)), '[]') from private.parcels as p where p.order_id = shown.id
    ),
    'events', (
      select coalesce(jsonb_agg(to_jsonb(event)), '[]') from private.parcel_events as event
      join private.parcels as p on p.id = event.parcel_id where p.order_id = shown.id
    )
  ) as before
  from private.shown_bookings as shown
  left join private.order_details as details on details.order_id = shown.id;
comment on view private.former_bookings is 'What a booking changes of an order, to undo it.';

create function private.booking_results(results jsonb[], formers jsonb default '{}') returns jsonb[]
language sql stable set search_path = '' as $$
  select array(
    select result
      || case when id is null then '{}' else jsonb_build_object('order', booking) end
      || case when (result ->> 'ok')::boolean and formers ? id
        then jsonb_build_object('before', formers -> id || since) else '{}' end
    from unnest(results) with ordinality as listed (result, nth)
    left join private.shown_bookings on id = result ->> 'id'
    order by nth
  )
$$;
comment on function private.booking_results(jsonb[], jsonb) is
  'Results of an act with the orders as they are now, and with what they were before where that was read.';

create function private.book_rows(rows jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
declare
  ids constant text[] := array(select asked ->> 'id' from jsonb_array_elements(rows) as asked);
  listed jsonb;
  o public.orders;
  former private.bookings;
  wanted private.bookings;
  bookings private.bookings[] := '{}'::private.bookings[];
  results jsonb[] := '{}'::jsonb[];
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
      select * into former from private.bookings where order_id = o.id;
      wanted := private.read_booking(former, listed);
      if private.is_erased(o.shipping_address)
        and (wanted.tracking_number is not null or not private.is_final(wanted.status)) then
        perform private.refuse('erased');
      end if;
      perform private.check_leaving(former, wanted, private.read_included(listed));
      bookings := bookings || wanted;
      results := results || jsonb_build_object('id', o.id, 'ok', true);
    exception
      when sqlstate 'SHREF' or data_exception then
        results := results || private.refused_row(listed ->> 'id', sqlstate, sqlerrm);
    end;
  end loop;
  formers := (select jsonb_object_agg(id, before) from private.former_bookings where id = any (ids));
  perform private.save_bookings(bookings);
  return private.booking_results(results, formers);
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
    handed_over_at, state_at, ended_at, outcome
  ) overriding system value
  select
    id, order_id, nth, is_current, courier, tracking_number, state, to_collect, reason, damaged, booked_at,
    handed_over_at, state_at, ended_at, outcome
  from unnest(former_parcels)
  on conflict (id) do update set
    is_current = excluded.is_current, courier = excluded.courier, tracking_number = excluded.tracking_number,
    state = excluded.state, to_collect = excluded.to_collect, reason = excluded.reason,
    damaged = excluded.damaged, booked_at = excluded.booked_at, handed_over_at = excluded.handed_over_at,
    state_at = excluded.state_at, ended_at = excluded.ended_at, outcome = excluded.outcome;
  insert into private.parcel_events overriding system value
  select * from unnest(former_events) on conflict (id) do nothing;
end
$$;
comment on function private.restore_parcels(text, jsonb) is
  'Gives the parcels of an order back as they were before an act.';

create function private.undo_booked(before jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
declare
  bookings private.bookings[];
  results jsonb[];
begin
  with asked as (
    select id, former, row(
      id, former #>> '{order,status}', former #>> '{order,courier}', former #>> '{order,trackingNumber}',
      former #>> '{order,outcome}', former #>> '{order,endReason}', null
    )::private.bookings as wanted
    from jsonb_each(before) as saved (id, former)
  ), checked as (
    select id, wanted, case
      when o.id is null then 'not_found'
      when not former @> since
        -- What a file has paid stays.
        or exists (
          select from private.money_lines as line join private.parcels as p on p.id = line.parcel_id
          where p.order_id = o.id and not former -> 'parcels' @> jsonb_build_array(jsonb_build_object('id', p.id))
        )
        -- On hold or replaced since.
        or private.would_leave((select b from private.bookings as b where b.order_id = o.id), wanted)
          and private.reasons_left(
            (select reasons from private.packable where id = o.id), private.asked_reasons()
          ) <> '{}' then 'stale'
    end as why
    from asked
    left join public.orders as o using (id)
    left join private.shown_bookings using (id)
  )
  select
    array_agg(wanted order by id) filter (where why is null),
    array_agg(private.row_result(id, why) order by id)
  into bookings, results from checked;
  perform private.save_bookings(bookings);
  perform private.restore_parcels(order_id, before -> order_id) from unnest(bookings);
  -- Why its customer cancelled went when it was opened.
  update private.order_details as saved set
    cancel_reason = before #>> array[saved.order_id, 'cancelReason'],
    cancel_text = before #>> array[saved.order_id, 'cancelText']
  from unnest(bookings) as booked
  where saved.order_id = booked.order_id and booked.status = 'cancelled'
    and saved.cancel_reason is distinct from before #>> array[saved.order_id, 'cancelReason'];
  -- Back in the batches that it left by the act.
  update private.exported_orders as exported set left_at = null
  from unnest(bookings) as booked, private.export_batches as batch
  where exported.order_id = booked.order_id and batch.id = exported.batch_id and batch.courier = booked.courier
    and exported.left_at = (before #>> array[exported.order_id, 'at'])::timestamptz;
  return private.booking_results(results);
end
$$;
comment on function private.undo_booked(jsonb) is
  'Gives back the locked orders of an act that set bookings, where nobody changed them since.';
