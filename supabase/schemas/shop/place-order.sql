/*
 * Placing an order, exactly once: docs/decisions/placing-orders.md. One attempt has one id and one token,
 * made by the browser and sent again on every retry. A valid order is saved. One above a limit is marked for the
 * admin; it is refused only where its client has saved more in a day than a neighbourhood orders (order-clients.sql).
 * Refused requests count against refused requests only, so that no client keeps another customer from ordering.
 *
 * place_order() locks the id, and place_or_replay() looks for an earlier try by find_attempt(), checks prices and
 * pauses, and saves the order.
 */

create function private.lock_new_order(p jsonb) returns void
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

create function private.hash_request(p jsonb) returns bytea
language sql immutable set search_path = '' as $$
  -- The text of a jsonb value does not depend on the order of its keys. A retry may name another earlier
  -- order.
  select sha256(convert_to((p - array['token', 'earlier'])::text, 'UTF8'))
$$;
comment on function private.hash_request(jsonb) is 'Tells apart two requests of one attempt.';

create view private.claimable_orders as
  select o.id, details.device_code_hash from public.orders as o
  join private.order_details as details on details.order_id = o.id
  where o.date > now() - interval '48 hours' and not private.is_erased(o.shipping_address)
    and details.source <> 'website'
    and not exists (select from private.order_keys where order_id = o.id);
comment on view private.claimable_orders is
  'The orders that an admin entered in the last 48 hours and no device has yet.';

create function private.find_attempt(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  hash constant bytea := private.hash_token(p ->> 'token');
  -- The code of the device, which the message to the shop carries. The token cannot be computed back.
  device_code constant text := upper(left(regexp_replace(p ->> 'token', '[-_]', '', 'g'), 8));
  -- An admin may have entered the order of a message under another number than the message has.
  ids constant text[] := array(
    select order_id from private.order_details where message_id = p ->> 'id'
  ) || (p ->> 'id');
  key private.order_keys;
begin
  select * into key from private.order_keys
  where order_id = any (ids) and token_hash in (hash, sha256(hash));
  if found then
    -- Erasing leaves a hash of the hash. The order is not placed a second time.
    if key.token_hash <> hash then
      perform private.refuse('order_erased', null, 410);
    end if;
    if key.request_hash <> private.hash_request(p) then
      perform private.refuse('attempt_reused');
    end if;
    return private.respond_order(key.order_id, true) || '{"replay": true}';
  end if;

  -- Most ids are new.
  if not exists (select from public.orders where id = any (ids)) then
    return null;
  end if;
  -- An order that an admin entered becomes the device's.
  insert into private.order_keys (order_id, token_hash, request_hash)
  select o.id, hash, private.hash_request(p)
  from private.claimable_orders as o
  where o.id = any (ids) and o.device_code_hash = private.hash_token(device_code)
  order by o.id = p ->> 'id' desc
  limit 1
  returning * into key;
  if not found then
    return null;
  end if;
  return private.respond_order(key.order_id, true) || '{"replay": true}';
end
$$;
comment on function private.find_attempt(jsonb) is
  'Responds to an attempt that has an order: one that was saved before, or a late one at an order that an admin
entered, by the code of its message. Returns null for a new attempt.';

create function private.place_or_replay(p jsonb) returns jsonb
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
  perform private.save_client(o, p -> 'earlier');
  return private.respond_order(o.id, true, 201) || '{"replay": false}';
end
$$;
comment on function private.place_or_replay(jsonb) is
  'Places an order of a request of the right shape, or responds as to the first request of its attempt.';

-- Security definer: customers have no right to any table.
create function public.place_order(p jsonb) returns jsonb
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
    response := private.place_or_replay(p);
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
grant execute on function public.place_order(jsonb) to anon, authenticated;
comment on function public.place_order(jsonb) is
  'Places an order of {id, token, items, total, shippingAddress, paymentMethod, extras?, earlier?}, once
per id and token.';
