-- Undoing books no order on hold, erasing reaches what was written before a correction, and a full database takes no
-- messages.

comment on function private.desk_of_order(public.orders, boolean) is
  'Slot: whether an order is booked (private.is_booked()), and what customers see of its parcel, in full or masked.';

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
  -- Its device locks the order before the key: whoever holds it is not waited for.
  for update of o skip locked;
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
    if saved.message is distinct from private.clean_lines(p ->> 'message') then
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
  -- A week is 14 MB at 1,000 orders a day; all acts of 1,000,000 orders would be 2 GB, mostly messages and calls.
  -- No request waits for another one that deletes them.
  delete from private.acts where request in (
    select request from private.acts where at < now() - interval '7 days' and not keeps_undo for update skip locked
  );
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

comment on function private.desk_of_stages() is
  'Slot: brings the stages of orders up to date, and says what admin_stages() does of them.';

create or replace function private.desk_erases_former(o_id text, until timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
begin
end
$$;

comment on function private.desk_erases_former(text, timestamptz) is
  'Slot: erases what is noted beside an order of its former customer, until it was corrected to another.';

create or replace function private.erase_former(name text, phone text) returns void
language sql volatile set search_path = '' as $$
  with logged as (
    select
      id,
      at,
      order_id,
      lower(before #>> '{shippingAddress,fullName}') = erase_former.name as has_name,
      nullif(private.phone_key(before #>> '{shippingAddress,phone}'), '') = erase_former.phone
        as has_phone
    from private.order_audit
    where before ? 'shippingAddress'
  ),
  former as (
    select logged.order_id, max(logged.id) as last_entry, max(logged.at) as until
    from logged left join public.orders as o on o.id = logged.order_id
    -- The log has what differs: a name or a phone that an entry does not have is that of a later one.
    where coalesce(has_name, has_phone) and coalesce(has_phone, has_name)
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
  ended as (
    delete from private.confirm_codes as code using former
    where code.order_id = former.order_id and code.made_at <= former.until
  )
  select private.desk_erases_former(order_id, until) from former
$$;

comment on function private.erase_former(text, text) is
  'Erases what orders were until they were corrected from this lower-case name and phone key to another customer: from
the log, and what the desk has.';

-- Security definer: the API writes no table.
create or replace function public.admin_erase_customer(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  customer text := p ->> 'key';
  customer_name text;
  customer_phone text;
  ids text[];
  open_orders integer;
begin
  perform private.require_admin();
  if p ? 'order' then
    select private.customer_key(o) into customer from public.orders as o where o.id = p ->> 'order';
  end if;
  customer_phone := substring(customer from '[0-9]*$');
  customer_name := left(customer, -length(customer_phone) - 1);
  -- Locked, so that none is reopened meanwhile.
  select array_agg(id), count(*) filter (where not private.is_final(status)) into ids, open_orders
  from (
    select id, status from public.orders as o
    where o.phone_key = customer_phone and private.customer_key(o) = customer
      and not private.is_erased(o.shipping_address)
    order by id
    for update
  ) as locked;
  if ids is null then
    return private.respond(200, '{"ok": false, "code": "not_found"}');
  end if;
  if open_orders > 0 then
    return private.respond(200, jsonb_build_object('ok', false, 'code', 'open_orders', 'orders', open_orders));
  end if;

  perform private.erase_orders(ids);
  perform private.erase_former(customer_name, customer_phone);
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

create or replace function private.tell_row(listed jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
  message uuid;
  waiting uuid;
begin
  perform private.check_request(listed, 1024, array['id', 'kind', 'language', 'code']);
  -- Locked, so that it is not erased meanwhile.
  select * into o from public.orders where id = listed ->> 'id' for share;
  if not found then
    perform private.refuse('not_found');
  end if;
  insert into private.told_messages (order_id, actor_id, kind, language, phone_key)
  values (o.id, auth.uid(), listed ->> 'kind', listed ->> 'language', o.phone_key)
  returning id into message;
  -- The order waits for the reply.
  if listed ->> 'kind' = 'confirm' and private.is_open(o.status) then
    insert into private.confirmation_attempts (order_id, at, actor, actor_id, act)
    values (o.id, now(), 'admin', auth.uid(), 'asked')
    returning id into waiting;
    delete from private.order_leases where order_id = o.id;
  end if;
  if listed ? 'code' then
    perform private.save_code(o, listed ->> 'code');
  end if;
  return private.attempt_result(o.id, waiting) || case when listed ->> 'kind' = 'shipped' then
    jsonb_build_object('before', jsonb_build_object('message', message)) else '{}'
  end || jsonb_build_object(
    'told', (select told from private.order_pages where id = o.id),
    'chats', (select chats from private.new_chats)
  );
end
$$;

comment on function private.tell_row(jsonb) is
  'Notes that the admin opened a chat about an order: {id, kind, language, code?}, the code of the message''s link. An open
order that was asked to confirm waits for the reply. Returns all messages about the order, and how many new chats the
last hour had.';

create or replace view private.undecided_marks as
  select marked.* from private.marked_orders as marked join private.packable as o on o.id = marked.order_id
  where marked.ended_at is null and not o.is_booked and o.is_marked
    -- By the index of open orders: the marks of closed ones stay.
    and o.status = any (private.open_statuses());

comment on view private.undecided_marks is
  'The marks that keep open orders out of sheets. What was booked or closed all the same is left out.';

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
    'toDecide', (select count(*) from private.staged_orders where stage = 'later' and due_at is null),
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

create or replace function private.would_leave(former private.bookings, wanted private.bookings) returns boolean
language sql immutable set search_path = '' as $$
  select former.status not in ('shipped', 'delivered') and (
    wanted.status in ('shipped', 'delivered')
    or wanted.courier <> coalesce(former.courier, '')
    or wanted.tracking_number <> coalesce(former.tracking_number, '')
  ) is true
$$;

comment on function private.would_leave(private.bookings, private.bookings) is
  'Whether an order leaves by a booking: it gets a courier or a number, or is on its way or delivered. What left already
does not.';

create or replace function private.check_leaving(former private.bookings, wanted private.bookings, included jsonb) returns void
language plpgsql volatile set search_path = '' as $$
declare
  found_reasons constant text[] := (select reasons from private.packable where id = former.order_id);
  stopped constant text[] := case
    when private.would_leave(former, wanted) then private.reasons_left(found_reasons, included)
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
  'Refuses a booking by which an order would leave that may not (private.packable). A joined order is not opened again
either.';

create or replace function private.undo_booked(before jsonb) returns jsonb[]
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
            (select reasons from private.packable where id = o.id), '["marked", "unconfirmed", "changed"]'
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

create or replace function private.sheet_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  perform private.check_request(asked, 32768, array['id', 'batch', 'cells']);
  -- Locked, so that it is not erased meanwhile.
  perform from public.orders where id = asked ->> 'id' and not private.is_erased(shipping_address) for share;
  if not found then
    perform private.refuse('not_found');
  end if;
  update private.exported_orders set cells = asked -> 'cells'
  where batch_id = (asked ->> 'batch')::bigint and order_id = asked ->> 'id' and left_at is null;
  if not found then
    perform private.refuse('not_found');
  end if;
  return jsonb_build_object('id', asked ->> 'id', 'ok', true);
end
$$;

comment on function private.sheet_row(jsonb) is
  'A row of the act "sheet": the row of a batch as it was sent to the courier, {id, batch, cells}.';

create or replace function private.desk_of_order(o public.orders, is_full boolean) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  p private.parcels;
  courier private.couriers;
begin
  select * into p from private.parcels where order_id = o.id and is_current;
  if is_full and p.courier is not null then
    select * into courier from private.couriers where id = p.courier;
  end if;
  return jsonb_build_object(
    'booked', p.id is not null or not private.is_open(o.status),
    'courier', case when is_full then p.courier end,
    'courierName', courier.name,
    -- A tracking number has no other character that a URL escapes.
    'trackingPage', replace(
      courier.tracking_url, '{number}', replace(replace(o.tracking_number, ' ', '%20'), '/', '%2F')
    ),
    'outcome', case when is_full then p.outcome end,
    -- Where it says more than the status.
    'parcelState', case when p.state in ('out_for_delivery', 'attempt_failed', 'returning') then p.state end,
    -- Not with which one: whoever knows a phone may place an order with it, and must not learn that customer's number.
    'joined', exists (select from private.joined_orders where order_id = o.id)
  );
end
$$;

create or replace function private.desk_erases_former(o_id text, until timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update private.told_messages set phone_key = '' where order_id = o_id and at <= until;
  update private.exported_orders as exported set cells = null from private.export_batches as batch
  where exported.order_id = o_id and batch.id = exported.batch_id and batch.at <= until;
  update private.confirmation_attempts set text = null where order_id = o_id and at <= until;
  delete from private.order_notes where order_id = o_id and at <= until;
  delete from private.notice_targets where order_id = o_id and added_at <= until;
end
$$;

drop function private.erase_former_log(text,text);
comment on table private.database_limit is
  'How large the database may become: what the plan of the host has. Above nine tenths of it each client saves few
orders, and no messages.';
