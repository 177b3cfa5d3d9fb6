-- Orders that are entered, corrected, joined and taken apart, and notes that are deleted, are acts: the token by which an
-- order was entered once goes.

alter table private.order_details drop column admin_token_hash;

comment on column private.joined_orders.before is 'Items, total and advance of the other order before, and the status of this one.';
comment on column private.joined_orders.after is 'Items, total and advance of the other order, with what was added.';

create or replace function private.erase_order_details(ids text[]) returns void
language sql volatile set search_path = '' as $$
  update private.order_details set cancel_text = null where order_id = any (ids)
$$;

comment on function private.erase_order_details(text[]) is 'Erases what customers of erased orders wrote when they cancelled.';

create or replace function private.delete_note_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  gone private.order_notes;
begin
  perform private.check_request(asked, 1024, array['id', 'note']);
  -- Locked, so that erasing it finds the note in the act.
  perform from public.orders where id = asked ->> 'id' for share;
  delete from private.order_notes
  where order_id = asked ->> 'id' and to_jsonb(order_notes.id) = asked -> 'note' returning * into gone;
  return jsonb_build_object('id', asked -> 'id', 'ok', true)
    || case when gone.id is null then '{}' else jsonb_build_object('before', jsonb_build_object('note', to_jsonb(gone))) end;
end
$$;

comment on function private.delete_note_row(jsonb) is 'Deletes the note with the id {note} of order {id}.';

create or replace function private.restore_note(former jsonb) returns jsonb
language sql volatile set search_path = '' as $$
  insert into private.order_notes overriding system value
  select * from jsonb_populate_record(null::private.order_notes, former -> 'note')
  returning jsonb_build_object('id', order_id, 'ok', true)
$$;

comment on function private.restore_note(jsonb) is 'Adds a deleted note again, as it was.';

create or replace function private.joined_result(added_id text, main_id text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', added.id, 'ok', true, 'before', jsonb_build_object(
    'version', added.version, 'into', main.id, 'intoVersion', main.version
  ))
  from public.orders as added, public.orders as main where added.id = added_id and main.id = main_id
$$;

comment on function private.joined_result(text, text) is
  'The result of a row that joined two orders or took them apart, with the row that does the opposite.';

create or replace function private.join_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  main public.orders;
  added public.orders;
  before jsonb;
  after jsonb;
