/*
 * What customers call: place_order(), get_order() and track_order().
 */
-- In plpgsql, which caches its plans: every new order waits for it.
create function private.order_json(
  o public.orders, is_full boolean, is_holder boolean default false
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  details private.order_details;
begin
  select * into details from private.order_details where order_id = o.id;
  return jsonb_build_object(
    'id', o.id,
    'items', o.items,
    'total', o.total,
    'status', o.status,
    'date', o.date,
    'estimatedDelivery', o.estimated_delivery,
    'version', o.version,
    'advance', coalesce(details.advance, 0),
    'booked', private.is_booked(o, details),
    'mayChange', is_holder and not private.is_booked(o, details),
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
    'courier', case when is_full then details.courier end,
    'landmark', case when is_full then details.landmark end,
    'secondPhone', case when is_full then details.second_phone end,
    'riderNote', case when is_full then details.rider_note end,
    'outcome', case when is_full then details.outcome end,
    'cancellation', case when is_full and details.cancel_reason is not null then
      jsonb_build_object('reason', details.cancel_reason, 'text', details.cancel_text)
    end,
    'request', case when is_full then (
      select jsonb_build_object('at', at, 'kind', kind, 'text', text, 'state', state)
      from private.order_requests where order_id = o.id
    ) end
  );
end
$$;
comment on function private.order_json(public.orders, boolean, boolean) is
  'An order with its details as JSON, in full or masked. Its holder may change it until it is booked.';

create function private.hash_token(token text) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(token, 'UTF8'))
$$;
comment on function private.hash_token(text) is 'The token as it is saved. It cannot be computed back.';

create function private.hash_request(p jsonb) returns bytea
language sql immutable set search_path = '' as $$
  -- The text of a jsonb value does not depend on the order of its keys.
  select sha256(convert_to((p - 'token')::text, 'UTF8'))
$$;
comment on function private.hash_request(jsonb) is 'Tells apart two requests of one attempt.';

create function private.has_many_orders(phone text) returns boolean
language sql stable set search_path = '' as $$
  select count(*) >= 5 from public.orders as o
  where o.phone_key = phone and o.date > now() - interval '24 hours' and private.is_open(o.status)
$$;
comment on function private.has_many_orders(text) is
  'Whether a phone key has five open orders of the last 24 hours.';

create function private.find_bad_field(p jsonb) returns text
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(p -> 'id') is distinct from 'string' or p ->> 'id' !~ '^[0-9A-Z]{8}$'
      then 'id'
    when jsonb_typeof(p -> 'token') is distinct from 'string'
      or p ->> 'token' !~ '^[A-Za-z0-9_-]{22,64}$' then 'token'
    when jsonb_typeof(p -> 'total') is distinct from 'number' then 'total'
  end
$$;
comment on function private.find_bad_field(jsonb) is
  'The field of a new order''s request that has the wrong shape, or null.';

