/*
 * Changes, cancellations and requests for help are ten in all per order. Messages are limited per client.
 */
create or replace function private.check_customer(o public.orders) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  if o.id is null then
    -- A wrong token gets the response of an unknown id, and counts like one.
    if private.is_refused('miss', 20) then
      return private.respond_refusal(429, 'rate_limited');
    end if;
    return private.respond_refusal(200, 'not_found');
  end if;
  return null;
end
$$;
comment on function private.check_customer(public.orders) is
  'Refuses a request whose token opens no order. Otherwise returns null.';

create function private.check_changes(o public.orders) returns jsonb
language sql volatile set search_path = '' as $$
  select private.respond_refusal(429, 'too_many_changes')
  from private.order_keys where order_id = o.id and changes >= 10
$$;
comment on function private.check_changes(public.orders) is
  'Refuses more than ten changes of one order by its customer. Otherwise returns null.';

create function private.count_change(response jsonb, o public.orders) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  if (response ->> 'ok')::boolean then
    update private.order_keys set changes = changes + 1 where order_id = o.id;
  -- Its device is told that an order is booked, or was changed already, whoever shares the client address.
  elsif o.id is not null and response ->> 'code' not in ('booked', 'stale', 'too_many_changes')
    and private.is_refused('refused-change', 30) then
    return private.respond_refusal(429, 'rate_limited');
  end if;
  return response;
end
$$;
comment on function private.count_change(jsonb, public.orders) is
  'Counts a change for its order, or a refusal for the client. Responds as the change did, or with 429 where
the client had too many refusals.';

create or replace function private.change_own_order(change text, p jsonb, fields text[])
returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  refusal constant jsonb := private.check_request(p, 16384, fields);
  o public.orders;
  changed public.orders;
  response jsonb;
begin
  if refusal is not null then
    return refusal;
  end if;
  o := private.lock_own_order(p);
  response := private.count_change(
    coalesce(private.check_customer(o), private.change_locked_order(change, 'customer', o, p)), o
  );
  select * into changed from public.orders where id = o.id;
  -- Two conditions, not one: SQL may evaluate both sides of an AND, and the second has an effect.
  if changed.phone_key <> o.phone_key then
    if private.is_one_of_many(changed) then
      perform private.mark_order(o.id, 'many_of_phone', changed.phone_key);
    end if;
  end if;
  return response;
end
$$;

create or replace function private.change_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_plain_call();
  return private.change_own_order(
    'correct', p, array['id', 'token', 'version', 'shippingAddress', 'extras']
  );
end
$$;

create or replace function private.cancel_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_plain_call();
  return private.change_own_order('cancel', p, array['id', 'token', 'version', 'reason', 'text']);
end
$$;

create or replace function private.change_locked_order(change text, actor text, o public.orders, p jsonb)
returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  is_holder constant boolean := actor = 'customer';
  details private.order_details;
  refusal jsonb;
  code text;
  field text;
begin
  if o.id is null then
    return private.respond_refusal(200, 'not_found');
  end if;
  select * into details from private.order_details where order_id = o.id;
  if change <> 'book' and private.is_booked(o, details) then
    return private.respond_conflict('booked', o, is_holder);
  end if;
  if jsonb_typeof(p -> 'version') is distinct from 'number' then
    return private.respond_refusal(422, 'bad_field', 'version');
  end if;
  if (p ->> 'version')::numeric <> o.version then
    return private.respond_conflict('stale', o, is_holder);
  end if;
  -- After these two, which tell a retry whose response was lost what has become of the order.
  if is_holder then
    refusal := private.check_changes(o);
    if refusal is not null then
      return refusal;
    end if;
  end if;

  perform set_config('shop.actor', actor, true);
  case change
    when 'correct' then perform private.correct_order(actor, o, details, p);
    when 'book' then perform private.book_order(o, details, p);
    when 'cancel' then perform private.save_cancellation(o, p);
  end case;
  perform set_config('shop.actor', '', true);
  return private.respond_order(o.id, is_holder);
