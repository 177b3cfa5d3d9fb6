/*
 * The parcel is the only booking: courier, tracking number, state and outcome stand in private.parcels, and no more in
 * private.order_details. Search texts end with the tracking number.
 */
create type private.order_state as (order_id text, status public.order_status, tracking_number text);
comment on type private.order_state is 'What changes of an order on its way.';

alter table private.parcels add column outcome text check (outcome in ('returned', 'refused'));
comment on column private.parcels.is_current is
  'Whether courier, number and status of the order are those of this parcel. An order without one is not booked.';
comment on column private.parcels.outcome is 'How its delivery failed, where that cancelled the order.';

-- Of an open order without courier and number no parcel is current.
update private.parcels as p set is_current = false
from public.orders as o left join private.order_details as details on details.order_id = o.id
where p.order_id = o.id and p.is_current and private.is_open(o.status)
  and coalesce(details.courier, o.tracking_number) is null;
update private.parcels as p set
  courier = details.courier, tracking_number = o.tracking_number, outcome = details.outcome
from public.orders as o left join private.order_details as details on details.order_id = o.id
where p.order_id = o.id and p.is_current
  and (p.courier, p.tracking_number, p.outcome)
    is distinct from (details.courier, o.tracking_number, details.outcome);
-- What was booked without the functions of the API has none yet.
insert into private.parcels (
  order_id, nth, courier, tracking_number, outcome, reason, state, to_collect, booked_at, handed_over_at, state_at,
  ended_at
)
select
  o.id, (select coalesce(max(nth), 0) + 1 from private.parcels where order_id = o.id), details.courier,
  o.tracking_number, details.outcome, details.outcome, found.state, private.cash_of(o, details),
  coalesce(details.booked_at, found.at),
  case when found.state in ('handed_over', 'delivered', 'returned') then found.at end, found.at,
  case when found.state in ('delivered', 'returned', 'cancelled') then found.at end