create function private.claim_manual_order(o public.orders, p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  if o.date <= now() - interval '48 hours'
    or private.is_erased(o.shipping_address)
    or exists (select from private.order_keys where order_id = o.id)
    or not exists (
      select from private.order_details where order_id = o.id and source <> 'website'
    ) then
    return private.respond_refusal(409, 'id_taken');
  end if;
  -- Counted before the phones are compared: a caller who guesses phones has five tries.
  if private.change_count('claim', o.id, 1) > 5 then
    return private.respond_refusal(429, 'rate_limited');
  end if;
  if private.phone_key(p #>> '{shippingAddress,phone}') <> o.phone_key then
    return private.respond_refusal(409, 'id_taken');
  end if;
  insert into private.order_keys (order_id, token_hash, request_hash)
  values (o.id, private.hash_token(p ->> 'token'), private.hash_request(p));
  return private.respond(200, jsonb_build_object(
    'ok', true, 'replay', true, 'order', private.order_json(o, true, true)
  ));
end
$$;
comment on function private.claim_manual_order(public.orders, jsonb) is
  'Recognizes a customer''s late attempt at an order that an admin entered meanwhile: it gets that order
and its device becomes the order''s. Any other order has its id taken.';

-- Placing an order, exactly once: docs/decisions/placing-orders.md. One attempt has one id and one token,
-- made by the browser and sent again on every retry.
-- Security definer: customers have no right to any table.
create function private.place_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refusal constant jsonb := private.check_request(
    p, 16384,
    array['id', 'token', 'items', 'total', 'shippingAddress', 'extras', 'paymentMethod']
  );
  field text;
  code text;
  hash bytea;
  phone text;
  key private.order_keys;
  saved public.orders;
begin
  -- The shape of the request.
  if refusal is not null then
    return refusal;
  end if;
  field := coalesce(private.find_bad_field(p), case
    when p -> 'paymentMethod' is distinct from '"cash_on_delivery"' then 'paymentMethod'
  end);
  if field is not null then
    return private.respond_refusal(422, 'bad_field', field);
  end if;
  -- The column would round it, and the rounded total might be right.
  if (p ->> 'total')::numeric <> round((p ->> 'total')::numeric, 2) then
    return private.respond_refusal(422, 'total_mismatch');
  end if;

  -- An attempt that was saved before gets its order. Two requests of one attempt wait for each other,
  -- so that the second finds what the first has saved.
  perform pg_advisory_xact_lock(hashtextextended('order:' || (p ->> 'id'), 0));
  hash := private.hash_token(p ->> 'token');
  select * into key from private.order_keys
  where order_id = p ->> 'id' and token_hash in (hash, sha256(hash));
  if found then
    -- private.erase_orders() leaves a hash of the hash. The order is not placed a second time.
    if key.token_hash <> hash then
      return private.respond_refusal(410, 'order_erased');
    end if;
    if key.request_hash <> private.hash_request(p) then
      return private.respond_refusal(422, 'attempt_reused');
    end if;
    select * into saved from public.orders where id = key.order_id;
    return private.respond(200, jsonb_build_object(
      'ok', true, 'replay', true, 'order', private.order_json(saved, true, true)
    ));
  end if;

  -- Counted before the id is looked up: a caller over the limit does not learn which ids exist.
  if private.count_call('place') > 30 then
    return private.respond_refusal(429, 'rate_limited');
  end if;
  select * into saved from public.orders where id = p ->> 'id';
  if found then
    return private.claim_manual_order(saved, p);
  end if;
  -- Orders of one phone wait for each other, so that six at once do not all count four.
  phone := private.phone_key(p #>> '{shippingAddress,phone}');
  perform pg_advisory_xact_lock(hashtextextended('phone:' || phone, 0));
  if private.has_many_orders(phone) then
    return private.respond_refusal(429, 'too_many_orders');
  end if;

  begin
    insert into public.orders (id, items, total, shipping_address, payment_method)
    values (
      p ->> 'id', p -> 'items', (p ->> 'total')::numeric, p -> 'shippingAddress', p ->> 'paymentMethod'
    )
    returning * into saved;
    insert into private.order_keys (order_id, token_hash, request_hash)
    values (saved.id, hash, private.hash_request(p));
    if p ? 'extras' then
      insert into private.order_details (order_id, landmark, second_phone, rider_note)
      select saved.id, extra.* from private.clean_extras(p -> 'extras') as extra;
      select * into saved from public.orders where id = saved.id;
    end if;
  exception
    when sqlstate 'SH422' then
      get stacked diagnostics code = message_text, field = pg_exception_detail;
      return private.respond_refusal(422, code, nullif(field, ''));
    -- Such an error of a security definer function shows the failing row to the caller, address
    -- included. Other errors show no row: Postgres logs them, and temporary ones are retried.
    when data_exception or integrity_constraint_violation then
      return private.respond_refusal(422, 'invalid');
  end;
  return private.respond(201, jsonb_build_object(
    'ok', true, 'replay', false, 'order', private.order_json(saved, true, true)
  ));
end
$$;
grant execute on function private.place_order(jsonb) to anon, authenticated;
comment on function private.place_order(jsonb) is 'The implementation of public.place_order().';

create function public.place_order(p jsonb) returns jsonb
language sql volatile set search_path = '' as $$
  select private.place_order(p)
$$;
grant execute on function public.place_order(jsonb) to anon, authenticated;
comment on function public.place_order(jsonb) is
  'Places an order of {id, token, items, total, shippingAddress, paymentMethod, extras?}, once per id and
token.';

create function private.read_order(p_id text, p_token text) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  is_holder constant boolean := exists (
    select from private.order_keys as key
    where key.order_id = p_id and key.token_hash = private.hash_token(p_token)
  );
  misses integer := 0;
  o public.orders;
begin
  if private.is_read_only() then
    return private.respond_refusal(429, 'rate_limited');
  end if;
  -- An invalid id is not counted as a guess.
  if p_id is null or p_id !~ '^[0-9A-Z]{8}$' then
    return private.respond_refusal(200, 'not_found');
  end if;
  -- Counted before the lookup, so that of many simultaneous guesses no more than 20 show a result.
  if not is_holder then
    misses := private.count_call('miss');
  end if;
  select * into o from public.orders where id = p_id;
  if found and not is_holder then
    perform private.uncount_call('miss');
  end if;
  if misses > 20 then
    return private.respond_refusal(429, 'rate_limited');
  end if;
  if o.id is null then
    return private.respond_refusal(200, 'not_found');
  end if;
  return private.respond(200, jsonb_build_object('ok', true, 'order', private.order_json(
    o, is_holder or o.date > now() - interval '30 minutes', is_holder
  )));
end
$$;
comment on function private.read_order(text, text) is
  'Responds with an order by its exact id: in full to the holder of its token, and to everybody for half
an hour; masked afterwards.';

create function private.start_processing(p_id text) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  update private.order_keys set first_tracked_at = now()
  where order_id = p_id and first_tracked_at is null;

  update public.orders as o set status = 'processing'
  from private.order_keys as key
  where o.id = p_id and o.status = 'pending'
    and key.order_id = o.id and key.first_tracked_at <= now() - interval '15 seconds';
  return found;
end
$$;
comment on function private.start_processing(text) is
  'Moves a pending order to processing, 15 seconds after it was first tracked. Returns whether it did.';

-- Security definer: customers have no right to any table.
create function private.get_order(p_id text, p_token text) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select private.read_order(p_id, p_token)
$$;
grant execute on function private.get_order(text, text) to anon, authenticated;
comment on function private.get_order(text, text) is 'The implementation of public.get_order().';

create function public.get_order(p_id text, p_token text default null) returns jsonb
language sql volatile set search_path = '' as $$
  select private.get_order(p_id, p_token)
$$;
grant execute on function public.get_order(text, text) to anon, authenticated;
comment on function public.get_order(text, text) is 'One order by its exact id, as the caller may see it.';

-- Security definer: customers have no right to any table.
create function private.track_order(p_id text, p_token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  response jsonb := private.read_order(p_id, p_token);
begin
  -- Two conditions, not one: SQL may evaluate both sides of an AND, and the second has an effect.
  if response #>> '{order,status}' is distinct from 'pending' then
    return response;
  end if;
  if private.start_processing(p_id) then
    return private.read_order(p_id, p_token);
  end if;
  return response;
end
$$;
grant execute on function private.track_order(text, text) to anon, authenticated;
comment on function private.track_order(text, text) is 'The implementation of public.track_order().';

create function public.track_order(p_id text, p_token text default null) returns jsonb
language sql volatile set search_path = '' as $$
  select private.track_order(p_id, p_token)
$$;
grant execute on function public.track_order(text, text) to anon, authenticated;
comment on function public.track_order(text, text) is
  'Like get_order(). A pending order moves to processing 15 seconds after it was first tracked.';
