-- Fewer calls of one press: the phone key is computed when the address changes, what was sold is protected from
-- statements that name it, parcels write both journals at once, and what an act found is returned with what it left.
alter table public.orders alter column phone_key drop expression;
drop trigger count_new_parcels on private.parcels;
drop trigger count_updated_parcels on private.parcels;
drop trigger count_deleted_parcels on private.parcels;
drop trigger note_stage_change on private.parcels;
drop trigger note_staged_order on public.orders;
drop trigger protect_order on public.orders;
drop view private.former_bookings, private.shown_bookings;

create or replace function private.set_phone_key() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  new.phone_key := private.phone_key(new.shipping_address ->> 'phone');
  return new;
end
$$;

comment on function private.set_phone_key() is 'Sets the phone key of an address, also where the statement sets another.';

-- Not a generated column: beside a trigger before updates, Postgres computes one at each change of the order.
create trigger set_phone_key before insert or update of shipping_address on public.orders
  for each row execute function private.set_phone_key();

create or replace function private.protect_order() returns trigger
language plpgsql volatile set search_path = '' as $$
declare
  changeable text[] := array[
    'status', 'tracking_number', 'tracking_history', 'shipping_address', 'extras', 'version', 'search_text'
  ];
begin
  if (new.items, new.total) is distinct from (old.items, old.total) then
    if exists (
      select from private.order_audit as entry
      where entry.order_id = old.id
        and entry.before @> jsonb_build_object(
          'version', old.version, 'items', old.items, 'total', old.total
        )
        and (entry.after -> 'items', entry.after -> 'total') = (new.items, to_jsonb(new.total))
    ) then
      changeable := changeable || array['items', 'total'];
    end if;
  end if;
  if (to_jsonb(new) - changeable) is distinct from (to_jsonb(old) - changeable) then
    raise exception using errcode = '42501', message = 'what was sold does not change';
  end if;
  if new.shipping_address <> old.shipping_address and private.is_erased(old.shipping_address)
    and not private.is_erased(new.shipping_address) then
    raise exception using errcode = '42501', message = 'an erased order stays erased';
  end if;
  return new;
end
$$;

comment on function private.protect_order() is
  'Refuses a change of an erased address, and of what was sold, to every role. Lines and total change only
as the log says: private.write_contents() writes from which version to what.';

-- Triggers of one kind fire in the order of their names: set_phone_key comes after.
create trigger protect_order before update of
  id, items, total, shipping_address, payment_method, date, estimated_delivery, phone_key, replaces
  on public.orders for each row execute function private.protect_order();

create or replace function private.note_parcels() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    insert into private.cash_changes (day, parcels, expected)
    select delivered_on, -count(*), -sum(to_collect) from old_rows where delivered_on is not null group by 1;
  end if;
  if tg_op = 'DELETE' then
    insert into private.stage_changes (order_id) select order_id from old_rows;
  else
    insert into private.cash_changes (day, parcels, expected)
    select delivered_on, count(*), sum(to_collect) from new_rows where delivered_on is not null group by 1;
    insert into private.stage_changes (order_id) select order_id from new_rows;
  end if;
  return null;
end
$$;

comment on function private.note_parcels() is
  'Notes the cash of changed parcels, and their orders in the journal of stages (staged-orders.sql), whatever changes them.';

create trigger note_new_parcels after insert on private.parcels
  referencing new table as new_rows
  for each statement execute function private.note_parcels();

create trigger note_updated_parcels after update on private.parcels
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.note_parcels();

create trigger note_deleted_parcels after delete on private.parcels
  referencing old table as old_rows
  for each statement execute function private.note_parcels();

create or replace function private.note_stage_change() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.stage_changes (order_id) values (coalesce(new.order_id, old.order_id));
  return null;
end
$$;

comment on function private.note_stage_change() is
  'Notes the order of a row that its stage depends on. Parcels have private.note_parcels().';

create or replace view private.shown_bookings as
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

create or replace view private.former_bookings as
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

create or replace function private.booking_results(results jsonb[], formers jsonb default '{}') returns jsonb[]
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

create or replace function private.book_rows(rows jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
declare
  ids constant text[] := array(select asked ->> 'id' from jsonb_array_elements(rows) as asked);
  listed jsonb;
  o public.orders;
  former private.bookings;
  wanted private.bookings;
  bookings private.bookings[] := '{}';
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
    array_agg(jsonb_strip_nulls(jsonb_build_object('id', id, 'ok', why is null, 'code', why)) order by id)
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

create or replace function private.batch_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  batch private.export_batches;
  ids constant text[] := private.read_ids(asked);
  included constant jsonb := private.read_included(asked);
  taken text[];
  left_out jsonb;
  formers jsonb;
begin
  perform private.check_request(asked, 32768, array['id', 'courier', 'ids', 'includeExported', 'include']);
  perform private.require_courier(asked ->> 'courier');
  if coalesce(jsonb_typeof(asked -> 'includeExported'), 'null') not in ('null', 'boolean') then
    perform private.refuse('bad_field', 'includeExported');
  end if;
  if ids is null then
    perform private.refuse('bad_field', 'ids');
  end if;
  -- One export at a time: the second one finds booked what the first one took.
  perform pg_advisory_xact_lock(hashtextextended('export', 0));

  -- Locked in the order of their ids, like every other change of several orders. The statement that
  -- follows sees what other transactions did to them before.
  perform from public.orders as o where o.id = any (ids) order by o.id for update;
  select
    coalesce(array_agg(id order by id) filter (where reason is null), '{}'),
    coalesce(
      jsonb_agg(jsonb_build_object('id', id, 'reason', reason) order by id)
        filter (where reason is not null),
      '[]'
    )
  into taken, left_out
  from private.sort_out(ids, coalesce((asked ->> 'includeExported')::boolean, false), included);

  formers := (select jsonb_object_agg(id, before) from private.former_bookings where id = any (taken));
  if cardinality(taken) > 0 then
    batch := private.save_batch(asked ->> 'courier', taken);
  end if;
  return jsonb_build_object(
    'id', asked ->> 'id',
    'ok', true,
    'batch', (select to_jsonb(saved) from private.batches as saved where saved.id = batch.id),
    'exported', to_jsonb(taken),
    'leftOut', left_out,
    'before', (
      select coalesce(jsonb_object_agg(id, former || since), '{}')
      from jsonb_each(formers) as saved (id, former) join private.shown_bookings using (id)
    )
  );
end
$$;

comment on function private.batch_row(jsonb) is
  'The row of the act "batch": it books at most 500 orders with a courier, {id, courier, ids, includeExported?, include?}.
Orders with a reason of private.packable stay out, but for those that "include" names: marked, unconfirmed, changed.';

-- The stage of an order: staged-orders.sql.
create trigger note_staged_order after insert or delete on public.orders
  for each row execute function private.note_staged_order();

create trigger note_changed_order after update on public.orders
  for each row when ((new.status, new.total, new.phone_key) is distinct from (old.status, old.total, old.phone_key))
  execute function private.note_staged_order();

drop function private.booking_results(jsonb[]);

drop function private.count_cash_changes();

drop function private.undoable(jsonb);