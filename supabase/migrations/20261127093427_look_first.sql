-- Nobody makes others wait, a link that was sent works, and a second phone erases no letters of others.

do $$
declare
  api_role regrole;
begin
  for api_role in
    select oid from pg_catalog.pg_roles where rolname in ('anon', 'authenticated')
      and not coalesce(rolconfig, '{}') @> '{plan_cache_mode=force_generic_plan}'
  loop
    execute format('alter role %s set plan_cache_mode = force_generic_plan', api_role);
  end loop;
end
$$;

drop function public.admin_make_code(jsonb);

update private.statements set dated = private.shop_day(applied_at) where not isfinite(dated);
update private.money_lines set dated = private.shop_day(now()) where not isfinite(dated);
alter table private.statements add check (isfinite(dated));
alter table private.money_lines add check (isfinite(dated));

comment on table private.confirm_codes is
  'One-time codes of messages to customers that were sent. A code ends by use, booking, seven days or five wrong tries.';

create or replace function private.save_code(o public.orders, code text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if code !~ '^[A-Za-z0-9]{24}$' then
    perform private.refuse('bad_field', 'code');
  end if;
  insert into private.confirm_codes (selector, order_id, code_hash)
  values (left(code, 8), o.id, private.hash_token(code))
  on conflict (selector) do nothing;
  -- Three messages an order. The oldest link ends where a fourth is sent.
  delete from private.confirm_codes where order_id = o.id and used_at is null and selector not in (
    select selector from private.confirm_codes
    where order_id = o.id and used_at is null order by made_at desc, selector limit 3
  );
end
$$;
comment on function private.save_code(public.orders, text) is
  'Saves the hash of a code that the admin''s device has made and sent: once, for a retry too.';

create or replace function private.try_code(p_id text, p_code text) returns private.confirm_codes
language plpgsql volatile set search_path = '' as $$
declare
  tried private.confirm_codes;
begin
  if p_code !~ '^[A-Za-z0-9]{24}$' then
    return null;
  end if;
  select * into tried from private.confirm_codes
  where selector = left(p_code, 8) and order_id = p_id and made_at > now() - interval '7 days'
    and wrong_tries < 5 and (used_at is null or used_at > now() - interval '1 hour');
  if not found then
    return null;
  end if;
  if tried.code_hash <> private.hash_token(p_code) then
    update private.confirm_codes set wrong_tries = wrong_tries + 1 where selector = tried.selector;
    return null;
  end if;
  return tried;
end
$$;
comment on function private.try_code(text, text) is
  'The code of an order''s confirm link that has not ended; used or not, for an hour after its use: a retry has lost
its response. Null for any other, and counts a wrong second part. Locks nothing where the code is right.';

create or replace function private.lock_by_code(p jsonb, out o public.orders, out tried private.confirm_codes)
language plpgsql volatile set search_path = '' as $$
begin
  -- Who has no code makes nobody wait for a locked order.
  tried := private.try_code(p ->> 'id', p ->> 'code');
  if tried.selector is null then
    return;
  end if;
  select * into o from public.orders where id = tried.order_id for update;
  -- As it is after the lock: another press may have used it, or a fourth message have ended it.
  select * into tried from private.confirm_codes where selector = tried.selector for update;
end
$$;
comment on function private.lock_by_code(jsonb) is
  'The order of a request''s id and code, and the code, both locked. Nothing for a code that gives no right.';

create or replace function public.confirm_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  locked record;
  o public.orders;
  details private.order_details;
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
  select * into details from private.order_details where order_id = o.id;
  if private.is_booked(o, details) then
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
comment on function public.confirm_order(jsonb) is
  'Confirms an order by the code of its link: {id, code}. A retry gets the response of the first.';

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
  case change
    when 'correct' then perform private.correct_order('customer', o, p);
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

create or replace function public.admin_tell(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  o public.orders;
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['id', 'message', 'kind', 'language', 'code']);
  select * into o from public.orders where id = p ->> 'id';
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  insert into private.told_messages (id, order_id, actor_id, kind, language, phone_key)
  values (
    (p ->> 'message')::uuid, o.id, auth.uid(), p ->> 'kind', p ->> 'language', o.phone_key
  )
  on conflict (id) do nothing;
  if p ? 'code' then
    perform private.save_code(o, p ->> 'code');
  end if;
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'told', (select told from private.order_pages where id = o.id),
    'chats', (select chats from private.new_chats)
  ));
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
comment on function public.admin_tell(jsonb) is
  'Notes that the admin opened a chat about an order, once per its own id: {id, message, kind, language,
code?}, the code of the message''s link. For admins. Responds with all messages about the order, and how many new chats the last hour had.';

create or replace function public.cancel_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '3s' as $$
begin
  perform private.require_plain_call();
  return private.change_own_order('cancel', p, array['id', 'version', 'reason', 'text']);
end
$$;
comment on function public.cancel_order(jsonb) is
  'Cancels an order that is not booked, and saves why: {id, token or code, version, reason, text?}.';

create or replace function public.change_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '3s' as $$
begin
  perform private.require_plain_call();
  return private.change_own_order('correct', p, array['id', 'version', 'shippingAddress', 'extras']);
end
$$;
comment on function public.change_order(jsonb) is
  'Changes the address or the extras of an order that is not booked: {id, token or code, version, shippingAddress?,
extras?}.';

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
    perform private.check_changes(o, is_holder);
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
comment on function public.request_help(jsonb) is
  'Reports a damaged or wrong item of an order until three days after its delivery: {id, token or phone, kind,
text}. An order has one report.';

