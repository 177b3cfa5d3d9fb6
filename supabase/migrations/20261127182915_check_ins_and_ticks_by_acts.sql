-- Check-ins of the returns desk and the tick "In my bank" are acts. What a file's state does to a parcel is a table.

alter table private.parcel_events drop column token;

create or replace function private.set_parcels(events private.parcel_events[]) returns void
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
    parcel_id, state, at, source, statement_id, word, reason, before
  )
  select parcel_id, state, at, source, statement_id, word, reason, before
  from unnest(events) with ordinality order by ordinality;
end
$$;

comment on function private.set_parcels(private.parcel_events[]) is
  'Sets the states of parcels, one event for each, and saves what happened.';

create or replace function private.without_orders(response jsonb, ids text[]) returns jsonb
language sql immutable set search_path = '' as $$
  select response || jsonb_build_object('results', (
    select coalesce(jsonb_agg(case
      when result ->> 'id' = any (ids) then result - 'order'
      -- A code that was scanned, and whom it found.
      when jsonb_path_query_array(result, '$.**.orderId') ?| ids then jsonb_build_object('id', '', 'ok', result -> 'ok')
      else result
    end order by nth), '[]')
    from jsonb_array_elements(response -> 'results') with ordinality as listed (result, nth)
  ))
$$;

comment on function private.without_orders(jsonb, text[]) is
  'The response of an act that says of these orders only what became of them.';