exception
  when sqlstate 'SH422' then
    get stacked diagnostics code = message_text, field = pg_exception_detail;
    return private.respond_refusal(422, code, nullif(field, ''));
  -- As in private.save_new_order(). An erased order stays closed and has no tracking number.
  when data_exception or integrity_constraint_violation then
    return private.respond_refusal(422, 'invalid');
end
$$;

create function private.save_help_request(o public.orders, p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  code text;
  field text;
  saved private.help_requests;
  refusal jsonb;
  typed text;
begin
  if coalesce(p ->> 'kind', '') not in ('damaged', 'wrong_item') then
    perform private.refuse('kind_invalid', 'kind');
  end if;
  typed := private.clean_note('text', p -> 'text', 1000);

  select * into saved from private.help_requests where order_id = o.id;
  if found then
    -- A retry whose response was lost gets the response of the first.
    if (saved.kind, saved.text) = (p ->> 'kind', typed) then
      return private.respond_order(o.id, true);
    end if;
    return private.respond_refusal(409, 'request_exists');
  end if;
  refusal := private.check_changes(o);
  if refusal is not null then
    return refusal;
  end if;
  if o.status <> 'delivered' then
    return private.respond_refusal(409, 'not_delivered');
  end if;
  if private.shop_day(now()) > private.shop_day(private.delivered_at(o)) + 3 then
    return private.respond_refusal(409, 'too_late');
  end if;
  insert into private.help_requests (order_id, kind, text) values (o.id, p ->> 'kind', typed);
  return private.respond_order(o.id, true);
exception
  when sqlstate 'SH422' then
    get stacked diagnostics code = message_text, field = pg_exception_detail;
    return private.respond_refusal(422, code, nullif(field, ''));
end
$$;
comment on function private.save_help_request(public.orders, jsonb) is
  'Saves the report of a damaged or wrong item of an order, once. Responds with the order or a refusal.';

create or replace function private.request_help(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refusal jsonb;
  o public.orders;
begin
  perform private.require_plain_call();
  refusal := private.check_request(p, 16384, array['id', 'token', 'kind', 'text']);
  if refusal is not null then
    return refusal;
  end if;
  o := private.lock_own_order(p);
  return private.count_change(
    coalesce(private.check_customer(o), private.save_help_request(o, p)), o
  );
end
$$;

create or replace function private.send_message(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refusal jsonb;
  saved private.contact_messages;
  code text;
  field text;
begin
  perform private.require_plain_call();
  -- 10,000 characters of four bytes, and the other fields.
  refusal := private.check_request(
    p, 49152, array['messageId', 'name', 'email', 'subject', 'message']
  );
  if refusal is not null then
    return refusal;
  end if;
  if jsonb_typeof(p -> 'messageId') is distinct from 'string'
    or p ->> 'messageId' !~ '^[A-Za-z0-9_-]{16,64}$' then
    return private.respond_refusal(422, 'bad_field', 'messageId');
  end if;

  -- Two requests with one id wait for each other, so that the second finds what the first has saved.
  perform pg_advisory_xact_lock(hashtextextended('message:' || (p ->> 'messageId'), 0));
  select * into saved from private.contact_messages where id = p ->> 'messageId';
  if found then
    -- Another message under the same id is not taken for saved.
    if saved.message is distinct from private.clean_lines(p ->> 'message') then
      return private.respond_refusal(422, 'attempt_reused');
    end if;
    return private.respond(200, '{"ok": true, "replay": true}');
  end if;
  if private.is_refused('message', 30) then
    return private.respond_refusal(429, 'rate_limited');
  end if;

  begin
    insert into private.contact_messages (id, name, email, subject, message)
    values (
      p ->> 'messageId',
      private.clean_message_field('name', p -> 'name', 100),
      private.clean_message_field('email', p -> 'email', 254),
      private.clean_message_field('subject', p -> 'subject', 200),
      private.clean_message_field('message', p -> 'message', 10000)
    );
  exception
    when sqlstate 'SH422' then
      get stacked diagnostics code = message_text, field = pg_exception_detail;
      return private.respond_refusal(422, code, nullif(field, ''));
    -- The error of a constraint shows the row to the caller.
    when data_exception or integrity_constraint_violation then
      return private.respond_refusal(422, 'invalid');
  end;
  return private.respond(201, '{"ok": true, "replay": false}');
end
$$;
