-- Erasing locks as acts do, pages find the orders of a phone whatever the statistics say, nothing lost is replaced, and
-- two cities have short names.

-- Security definer: anonymous callers have no right to any table.
create or replace function public.send_message(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  -- Of the longest ones 60 MB. Then each client may send a few: one alone must not shut the others out.
  many_unread constant integer := 2000;
  max_of_client integer := 30;
  -- One subscriber may have a /48 network.
  max_of_network integer := 100;
  saved private.contact_messages;
  sender text;
  email text;
begin
  perform private.require_plain_call();
  -- 10,000 characters of four bytes, and the other fields.
  perform private.check_request(
    p, 49152, array['messageId', 'name', 'email', 'subject', 'message', 'isSuspected']
  );
  if jsonb_typeof(p -> 'messageId') is distinct from 'string'
    or p ->> 'messageId' !~ '^[A-Za-z0-9_-]{16,64}$' then
    perform private.refuse('bad_field', 'messageId');
  end if;

  -- Two requests with one id wait for each other, so that the second finds what the first has saved.
  perform pg_advisory_xact_lock(hashtextextended('message:' || (p ->> 'messageId'), 0));
  select * into saved from private.contact_messages where id = p ->> 'messageId';
  if found then
    -- Another message under the same id is not taken for saved.
    if saved.message is distinct from private.clean_note('message', p -> 'message', 10000) then
      perform private.refuse('attempt_reused');
    end if;
    return private.respond(200, '{"ok": true, "replay": true}');
  end if;
  if (
    select count(*) = many_unread from (
      select from private.contact_messages where read_at is null limit many_unread
    ) as unread
  ) then
    max_of_client := 3;
    max_of_network := 10;
  end if;
  if private.is_refused('message', max_of_client)
    or coalesce(
      private.change_count('message', private.network_hash()::text, 1, max_of_network) > max_of_network, true
    )
    or private.is_nearly_full()
  then
    perform private.refuse('rate_limited', null, 429);
  end if;

  sender := private.clean_field('name', p -> 'name', 100, required => true);
  email := private.clean_field('email', p -> 'email', 254, required => true);
  if email !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' then
    perform private.refuse('email_invalid', 'email');
  end if;
  insert into private.contact_messages (id, name, email, subject, message, is_suspected)
  values (
    p ->> 'messageId', sender, email,
    private.clean_field('subject', p -> 'subject', 200, required => true),
    private.clean_note('message', p -> 'message', 10000),
    coalesce((p -> 'isSuspected')::boolean, false)
  );
  return private.respond(201, '{"ok": true, "replay": false}');
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.send_message(jsonb) to anon, authenticated;

comment on function public.send_message(jsonb) is
  'Saves a message of {messageId, name, email, subject, message, isSuspected?}, once per messageId.';

-- Security definer: the API writes no table. Without sequential scans, as private.scan_list(): 500 rows are looked up
-- one by one, by plans that a connection keeps from the time when there were few. A courier's file takes seconds.
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
  perform private.check_request(p, 4000000, array['request', 'act', 'rows']);
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
  -- Waits for the same request where it is under way.
  insert into private.acts (request, act, digest, keeps_undo)
  values ((p ->> 'request')::uuid, p ->> 'act', md5(p::text), private.desk_keeps_undo(p ->> 'act'))
  on conflict (request) do nothing
  returning * into own;
  if not found then
    select * into own from private.acts where request = (p ->> 'request')::uuid;
    if own.digest <> md5(p::text) then
      perform private.refuse('request_used', 'request', 409);
    end if;
    return private.respond(200, own.response);
  end if;

  results := private.desk_does(own.act, p -> 'rows');
  if results is null then
    perform private.refuse('bad_field', 'act');
  end if;
  own.response := private.act_response(results);
  update private.acts set
    orders = ids || array(
      select named #>> '{}'
      from unnest('{orderId,"parcels[*].orderId","exported[*]",batch.id,statement}'::text[]) as path,
        jsonb_path_query(own.response, format('$.results[*].%s', path)::jsonpath) as named
      union select result #>> '{before,into}' from unnest(results) as result where result -> 'before' ? 'into'
    ),
    before = (
      select coalesce(jsonb_object_agg(key, value), '{}')
      from unnest(results) as result, jsonb_each(
        coalesce(result -> 'befores', jsonb_build_object(result ->> 'id', result -> 'before'))
      )
      where result ?| array['before', 'befores']
    ),
    response = own.response
  where request = own.request
  returning * into own;
  -- A week is 14 MB at 1,000 orders a day; all acts of 1,000,000 orders would be 2 GB, mostly messages and calls.
  -- No request waits for another one that deletes them: it has locked its orders, as erasing locks them before acts.
  delete from private.acts where request in (
    select request from private.acts where at < now() - interval '7 days' and not keeps_undo for update skip locked
  );
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

-- Security definer: as public.admin_act().
create or replace function public.admin_undo_act(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off
set statement_timeout = '30s' as $$
declare
  own private.acts;
  ids text[];
  results jsonb[];
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['request']);
  select * into own from private.acts where request = (p ->> 'request')::uuid;
  ids := own.orders || private.desk_locks(own);
  -- Its orders before the act, in the sequence in which erasing locks both.
  perform from public.orders as o where o.id = any (ids) order by o.id for update;
  select * into own from private.acts where request = own.request for update;
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  if own.undone_at is null then
    results := private.desk_undoes(own);
    update private.acts set undone_at = now(), undo_response = private.act_response(results)
    where request = own.request
    returning * into own;
  end if;
  return private.respond(200, own.undo_response);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_undo_act(jsonb) to authenticated;

comment on function public.admin_undo_act(jsonb) is
  'Undoes the act of a {request} for each row that nobody changed since, once. Responds as public.admin_act() with a
result for each row that the act saved: stale where somebody changed it. An order that was entered or deleted stays so,
and a note stays until it is deleted. For admins.';

comment on function private.desk_of_page(public.orders) is 'Slot: what the page of an order has beside the order.';

create or replace function private.logged_as(before jsonb, name text, phone text)
returns table (has_name boolean, has_phone boolean)
language sql immutable set search_path = '' as $$
  select * from (
    select
      lower(before #>> '{shippingAddress,fullName}') = name as has_name,
      -- Reading a phone takes a hundred times as long, of none too.
      case when before -> 'shippingAddress' ? 'phone'
        then nullif(private.phone_key(before #>> '{shippingAddress,phone}'), '') = phone
      end as has_phone
  ) as compared
  -- The log has what differs: a name or a phone that an entry does not have is that of a later one.
  where coalesce(has_name, has_phone) and coalesce(has_phone, has_name)
$$;

comment on function private.logged_as(jsonb, text, text) is
  'Whether an entry of the log may be of this lower-case name and phone key: without a row where it is of another customer.';

create or replace function private.erase_former(name text, phone text, ids text[]) returns void
language sql volatile set search_path = '' as $$
  with former as (
    select logged.order_id, max(logged.id) as last_entry, max(logged.at) as until
    from private.order_audit as logged
    cross join private.logged_as(logged.before, erase_former.name, erase_former.phone)
    left join public.orders as o on o.id = logged.order_id
    where logged.order_id = any (ids) and logged.before ? 'shippingAddress'
    group by logged.order_id, o.phone_key, o.shipping_address
    having (coalesce(bool_or(has_name), false)
        or lower(o.shipping_address ->> 'fullName') = erase_former.name)
      and (coalesce(bool_or(has_phone), false) or o.phone_key = erase_former.phone)
  ),
  erased as (
    update private.order_audit as entry set
      before = private.erase_logged(entry.before),
      after = case
        when entry.id < former.last_entry then private.erase_logged(entry.after) else entry.after
      end
    from former
    where entry.order_id = former.order_id and entry.id <= former.last_entry
  ),
  unnumbered as (
    update public.orders as o set tracking_history = private.history_without_numbers(o.tracking_history, former.until)
    from former
    where o.id = former.order_id
      and o.tracking_history <> private.history_without_numbers(o.tracking_history, former.until)
  ),
  ended as (
    delete from private.confirm_codes as code using former
    where code.order_id = former.order_id and code.made_at <= former.until
  )
  select private.desk_erases_former(order_id, until) from former
$$;

comment on function private.erase_former(text, text, text[]) is
  'Erases what these orders were until they were corrected from this lower-case name and phone key to another customer: from
the log and the history, and what the desk has.';

-- Security definer: the API writes no table.
create or replace function public.admin_erase_customer(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  customer text := p ->> 'key';
  customer_name text;
  customer_phone text;
  locked text[];
  ids text[];
  open_orders integer;
begin
  perform private.require_admin();
  if p ? 'order' then
    select private.customer_key(o) into customer from public.orders as o where o.id = p ->> 'order';
  end if;
  -- Without one it is erased already.
  customer_phone := nullif(substring(customer from '[0-9]*$'), '');
  customer_name := left(customer, -length(customer_phone) - 1);
  -- Locked in the order of their ids, as acts lock theirs, so that none is reopened meanwhile; with those that
  -- private.erase_former() may change. The statement that follows sees what others did to them before.
  locked := array(
    select o.id from public.orders as o where o.phone_key = customer_phone and private.customer_key(o) = customer
    union
    select logged.order_id
    from private.order_audit as logged cross join private.logged_as(logged.before, customer_name, customer_phone)
    where logged.before ? 'shippingAddress'
  );
  perform from public.orders where id = any (locked) order by id for update;
  select array_agg(id), count(*) filter (where not private.is_final(status)) into ids, open_orders
  from public.orders as o
  where o.phone_key = customer_phone and private.customer_key(o) = customer
    and not private.is_erased(o.shipping_address);
  if ids is null then
    return private.respond(200, '{"ok": false, "code": "not_found"}');
  end if;
  if open_orders > 0 then
    return private.respond(200, jsonb_build_object('ok', false, 'code', 'open_orders', 'orders', open_orders));
  end if;

  perform private.erase_orders(ids);
  perform private.erase_former(customer_name, customer_phone, locked);
  -- And all messages from the e-mail addresses of those with the name or the phone. A second phone may be
  -- somebody else's, who wrote to the shop as well.
  with found as (
    select id, email_key from private.contact_messages as message
    where lower(message.name) = customer_name
      or strpos(private.digits(message::text), customer_phone) > 0
  )
  delete from private.contact_messages
  where id in (select id from found) or email_key in (select email_key from found);
  insert into private.erasures (actor, actor_id, orders)
  values ('admin', auth.uid(), cardinality(ids));
  return private.respond(200, jsonb_build_object('ok', true, 'orders', cardinality(ids), 'otherNames', (
    select count(distinct private.customer_key(o)) from public.orders as o
    where o.phone_key = customer_phone
  )));
end
$$;

grant execute on function public.admin_erase_customer(jsonb) to authenticated;

comment on function public.admin_erase_customer(jsonb) is
  'Erases for good the personal data of the customer with this {key} or {order}, unless an order is open; and
says how many orders, and how many other customers have the same phone. For admins.';

create or replace function private.cash_of(o public.orders) returns bigint
language sql stable set search_path = '' as $$
  select greatest((o.total - coalesce((
    select advance from private.order_details where order_id = o.id
  ), 0)) * 100, 0)::bigint
$$;

comment on function private.cash_of(public.orders) is 'What the courier collects for an order, in minor units.';

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
      select private.cash_of(o) from public.orders as o where o.id = p.order_id
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
      b.courier, b.tracking_number, b.outcome, b.outcome, b.state, private.cash_of(o), now(), now(),
      case when b.state not in ('booked', 'cancelled') then now() end,
      case when b.state not in ('booked', 'handed_over') then now() end
    from unnest(wanted) as b
    join public.orders as o on o.id = b.order_id
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

-- For all orders of a page at once: anyone can place hundreds with one phone, and each phone is read once. Without
-- sequential scans, as above, and by subqueries: joins would read whole tables where many orders are erased, which all
-- have the same empty phone, or where the statistics are of a moment with few orders.
create or replace function private.marks_of(ids text[]) returns table (id text, marks jsonb)
language sql stable set search_path = '' set enable_seqscan = off as $$
  with of_phones as materialized (
    select o.id, o.phone_key, o.date,
      o.status <> 'cancelled' and o.replaces is null as may_repeat,
      o.status = 'cancelled' and coalesce((
        select end_reason from private.order_details where order_id = o.id
      ), '') not in ('joined', 'double') as is_ended,
      o.status = 'cancelled' and (
        select outcome from private.parcels where order_id = o.id and is_current
      ) is not null as came_back
    from (
      select distinct phone_key from unnest(ids) as listed (id) cross join lateral (
        select phone_key from public.orders where id = listed.id offset 0
      ) as one
      -- An erased order has no phone.
      where phone_key <> ''
    ) as phone cross join lateral (
      select * from public.orders where phone_key = phone.phone_key offset 0
    ) as o
  ),
  compared as (
    select of_phones.id,
      may_repeat and (
        lag(date) over repeats >= date - interval '24 hours' or lead(date) over repeats <= date + interval '24 hours'
      ) as is_duplicate,
      bool_or(is_ended and not came_back) over earlier as was_cancelled,
      bool_or(is_ended and came_back) over earlier as was_returned
    from of_phones
    window repeats as (partition by phone_key, may_repeat order by date, of_phones.id),
      earlier as (
        partition by phone_key order by date, of_phones.id rows between unbounded preceding and 1 preceding
      )
  )
  select o.id, private.order_marks(o) || to_jsonb(array_remove(array[
    case when is_duplicate then 'duplicate' end,
    case when was_cancelled then 'cancelled_before' end,
    case when was_returned then 'returned_before' end
  ], null))
  from public.orders as o left join compared using (id)
  where o.id = any (ids)
$$;

comment on function private.marks_of(text[]) is
  'The marks of each of these orders: its own, and those that follow from the other orders of its phone: duplicate,
cancelled_before and returned_before.';

-- Security definer: attempts and marks cannot be read through the API.
create or replace function public.admin_packable(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  ids text[];
begin
  perform private.require_admin();
  perform private.check_request(p, 32768, array['ids']);
  ids := private.read_ids(p);
  return private.respond(200, (
    select jsonb_build_object('orders', coalesce(jsonb_agg(jsonb_build_object(
      'id', o.id, 'fullName', o.shipping_address ->> 'fullName', 'reasons', listed.reasons,
      'toCollect', private.cash_of(o)
    ) order by o.date, o.id), '[]'))
    from (
      select id, reasons from private.packable
      where case when ids is null then status = any (private.open_statuses()) and not is_booked
        else id = any (ids) end
      order by date, id limit 1000
    ) as listed
    join public.orders as o using (id)
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_packable(jsonb) to authenticated;

comment on function public.admin_packable(jsonb) is
  'What is asked before orders are sent: why each of {ids?}, or else each of the 1,000 oldest that no courier has, may not
leave, and what it brings, as {orders: [{id, fullName, reasons, toCollect}]}. For admins.';

create or replace function private.may_join(o public.orders) returns setof public.orders
language sql stable set search_path = '' as $$
  -- Anyone can place thousands with one phone: private.is_booked() would take 20 microseconds for each. None without a
  -- parcel has a tracking number.
  select other.* from public.orders as other
  where other.phone_key = o.phone_key and other.id <> o.id and other.status = any (private.open_statuses())
    and not exists (select from private.parcels where order_id = other.id and is_current)
    and not private.is_erased(o.shipping_address) and coalesce(o.replaces, other.replaces) is null
$$;

comment on function private.may_join(public.orders) is
  'Other open orders of the phone that no courier has: each may be joined with this one, unless one is on hold.';

create or replace function private.with_replaced(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
begin
  select * into o from public.orders where id = p ->> 'replaces' for key share;
  if o.id is null or private.is_erased(o.shipping_address) or o.status not in ('shipped', 'delivered')
    or exists (
      select from private.parcels where order_id = o.id and is_current and state in ('lost', 'returning')
    )
  then
    perform private.refuse('not_replaceable', 'replaces', 409);
  end if;
  return p || jsonb_build_object(
    'shippingAddress', o.shipping_address,
    'extras', o.extras,
    'source', coalesce((select source from private.order_details where order_id = o.id), 'website')
  );
end
$$;

comment on function private.with_replaced(jsonb) is
  'The request of a replacement, with address, extras and source of the order that it replaces. Refuses one that was
not sent, and one whose parcel is lost or comes back: that is sent again, with its cash.';

create or replace function private.undo_events(events private.parcel_events[]) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  e private.parcel_events;
  p private.parcels;
  b private.bookings;
  former private.parcels;
  why text;
  bookings private.bookings[] := '{}'::private.bookings[];
  remaining jsonb := '[]'::jsonb;
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
      is_current = former.is_current, state = former.state,
      -- As in private.set_parcels(): until it is handed over its order may have changed.
      to_collect = case when not former.is_current or former.handed_over_at is not null then former.to_collect else (
        select private.cash_of(o) from public.orders as o where o.id = p.order_id
      ) end,
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
  'Takes back what a file or the check-in did to parcels and their orders, which are locked, the newest event
first. Returns {why, orderId} of what it cannot take back: something newer happened, or the order is erased.';

create or replace function private.desk_of_page(o public.orders) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (select beside from private.desk_of_whole_orders where id = o.id) || jsonb_build_object(
    'couriers', private.courier_list(), 'marks', (select marks from private.marks_of(array[o.id]))
  ) || (select to_jsonb(page) - 'id' from private.order_pages as page where page.id = o.id);
end
$$;

drop function private.cash_of(orders,private.order_details);

drop function private.erase_former(text,text);
insert into private.city_names (folded, name) values ('rykhan', 'Rahim Yar Khan'), ('ttsingh', 'Toba Tek Singh');
