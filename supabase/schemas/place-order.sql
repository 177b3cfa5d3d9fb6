/*
 * Placing an order, exactly once: docs/decisions/placing-orders.md. One attempt has one id and one token,
 * made by the browser and sent again on every retry. A valid order is always saved. One above a limit is
 * marked for the admin. Refused requests count against refused requests only, so that nobody keeps another
 * customer from ordering.
 */

create function private.lock_new_order(p jsonb) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if jsonb_typeof(p -> 'id') is distinct from 'string' or p ->> 'id' !~ '^[0-9A-Z]{8}$' then
    perform private.refuse('bad_field', 'id');
  end if;
  if jsonb_typeof(p -> 'token') is distinct from 'string'
    or p ->> 'token' !~ '^[A-Za-z0-9_-]{22,64}$' then
    perform private.refuse('bad_field', 'token');
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

create function private.find_taken_order(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
begin
  select * into o from public.orders where id = p ->> 'id';
  if not found then
    return null;
  end if;
  if not private.is_claimable(o) then
    perform private.refuse('id_taken', null, 409);
  end if;
  -- Without the code it is a try to find an order, with the limit of one. Responses, so that it is counted.
  if private.count_find(o.id) then
    return private.respond(429, '{"ok": false, "code": "too_many_tries"}');
  end if;
  if private.phone_key(p #>> '{shippingAddress,phone}') is distinct from o.phone_key then
    return private.respond(409, '{"ok": false, "code": "id_taken"}');
  end if;
  perform private.uncount_find(o.id);
  return private.respond_order(o.id) || '{"replay": true}';
end
$$;
comment on function private.find_taken_order(jsonb) is
  'Responds to an attempt whose id an order has already. Number and phone show an order that an admin entered
and give no right to it. Returns null where the id is free.';

create function private.save_new_order(p jsonb, is_manual boolean) returns void
language plpgsql volatile set search_path = '' as $$
declare
  extra record;
  o public.orders;
begin
  -- Before the order is written: rows that a refusal rolls back take space until they are vacuumed.
  select * into extra from private.clean_extras(coalesce(p -> 'extras', '{}'));
  insert into public.orders (id, items, total, shipping_address, payment_method)
  values (
    p ->> 'id', p -> 'items', (p ->> 'total')::numeric, p -> 'shippingAddress', 'cash_on_delivery'
  )
  returning * into o;
  if is_manual then
    perform private.save_manual_details(p);
  else
    insert into private.order_keys (order_id, token_hash, request_hash)
    values (p ->> 'id', private.hash_token(p ->> 'token'), private.hash_request(p));
    if p ? 'extras' then
      insert into private.order_details (order_id, landmark, second_phone, rider_note)
      values (p ->> 'id', extra.landmark, extra.second_phone, extra.rider_note);
    end if;
    perform private.mark_new_order(o, p -> 'earlier');
  end if;
end
$$;
comment on function private.save_new_order(jsonb, boolean) is
  'Saves an order of the website or one that an admin entered.';

create function private.place_once(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  hash constant bytea := private.hash_token(p ->> 'token');
  -- An admin may have entered the order of a message under another number than the message has.
  ids constant text[] := array(
    select order_id from private.order_details where message_id = p ->> 'id'
  ) || (p ->> 'id');
  key private.order_keys;
  response jsonb;
begin
  if p -> 'paymentMethod' is distinct from '"cash_on_delivery"' then
    perform private.refuse('bad_field', 'paymentMethod');
  end if;

  -- An attempt that was saved before gets its order.
  select * into key from private.order_keys
  where order_id = any (ids) and token_hash in (hash, sha256(hash));
  if found then
    -- private.erase_orders() leaves a hash of the hash. The order is not placed a second time.
    if key.token_hash <> hash then
      perform private.refuse('order_erased', null, 410);
    end if;
    if key.request_hash <> private.hash_request(p) then
      perform private.refuse('attempt_reused');
    end if;
    return private.respond_order(key.order_id, true) || '{"replay": true}';
  end if;

  response := private.claim_manual_order(p, ids);
  if response is not null then
    return response;
  end if;
  -- Old prices are not counted as a refusal, so they are refused before the id is looked up: they must not say
  -- which ids exist.
  perform private.check_prices(p -> 'items');
  response := private.find_taken_order(p);
  if response is not null then
    return response;
  end if;
  perform private.save_new_order(p, false);
  return private.respond_order(p ->> 'id', true, 201) || '{"replay": false}';
end
$$;
comment on function private.place_once(jsonb) is
  'Places an order of a request of the right shape, or responds as to the first request of its attempt.';

-- Security definer: customers have no right to any table.
create function public.place_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  response jsonb;
  refused text;
begin
  perform private.require_plain_call();
  begin
    perform private.check_request(p, 16384, array[
      'id', 'token', 'items', 'total', 'shippingAddress', 'extras', 'paymentMethod', 'earlier'
    ]);
    perform private.lock_new_order(p);
    response := private.place_once(p);
  exception
    when sqlstate 'SHREF' then
      get stacked diagnostics refused = pg_exception_detail;
      response := private.respond_refusal(refused);
    -- Such an error of a security definer function shows the failing row to the caller, address
    -- included. Other errors show no row: Postgres logs them, and temporary ones are retried.
    when data_exception or integrity_constraint_violation then
      response := private.respond(422, '{"ok": false, "code": "invalid"}');
  end;
  -- A customer whose page has old prices, or whose token was saved with another order, is told so, whoever
  -- else shares the client address. A GET can count nothing.
  if not (response ->> 'ok')::boolean
    and response ->> 'code' not in ('price_changed', 'attempt_reused', 'order_erased', 'use_post')
    and private.is_refused('refused', 30) then
    return private.respond(429, '{"ok": false, "code": "rate_limited"}');
  end if;
  return response;
end
$$;
grant execute on function public.place_order(jsonb) to anon, authenticated;
comment on function public.place_order(jsonb) is
  'Places an order of {id, token, items, total, shippingAddress, paymentMethod, extras?}, once per id and
token.';