create or replace function public.send_message(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '3s' as $$
declare
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
  if private.is_refused('message', 30) then
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
comment on function public.send_message(jsonb) is
  'Saves a message of {messageId, name, email, subject, message, isSuspected?}, once per messageId.';

create or replace function public.place_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  response jsonb;
begin
  perform private.require_plain_call();
  begin
    perform private.check_request(p, 16384, array[
      'id', 'token', 'items', 'total', 'shippingAddress', 'extras', 'paymentMethod', 'earlier'
    ]);
    perform private.lock_new_order(p);
    response := private.place_once(p);
  exception
    when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
      response := private.respond_error(sqlstate, sqlerrm);
  end;
  -- A customer whose page has old prices, or whose token was saved with another order, is told so, whoever
  -- else shares the client address. A GET can count nothing.
  if not (response ->> 'ok')::boolean
    and response ->> 'code' not in (
      'price_changed', 'item_paused', 'attempt_reused', 'order_erased', 'too_many_orders', 'use_post'
    )
    and private.is_refused('refused', 30) then
    return private.respond(429, '{"ok": false, "code": "rate_limited"}');
  end if;
  return response;
end
$$;
comment on function public.place_order(jsonb) is
  'Places an order of {id, token, items, total, shippingAddress, paymentMethod, extras?}, once per id and
token.';

create or replace function public.watch_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '1s' as $$
declare
  most constant integer := 5;
  o public.orders;
begin
  perform private.require_plain_call();
  perform private.check_request(p, 4096, array['id', 'token', 'url', 'p256dh', 'auth']);
  -- Right calls are counted too: each writes a row.
  if private.is_refused('watch', 100) then
    perform private.refuse('rate_limited', null, 429);
  end if;
  o := private.lock_own_order(p);
  if p ? 'p256dh' then
    if private.is_push_service(p ->> 'url') is not true or private.is_final(o.status) then
      perform private.refuse('bad_field', 'url');
    end if;
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
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'publicKey', (select vapid_public from private.notice_settings)
  ));
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.count_refused_change(private.respond_error(sqlstate, sqlerrm), o);
end
$$;
comment on function public.watch_order(jsonb) is
  'Tells a device of the steps of its order from now on: {id, token, url, p256dh, auth}; without keys no more; without
a URL it changes nothing. Responds with the public key that a subscription needs.';

create or replace function public.shop_pauses() returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '1s' as $$
begin
  perform private.require_plain_call();
  perform set_config('response.headers', '[{"Cache-Control": "max-age=30"}]', true);
  return jsonb_build_object('pauses', private.list_pauses());
end
$$;
comment on function public.shop_pauses() is 'What is not sold now: {pauses: {id, size, reason, until}}.';

create or replace function private.is_day(given jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_typeof(given), 'null') = 'null'
    or given #>> '{}' ~ '^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$'
$$;
comment on function private.is_day(jsonb) is
  'Whether a value is a day as 2026-11-27, or missing. Postgres reads words such as infinity as dates.';

create or replace function private.check_lines(p jsonb) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.check_request(p, 4000000, array[
    'token', 'courier', 'number', 'digest', 'fileName', 'dated', 'net', 'dryRun', 'replaces', 'lines'
  ]);
  if coalesce(p ->> 'courier', '') !~ '^[a-z0-9-]{1,40}$' then
    perform private.refuse('courier_invalid', 'courier');
  end if;
  if coalesce(p ->> 'digest', '') !~ '^[0-9a-f]{64}$' then
    perform private.refuse('bad_field', 'digest');
  end if;
  if not private.is_day(p -> 'dated') then
    perform private.refuse('bad_field', 'dated');
  end if;
  if jsonb_typeof(p -> 'lines') is distinct from 'array' then
    perform private.refuse('bad_field', 'lines');
  end if;
  if jsonb_array_length(p -> 'lines') > 2000 then
    perform private.refuse('too_many', 'lines');
  end if;
  if exists (
    select from jsonb_array_elements(p -> 'lines') as line
    where jsonb_typeof(line) <> 'object'
      or line - array['row', 'reference', 'trackingNumber', 'state', 'word', 'reason', 'at', 'money'] <> '{}'
      or jsonb_typeof(line -> 'row') is distinct from 'number'
      or line ->> 'state' <> all (enum_range(null::private.parcel_state)::text[])
      or line ->> 'at' !~ '^20\d\d-'
      or line ->> 'reason' !~ '^[a-z_]{1,40}$'
      or length(concat(line ->> 'reference', line ->> 'trackingNumber', line ->> 'word')) > 300
      or jsonb_typeof(line -> 'money') <> 'array'
  ) or exists (
    select from jsonb_array_elements(p -> 'lines') as line, jsonb_array_elements(
      case jsonb_typeof(line -> 'money') when 'array' then line -> 'money' else '[]' end
    ) as money
    where jsonb_typeof(money) <> 'object' or not private.is_day(money -> 'dated') or money - array['kind', 'amount', 'dated'] <> '{}'
      or coalesce(money ->> 'kind', '') not in ('cash', 'fee', 'tax', 'return_fee', 'adjustment')
      or jsonb_typeof(money -> 'amount') is distinct from 'number'
      or abs((money ->> 'amount')::numeric) > 10000000000
      or (money ->> 'amount')::numeric % 1 <> 0
  ) then
    perform private.refuse('bad_field', 'lines');
  end if;
end
$$;
comment on function private.check_lines(jsonb) is 'Refuses an invalid request of admin_apply_statement().';

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
  perform private.erase_former_log(customer_name, customer_phone);
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
comment on function public.admin_erase_customer(jsonb) is
  'Erases for good the personal data of the customer with this {key} or {order}, unless an order is open; and
says how many orders, and how many other customers have the same phone. For admins.';

