-- One press in forty calls: phone keys are computed when an address changes, and parcels write both journals at once.
-- Orders on another device's screen are counted apart, rows have the post code, and the desk fills slots of the shop.
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

create or replace function private.desk_watches(o public.orders, p jsonb) returns text
language plpgsql volatile set search_path = '' as $$
begin
  return null;
end
$$;

comment on function private.desk_watches(public.orders, jsonb) is
  'Slot: tells a device of the steps of an order from now on, or no more, as public.watch_order() asks. Returns the public
key that a subscription needs, null where nobody is told.';

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

-- Security definer: customers have no right to any table.
create or replace function public.watch_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '1s' as $$
declare
  o public.orders;
begin
  perform private.require_plain_call();
  perform private.check_request(p, 4096, array['id', 'token', 'url', 'p256dh', 'auth']);
  -- Right calls are counted too: each writes a row.
  if private.is_refused('watch', 100) then
    perform private.refuse('rate_limited', null, 429);
  end if;
  o := private.lock_own_order(p);
  if p ? 'p256dh' and (private.is_push_service(p ->> 'url') is not true or private.is_final(o.status)) then
    perform private.refuse('bad_field', 'url');
  end if;
  return private.respond(200, jsonb_build_object('ok', true, 'publicKey', private.desk_watches(o, p)));
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.count_refused_change(private.respond_error(sqlstate, sqlerrm), o);
end
$$;

grant execute on function public.watch_order(jsonb) to anon, authenticated;

comment on function public.watch_order(jsonb) is
  'Tells a device of the steps of its order from now on: {id, token, url, p256dh, auth}; without keys no more; without
a URL it changes nothing. Responds with the public key that a subscription needs.';

-- Security definer: the API writes no table.
create or replace function public.admin_forget_devices() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.desk_forgets_devices();
  return private.respond(200, '{"ok": true}');
end
$$;

grant execute on function public.admin_forget_devices() to authenticated;

comment on function public.admin_forget_devices() is
  'Forgets all devices of the calling admin, who logs out everywhere.';

create or replace function private.row_result(row_id text, code text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object('id', row_id, 'ok', code is null, 'code', code))
$$;

comment on function private.row_result(text, text) is
  'What an act or its undoing responds of a row: why it did nothing, or null where it did.';

comment on view private.desk_of_rows is
  'Slot: whether each order is booked, and what its row in the list has beside the order.';

comment on view private.desk_of_whole_orders is 'Slot: what each order in full has beside itself, where many are read.';

create or replace function private.desk_of_stages() returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  return '{"stages": {}, "nextDueAt": null, "leases": {}}';
end
$$;

comment on function private.desk_of_stages() is
  'Slot: brings the stages of orders up to date, and says what admin_stages() does of them.';

create or replace function private.desk_forgets_devices() returns void
language plpgsql volatile set search_path = '' as $$
begin
end
$$;

comment on function private.desk_forgets_devices() is 'Slot: forgets the devices of the calling admin.';

create or replace function private.order_summaries(ids text[]) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', o.id,
        'date', o.date,
        'status', o.status,
        'total', o.total,
        'version', o.version,
        'trackingNumber', o.tracking_number,
        'fullName', o.shipping_address ->> 'fullName',
        'phone', o.shipping_address ->> 'phone',
        'city', o.shipping_address ->> 'city',
        'state', o.shipping_address ->> 'state',
        'postalCode', o.shipping_address ->> 'postalCode',
        'items', o.items,
        'advance', coalesce(details.advance, 0),
        'source', coalesce(details.source, 'website'),
        'endReason', details.end_reason,
        'replaces', o.replaces
      ) || (select beside from private.desk_of_rows where id = o.id)
      order by array_position(ids, o.id)
    ),
    '[]'
  )
  from public.orders as o
  left join private.order_details as details on details.order_id = o.id
  where o.id = any (ids)
$$;

comment on function private.order_summaries(text[]) is 'Orders as rows of a list, in the order of their ids.';

-- Security definer: stages cannot be read through the API.
create or replace function public.admin_stages() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, private.desk_of_stages() || jsonb_build_object(
    'ok', true,
    'lastBackup', (select max(made_at) from private.backups)
  ));
end
$$;

grant execute on function public.admin_stages() to authenticated;

