-- Writes of the admin are acts: done once, by one request with an id of its own, and undone by that id.

alter table private.confirmation_attempts alter column id set default gen_random_uuid();
comment on column private.confirmation_attempts.id is null;
alter table private.told_messages alter column id set default gen_random_uuid();
comment on column private.told_messages.id is null;

create or replace function private.add_attempt(listed jsonb) returns uuid
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
  said text;
  added uuid;
begin
  perform private.check_request(listed, 4096, array['id', 'act', 'at', 'reason', 'text']);
  if coalesce(listed ->> 'act', '') not in ('yes', 'reset', 'no_answer', 'later', 'tomorrow', 'hold', 'resume') then
    perform private.refuse('bad_field', 'act');
  end if;
  if coalesce(listed ->> 'reason', 'other') not in ('address', 'phone', 'stock', 'doubtful', 'payment', 'other')
    or (listed ->> 'act' = 'hold') <> (listed ? 'reason') then
    perform private.refuse('bad_field', 'reason');
  end if;
  -- A device may have been offline.
  if coalesce((listed ->> 'at')::timestamptz < now() - interval '7 days', true) then
    perform private.refuse('bad_field', 'at');
  end if;
  if listed ->> 'text' ~ '\S' then
    said := private.clean_note('text', listed -> 'text', 300);
  end if;
  -- Locked, so that it is neither closed nor erased meanwhile.
  select * into o from public.orders where id = listed ->> 'id' for share;
  if not found then
    perform private.refuse('not_found');
  end if;
  if private.is_erased(o.shipping_address) then
    perform private.refuse('erased');
  end if;
  if private.is_final(o.status) then
    perform private.refuse('closed');
  end if;
  insert into private.confirmation_attempts (order_id, at, actor, actor_id, act, reason, text)
  values (
    -- By a clock that is ahead it would be the last one for a while.
    o.id, least((listed ->> 'at')::timestamptz, now()), 'admin', auth.uid(),
    listed ->> 'act', listed ->> 'reason', said
  )
  returning id into added;
  delete from private.order_leases where order_id = o.id;
  return added;
end
$$;

comment on function private.add_attempt(jsonb) is 'Adds an attempt to confirm an order that is not closed, and returns its id.';

