/*
 * Placing an order, exactly once: docs/decisions/placing-orders.md. One attempt has one id and one token,
 * made by the browser and sent again on every retry.
 */
create function private.hash_request(p jsonb) returns bytea
language sql immutable set search_path = '' as $$
  -- The text of a jsonb value does not depend on the order of its keys.
  select sha256(convert_to((p - 'token')::text, 'UTF8'))
$$;
comment on function private.hash_request(jsonb) is 'Tells apart two requests of one attempt.';

create function private.check_open_orders(phone text) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  -- Orders of one phone wait for each other, so that six at once do not all count four.
  perform pg_advisory_xact_lock(hashtextextended('phone:' || phone, 0));
  if (
    select count(*) >= 5 from public.orders as o
    where o.phone_key = phone and o.date > now() - interval '24 hours' and private.is_open(o.status)
  ) then
    return private.respond_refusal(429, 'too_many_orders');
  end if;
  return null;
end
$$;
comment on function private.check_open_orders(text) is
  'Refuses another order for a phone key with five open orders of the last 24 hours. Otherwise returns null.';

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

create function private.lock_new_order(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  bad_field constant text := private.find_bad_field(p);
begin
  if bad_field is not null then
    return private.respond_refusal(422, 'bad_field', bad_field);
  end if;
  -- The column would round it, and the rounded total might be right.
  if (p ->> 'total')::numeric <> round((p ->> 'total')::numeric, 2) then
    return private.respond_refusal(422, 'total_mismatch');
  end if;
  -- Two requests for one id wait for each other, so that the second finds what the first has saved.
  perform pg_advisory_xact_lock(hashtextextended('order:' || (p ->> 'id'), 0));
  return null;
end
$$;
comment on function private.lock_new_order(jsonb) is
  'Refuses a new order''s request of the wrong shape. Otherwise locks its id and returns null.';

create function private.save_new_order(p jsonb, is_manual boolean) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  code text;
  field text;
begin
  insert into public.orders (id, items, total, shipping_address, payment_method)
  values (
    p ->> 'id', p -> 'items', (p ->> 'total')::numeric, p -> 'shippingAddress', 'cash_on_delivery'
  );
  if is_manual then
    perform private.save_manual_details(p);
  else
    insert into private.order_keys (order_id, token_hash, request_hash)
    values (p ->> 'id', private.hash_token(p ->> 'token'), private.hash_request(p));
    if p ? 'extras' then
      insert into private.order_details (order_id, landmark, second_phone, rider_note)
      select p ->> 'id', extra.* from private.clean_extras(p -> 'extras') as extra;
    end if;
  end if;
  return null;
exception
  when sqlstate 'SH422' then
    get stacked diagnostics code = message_text, field = pg_exception_detail;
    return private.respond_refusal(422, code, nullif(field, ''));
  -- Such an error of a security definer function shows the failing row to the caller, address
  -- included. Other errors show no row: Postgres logs them, and temporary ones are retried.
  when data_exception or integrity_constraint_violation then
    return private.respond_refusal(422, 'invalid');
end
$$;
comment on function private.save_new_order(jsonb, boolean) is
  'Saves an order of the website or one that an admin entered. Responds with a refusal, or returns null.';

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
  return private.respond_order(o.id, true) || '{"replay": true}';
end
$$;
comment on function private.claim_manual_order(public.orders, jsonb) is
  'Recognizes a customer''s late attempt at an order that an admin entered meanwhile: it gets that order
and its device becomes the order''s. Any other order has its id taken.';

-- Security definer: customers have no right to any table.
create function private.place_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refusal jsonb := private.check_request(
    p, 16384,
    array['id', 'token', 'items', 'total', 'shippingAddress', 'extras', 'paymentMethod']
  );
  hash bytea;
  key private.order_keys;
  saved public.orders;
begin
  -- coalesce() evaluates an argument only where those before it are null.
  refusal := coalesce(refusal, private.lock_new_order(p), case
    when p -> 'paymentMethod' is distinct from '"cash_on_delivery"'
      then private.respond_refusal(422, 'bad_field', 'paymentMethod')
  end);
  if refusal is not null then
    return refusal;
  end if;

  -- An attempt that was saved before gets its order.
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
    return private.respond_order(key.order_id, true) || '{"replay": true}';
  end if;

  -- Counted before the id is looked up: a caller over the limit does not learn which ids exist.
  if private.count_call('place') > 30 then
    return private.respond_refusal(429, 'rate_limited');
  end if;
  select * into saved from public.orders where id = p ->> 'id';
  if found then
    return private.claim_manual_order(saved, p);
  end if;
  return coalesce(
    private.check_open_orders(private.phone_key(p #>> '{shippingAddress,phone}')),
    private.save_new_order(p, false),
    private.respond_order(p ->> 'id', true, 201) || '{"replay": false}'
  );
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