create or replace function private.act_rows(act text, rows jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
declare
  asked jsonb;
  results jsonb[] := '{}';
begin
  -- Two acts lock their orders in one sequence.
  if act = 'check_in' then
    perform private.lock_parcels(array(
      select unnest(private.scanned_parcels(listed ->> 'id')) from jsonb_array_elements(rows) as listed
    ));
  end if;
  for asked in select listed from jsonb_array_elements(rows) as listed order by listed ->> 'id' loop
    begin
      results := results || case act
        when 'attempt' then private.attempt_row(asked)
        when 'tell' then private.tell_row(asked)
        when 'note' then private.note_row(asked)
        when 'bank' then private.bank_row(asked)
        when 'check_in' then private.check_in_row(asked)
      end;
    exception
      when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
        results := results || private.refused_row(asked ->> 'id', sqlstate, sqlerrm);
    end;
  end loop;
  return results;
end
$$;

comment on function private.act_rows(text, jsonb) is 'Does the rows of an act, each for itself.';

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
  if coalesce(p ->> 'act', '') not in (
    'book', 'attempt', 'tell', 'note', 'release', 'discard', 'delete', 'bank', 'check_in'
  ) then
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
    when 'delete' then private.delete_rows(p -> 'rows')
    when 'release' then private.decide_rows(own.act, p -> 'rows')
    when 'discard' then private.decide_rows(own.act, p -> 'rows')
    else private.act_rows(own.act, p -> 'rows')
  end;
  update private.acts set
    orders = ids || array(select distinct named #>> '{}' from jsonb_path_query(to_jsonb(results), '$.**.orderId') as named),
    before = (
      select coalesce(jsonb_object_agg(key, value), '{}')
      from unnest(results) as result, jsonb_each(case own.act
        when 'check_in' then result -> 'before' else jsonb_build_object(result ->> 'id', result -> 'before')
      end)
      where result ? 'before'
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
attempt, tell and note (private.<act>_row), release and discard (private.decide_rows), and delete
(private.delete_rows). For admins.';

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
      when 'attempt' then private.undo_attempts(own.before)
      when 'tell' then private.undo_attempts(own.before)
      when 'check_in' then private.undo_checked_in(own.before)
      else private.undo_decided(own.before)
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

create or replace function private.undoable(formers jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(id, former || jsonb_build_object(
    'version', booking -> 'version', 'lastEvent', last_event, 'at', now()
  )), '{}')
  from jsonb_each(formers) as before (id, former) join private.shown_bookings using (id)
$$;

comment on function private.undoable(jsonb) is
  'What orders were before an act, with what they are since: where that is the same still, the act can be undone.';

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
  formers := private.undoable(formers);
  return array(
    select result || case
      when (result ->> 'ok')::boolean then jsonb_build_object('before', formers -> (result ->> 'id')) else '{}'
    end
    from unnest(private.booking_results(results)) with ordinality as saved (result, nth) order by nth
  );
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
      when o.version <> (former ->> 'version')::integer or last_event <> (former ->> 'lastEvent')::bigint
        -- What a statement has paid stays.
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
  from unnest(bookings) as booked
  where exported.order_id = booked.order_id
    and exported.left_at = (before #>> array[exported.order_id, 'at'])::timestamptz;
  return private.booking_results(results);
end
$$;

comment on function private.undo_booked(jsonb) is
  'Gives back the locked orders of an act that set bookings, where nobody changed them since.';

create or replace function private.file_move(
  p private.parcels, state private.parcel_state, at timestamptz, reason text
) returns text
language sql immutable set search_path = '' as $$
  select case
    -- A delivery that failed again has the newest reason.
    when state = p.state then
      case when state = 'attempt_failed' and reason <> coalesce(p.reason, '') and not is_older then 'moves' else 'same' end
    when state::text = any (before::text[]) then 'behind'
    when is_end then p.state::text
    -- These two have no order but that of their times.
    when is_older and array[state, p.state] <@ '{out_for_delivery,attempt_failed}' then 'behind'
    when not p.is_current and state not in ('returned', 'received_back', 'lost') then 'sent_again'
    when state = 'cancelled' and p.state <> 'booked' then 'on_the_way'
    else 'moves'
  end
  from (select (at < p.state_at) is true as is_older) as given, (values
    ('booked', '{}', false),
    ('handed_over', '{booked}', false),
    ('out_for_delivery', '{booked,handed_over}', false),
    ('attempt_failed', '{booked,handed_over}', false),
    ('returning', '{booked,handed_over,out_for_delivery,attempt_failed}', false),
    ('returned', '{booked,handed_over,out_for_delivery,attempt_failed,returning}', false),
    ('received_back', '{booked,handed_over,out_for_delivery,attempt_failed,returning,returned}', true),
    ('delivered', '{booked,handed_over,out_for_delivery,attempt_failed}', true),
    ('lost', '{booked,handed_over,out_for_delivery,attempt_failed}', true),
    ('cancelled', '{booked}', true)
  ) as parcel (parcel_state, before, is_end)
  where parcel_state = p.state::text
$$;

comment on function private.file_move(private.parcels, private.parcel_state, timestamptz, text) is
  'What a state in a file does to a parcel: it moves it, is the same or behind, or is in conflict with the state, the
name of which is then returned, or with an order that was sent again. A delivery or an attempt changes either way.';

create or replace function private.bank_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  perform private.check_request(asked, 1024, array['id', 'inBank']);
  if jsonb_typeof(asked -> 'inBank') is distinct from 'boolean' then
    perform private.refuse('bad_field', 'inBank');
  end if;
  update private.statements set
    in_bank_at = case when (asked ->> 'inBank')::boolean then coalesce(in_bank_at, now()) end
  where id = (asked ->> 'id')::bigint and undone_at is null;
  if not found then
    perform private.refuse('not_found');
  end if;
  return jsonb_build_object('id', asked ->> 'id', 'ok', true);
end
$$;

comment on function private.bank_row(jsonb) is
  'A row of the act "bank": whether what a statement pays is in the bank, {id, inBank}. The other tick undoes it.';

create or replace function private.check_in(p private.parcels, act text) returns text
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
  return private.move_parcels(array[e], case when act = 'refused' then act end) ->> p.id::text;
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
  if coalesce(asked ->> 'act', '') not in ('returned', 'refused', 'received_back', 'damaged', 'lost', 'found') then
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
  'A row of the act "check_in": {id, act}, where the id is a code and the act is returned, refused, received_back,
damaged, lost or found.';

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
    select jsonb_strip_nulls(jsonb_build_object('id', order_id, 'ok', why is null, 'code', why))
    from (
      select order_id, coalesce(min(stays.why), case when bool_and((event).id is null) then 'not_found' end) as why
      from done left join stays on "orderId" = order_id group by order_id
    ) as undone order by order_id
  )
$$;

comment on function private.undo_checked_in(jsonb) is
  'Takes back the events of check-ins, {event: order}, unless something newer happened.';

drop function admin_check_in(jsonb);

drop function admin_set_in_bank(jsonb);

drop function admin_undo_check_in(jsonb);

drop function private.check_in(private.parcels,text,uuid);

drop function private.desk_json(private.parcels);