comment on function public.admin_stages() is
  'How many orders are in each stage, when the next one is to be tried again, how many each device has on the screen of
its run, and when the last backup was made, as {stages: {to_confirm, …}, nextDueAt, leases: {device: orders},
lastBackup}, for admins.';

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

create or replace function private.note_stage_change() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.stage_changes (order_id) values (coalesce(new.order_id, old.order_id));
  return null;
end
$$;

comment on function private.note_stage_change() is
  'Notes the order of a row that its stage depends on. Parcels have private.note_parcels().';

create or replace function private.desk_of_stages() returns jsonb
language plpgsql volatile set search_path = '' set enable_seqscan = off set jit = off as $$
begin
  perform private.fold_stages();
  return jsonb_build_object(
    'stages', (
      select coalesce(jsonb_object_agg(stage, orders), '{}') from private.stage_counts
      where orders > 0
    ),
    'nextDueAt', (
      select min(due_at) from private.staged_orders where stage in ('waiting', 'later') and due_at is not null
    ),
    'leases', (
      select coalesce(jsonb_object_agg(device, orders), '{}') from (
        select device, count(*) as orders
        from private.order_leases join private.staged_orders using (order_id)
        where ends_at > now() and stage = 'to_confirm'
        group by device
      ) as leased
    )
  );
end
$$;

create or replace function private.lease_time() returns interval
language sql immutable set search_path = '' as $$ select interval '5 minutes' $$;

comment on function private.lease_time() is
  'How long an order stays with a device whose page of the run was left, or is behind a call. A shown page renews it.';

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
    values (next_id, p ->> 'device', now() + private.lease_time())
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
  'Leases the most urgent order to confirm to a device for private.lease_time(): {device, skip?, first?}, with ids that it
passed over, and one that comes first, also from another device. Responds with its id or null, and how many are to
confirm. Orders that are marked or were changed by their customers come first, then those of 5,000 rupees and more, then
the oldest. For admins.';

-- Security definer: attempts and leases cannot be read through the API.
create or replace function public.admin_run_list(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off set jit = off as $$
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['device']);
  -- What is on screen stays with its device. A press of another one may have taken it.
  update private.order_leases set ends_at = now() + private.lease_time() where order_id in (
    select order_id from private.order_leases where device = p ->> 'device' for update skip locked
  );
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
those that an admin decides first, then by when they are due: {device}. What this device has stays with it. For admins.';

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

create or replace function private.desk_forgets_devices() returns void
language plpgsql volatile set search_path = '' as $$
begin
  delete from private.notice_targets where user_id = auth.uid();
end
$$;

create or replace function private.desk_watches(o public.orders, p jsonb) returns text
language plpgsql volatile set search_path = '' as $$
declare
  most constant integer := 5;
begin
  if p ? 'p256dh' then
    insert into private.notice_targets (way, url, p256dh, auth, order_id)
    values ('push', p ->> 'url', p ->> 'p256dh', p ->> 'auth', o.id)
    on conflict (url, order_id) do update set p256dh = excluded.p256dh, auth = excluded.auth;
    delete from private.notice_targets where id in (
      select id from private.notice_targets where order_id = o.id
      order by url = p ->> 'url' desc, added_at desc offset most
    );
  elsif p ? 'url' then
    delete from private.notice_targets where order_id = o.id and url = p ->> 'url';
  end if;
  return (select vapid_public from private.notice_settings);
end
$$;

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

create or replace view private.desk_of_whole_orders as
  select o.id, jsonb_build_object(
    'confirmation', private.confirmation_json(o),
    'reasons', (select reasons from private.packable where id = o.id),
    'stage', (select stage from private.order_stage where id = o.id),
    'isLost', coalesce(parcel.state = 'lost', false),
    'told', (select told from private.order_pages where id = o.id)
  ) as beside
  from public.orders as o left join private.parcels as parcel on parcel.order_id = o.id and parcel.is_current;

-- The stage of an order: staged-orders.sql.
create trigger note_staged_order after insert or delete on public.orders
  for each row execute function private.note_staged_order();

create trigger note_changed_order after update on public.orders
  for each row when ((new.status, new.total, new.phone_key) is distinct from (old.status, old.total, old.phone_key))
  execute function private.note_staged_order();

drop function private.booking_results(jsonb[]);

drop function private.count_cash_changes();

drop function private.undoable(jsonb);