create or replace function private.attempt_rows(rows jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
declare
  listed jsonb;
  attempt uuid;
  results jsonb[] := '{}';
begin
  for listed in select asked from jsonb_array_elements(rows) as asked order by asked ->> 'id' loop
    begin
      attempt := private.add_attempt(listed);
      results := results || private.attempt_result(listed ->> 'id', attempt);
    exception
      when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
        results := results || private.refused_row(listed ->> 'id', sqlstate, sqlerrm);
    end;
  end loop;
  return results;
end
$$;

comment on function private.attempt_rows(jsonb) is
  'Adds attempts to confirm orders: rows of {id, act, at, reason?, text?}; only a hold has a reason.';

create or replace function private.attempt_result(order_id text, attempt uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', id, 'ok', true) || case when attempt is null then '{}' else
    jsonb_build_object('before', jsonb_build_object('version', version, 'attempt', attempt))
  end
  from public.orders where id = order_id
$$;

comment on function private.attempt_result(text, uuid) is
  'The result of an act that added an attempt, which undoing it deletes. Null for none.';

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
      when private.is_booked(o, (
        select details from private.order_details as details where details.order_id = p_id
      )) then 'booked'
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

create or replace function private.tell_row(listed jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
  asked uuid;
begin
  perform private.check_request(listed, 1024, array['id', 'kind', 'language', 'code']);
  select * into o from public.orders where id = listed ->> 'id';
  if not found then
    perform private.refuse('not_found');
  end if;
  insert into private.told_messages (order_id, actor_id, kind, language, phone_key)
  values (o.id, auth.uid(), listed ->> 'kind', listed ->> 'language', o.phone_key);
  -- The order waits for the reply.
  if listed ->> 'kind' = 'confirm' and private.is_open(o.status) then
    insert into private.confirmation_attempts (order_id, at, actor, actor_id, act)
    values (o.id, now(), 'admin', auth.uid(), 'asked')
    returning id into asked;
    delete from private.order_leases where order_id = o.id;
  end if;
  if listed ? 'code' then
    perform private.save_code(o, listed ->> 'code');
  end if;
  return private.attempt_result(o.id, asked) || jsonb_build_object(
    'told', (select told from private.order_pages where id = o.id),
    'chats', (select chats from private.new_chats)
  );
end
$$;

comment on function private.tell_row(jsonb) is
  'Notes that the admin opened a chat about an order. Returns all messages about the order, and how many new chats the
last hour had.';

create or replace function private.tell_rows(rows jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
declare
  listed jsonb;
  results jsonb[] := '{}';
begin
  for listed in select asked from jsonb_array_elements(rows) as asked order by asked ->> 'id' loop
    begin
      results := results || private.tell_row(listed);
    exception
      when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
        results := results || private.refused_row(listed ->> 'id', sqlstate, sqlerrm);
    end;
  end loop;
  return results;
end
$$;

comment on function private.tell_rows(jsonb) is
  'Notes chats that the admin opened: rows of {id, kind, language, code?}, the code of the message''s link. An open order
that was asked to confirm waits for the reply.';

create table private.acts (
  request uuid primary key,
  act text not null,
  digest text not null check (digest ~ '^[0-9a-f]{32}$'),
  at timestamptz not null default now(),
  actor_id uuid default auth.uid(),
  orders text[] not null default '{}',
  before jsonb not null default '{}',
  response jsonb,
  undone_at timestamptz,
  undo_response jsonb
);

create index acts_orders_idx on private.acts using gin (orders);

create index acts_at_idx on private.acts (at);

comment on table private.acts is 'Writes of the admin, for a week: to repeat their responses and to undo them.';

comment on column private.acts.digest is 'MD5 of the request. The same id is refused for another one.';

comment on column private.acts.orders is 'The ids of the orders that it names.';

comment on column private.acts.before is 'What the saved rows were before, by the ids of their orders, and what the act made.';

alter table private.acts enable row level security;

create policy "Nobody reads the acts through the API" on private.acts for all using (false);

create or replace function private.without_orders(response jsonb, ids text[]) returns jsonb
language sql immutable set search_path = '' as $$
  select response || jsonb_build_object('results', (
    select coalesce(jsonb_agg(
      case when result ->> 'id' = any (ids) then result - 'order' else result end order by nth
    ), '[]')
    from jsonb_array_elements(response -> 'results') with ordinality as listed (result, nth)
  ))
$$;

comment on function private.without_orders(jsonb, text[]) is
  'The response of an act that says of these orders only what became of them.';

create or replace function private.erase_acts(ids text[]) returns void
language sql volatile set search_path = '' as $$
  update private.acts set
    before = before - ids,
    response = private.without_orders(response, ids),
    undo_response = private.without_orders(undo_response, ids)
  where orders && ids
$$;

comment on function private.erase_acts(text[]) is 'Erases what acts keep of erased orders: they are undone no more.';

create or replace function private.forget_acts() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  perform private.erase_acts(array(select id from gone));
  return null;
end
$$;

comment on function private.forget_acts() is 'Erases what acts keep of orders that are deleted.';

create trigger forget_acts after delete on public.orders
  referencing old table as gone for each statement execute function private.forget_acts();

create or replace function private.refused_row(row_id text, state text, message text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('id', row_id, 'ok', false) || case
    when state = 'SHREF' then (message::jsonb -> 'body') - array['ok', 'order']
    else '{"code": "invalid"}'
  end
$$;

comment on function private.refused_row(text, text, text) is
  'What an act responds of a row that it may not change, from the error: as private.respond_error().';

create or replace function private.act_response(results jsonb[]) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('ok', true, 'results', coalesce(jsonb_agg(result - 'before' order by nth), '[]'))
  from unnest(results) with ordinality as listed (result, nth)
$$;

comment on function private.act_response(jsonb[]) is 'The response of an act with one result for each row.';

-- Security definer: the API writes no table.
create or replace function public.admin_act(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  max_rows constant integer := 500;
  ids text[];
  own private.acts;
  results jsonb[];
begin
  perform private.require_admin();
  perform private.check_request(p, 1000000, array['request', 'act', 'rows']);
  if coalesce(p ->> 'act', '') not in ('book', 'attempt', 'tell') then
    perform private.refuse('bad_field', 'act');
  end if;
  if jsonb_typeof(p -> 'rows') is distinct from 'array' then
    perform private.refuse('bad_field', 'rows');
  end if;
  ids := array(select listed ->> 'id' from jsonb_array_elements(p -> 'rows') as listed);
  -- Each order once.
  if cardinality(ids) > (select count(distinct id) from unnest(ids) as id) then
    perform private.refuse('bad_field', 'rows');
  end if;
  if cardinality(ids) > max_rows then
    perform private.refuse('too_many', 'rows');
  end if;
  delete from private.acts where at < now() - interval '7 days';
  -- Waits for the same request where it is under way.
  insert into private.acts (request, act, digest)
  values ((p ->> 'request')::uuid, p ->> 'act', md5(p::text))
  on conflict (request) do nothing
  returning * into own;
  if not found then
    select * into own from private.acts where request = (p ->> 'request')::uuid;
    if own.digest <> md5(p::text) then
      perform private.refuse('request_used', 'request', 409);
    end if;
    return private.respond(200, own.response);
  end if;

  results := case own.act
    when 'book' then private.book_rows(p -> 'rows')
    when 'attempt' then private.attempt_rows(p -> 'rows')
    when 'tell' then private.tell_rows(p -> 'rows')
  end;
  update private.acts set
    orders = ids,
    before = (
      select coalesce(jsonb_object_agg(result ->> 'id', result -> 'before'), '{}')
      from unnest(results) as result where result ? 'before'
    ),
    response = private.act_response(results)
  where request = own.request
  returning * into own;
  return private.respond(200, own.response);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_act(jsonb) to authenticated;

comment on function public.admin_act(jsonb) is
  'Does an act once: {request, act, rows}, where the request is a UUID of its own. Responds with a result for each row,
{id, ok} or {id, ok: false, code}, and with the same ones to the same request. The acts are book (private.book_rows),
attempt (private.attempt_rows) and tell (private.tell_rows). For admins.';

-- Security definer: the API writes no table.
create or replace function public.admin_undo_act(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  own private.acts;
  results jsonb[];
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['request']);
  select * into own from private.acts where request = (p ->> 'request')::uuid;
  -- Its orders before the act, in the sequence in which erasing locks both.
  perform from public.orders as o where o.id = any (own.orders) order by o.id for update;
  select * into own from private.acts where request = own.request for update;
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  if own.undone_at is null then
    results := case own.act
      when 'book' then private.undo_booked(own.before)
      else private.undo_attempts(own.before)
    end;
    update private.acts set undone_at = now(), undo_response = private.act_response(results)
    where request = own.request
    returning * into own;
  end if;
  return private.respond(200, own.undo_response);
exception
  when sqlstate 'SHREF' or data_exception then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_undo_act(jsonb) to authenticated;

comment on function public.admin_undo_act(jsonb) is
  'Undoes the act of a {request} for each row that nobody changed since, once. Responds as public.admin_act() with a
result for each row that the act saved: stale where somebody changed it. For admins.';

create or replace function private.booking_json(o public.orders, details private.order_details) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'version', o.version, 'status', o.status, 'trackingNumber', o.tracking_number,
    'courier', details.courier, 'outcome', details.outcome, 'endReason', details.end_reason,
    'booked', private.is_booked(o, details)
  )
$$;

comment on function private.booking_json(public.orders, private.order_details) is
  'How an order goes out, as the results of acts have it.';

create or replace function private.booking_results(results jsonb[]) returns jsonb[]
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

create or replace function private.booking_before(ids text[]) returns table (id text, before jsonb)
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

create or replace function private.last_event(p_id text) returns bigint
language sql stable set search_path = '' as $$
  select coalesce(max(event.id), 0) from private.parcel_events as event
  join private.parcels as p on p.id = event.parcel_id where p.order_id = p_id
$$;

comment on function private.last_event(text) is 'The newest event of the parcels of an order; 0 for none.';

create or replace function private.book_rows(rows jsonb) returns jsonb[]
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

create or replace function private.undo_booked(before jsonb) returns jsonb[]
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

drop function admin_add_attempt(jsonb);

drop function admin_book_order(jsonb);

drop function admin_tell(jsonb);

drop function admin_undo_attempt(jsonb);