from public.orders as o
left join private.order_details as details on details.order_id = o.id,
lateral (
  select coalesce(
    case when private.is_open(o.status) then details.booked_at end, (o.tracking_history #>> '{-1,at}')::timestamptz
  ) as at, (case
    when o.status = 'shipped' then 'handed_over'
    when o.status = 'delivered' then 'delivered'
    when details.outcome is not null then 'returned'
    when coalesce(details.courier, o.tracking_number) is null then null
    when o.status = 'cancelled' then 'cancelled'
    else 'booked'
  end)::private.parcel_state as state
) as found
where found.state is not null
  and not exists (select from private.parcels as p where p.order_id = o.id and p.is_current);

alter table public.orders disable trigger user;
update public.orders set search_text = overlay(
  search_text placing E'\n' from strpos(search_text, line) for length(line)
) || E'\n' || lower(tracking_number)
from (
  select id as numbered_id, E'\n' || lower(tracking_number) || E'\n' as line from public.orders
  where tracking_number is not null
) as numbered
where id = numbered_id and strpos(search_text, line) > 0;
alter table public.orders enable trigger user;

-- It has columns more.
drop view private.packable;

create or replace function private.open_statuses() returns public.order_status[]
language sql immutable set search_path = '' as $$
  select '{pending,processing}'::public.order_status[]
$$;

comment on function private.open_statuses() is
  'The statuses of open orders, for a condition that an index serves.';

-- Security definer: the API writes no table.
create or replace function public.admin_delete_courier(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  courier private.couriers;
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['id', 'version']);
  courier := private.lock_courier(p);
  -- Whoever books with it holds its row, so that a booking which is not committed yet is seen.
  perform from private.couriers where id = courier.id for update;
  if exists (select from private.export_batches as batch where batch.courier = p ->> 'id')
    or exists (select from private.parcels as parcel where parcel.courier = p ->> 'id')
    or exists (select from private.statements as statement where statement.courier = p ->> 'id') then
    perform private.refuse('has_orders', null, 409);
  end if;
  delete from private.courier_settings as saved where saved.courier = p ->> 'id';
  delete from private.couriers where id = courier.id;
  return private.respond(200, jsonb_build_object('ok', true, 'couriers', private.courier_list()));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_delete_courier(jsonb) to authenticated;

comment on function public.admin_delete_courier(jsonb) is
  'Deletes this {id, version} of a courier that no order, parcel, batch or statement names, for admins. Responds with
the others.';

-- In plpgsql, which caches its plans: every new order waits for it.
create or replace function private.order_search_text(o public.orders) returns text
language plpgsql stable set search_path = '' as $$
begin
  if private.is_erased(o.shipping_address) then
    return lower(o.id);
  end if;
  return private.fold_letters(concat_ws(
    E'\n',
    o.id,
    o.shipping_address ->> 'fullName',
    o.shipping_address ->> 'city',
    private.phone_digits(o.shipping_address ->> 'phone'),
    nullif(private.phone_digits(o.extras ->> 'secondPhone'), ''),
    (
      -- All names of the city, where the shop knows it.
      select coalesce(string_agg(distinct other.folded, ' ') || ' ' || lower(min(other.name)), '')
      from private.city_names as typed
      join private.city_names as other on other.name = typed.name
      where typed.folded
        = regexp_replace(private.fold_letters(o.shipping_address ->> 'city'), '[\s[:punct:]]+', '', 'g')
    )
  )) || E'\n' || private.sounds_of(o.shipping_address ->> 'fullName') || coalesce(E'\n' || lower(o.tracking_number), '');
end
$$;

comment on function private.order_search_text(public.orders) is
  'What the search of the admin finds an order by. A tracking number is its last line.';

create or replace function private.protect_order() returns trigger
language plpgsql volatile set search_path = '' as $$
declare
  -- Generated columns are computed after this trigger.
  changeable text[] := array[
    'status', 'tracking_number', 'tracking_history', 'shipping_address', 'extras', 'version',
    'phone_key', 'search_text'
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

-- Functions of the API set shop.actor to 'admin' or 'customer'. In UTC, because a caller may choose the time
-- zone of its request, and `at` becomes text.
create or replace function private.write_order_history() returns trigger
language plpgsql volatile set search_path = '' set timezone = 'UTC' as $$
declare
  actor constant text := coalesce(nullif(current_setting('shop.actor', true), ''), 'system');
  is_moved constant boolean := new.shipping_address <> old.shipping_address;
begin
  new.tracking_history := old.tracking_history;
  new.version := old.version + 1;
  -- A courier's page shows name and phone for a tracking number, so it is erased with the address. Erasing is logged
  -- in private.erasures: here its row would repeat the number.
  if is_moved and private.is_erased(new.shipping_address) then
    new.tracking_number := null;
    new.tracking_history := private.history_without_numbers(new.tracking_history);
  elsif (new.status, new.tracking_number) is distinct from (old.status, old.tracking_number) then
    new.tracking_history := old.tracking_history || (
      jsonb_build_object('status', new.status, 'at', now(), 'by', actor)
      || case when new.tracking_number is distinct from old.tracking_number
        then jsonb_build_object('trackingNumber', new.tracking_number) else '{}' end
    );
    insert into private.order_audit (order_id, actor, actor_id, before, after)
    values (
      new.id, actor, auth.uid(),
      jsonb_build_object('status', old.status, 'tracking_number', old.tracking_number),
      jsonb_build_object('status', new.status, 'tracking_number', new.tracking_number)
    );
    -- An order put back to pending waits its 15 seconds again, from the next time it is tracked.
    if new.status = 'pending' and old.status <> 'pending' then
      update private.order_keys set first_tracked_at = null where order_id = new.id;
    end if;
  end if;
  if is_moved or new.extras <> old.extras then
    new.search_text := private.order_search_text(new);
  elsif new.tracking_number is distinct from old.tracking_number then
    new.search_text :=
      left(old.search_text, length(old.search_text) - coalesce(length(old.tracking_number) + 1, 0))
      || coalesce(E'\n' || lower(new.tracking_number), '');
  end if;
  return new;
end
$$;

comment on function private.write_order_history() is
  'Counts the version, and adds a change of status or tracking number to the history and to the log, whatever the
statement sets. Erasing removes tracking numbers.';

create or replace function private.set_orders(states private.order_state[], actor text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform set_config('shop.actor', actor, true);
  update public.orders as o set status = s.status, tracking_number = s.tracking_number
  from unnest(states) as s where o.id = s.order_id;
  perform set_config('shop.actor', '', true);
  update private.order_details as details set cancel_reason = null, cancel_text = null, end_reason = null
  from unnest(states) as s
  where details.order_id = s.order_id and s.status <> 'cancelled'
    and coalesce(details.cancel_reason, details.end_reason) is not null;
end
$$;

comment on function private.set_orders(private.order_state[], text) is
  'Sets status and tracking number of locked orders, which nothing else does. The actor is admin, customer or system.
An order that is open again has no reason of a cancellation.';

create or replace function private.write_contents(
  actor text, former public.orders, o public.orders, advance numeric
) returns void
language plpgsql volatile set search_path = '' as $$
declare
  former_advance constant numeric := private.advance_of(former.id);
begin
  perform private.log_changes(
    actor, o.id, private.contents_json(former, former_advance), private.contents_json(o, advance)
  );
  update public.orders set
    shipping_address = o.shipping_address, extras = o.extras, items = o.items, total = o.total
  where id = o.id;
  if advance <> former_advance then
    insert into private.order_details (order_id, advance) values (o.id, write_contents.advance)
    on conflict (order_id) do update set advance = excluded.advance;
  end if;
end
$$;

comment on function private.write_contents(text, public.orders, public.orders, numeric) is
  'Writes the contents of an order and its advance in rupees, and logs what differs, old and new.';

create or replace view private.bookings as
  select o.id as order_id, o.status, p.courier, p.tracking_number, p.outcome, details.end_reason, p.state
  from public.orders as o
  left join private.parcels as p on p.order_id = o.id and p.is_current
  left join private.order_details as details on details.order_id = o.id;

comment on view private.bookings is
  'Orders with their current parcels. Its rows, changed, are what private.save_bookings() takes.';

create or replace function private.leave_parcels(ids bigint[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  delete from private.parcels as p
  where id = any (ids) and state not in ('returned', 'received_back', 'lost', 'cancelled')
    and not exists (select from private.exported_orders where order_id = p.order_id)
    and not exists (select from private.money_lines where parcel_id = p.id)
    and not exists (select from private.parcel_events where parcel_id = p.id and source = 'statement');
  perform private.set_parcels(array(
    select private.admin_event(id, 'cancelled') from private.parcels
    where id = any (ids) and state not in ('returned', 'received_back', 'lost', 'cancelled')
  ));
  update private.parcels set is_current = false where id = any (ids);
end
$$;

comment on function private.leave_parcels(bigint[]) is
  'Ends parcels that their orders have no more: they go, or are cancelled where a batch or a statement has them.';

create or replace function private.change_parcels(wanted private.bookings[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  -- Out of the batches of another courier than the order has now.
  update private.exported_orders as exported set left_at = now()
  from unnest(wanted) as b, private.export_batches as batch
  where exported.order_id = b.order_id and batch.id = exported.batch_id
    and exported.left_at is null and batch.undone_at is null and batch.courier is distinct from b.courier;
  -- An order that is open again is sent by another parcel, unless the number is still that of this one.
  perform private.leave_parcels(array(
    select p.id from unnest(wanted) as b
    join private.parcels as p on p.order_id = b.order_id and p.is_current
    where b.state is null or b.state = 'booked' and p.state in ('returned', 'received_back', 'lost')
      and (b.courier, b.tracking_number) is distinct from (p.courier, p.tracking_number)
  ));
  update private.parcels as p set
    courier = b.courier, tracking_number = b.tracking_number, outcome = b.outcome
  from unnest(wanted) as b
  where p.order_id = b.order_id and p.is_current
    and (p.courier, p.tracking_number, p.outcome) is distinct from (b.courier, b.tracking_number, b.outcome);
  perform private.set_parcels(array(
    select private.admin_event(p.id, b.state, case
      when b.outcome = 'refused' then 'refused' else coalesce(p.reason, b.outcome)
    end)
    from unnest(wanted) as b
    join private.parcels as p on p.order_id = b.order_id and p.is_current
    where private.plain_state(p.state) <> b.state
  ));
end
$$;

comment on function private.change_parcels(private.bookings[]) is
  'Brings the current parcels of orders in step with their bookings.';

create or replace function private.save_bookings(wanted private.bookings[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  wanted := array(
    select row(b.order_id, b.status, b.courier, b.tracking_number, ended.outcome, ended.end_reason, case
      when b.status = 'shipped' then 'handed_over'
      when b.status = 'delivered' then 'delivered'
      when ended.outcome is not null then 'returned'
      when coalesce(b.courier, b.tracking_number, case b.status when 'cancelled' then former.state::text end) is null
        then null
      when b.status = 'cancelled' then 'cancelled'
      else 'booked'
    end)::private.bookings
    from unnest(wanted) as b
    join private.bookings as former using (order_id),
    lateral (
      select case b.status when 'cancelled' then b.outcome end as outcome,
        case b.status when 'cancelled' then b.end_reason end as end_reason
    ) as ended
  );
  insert into private.order_audit (order_id, actor, actor_id, before, after)
  select order_id, 'admin', auth.uid(), jsonb_object_agg(key, was), jsonb_object_agg(key, becomes)
  from unnest(wanted) as b
  join private.bookings as former using (order_id),
  lateral (values
    ('courier', former.courier, b.courier), ('outcome', former.outcome, b.outcome),
    ('endReason', former.end_reason, b.end_reason)
  ) as changed (key, was, becomes)
  where was is distinct from becomes
  group by order_id;
  insert into private.order_details as details (order_id, end_reason)
  select order_id, b.end_reason
  from unnest(wanted) as b join private.bookings as former using (order_id)
  where b.end_reason is distinct from former.end_reason
  on conflict (order_id) do update set end_reason = excluded.end_reason;
  perform private.set_orders(
    array(select row(order_id, status, tracking_number)::private.order_state from unnest(wanted)), 'admin'
  );
  if exists (select from unnest(wanted) join private.parcels using (order_id) where is_current) then
    perform private.change_parcels(wanted);
  end if;
  with added as (
    insert into private.parcels (
      order_id, nth, courier, tracking_number, outcome, reason, state, to_collect, booked_at, state_at, handed_over_at,
      ended_at
    )
    select
      b.order_id,
      (select coalesce(max(nth), 0) + 1 from private.parcels as former where former.order_id = b.order_id),
      b.courier, b.tracking_number, b.outcome, b.outcome, b.state, private.cash_of(o, details), now(), now(),
      case when b.state not in ('booked', 'cancelled') then now() end,
      case when b.state not in ('booked', 'handed_over') then now() end
    from unnest(wanted) as b
    join public.orders as o on o.id = b.order_id
    left join private.order_details as details on details.order_id = b.order_id
    where b.state is not null
      and not exists (select from private.parcels as p where p.order_id = b.order_id and p.is_current)
    returning id, state, reason
  )
  insert into private.parcel_events (parcel_id, state, at, source, reason)
  select id, state, now(), 'admin', reason from added;
end
$$;

comment on function private.save_bookings(private.bookings[]) is
  'Saves bookings of locked orders, one for each, logs them, and keeps their parcels in step. The state follows from the
rest: without one an order has no parcel. Outcome and end reason are those of cancelled orders.';

-- Security definer: customers have no right to any table.
create or replace function public.request_help(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  is_holder constant boolean := coalesce(not p ? 'phone', true);
  found_id text;
  refusal jsonb;
  o public.orders;
  typed text;
  saved private.help_requests;
begin
  perform private.require_plain_call();
  perform private.check_request(
    p, 16384, array['id', case when is_holder then 'token' else 'phone' end, 'kind', 'text']
  );
  if is_holder then
    o := private.lock_own_order(p);
  else
    select * into found_id, refusal from private.find_by_phone(p);
    if refusal is not null then
      return refusal;
    end if;
    select * into o from public.orders where id = found_id for update;
    -- It may have been erased meanwhile.
    if o.phone_key is distinct from private.phone_key(p ->> 'phone') then
      perform private.refuse('not_found', null, 200);
    end if;
  end if;

  if coalesce(p ->> 'kind', '') not in ('damaged', 'wrong_item') then
    perform private.refuse('kind_invalid', 'kind');
  end if;
  typed := private.clean_note('text', p -> 'text', 1000);
  select * into saved from private.help_requests where order_id = o.id;
  -- A retry whose response was lost gets the response of the first.
  if (saved.kind, saved.text) <> (p ->> 'kind', typed) then
    perform private.refuse('request_exists', null, 409);
  elsif saved.id is null then
    if is_holder then
      perform private.check_changes(o);
    end if;
    if o.status <> 'delivered' then
      perform private.refuse('not_delivered', null, 409);
    end if;
    if private.shop_day(now()) > 3 + private.shop_day((
      select max((change ->> 'at')::timestamptz)
      from jsonb_array_elements(private.history_without_numbers(o.tracking_history)) as change
      where change ->> 'status' = 'delivered'
    )) then
      perform private.refuse('too_late', null, 409);
    end if;
    insert into private.help_requests (order_id, kind, text) values (o.id, p ->> 'kind', typed);
  end if;
  -- A report by phone is none of the ten changes of the order's device.
  if is_holder then
    update private.order_keys set changes = changes + 1 where order_id = o.id;
  end if;
  return private.respond_order(o.id, is_holder);
exception
  when sqlstate 'SHREF' then
    return private.count_refused_change(private.respond_error(sqlstate, sqlerrm), o);
end
$$;

grant execute on function public.request_help(jsonb) to anon, authenticated;

comment on function public.request_help(jsonb) is
  'Reports a damaged or wrong item of an order until three days after its delivery: {id, token or phone, kind,
text}. An order has one report.';

create or replace function private.undo_attempts(before jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
declare
  p_id text;
  made jsonb;
  why text;
  o public.orders;
  results jsonb[] := '{}';
begin
  for p_id, made in select * from jsonb_each(before) order by 1 loop
    select * into o from public.orders where id = p_id;
    why := case
      when o.id is null then 'not_found'
      when private.is_booked(o) then 'booked'
      when o.version <> (made ->> 'version')::integer or made ->> 'attempt' is distinct from (
        select id::text from private.confirmation_attempts
        where order_id = p_id order by at desc, id desc limit 1
      ) then 'stale'
    end;
    if why is null then
      delete from private.confirmation_attempts where id = (made ->> 'attempt')::uuid;
    end if;
    results := results || case when why is null then jsonb_build_object('id', p_id, 'ok', true)
      else jsonb_build_object('id', p_id, 'ok', false, 'code', why) end;
  end loop;
  return results;
end
$$;

comment on function private.undo_attempts(jsonb) is
  'Deletes the attempts of an act, of orders that were neither booked, closed nor changed since and have no newer attempt.
A message that was sent stays noted.';

-- Security definer: the API writes no table.
create or replace function public.admin_join_orders(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  main public.orders;
  added public.orders;
  main_details private.order_details;
  added_details private.order_details;
  before jsonb;
  after jsonb;
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['id', 'version', 'into', 'intoVersion']);
  perform from public.orders as o where o.id in (p ->> 'id', p ->> 'into') order by o.id for update;
  select * into main from public.orders where id = p ->> 'into';
  select * into added from public.orders where id = p ->> 'id';
  if main.id is null or added.id is null or main.id = added.id then
    perform private.refuse('not_found', null, 200);
  end if;
  select * into main_details from private.order_details where order_id = main.id;
  select * into added_details from private.order_details where order_id = added.id;
  if private.is_booked(main) then
    perform private.refuse_change('booked', main, false);
  elsif private.is_booked(added) then
    perform private.refuse_change('booked', added, false);
  elsif main.version is distinct from (p ->> 'intoVersion')::integer then
    perform private.refuse_change('stale', main, false);
  elsif added.version is distinct from (p ->> 'version')::integer then
    perform private.refuse_change('stale', added, false);
  elsif coalesce(main.replaces, added.replaces) is not null then
    perform private.refuse('replacement');
  elsif main.phone_key <> added.phone_key then
    perform private.refuse('other_phone');
  end if;
  before := jsonb_build_object(
    'items', main.items, 'total', main.total, 'advance', coalesce(main_details.advance, 0)
  );
  after := jsonb_build_object(
    'items', private.joined_items(main.items, added.items),
    'total', main.total + added.total,
    'advance', coalesce(main_details.advance, 0) + coalesce(added_details.advance, 0)
  );
  if jsonb_array_length(after -> 'items') > 20 then
    perform private.refuse('cart_too_large');
  end if;
  perform private.write_contents(
    'admin', main, jsonb_populate_record(main, after), (after ->> 'advance')::numeric
  );
  insert into private.joined_orders (order_id, into_id, actor_id, before, after)
  values (added.id, main.id, auth.uid(), before, after);
  perform private.save_bookings(
    array[row(added.id, 'cancelled', null, null, null, 'joined', null)::private.bookings]
  );
  return private.respond_order(main.id);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_join_orders(jsonb) to authenticated;

comment on function public.admin_join_orders(jsonb) is
  'Joins the order of {id, version, into, intoVersion} into another open one of the same phone, for admins.';

-- Security definer: the API writes no table.
create or replace function public.admin_take_apart(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  main public.orders;
  added public.orders;
  details private.order_details;
  joined private.joined_orders;
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['id']);
  select * into joined from private.joined_orders where order_id = p ->> 'id';
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  perform from public.orders as o where o.id in (joined.order_id, joined.into_id) order by o.id for update;
  select * into main from public.orders where id = joined.into_id;
  select * into added from public.orders where id = joined.order_id;
  select * into details from private.order_details where order_id = main.id;
  if private.is_booked(main) then
    perform private.refuse_change('booked', main, false);
  end if;
  -- What was corrected since would be lost.
  if (main.items, main.total, private.advance_of(main.id))
    <> (joined.after -> 'items', (joined.after ->> 'total')::numeric, (joined.after ->> 'advance')::numeric)
    or added.status <> 'cancelled' then
    perform private.refuse_change('stale', main, false);
  end if;
  perform private.write_contents(
    'admin', main, jsonb_populate_record(main, joined.before), (joined.before ->> 'advance')::numeric
  );
  delete from private.joined_orders where order_id = joined.order_id;
  perform private.save_bookings(array[row(added.id, 'pending', null, null, null, null, null)::private.bookings]);
  return private.respond_order(main.id);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_take_apart(jsonb) to authenticated;

comment on function public.admin_take_apart(jsonb) is
  'Takes the joined order of {id} out of the other one''s parcel again, until that is booked. For admins.';

-- Scalar subqueries: a query computes the columns that it names, and no others.
create or replace view private.packable as
select *,
  array_remove(array[
    case when is_booked then 'booked' end,
    case when joined_into is not null then 'joined' end,
    case when replaced_by is not null then 'replaced' end,
    case when is_held then 'held' end,
    case when is_marked then 'marked' end,
    case when not said_yes and not is_known then 'unconfirmed' end,
    case when is_changed then 'changed' end
  ], null) as reasons,
  coalesce((
    select act = 'asked' and at > now() - private.reply_time() from private.confirmation_attempts
    where order_id = facts.id order by at desc, id desc limit 1
  ), false) and not is_booked and not is_held and not said_yes and not is_known as is_waiting
from (
  select
    o.id, o.date, o.status,
    o.status <> all ((select private.open_statuses())::public.order_status[])
      or p.id is not null as is_booked,
    p.courier, p.outcome,
    (select into_id from private.joined_orders where order_id = o.id) as joined_into,
    (
      select later.id from public.orders as later where later.replaces = o.id and later.status <> 'cancelled'
      order by later.date desc, later.id desc limit 1
    ) as replaced_by,
    coalesce((
      select act = 'hold' from private.confirmation_attempts
      where order_id = o.id and act in ('hold', 'resume') order by at desc, id desc limit 1
    ), false) as is_held,
    exists (
      select from private.marked_orders where order_id = o.id and ended_at is null
    ) as is_marked,
    coalesce((
      select act = 'yes' from private.confirmation_attempts
      where order_id = o.id and act in ('yes', 'reset') order by at desc, id desc limit 1
    ), false) as said_yes,
    o.replaces is not null or o.phone_key <> '' and (
      select count(*) >= 2 from public.orders as other
      where other.phone_key = o.phone_key and other.id <> o.id and other.status = 'delivered'
    ) and not exists (
      select from public.orders as other
      join private.parcels as other_parcel on other_parcel.order_id = other.id and other_parcel.is_current
      where other.phone_key = o.phone_key and other.id <> o.id and other_parcel.outcome is not null
    ) as is_known,
    exists (
      select from private.order_audit as entry
      where entry.order_id = o.id and entry.actor = 'customer'
        and not entry.after ?| array['status', 'cancelReason']
        and not exists (
          select from private.acts_seen as seen where seen.order_id = o.id and seen.at >= entry.at
        )
    ) as is_changed
  from public.orders as o
  left join private.parcels as p on p.order_id = o.id and p.is_current
) as facts;

comment on view private.packable is
  'Why an order may not leave, and its current parcel. It is booked: a courier has or had it, or it is not open. It went with another order''s
parcel, another order replaces it, or it is held: it leaves in no case. It is marked, not confirmed, or its customer
changed it since an admin opened it: an admin is asked. It waits while its customer was asked and has not replied yet. Whoever said yes needs no question, and neither does a phone
with two delivered orders and none that came back, or a replacement.';

create or replace function private.is_booked(o public.orders) returns boolean
language sql stable set search_path = '' as $$
  select not private.is_open(o.status)
    or exists (select from private.parcels where order_id = o.id and is_current)
$$;

comment on function private.is_booked(public.orders) is
  'Whether a courier has or had the order, or it is not open any more.';

-- In plpgsql, which caches its plans: every new order waits for it.
create or replace function private.order_json(
  o public.orders, is_full boolean, is_holder boolean default false
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  details private.order_details;
  p private.parcels;
  courier private.couriers;
  is_booked boolean;
begin
  select * into details from private.order_details where order_id = o.id;
  select * into p from private.parcels where order_id = o.id and is_current;
  if is_full and p.courier is not null then
    select * into courier from private.couriers where id = p.courier;
  end if;
  is_booked := p.id is not null or not private.is_open(o.status);
  return case when is_full then o.extras else '{}' end || jsonb_build_object(
    'id', o.id,
    'items', o.items,
    'total', o.total,
    'status', o.status,
    'date', o.date,
    'estimatedDelivery', o.estimated_delivery,
    'version', o.version,
    'advance', coalesce(details.advance, 0),
    'booked', is_booked,
    'replaces', o.replaces,
    'mayChange', is_holder and not is_booked,
    'paymentMethod', o.payment_method,
    'masked', not is_full,
    'shippingAddress',
      case when is_full then o.shipping_address else private.mask_address(o.shipping_address) end,
    -- The page of a courier shows name, phone and address for a tracking number.
    'trackingNumber', case when is_full then o.tracking_number end,
    'trackingHistory', case
      when is_full then o.tracking_history
      else private.history_without_numbers(o.tracking_history)
    end,
    'courier', case when is_full then p.courier end,
    'courierName', courier.name,
    -- A tracking number has no other character that a URL escapes.
    'trackingPage', replace(
      courier.tracking_url, '{number}', replace(replace(o.tracking_number, ' ', '%20'), '/', '%2F')
    ),
    'outcome', case when is_full then p.outcome end,
    'cancellation', case when is_full and details.cancel_reason is not null then
      jsonb_build_object('reason', details.cancel_reason, 'text', details.cancel_text)
    end,
    'request', case when is_full then (
      select jsonb_build_object('at', at, 'kind', kind, 'text', text, 'state', state)
      from private.help_requests where order_id = o.id
    ) end,
    'parcelState', case when p.state in ('out_for_delivery', 'attempt_failed', 'returning') then p.state end
  );
end
$$;

comment on function private.order_json(public.orders, boolean, boolean) is
  'An order with its extras and details as JSON, in full or masked. Its holder may change it until it is booked. The
state of its parcel is in it where that says more than the status.';

-- In plpgsql, which caches its plans: every row of a list calls it. Without sequential scans, which a plan
-- from a day with few marks would make on a day with many.
create or replace function private.order_marks(o public.orders) returns jsonb
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  marks text[] := array(
    select mark from private.marked_orders
    where order_id = o.id and ended_at is null
    union all
    select 'many_wrong_finds' from private.wrong_finds
    where order_id = o.id and limit_reached_at is not null
    union all
    -- The last change of its customer, until the admin has opened the order since. A change of status has an
    -- entry of its own.
    (
      select case when entry.after ? 'cancelReason' then 'customer_cancelled' else 'customer_changed' end
      from private.order_audit as entry
      where entry.order_id = o.id and entry.actor = 'customer' and not entry.after ? 'status'
        and entry.at > now() - interval '14 days'
        and not exists (
          select from private.acts_seen as seen where seen.order_id = o.id and seen.at >= entry.at
        )
      order by entry.id desc limit 1
    )
    order by mark
  );
begin
  if private.units_of(o.items) > 10 then
    marks := marks || text 'unusual_quantity';
  end if;
  -- An erased order has no phone.
  if private.is_erased(o.shipping_address) then
    return to_jsonb(marks);
  end if;
  if private.phone_digits(o.shipping_address ->> 'phone') !~ '^3([0-247]\d|3[0-79]|55|64)\d{7}$' then
    marks := marks || text 'not_mobile';
  end if;
  if o.status <> 'cancelled' and o.replaces is null and exists (
    select from public.orders as other
    where other.phone_key = o.phone_key and other.id <> o.id and other.status <> 'cancelled'
      and other.replaces is null
      and other.date between o.date - interval '24 hours' and o.date + interval '24 hours'
  ) then
    marks := marks || text 'duplicate';
  end if;
  return to_jsonb(marks || array(
    select distinct case when parcel.outcome is null then 'cancelled_before' else 'returned_before' end
    from (
      select id, status from public.orders
      where phone_key = o.phone_key and (date, id) < (o.date, o.id)
      -- The status is looked at after these rows are found: it has an index that Postgres might prefer.
      offset 0
    ) as earlier
    left join private.order_details as details on details.order_id = earlier.id
    left join private.parcels as parcel on parcel.order_id = earlier.id and parcel.is_current
    where earlier.status = 'cancelled' and details.end_reason is distinct from 'joined'
    order by 1
  ));
end
$$;

comment on function private.order_marks(public.orders) is
  'The marks of an order: the stored ones that no decision has ended, many_wrong_finds, what its customer did,
and those that follow from it and the other orders of its phone: unusual_quantity, not_mobile, duplicate,
cancelled_before and returned_before.';

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
        'units', private.units_of(o.items),
        'items', o.items,
        'courier', parcel.courier,
        'advance', coalesce(details.advance, 0),
        'booked', parcel.id is not null or not private.is_open(o.status),
        'source', coalesce(details.source, 'website'),
        'marks', private.order_marks(o),
        'reasons', (select reasons from private.packable where id = o.id),
        'confirmation', case when private.is_open(o.status) then private.confirmation_json(o) end,
        'outcome', parcel.outcome,
        'endReason', details.end_reason,
        'isTold', o.status = 'shipped' and private.is_told(o.id),
        'replaces', o.replaces,
        'replacedBy', private.replaced_by(o.id)
      )
      order by array_position(ids, o.id)
    ),
    '[]'
  )
  from public.orders as o
  left join private.order_details as details on details.order_id = o.id
  left join private.parcels as parcel on parcel.order_id = o.id and parcel.is_current
  where o.id = any (ids)
$$;

comment on function private.order_summaries(text[]) is 'Orders as rows of a list, in the order of their ids.';

-- Security definer: customers have no right to any table.
create or replace function public.confirm_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  locked record;
  o public.orders;
  tried private.confirm_codes;
begin
  perform private.require_plain_call();
  perform private.check_request(p, 1024, array['id', 'code']);
  locked := private.lock_by_code(p);
  o := locked.o;
  tried := locked.tried;
  if tried.selector is null then
    return private.refuse_code();
  end if;
  if private.is_booked(o) then
    -- Whoever has the code learns that it came too late, and nothing else.
    return private.respond(409, '{"ok": false, "code": "booked"}');
  elsif tried.used_at is null then
    perform private.use_code(tried, 'confirm');
  elsif tried.used_for <> 'confirm' then
    return private.refuse_code();
  end if;
  return private.respond_order(o.id);
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.confirm_order(jsonb) to anon, authenticated;

comment on function public.confirm_order(jsonb) is
  'Confirms an order by the code of its link: {id, code}. A retry gets the response of the first.';

-- In plpgsql, which caches its plans: every new order waits for it.
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

create or replace function private.count_order_changes() returns trigger
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

-- Planned for the values of each call: a filter that is not asked for is left out of the plan. By status, so that the
-- index on status and date has the order of the list, and reading ends with the page.
create or replace function private.scan_filtered(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer
) returns setof private.list_cursor
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  filter constant jsonb := search.filter;
  is_open constant boolean := filter ?| array['toPack', 'held', 'confirmed', 'waiting'];
  batch constant bigint := (filter ->> 'batch')::bigint;
  first_at constant timestamptz := ((filter ->> 'from')::date)::timestamp at time zone 'Asia/Karachi';
  end_at constant timestamptz := ((filter ->> 'to')::date + 1)::timestamp at time zone 'Asia/Karachi';
begin
  return query
  select found.date, found.id
  from unnest(
    case when is_open then private.open_statuses() else enum_range(null::public.order_status) end
  ) as listed (status)
  cross join lateral (
    select o.date, o.id
    from private.packable as packed
    join public.orders as o on o.id = packed.id
    left join private.order_details as details on details.order_id = o.id
    where packed.status = listed.status
      and case when newer then (packed.date, packed.id) > (start.at, start.key)
        else (packed.date, packed.id) < (start.at, start.key) end
      and (search.patterns = '{}' or o.search_text ~ all (search.patterns))
      and (not is_open or not packed.is_booked)
      and (not filter ? 'toPack' or (filter -> 'toPack')::boolean = not packed.is_held)
      and (not filter ? 'held' or (filter -> 'held')::boolean = packed.is_held)
      and (not filter ? 'confirmed'
        or (filter -> 'confirmed')::boolean = (packed.said_yes or packed.is_known))
      and (not filter ? 'waiting' or (filter -> 'waiting')::boolean = packed.is_waiting)
      and (not filter ? 'booked' or (filter -> 'booked')::boolean
        = (packed.courier is not null or o.tracking_number is not null))
      and (not filter ? 'untold' or (filter -> 'untold')::boolean
        = (o.status = 'shipped' and not private.is_told(o.id)))
      and (not filter ? 'courier' or packed.courier = filter ->> 'courier')
      and (not filter ? 'outcome' or packed.outcome = filter ->> 'outcome')
      and (not filter ? 'source' or coalesce(details.source, 'website') = filter ->> 'source')
      and (batch is null or exists (
        select from private.exported_orders
        where batch_id = batch and order_id = o.id and left_at is null
      ))
      and (first_at is null or packed.date >= first_at)
      and (end_at is null or packed.date < end_at)
    order by
      case when newer then packed.date end, case when newer then packed.id end,
      case when not newer then packed.date end desc, case when not newer then packed.id end desc
    limit max_rows
  ) as found
  where search.status is null or listed.status = search.status
  order by
    case when newer then found.date end, case when newer then found.id end,
    case when not newer then found.date end desc, case when not newer then found.id end desc
  limit max_rows;
end
$$;

comment on function private.scan_filtered(private.list_search, private.list_cursor, boolean, integer) is
  'The orders that a filter lets through, nearest to the cursor first. The filter is {toPack?, held?, confirmed?,
waiting?, booked?, untold?, courier?, outcome?, source?, batch?, from?, to?}; from and to are days of Karachi.';

create or replace function private.read_order(p_id text, p_token text) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  max_misses constant integer := 20;
  max_reads constant integer := 600;
  open_window constant bigint := private.window_number();
  is_device constant boolean := exists (
    select from private.order_keys as key
    where key.order_id = p_id and key.token_hash = private.hash_token(p_token)
  );
  is_holder boolean := is_device;
  is_refused boolean;
  tried private.confirm_codes;
  o public.orders;
begin
  -- A GET, where nothing can be counted.
  if current_setting('transaction_read_only') = 'on' then
    return private.respond(429, '{"ok": false, "code": "rate_limited"}');
  end if;
  -- An invalid id is not counted as a guess.
  if p_id is null or p_id !~ '^[0-9A-Z]{8}$' then
    return private.respond(200, '{"ok": false, "code": "not_found"}');
  end if;
  if is_device then
    -- One read a second.
    update private.order_keys set
      counted_in = open_window,
      reads = case when counted_in = open_window then reads + 1 else 1 end
    where order_id = p_id and (counted_in <> open_window or reads < max_reads);
    is_refused := not found;
  else
    -- A code that still gives the rights of the order's device.
    tried := private.try_code(p_id, p_token);
    is_holder := tried.selector is not null and tried.used_at is null and exists (
      select from public.orders as own
      where own.id = p_id and not private.is_booked(own)
    );
    -- Counted before the lookup, so that of many simultaneous guesses no more than 20 show a result.
    is_refused := case
      when is_holder then private.is_refused('code', max_reads)
      else private.is_refused('miss', max_misses)
    end;
  end if;
  select * into o from public.orders where id = p_id;
  if found and not is_holder then
    perform private.change_count('miss', private.client_address(), -1, max_misses);
  end if;
  if is_refused then
    return private.respond(429, '{"ok": false, "code": "rate_limited"}');
  end if;
  if o.id is null then
    return private.respond(200, '{"ok": false, "code": "not_found"}');
  end if;
  return private.respond(200, jsonb_build_object('ok', true, 'order', private.shown_order_json(
    o, is_holder or o.date > now() - interval '30 minutes', is_holder
  )));
end
$$;

comment on function private.read_order(text, text) is
  'Responds with an order by its exact id: in full to the holder of its token or of a code, and to everybody for half
an hour; masked afterwards.';

-- Security definer: customers have no right to any table.
create or replace function public.track_order(p_id text, p_token text default null) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '1s' as $$
declare
  response jsonb;
  tracked public.orders;
begin
  perform private.require_plain_call();
  response := private.read_order(p_id, p_token);
  if response #>> '{order,status}' is distinct from 'pending' then
    return response;
  end if;
  -- The 15 seconds begin with the first time.
  update private.order_keys set first_tracked_at = now()
  where order_id = p_id and first_tracked_at is null;
  select o.* into tracked
  from public.orders as o join private.order_keys as key on key.order_id = o.id
  where o.id = p_id and o.status = 'pending' and key.first_tracked_at <= now() - interval '15 seconds'
  for update of o;
  if found then
    perform private.set_orders(
      array[row(p_id, 'processing', tracked.tracking_number)::private.order_state], 'system'
    );
    return private.read_order(p_id, p_token);
  end if;
  return response;
end
$$;

grant execute on function public.track_order(text, text) to anon, authenticated;

comment on function public.track_order(text, text) is
  'Like get_order(). A pending order moves to processing 15 seconds after it was first tracked.';

create or replace function private.check_changes(o public.orders) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if exists (select from private.order_keys where order_id = o.id and changes >= 10) then
    perform private.refuse('too_many_changes', null, 429);
  end if;
end
$$;

comment on function private.check_changes(public.orders) is
  'Refuses more than ten changes of one order by the holder of its token.';

create or replace function private.check_version(o public.orders, p jsonb, is_holder boolean, is_booking boolean default false)
returns void
language plpgsql volatile set search_path = '' as $$
begin
  if o.id is null then
    perform private.refuse('not_found', null, 200);
  end if;
  if not is_booking and private.is_booked(o) then
    perform private.refuse_change('booked', o, is_holder);
  end if;
  if jsonb_typeof(p -> 'version') is distinct from 'number' then
    perform private.refuse('bad_field', 'version');
  end if;
  if (p ->> 'version')::numeric <> o.version then
    perform private.refuse_change('stale', o, is_holder);
  end if;
end
$$;

comment on function private.check_version(public.orders, jsonb, boolean, boolean) is
  'Refuses to change another version of a locked order than that of the request, and one that is booked.';

create or replace function private.change_own_order(change text, p jsonb, fields text[]) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  has_code constant boolean := coalesce(p ? 'code', false);
  locked record;
  o public.orders;
  changed public.orders;
  tried private.confirm_codes;
begin
  perform private.check_request(p, 16384, fields || case when has_code then 'code' else 'token' end);
  if has_code then
    locked := private.lock_by_code(p);
    o := locked.o;
    tried := locked.tried;
    if tried.selector is null or tried.used_for <> change then
      return private.refuse_code();
    end if;
    -- The order tells a retry whose response was lost what has become of it.
    if tried.used_at is not null then
      perform private.refuse_change('stale', o, false);
    end if;
  else
    o := private.lock_own_order(p);
  end if;
  perform private.check_version(o, p, true);
  -- After the refusals that tell a retry whose response was lost what has become of the order.
  perform private.check_changes(o);
  case change
    when 'correct' then perform private.set_contents('customer', o, p);
    when 'cancel' then perform private.save_cancellation(o, p);
  end case;
  if has_code then
    perform private.use_code(tried, change);
  else
    update private.order_keys set changes = changes + 1 where order_id = o.id;
  end if;
  select * into changed from public.orders where id = o.id;
  -- Two conditions, not one: SQL may evaluate both sides of an AND, and the second has an effect.
  if changed.phone_key <> o.phone_key then
    if private.is_one_of_many(changed) then
      perform private.mark_order(changed, 'many_of_phone', changed.phone_key);
    end if;
  end if;
  return private.respond_order(o.id, not has_code);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.count_refused_change(private.respond_error(sqlstate, sqlerrm), o);
end
$$;

comment on function private.change_own_order(text, jsonb, text[]) is
  'Corrects or cancels the order of a request''s id and token, and counts it; or of its id and code, which ends
with that. Refuses other fields than those given.';

create or replace function private.read_booking(b private.bookings, p jsonb) returns private.bookings
language plpgsql volatile set search_path = '' as $$
begin
  if p ? 'status' then
    if not p -> 'status' <@ to_jsonb(enum_range(null::public.order_status)) then
      perform private.refuse('status_invalid', 'status');
    end if;
    b.status := (p ->> 'status')::public.order_status;
  end if;
  if p ? 'trackingNumber' then
    b.tracking_number := nullif(private.clean_code(left(p ->> 'trackingNumber', 200)), '');
    if jsonb_typeof(p -> 'trackingNumber') not in ('string', 'null')
      or b.tracking_number !~ '^[A-Za-z0-9][A-Za-z0-9 ./_-]{0,63}$' then
      perform private.refuse('tracking_invalid', 'trackingNumber');
    end if;
  end if;
  if p ? 'courier' then
    b.courier := p ->> 'courier';
    if b.courier is not null then
      perform private.require_courier(b.courier);
    end if;
  end if;
  if p ? 'outcome' then
    b.outcome := p ->> 'outcome';
    if b.outcome not in ('returned', 'refused') or (b.outcome is not null and b.status <> 'cancelled') then
      perform private.refuse('outcome_invalid', 'outcome');
    end if;
  end if;
  if p ? 'endReason' then
    b.end_reason := p ->> 'endReason';
    if b.end_reason is not null and (b.status <> 'cancelled' or b.end_reason not in (
      'fake', 'double', 'unreachable', 'changed_mind', 'out_of_stock', 'other'
    )) then
      perform private.refuse('reason_invalid', 'endReason');
    end if;
  end if;
  return b;
end
$$;

comment on function private.read_booking(private.bookings, jsonb) is
  'A booking with the status, courier, tracking number, outcome and reason of a cancellation that a request sets.
Refuses invalid ones.';

create or replace function private.check_leaving(former private.bookings, wanted private.bookings, included jsonb) returns void
language plpgsql volatile set search_path = '' as $$
declare
  leaves constant boolean := former.status not in ('shipped', 'delivered') and (
    wanted.status in ('shipped', 'delivered')
    or wanted.courier <> coalesce(former.courier, '')
    or wanted.tracking_number <> coalesce(former.tracking_number, '')
  ) is true;
  found_reasons constant text[] := (select reasons from private.packable where id = former.order_id);
  stopped constant text[] := case
    when leaves then private.reasons_left(found_reasons, included)
    -- Reopened, its lines would be sent twice. It is cancelled as joined until it is taken apart.
    when 'joined' = any (found_reasons)
      and (wanted.status, wanted.outcome, wanted.end_reason) is distinct from
        (former.status, former.outcome, former.end_reason) then '{joined}'
    else '{}'
  end;
begin
  if stopped <> '{}' then
    perform private.refuse('not_packable', null, 409, jsonb_build_object(
      'order', (select private.order_json(o, true) from public.orders as o where id = former.order_id),
      'reasons', stopped
    ));
  end if;
end
$$;

comment on function private.check_leaving(private.bookings, private.bookings, jsonb) is
  'Refuses a booking by which an order would leave that may not (private.packable): it gets a courier or a number, or is
on its way or delivered. What left already is not asked about. A joined order is not opened again either.';

create or replace function private.move_parcels(events private.parcel_events[], new_outcome text default null)
returns jsonb
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
    outcome := coalesce(
      new_outcome, b.outcome, case when e.reason = 'refused' then 'refused' else 'returned' end
    );
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

comment on function private.move_parcels(private.parcel_events[], text) is
  'Sets the states of parcels whose orders are locked, one event for each, and what follows for the orders. Returns
why it cannot, by the ids of such parcels.';

create or replace view private.shown_bookings as
  select o.id, jsonb_build_object(
    'version', o.version, 'status', o.status, 'trackingNumber', o.tracking_number,
    'courier', b.courier, 'outcome', b.outcome, 'endReason', b.end_reason,
    'booked', b.state is not null or not private.is_open(o.status)
  ) as booking,
  (
    select coalesce(max(event.id), 0) from private.parcel_events as event
    join private.parcels as p on p.id = event.parcel_id where p.order_id = o.id
  ) as last_event
  from public.orders as o join private.bookings as b on b.order_id = o.id;

comment on view private.shown_bookings is 'How orders go out, as the results of acts have it, and the newest event of their parcels, 0 for none.';

create or replace function private.booking_results(results jsonb[]) returns jsonb[]
language sql stable set search_path = '' as $$
  select array(
    select result || case when id is null then '{}' else jsonb_build_object('order', booking) end
    from unnest(results) with ordinality as listed (result, nth)
    left join private.shown_bookings on id = result ->> 'id'
    order by nth
  )
$$;

comment on function private.booking_results(jsonb[]) is 'Results of an act with the orders as they are now.';

create or replace view private.former_bookings as
  select shown.id, jsonb_build_object(
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
  results := private.booking_results(results);
  return array(
    select result || case when (result ->> 'ok')::boolean then jsonb_build_object(
      'before', (formers -> (result ->> 'id')) || jsonb_build_object(
        'version', result #> '{order,version}', 'lastEvent', last_event
      )
    ) else '{}' end
    from unnest(results) with ordinality as saved (result, nth)
    left join private.shown_bookings on id = result ->> 'id'
    order by nth
  );
end
$$;

comment on function private.book_rows(jsonb) is
  'Books orders: rows of {id, version, status?, courier?, trackingNumber?, outcome?, endReason?, include?}. One is refused
as not_packable, with the reasons, where it would leave and may not; "include" names those of marked, unconfirmed and
changed that the admin was asked about.';

create or replace function private.restore_parcels(p_id text, former jsonb) returns void
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

create or replace function private.undo_booked(before jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
declare
  p_id text;
  former jsonb;
  why text;
  o public.orders;
  bookings private.bookings[] := '{}';
  results jsonb[] := '{}';
begin
  for p_id, former in select * from jsonb_each(before) order by 1 loop
    select * into o from public.orders where id = p_id;
    why := case
      when o.id is null then 'not_found'
      when o.version <> (former ->> 'version')::integer
        or (former -> 'lastEvent')::bigint <> (select last_event from private.shown_bookings where id = p_id)
        -- What a statement has paid stays.
        or exists (
          select from private.money_lines as line join private.parcels as p on p.id = line.parcel_id
          where p.order_id = p_id and p.id not in (
            select (listed ->> 'id')::bigint from jsonb_array_elements(former -> 'parcels') as listed
          )
        ) then 'stale'
    end;
    if why is null then
      bookings := bookings || row(
        p_id, former #>> '{order,status}', former #>> '{order,courier}', former #>> '{order,trackingNumber}',
        former #>> '{order,outcome}', former #>> '{order,endReason}', null
      )::private.bookings;
      results := results || jsonb_build_object('id', p_id, 'ok', true);
    else
      results := results || jsonb_build_object('id', p_id, 'ok', false, 'code', why);
    end if;
  end loop;
  perform private.save_bookings(bookings);
  perform private.restore_parcels(order_id, before -> order_id) from unnest(bookings);
  -- Why its customer cancelled went when it was opened.
  update private.order_details as saved set
    cancel_reason = before #>> array[saved.order_id, 'cancelReason'],
    cancel_text = before #>> array[saved.order_id, 'cancelText']
  from unnest(bookings) as booked
  where saved.order_id = booked.order_id and booked.status = 'cancelled'
    and saved.cancel_reason is distinct from before #>> array[saved.order_id, 'cancelReason'];
  return private.booking_results(results);
end
$$;

comment on function private.undo_booked(jsonb) is
  'Gives back the orders of the act "book" that nobody changed since, which are locked.';

create or replace function private.save_cancellation(o public.orders, p jsonb) returns void
language plpgsql volatile set search_path = '' as $$
declare
  cancel_text text;
begin
  if coalesce(p ->> 'reason', '') not in ('changed_mind', 'wrong_order', 'too_late', 'other') then
    perform private.refuse('reason_invalid', 'reason');
  end if;
  if p ->> 'text' ~ '\S' then
    cancel_text := private.clean_note('text', p -> 'text', 300);
  end if;
  perform private.log_changes(
    'customer', o.id, '{}',
    jsonb_build_object('cancelReason', p ->> 'reason', 'cancelText', cancel_text)
  );
  perform private.set_orders(array[row(o.id, 'cancelled', null)::private.order_state], 'customer');
  insert into private.order_details (order_id, cancel_reason, cancel_text)
  values (o.id, p ->> 'reason', cancel_text)
  on conflict (order_id) do update set
    cancel_reason = excluded.cancel_reason, cancel_text = excluded.cancel_text;
end
$$;

comment on function private.save_cancellation(public.orders, jsonb) is
  'Cancels an order with the reason of its customer, and logs both. Refuses an invalid reason.';

create or replace function private.set_courier(ids text[], courier text) returns void
language sql volatile set search_path = '' as $$
  select private.save_bookings(array(
    select row(order_id, status, set_courier.courier, tracking_number, outcome, end_reason, state)::private.bookings
    from private.bookings where order_id = any (ids)
  ))
$$;

comment on function private.set_courier(text[], text) is 'Books open orders with a courier, or with none.';

create or replace function private.save_batch(batch private.export_batches, courier text, ids text[])
returns private.export_batches
language plpgsql volatile set search_path = '' as $$
begin
  if batch.id is null then
    insert into private.export_batches (courier, actor_id) values (save_batch.courier, auth.uid())
    returning * into batch;
  end if;
  perform private.set_courier(ids, batch.courier);
  insert into private.exported_orders (batch_id, order_id)
  select batch.id, o.id
  from public.orders as o where o.id = any (ids)
  -- What is in a parcel, as a text that is the same for equal parcels.
  order by (
    select string_agg(
      concat_ws(' ', line ->> 'quantity', line ->> 'id', line ->> 'size'), ', '
      order by line ->> 'id', line ->> 'size'
    )
    from jsonb_array_elements(o.items) as line
  ), o.date, o.id
  on conflict (batch_id, order_id) do update set
    position = default, cells = null, sent_at = null, left_at = null;
  return batch;
end
$$;

comment on function private.save_batch(private.export_batches, text, text[]) is
  'Adds orders to a batch, or to a new one where it is null, and books them with its courier.';

-- Security definer: as public.admin_create_batch().
create or replace function public.admin_undo_batch(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  batch private.export_batches;
  ids text[];
  unbooked text[] := '{}'::text[];
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('export', 0));
  select * into batch from private.export_batches as saved
  where saved.id::numeric = (p ->> 'id')::numeric;
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  ids := array(
    select order_id from private.exported_orders
    where batch_id = batch.id and left_at is null order by order_id
  );
  if batch.undone_at is null then
    update private.export_batches set undone_at = now() where id = batch.id;
    perform from public.orders as o where o.id = any (ids) order by o.id for update;
    -- An order that is in another batch as well stays booked.
    unbooked := array(
      select order_id from private.bookings
      where order_id = any (ids) and private.is_open(status) and tracking_number is null
        and courier = batch.courier and not private.is_exported(order_id)
    );
    perform private.set_courier(unbooked, null);
  end if;
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'unbooked', cardinality(unbooked),
    'stillBooked', cardinality(ids) - cardinality(unbooked)
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_undo_batch(jsonb) to authenticated;

comment on function public.admin_undo_batch(jsonb) is
  'Unbooks the orders of the batch of {id} that are open and have no tracking number, for admins.';

create or replace function private.may_be_deleted(o public.orders) returns boolean
language sql stable set search_path = '' as $$
  select o.status = 'cancelled' and o.tracking_number is null
    and not exists (
      select from jsonb_array_elements(o.tracking_history) as change
      where change ->> 'status' in ('shipped', 'delivered') or change ->> 'trackingNumber' is not null
    )
    and not exists (select from private.parcels as parcel where parcel.order_id = o.id)
    and not exists (
      select from private.order_audit as entry
      where entry.order_id = o.id and entry.after ->> 'courier' is not null
    )
$$;

comment on function private.may_be_deleted(public.orders) is
  'Whether an order is cancelled and never had a courier, a batch or a tracking number.';

create or replace function private.decide_rows(act text, rows jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' set enable_seqscan = off as $$
declare
  ids constant text[] := array(select asked ->> 'id' from jsonb_array_elements(rows) as asked);
  decided text[];
  statuses jsonb;
  moment timestamptz;
begin
  perform private.check_request(asked, 1024, array['id', 'mark', 'group']) from jsonb_array_elements(rows) as asked;
  perform from public.orders where id = any (ids) order by id for update;
  -- Later than that of every act on these orders before.
  moment := clock_timestamp();
  decided := array(
    select distinct marked.order_id from private.undecided_orders(ids) as marked
    join jsonb_array_elements(rows) as asked on private.is_of_row(marked, asked)
  );
  -- A group is released of its own mark. A cancelled order needs no other look.
  update private.marked_orders as marked set ended_at = moment
  from jsonb_array_elements(rows) as asked
  where marked.order_id = any (decided) and marked.order_id = asked ->> 'id' and marked.ended_at is null
    and (act = 'discard' or private.is_of_row(marked, asked));
  statuses := (select jsonb_object_agg(id, status) from public.orders where id = any (decided));
  perform private.log_changes('admin', id, '{"decision": null}', jsonb_build_object('decision', act))
  from unnest(decided) as id;
  if act = 'discard' then
    perform private.set_orders(
      array(select row(id, 'cancelled', null)::private.order_state from unnest(decided) as id), 'admin'
    );
  end if;
  return array(
    select case when o.id is null then jsonb_build_object('id', asked -> 'id', 'ok', false, 'code', 'decided')
      else jsonb_build_object('id', o.id, 'ok', true, 'before', jsonb_build_object(
        'act', act, 'mark', asked -> 'mark', 'endedAt', moment, 'status', statuses -> o.id, 'version', o.version
      )) end
    from jsonb_array_elements(rows) with ordinality as listed (asked, nth)
    left join public.orders as o on o.id = asked ->> 'id' and o.id = any (decided)
    order by nth
  );
end
$$;

comment on function private.decide_rows(text, jsonb) is
  'Releases or discards marked orders that are open and not booked: rows of {id, mark?, group?}.';

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
    select jsonb_build_object('id', id) || case when id = any (restored) then '{"ok": true}'::jsonb
      else '{"ok": false, "code": "stale"}' end
    from jsonb_object_keys(before) as id order by id
  );
end
$$;

comment on function private.undo_decided(jsonb) is
  'Marks the orders of a decision again, with the status of before, where nobody changed them since.';

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
      where other.phone_key = o.phone_key and other.id <> o.id and not private.is_booked(other) and not private.is_erased(o.shipping_address)
        and coalesce(o.replaces, other.replaces) is null
    ) as "sameCustomer",
    jsonb_build_object(
      'into', (select into_id from private.joined_orders where order_id = o.id),
      'from', (
        select coalesce(jsonb_agg(order_id order by at, order_id), '[]')
        from private.joined_orders where into_id = o.id
      )
    ) as joined,
    (
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
      from private.parcels as p where p.order_id = o.id
    ) as parcels,
    private.replaced_by(o.id) as "replacedBy"
  from public.orders as o;

comment on view private.order_pages is
  'What the admin sees beside an order, oldest first: notes, attempts to confirm it, messages about it and the
language of the last one to its phone, other open orders of the phone that no courier has, which may be joined
with it, the order that it was joined into, those that were joined into it, its parcels with what happened to them and
their money, and the newest order that replaces it.';

-- Security definer: the details and the log cannot be read through the API.
create or replace function public.admin_order(p_id text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  shown public.orders;
  details private.order_details;
begin
  perform private.require_admin();
  select * into shown from public.orders where id = p_id;
  if not found then
    return private.respond(200, null);
  end if;
  select * into details from private.order_details where order_id = p_id;
  return private.respond(200, jsonb_build_object(
    'order', private.order_json(shown, true),
    'couriers', private.courier_list(),
    'earlier', (
      select jsonb_build_object('count', sum(orders)) || jsonb_object_agg(status, orders)
      from (
        select listed.status, count(earlier.id) as orders
        from unnest(enum_range(null::public.order_status)) as listed (status)
        left join public.orders as earlier on earlier.status = listed.status
          and earlier.phone_key = shown.phone_key
          and (earlier.date, earlier.id) < (shown.date, shown.id)
          and not private.is_erased(shown.shipping_address)
        group by listed.status
      ) as counts
    ),
    'marks', private.order_marks(shown),
    'reasons', (select reasons from private.packable where id = p_id),
    'source', coalesce(details.source, 'website'),
    'outcome', (select outcome from private.parcels where order_id = p_id and is_current),
    'endReason', details.end_reason,
    'confirmation', private.confirmation_json(shown),
    'changes', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'at', at, 'actor', actor, 'before', before - 'version', 'after', after - 'version'
          )
          order by id
        ),
        '[]'
      )
      from private.order_audit where order_id = p_id
    ),
    'mayBeDeleted', private.may_be_deleted(shown),
    'manyTriesAt', (select limit_reached_at from private.wrong_finds where order_id = p_id)
  ) || (select to_jsonb(page) - 'id' from private.order_pages as page where page.id = p_id));
end
$$;

grant execute on function public.admin_order(text) to authenticated;

comment on function public.admin_order(text) is
  'One order in full, how many orders its phone placed before by status, its marks, source and outcome, its
notes and its changes, oldest first, whether it may be deleted, when too many wrong phones were tried at it, and
all couriers; or null. For admins.';

create or replace function private.undo_events(events private.parcel_events[]) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  e private.parcel_events;
  p private.parcels;
  b private.bookings;
  former private.parcels;
  why text;
  bookings private.bookings[] := '{}';
  remaining jsonb := '[]';
begin
  foreach e in array events loop
    select * into p from private.parcels where id = e.parcel_id;
    select * into b from private.bookings where order_id = p.order_id;
    former := jsonb_populate_record(p, e.before -> 'parcel');
    why := case
      when p.is_current <> (former.is_current and e.state <> 'cancelled') or exists (
        select from private.parcel_events as later
        join private.parcels as of_order on of_order.id = later.parcel_id
        where of_order.order_id = p.order_id and later.id > e.id
      ) then 'changed_since'
      when exists (
        select from public.orders where id = p.order_id and private.is_erased(shipping_address)
      ) then 'erased'
    end;
    if why is not null then
      remaining := remaining || jsonb_build_object('why', why, 'orderId', p.order_id);
      continue;
    end if;
    delete from private.parcel_events where id = e.id;
    update private.parcels set
      is_current = former.is_current, state = former.state, to_collect = former.to_collect,
      reason = former.reason, damaged = former.damaged, handed_over_at = former.handed_over_at,
      state_at = former.state_at, ended_at = former.ended_at, outcome = former.outcome
    where id = p.id;
    perform private.log_changes(
      'admin', p.order_id, jsonb_build_object('parcel', p.state, 'courier', b.courier),
      jsonb_build_object(
        'parcel', former.state, 'courier', case when former.is_current then p.courier else b.courier end
      )
    );
    if former.is_current and (p.state = 'cancelled'
      or private.plain_state(p.state) <> private.plain_state(former.state)
      or b.outcome is distinct from e.before #>> '{order,outcome}') then
      bookings := bookings || row(
        p.order_id, e.before #>> '{order,status}', p.courier, p.tracking_number, e.before #>> '{order,outcome}',
        e.before #>> '{order,endReason}', former.state
      )::private.bookings;
    end if;
  end loop;
  -- Of several events of an order the oldest says what it was before all of them.
  perform private.save_bookings(array(
    select distinct on (order_id)
      row(order_id, status, courier, tracking_number, outcome, end_reason, state)::private.bookings
    from unnest(bookings) with ordinality order by order_id, ordinality desc
  ));
  return remaining;
end
$$;

comment on function private.undo_events(private.parcel_events[]) is
  'Takes back what a statement or the returns desk did to parcels and their orders, which are locked, the newest event
first. Returns {why, orderId} of what it cannot take back: something newer happened, or the order is erased.';

create or replace function private.check_in(p private.parcels, act text, p_token uuid) returns text
language plpgsql volatile set search_path = '' as $$
declare
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
    and (act <> 'refused' or not p.is_current or p.outcome is not distinct from 'refused') then
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

-- Security definer: the API writes no table.
create or replace function public.admin_send_again(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  o public.orders;
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['id', 'version']);
  select * into o from public.orders where id = p ->> 'id' for update;
  perform private.check_version(o, p, is_holder => false, is_booking => true);
  if private.is_erased(o.shipping_address) or not exists (
    select from private.parcels
    where order_id = o.id and is_current and state in ('returned', 'received_back', 'lost')
  ) then
    perform private.refuse_change('not_returned', o, false);
  end if;
  -- That leaves the parcel: the next booking makes another.
  perform private.save_bookings(array[row(o.id, 'pending', null, null, null, null, null)::private.bookings]);
  return private.respond_order(o.id);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_send_again(jsonb) to authenticated;

comment on function public.admin_send_again(jsonb) is
  'Opens {id, version} again, an order whose parcel came back or is lost, without courier and number. For admins.';

drop trigger prepare_order_details on private.order_details;

drop trigger count_inserted_details on private.order_details;

drop trigger count_updated_details on private.order_details;

drop trigger leave_batch on private.order_details;

drop trigger follow_order on public.orders;

drop trigger log_order_change on public.orders;

drop function private.book_orders(text[],text);

drop function private.booking_before(text[]);

drop function private.booking_json(public.orders,private.order_details);

drop function private.booking_of(private.parcel_state,text);

drop function private.check_changes(public.orders,boolean);

drop function private.check_leaving(public.orders,private.booking,jsonb);

drop function private.count_details_version();

drop function private.follow_order();

drop function private.is_booked(public.orders,private.order_details);

drop function private.keep_parcel(text);

drop function private.last_event(text);

drop function private.leave_batch();

drop function private.leave_parcel(private.parcels);

drop function private.log_order_change();

drop function private.prepare_order_details();

drop function private.read_booking(public.orders,private.order_details,jsonb);

drop function private.save_bookings(private.booking[]);

drop type private.booking;

alter table private.order_details drop column courier, drop column booked_at, drop column outcome;