begin
  perform private.check_request(asked, 1024, array['id', 'version', 'into', 'intoVersion']);
  perform from public.orders as o where o.id in (asked ->> 'id', asked ->> 'into') order by o.id for update;
  select * into main from public.orders where id = asked ->> 'into';
  select * into added from public.orders where id = asked ->> 'id';
  if main.id is null or added.id is null or main.id = added.id then
    perform private.refuse('not_found');
  elsif private.is_booked(main) or private.is_booked(added) then
    perform private.refuse('booked');
  elsif (added.version, main.version)
    is distinct from ((asked ->> 'version')::integer, (asked ->> 'intoVersion')::integer) then
    perform private.refuse('stale');
  elsif coalesce(main.replaces, added.replaces) is not null then
    perform private.refuse('replacement');
  elsif main.phone_key <> added.phone_key then
    perform private.refuse('other_phone');
  end if;
  before := jsonb_build_object(
    'items', main.items, 'total', main.total, 'advance', private.advance_of(main.id), 'addedStatus', added.status
  );
  after := jsonb_build_object(
    'items', private.joined_items(main.items, added.items),
    'total', main.total + added.total,
    'advance', private.advance_of(main.id) + private.advance_of(added.id)
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
  return private.joined_result(added.id, main.id);
end
$$;

comment on function private.join_row(jsonb) is
  'Joins the order of {id, version, into, intoVersion} into another open one of the same phone.';

create or replace function private.take_apart_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  main public.orders;
  added public.orders;
  joined private.joined_orders;
begin
  perform private.check_request(asked, 1024, array['id', 'version', 'into', 'intoVersion']);
  select * into joined from private.joined_orders where order_id = asked ->> 'id';
  if not found then
    perform private.refuse('not_found');
  end if;
  perform from public.orders as o where o.id in (joined.order_id, joined.into_id) order by o.id for update;
  select * into main from public.orders where id = joined.into_id;
  select * into added from public.orders where id = joined.order_id;
  if private.is_booked(main) then
    perform private.refuse('booked');
  end if;
  -- What was corrected since would be lost.
  if (main.items, main.total, private.advance_of(main.id))
    <> (joined.after -> 'items', (joined.after ->> 'total')::numeric, (joined.after ->> 'advance')::numeric)
    or added.status <> 'cancelled'
    or (asked ->> 'version')::integer <> added.version or (asked ->> 'intoVersion')::integer <> main.version then
    perform private.refuse('stale');
  end if;
  perform private.write_contents(
    'admin', main, jsonb_populate_record(main, joined.before), (joined.before ->> 'advance')::numeric
  );
  delete from private.joined_orders where order_id = joined.order_id;
  perform private.save_bookings(array[row(
    added.id, coalesce(joined.before ->> 'addedStatus', 'pending'), null, null, null, null, null
  )::private.bookings]);
  return private.joined_result(added.id, main.id);
end
$$;

comment on function private.take_apart_row(jsonb) is
  'Takes the joined order of {id, version?, intoVersion?} out of the other one''s parcel again, until that is booked.';

create or replace function private.lock_new_order(p jsonb) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if jsonb_typeof(p -> 'id') is distinct from 'string' or p ->> 'id' !~ '^[0-9A-Z]{8}$' then
    perform private.refuse('bad_field', 'id');
  end if;
  if jsonb_typeof(p -> 'total') is distinct from 'number' then
    perform private.refuse('bad_field', 'total');
  end if;
  -- The column would round it, and the rounded total might be right.
  if (p ->> 'total')::numeric <> round((p ->> 'total')::numeric, 2) then
    perform private.refuse('total_mismatch');
  end if;
  -- Two requests for one id wait for each other, so that the second finds what the first has saved.
  perform pg_advisory_xact_lock(hashtextextended('order:' || (p ->> 'id'), 0));
end
$$;

comment on function private.lock_new_order(jsonb) is
  'Refuses a new order''s request of the wrong shape, and locks its id.';

create or replace function private.place_once(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  response jsonb;
  o public.orders;
begin
  if jsonb_typeof(p -> 'token') is distinct from 'string'
    or p ->> 'token' !~ '^[A-Za-z0-9_-]{22,64}$' then
    perform private.refuse('bad_field', 'token');
  end if;
  if p -> 'paymentMethod' is distinct from '"cash_on_delivery"' then
    perform private.refuse('bad_field', 'paymentMethod');
  end if;
  response := private.find_attempt(p);
  if response is not null then
    return response;
  end if;
  -- Old prices and pauses are not counted as a refusal, so they are refused before the id is looked up: they must not say
  -- which ids exist.
  perform private.check_prices(p -> 'items');
  perform private.check_pauses(p -> 'items');

  select * into o from public.orders where id = p ->> 'id';
  if found then
    if not exists (select from private.claimable_orders where id = o.id) then
      perform private.refuse('id_taken', null, 409);
    end if;
    -- Number and phone show an order that an admin entered and give no right to it. Without the code it is a
    -- try to find an order, with the limit of one. Responses, so that it is counted.
    case private.try_phone(o.id, private.phone_key(p #>> '{shippingAddress,phone}'))
      when 'too_many_tries' then
        return private.respond(429, '{"ok": false, "code": "too_many_tries"}');
      when 'not_found' then
        return private.respond(409, '{"ok": false, "code": "id_taken"}');
      else
        return private.respond_order(o.id) || '{"replay": true}';
    end case;
  end if;

  -- Before the order is written: rows that a refusal rolls back take space until they are vacuumed.
  perform private.check_client(p ->> 'id');
  o := private.set_contents('customer', null, p);
  insert into private.order_keys (order_id, token_hash, request_hash)
  values (o.id, private.hash_token(p ->> 'token'), private.hash_request(p));
  insert into private.outbox (kind, subject) values ('order', o.id);
  perform private.mark_new_order(o, p -> 'earlier');
  return private.respond_order(o.id, true, 201) || '{"replay": false}';
end
$$;

comment on function private.place_once(jsonb) is
  'Places an order of a request of the right shape, or responds as to the first request of its attempt.';

create or replace function private.enter_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  perform private.check_request(asked, 16384, array[
    'id', 'items', 'total', 'shippingAddress', 'extras', 'source', 'advance', 'note', 'deviceCode', 'messageId', 'replaces'
  ]);
  -- The lock of place_order(): the customer's own attempt may arrive at the same time.
  perform private.lock_new_order(asked);
  if exists (select from public.orders where id = asked ->> 'id') then
    perform private.refuse('id_taken');
  end if;
  if asked ? 'replaces' then
    asked := private.with_replaced(asked);
  elsif not coalesce(asked -> 'source' <@ '["phone", "whatsapp"]', false) then
    perform private.refuse('bad_field', 'source');
  else
    perform private.check_prices(asked -> 'items');
  end if;
  if coalesce(asked ->> 'deviceCode', 'ABCDEFGH') !~ '^[A-Z0-9]{8}$' then
    perform private.refuse('bad_field', 'deviceCode');
  end if;
  if coalesce(asked ->> 'messageId', 'ABCDEFGH') !~ '^[0-9A-Z]{8}$' then
    perform private.refuse('bad_field', 'messageId');
  end if;
  perform private.set_contents('admin', null, asked);
  insert into private.order_details (order_id, source, advance, device_code_hash, message_id)
  values (
    asked ->> 'id', asked ->> 'source', private.read_advance(asked, 0, (asked ->> 'total')::numeric),
    private.hash_token(asked ->> 'deviceCode'), asked ->> 'messageId'
  );
  if asked ? 'note' then
    perform private.note_row(jsonb_build_object('id', asked -> 'id', 'note', asked -> 'note'));
  end if;
  return private.respond_order(asked ->> 'id') || jsonb_build_object('id', asked -> 'id');
end
$$;

comment on function private.enter_row(jsonb) is
  'Saves an order by phone or WhatsApp: {id, items, total, shippingAddress, extras?, source, advance?, note?, deviceCode?,
messageId?}. The last two are of the customer''s message. Or a replacement: {id, replaces, items, total, note?}, whose
items are some of that order and cost nothing. Nothing undoes it: an order is cancelled, then deleted.';

create or replace function private.correct_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
  former jsonb;
  response jsonb;
begin
  perform private.check_request(
    asked, 16384, array['id', 'version', 'shippingAddress', 'extras', 'items', 'total', 'advance']
  );
  select * into o from public.orders where id = asked ->> 'id' for update;
  perform private.check_version(o, asked, false);
  former := private.contents_json(o, private.advance_of(o.id));
  perform private.set_contents('admin', o, asked);
  response := private.respond_order(o.id);
  return response || jsonb_build_object(
    'id', o.id, 'before', former || jsonb_build_object('version', response #> '{order,version}')
  );
end
$$;

comment on function private.correct_row(jsonb) is
  'Corrects an order that is not booked: {id, version, shippingAddress?, extras?, items?, total?, advance?}. Lines have
the prices of today.';

create or replace function private.restore_contents(former jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
begin
  select * into o from public.orders where id = former ->> 'id' for update;
  perform private.check_version(o, former, false);
  perform private.write_contents('admin', o, jsonb_populate_record(o, jsonb_build_object(
    'shipping_address', former -> 'shippingAddress', 'extras', former -> 'extras',
    'items', former -> 'items', 'total', former -> 'total'
  )), (former ->> 'advance')::numeric);
  return jsonb_build_object('id', o.id, 'ok', true);
end
$$;

comment on function private.restore_contents(jsonb) is
  'Gives an order that is not booked the contents of before its correction, at the prices of then.';

create or replace function private.forget_logged() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  perform private.erase_acts(array(select distinct order_id from erased));
  return null;
end
$$;

comment on function private.forget_logged() is
  'Erases what acts keep of orders whose log is erased, also where they were corrected to another customer.';

-- Only erasing changes the log.
create trigger forget_acts after update on private.order_audit
  referencing new table as erased for each statement execute function private.forget_logged();

create or replace function private.each_row(row_function regproc, rows jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
declare
  asked jsonb;
  result jsonb;
  results jsonb[] := '{}';
begin
  -- Two acts lock their orders in one sequence.
  for asked in select listed from jsonb_array_elements(rows) as listed order by listed ->> 'id' loop
    begin
      execute format('select %s($1)', row_function) into result using asked;
      results := results || result;
    exception
      when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
        results := results || private.refused_row(asked ->> 'id', sqlstate, sqlerrm);
    end;
  end loop;
  return results;
end
$$;

comment on function private.each_row(regproc, jsonb) is 'Calls a function with each row of an act, each for itself.';

-- Security definer: the API writes no table. Without sequential scans, as private.scan_list(): 500 rows are looked up
-- one by one, by plans that a connection keeps from the time when there were few.
create or replace function public.admin_act(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off
set statement_timeout = '30s' as $$
declare
  max_rows constant integer := 500;
  ids text[];
  own private.acts;
  results jsonb[];
begin
  perform private.require_admin();
  perform private.check_request(p, 1000000, array['request', 'act', 'rows']);
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
    when 'enter' then private.each_row('private.enter_row', p -> 'rows')
    when 'correct' then private.each_row('private.correct_row', p -> 'rows')
    when 'join' then private.each_row('private.join_row', p -> 'rows')
    when 'take_apart' then private.each_row('private.take_apart_row', p -> 'rows')
    when 'attempt' then private.each_row('private.attempt_row', p -> 'rows')
    when 'tell' then private.each_row('private.tell_row', p -> 'rows')
    when 'note' then private.each_row('private.note_row', p -> 'rows')
    when 'delete_note' then private.each_row('private.delete_note_row', p -> 'rows')
    when 'release' then private.decide_rows(own.act, p -> 'rows')
    when 'discard' then private.decide_rows(own.act, p -> 'rows')
    when 'delete' then private.delete_rows(p -> 'rows')
    when 'bank' then private.each_row('private.bank_row', p -> 'rows')
    when 'check_in' then private.check_in_rows(p -> 'rows')
  end;
  if results is null then
    perform private.refuse('bad_field', 'act');
  end if;
  update private.acts set
    orders = ids || array(
      select named #>> '{}' from jsonb_path_query(to_jsonb(results), '$.**.orderId') as named
      union select result #>> '{before,into}' from unnest(results) as result where result -> 'before' ? 'into'
    ),
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
{id, ok} or {id, ok: false, code}, and with the same ones to the same request. What a row of an act is,
its function says. For admins.';

-- Security definer: the API writes no table.
create or replace function public.admin_undo_act(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off
set statement_timeout = '30s' as $$
declare
  own private.acts;
  rows jsonb;
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
    rows := (select jsonb_agg(former || jsonb_build_object('id', key)) from jsonb_each(own.before) as saved (key, former));
    results := case own.act
      when 'book' then private.undo_booked(own.before)
      when 'correct' then private.each_row('private.restore_contents', rows)
      when 'join' then private.each_row('private.take_apart_row', rows)
      when 'take_apart' then private.each_row('private.join_row', rows)
      when 'attempt' then private.undo_attempts(own.before)
      when 'tell' then private.undo_attempts(own.before)
      when 'delete_note' then private.each_row('private.restore_note', rows)
      when 'release' then private.undo_decided(own.before)
      when 'discard' then private.undo_decided(own.before)
      when 'check_in' then private.undo_checked_in(own.before)
      else '{}'
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
result for each row that the act saved: stale where somebody changed it. An order that was entered or deleted stays so,
and a note stays until it is deleted. For admins.';

create or replace function private.check_in_rows(rows jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
begin
  perform private.lock_parcels(array(
    select unnest(private.scanned_parcels(listed ->> 'id')) from jsonb_array_elements(rows) as listed
  ));
  return private.each_row('private.check_in_row', rows);
end
$$;

comment on function private.check_in_rows(jsonb) is 'Checks parcels in that are locked in one sequence.';

drop function public.admin_correct_order(jsonb);

drop function public.admin_create_order(jsonb);

drop function public.admin_delete_note(jsonb);

drop function public.admin_delete_order(jsonb);

drop function public.admin_join_orders(jsonb);

drop function public.admin_send_again(jsonb);

drop function public.admin_take_apart(jsonb);

drop function private.act_rows(text,jsonb);