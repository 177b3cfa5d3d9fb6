-- One function says what became of a row of an act, and rows of orders read once whether they are booked.
create or replace function private.row_result(row_id text, code text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object('id', row_id, 'ok', code is null, 'code', code))
$$;

comment on function private.row_result(text, text) is
  'What an act or its undoing responds of a row: why it did nothing, or null where it did.';

comment on view private.desk_of_rows is
  'Slot: whether each order is booked, and what its row in the list has beside the order.';

create or replace function private.undo_attempts(before jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
declare
  results jsonb[];
begin
  with made as (
    select key as id, (value ->> 'attempt')::uuid as attempt, case
      when o.id is null then 'not_found'
      when private.is_booked(o) then 'booked'
      when o.version <> (value ->> 'version')::integer or (value ->> 'attempt')::uuid is distinct from (
        select id from private.confirmation_attempts where order_id = key order by at desc, id desc limit 1
      ) then 'stale'
    end as why
    from jsonb_each(before) left join public.orders as o on o.id = key
  ),
  undone as (
    delete from private.confirmation_attempts where id in (select attempt from made where why is null)
  )
  select array_agg(private.row_result(id, why) order by id) into results from made;
  return results;
end
$$;

comment on function private.undo_attempts(jsonb) is
  'Deletes the attempts of an act, of orders that were neither booked, closed nor changed since and have no newer attempt.
A message that was sent stays noted.';

create or replace function private.undo_booked(before jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
declare
  bookings private.bookings[];
  results jsonb[];
begin
  with checked as (
    select id, former, case
      when o.id is null then 'not_found'
      when not former @> since
        -- What a file has paid stays.
        or exists (
          select from private.money_lines as line join private.parcels as p on p.id = line.parcel_id
          where p.order_id = o.id and not former -> 'parcels' @> jsonb_build_array(jsonb_build_object('id', p.id))
        ) then 'stale'
    end as why
    from jsonb_each(before) as saved (id, former)
    left join public.orders as o using (id)
    left join private.shown_bookings using (id)
  )
  select
    array_agg(row(
      id, former #>> '{order,status}', former #>> '{order,courier}', former #>> '{order,trackingNumber}',
      former #>> '{order,outcome}', former #>> '{order,endReason}', null
    )::private.bookings order by id) filter (where why is null),
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

create or replace function private.undo_batch(p_id bigint) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
declare
  batch private.export_batches;
  ids text[];
  undone text[];
  unbooked text[];
begin
  update private.export_batches set undone_at = now() where id = p_id and undone_at is null returning * into batch;
  -- An order that is in another batch as well stays booked.
  ids := array(select order_id from private.exported_orders where batch_id = batch.id and left_at is null);
  undone := array(
    select result ->> 'id' from unnest(private.undo_booked((
      select coalesce(jsonb_object_agg(key, value), '{}')
      from private.acts as made, jsonb_each(made.before)
      where made.act = 'batch' and made.orders @> array[batch.id::text]
        and key = any (ids) and not private.is_exported(key)
    ))) as result where (result ->> 'ok')::boolean
  );
  -- What was changed since is not as before, but no longer booked where it has not left.
  unbooked := array(
    select order_id from private.bookings
    where order_id = any (ids) and order_id <> all (undone) and private.is_open(status) and tracking_number is null
      and courier = batch.courier and not private.is_exported(order_id)
  );
  perform private.set_courier(unbooked, null);
  return array(
    select private.row_result(id, case when id <> all (undone || unbooked) then 'booked' end)
    from unnest(ids) as id order by id
  );
end
$$;

comment on function private.undo_batch(bigint) is
  'Undoes a batch, with all acts that added to it: its orders are as before, or where they were changed since no longer
booked. Those that are closed, have a tracking number, or are in another batch stay.';

create or replace function private.undo_decided(before jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' set enable_seqscan = off as $$
declare
  restored constant text[] := array(
    select o.id from public.orders as o join jsonb_each(before) as former on former.key = o.id
    where to_jsonb(o.version) = former.value -> 'version'
  );
begin
  update private.marked_orders set ended_at = null
  where order_id = any (restored) and ended_at = (before #>> array[order_id, 'endedAt'])::timestamptz;
  perform private.set_orders(array(
    select row(id, before #>> array[id, 'status'], null)::private.order_state from unnest(restored) as id
    where before #>> array[id, 'act'] = 'discard'
  ), 'admin');
  perform private.log_changes(
    'admin', id, jsonb_build_object('decision', before #> array[id, 'act']), '{"decision": null}'
  ) from unnest(restored) as id;
  return array(
    select private.row_result(id, case when id <> all (restored) then 'stale' end)
    from jsonb_object_keys(before) as id order by id
  );
end
$$;

comment on function private.undo_decided(jsonb) is
  'Marks the orders of a decision again, with the status of before, where nobody changed them since.';

create or replace function private.delete_rows(rows jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' set enable_seqscan = off as $$
declare
  ids constant text[] := array(select asked ->> 'id' from jsonb_array_elements(rows) as asked);
  deleted text[];
begin
  perform from public.orders where id = any (ids) order by id for update;
  deleted := array(
    select o.id from public.orders as o join jsonb_array_elements(rows) as asked on asked ->> 'id' = o.id
    where to_jsonb(o.version) = asked -> 'version' and private.may_be_deleted(o)
  );
  perform private.delete_orders(deleted);
  return array(
    select private.row_result(id, case when id <> all (deleted) then 'not_deletable' end)
    from unnest(ids) with ordinality as listed (id, nth) order by nth
  );
end
$$;

comment on function private.delete_rows(jsonb) is
  'Deletes for good these versions of orders that are cancelled and were never booked: rows of {id, version}.';

create or replace function private.undo_checked_in(before jsonb) returns jsonb[]
language sql volatile set search_path = '' as $$
  with done as (
    select order_id, event
    from jsonb_each_text(before) as saved (event_id, order_id)
    left join private.parcel_events as event on event.id = event_id::bigint
  ), stays as (
    select * from jsonb_to_recordset(private.undo_events(array(
      select event from done where (event).id is not null order by (event).id desc
    ))) as (why text, "orderId" text)
  )
  select array(
    select private.row_result(order_id, why) from (
      select order_id, coalesce(min(stays.why), case when bool_and((event).id is null) then 'not_found' end) as why
      from done left join stays on "orderId" = order_id group by order_id
    ) as undone order by order_id
  )
$$;

comment on function private.undo_checked_in(jsonb) is
  'Takes back the events of check-ins, {event: order}, unless something newer happened.';

create or replace view private.desk_of_rows as
  select o.id, jsonb_build_object(
    'booked', packed.is_booked,
    'courier', packed.courier,
    'marks', private.order_marks(o),
    'reasons', packed.reasons,
    'stage', (select stage from private.order_stage where id = o.id),
    'confirmation', case when private.is_open(o.status) then private.confirmation_json(o) end,
    'outcome', packed.outcome,
    'replacedBy', packed.replaced_by
  ) as beside
  from public.orders as o join private.packable as packed using (id);