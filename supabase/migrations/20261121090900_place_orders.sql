/*
 * Placing an order, exactly once: docs/decisions/placing-orders.md.
 *
 * One attempt has one id and one token, made by the browser and sent again on every retry. An attempt
 * that was saved before is answered with the order it made.
 */
create function private.misshapen_field(p jsonb) returns text
language sql immutable set search_path = '' as $$
  select case
    when jsonb_typeof(p -> 'id') is distinct from 'string' or p ->> 'id' !~ '^[0-9A-Z]{8}$'
      then 'id'
    when jsonb_typeof(p -> 'token') is distinct from 'string'
      or p ->> 'token' !~ '^[A-Za-z0-9_-]{22,64}$' then 'token'
    when jsonb_typeof(p -> 'total') is distinct from 'number' then 'total'
    when p -> 'paymentMethod' is distinct from '"cash_on_delivery"' then 'paymentMethod'
  end
$$;
comment on function private.misshapen_field(jsonb) is
  'The first plain field of a request that cannot be what it should be, or null.';

create function private.refuse_misshapen(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  field text;
begin
  if private.is_read_only() then
    return private.answer_refusal(405, 'use_post');
  end if;
  if jsonb_typeof(p) is distinct from 'object' then
    return private.answer_refusal(400, 'bad_request');
  end if;
  if pg_column_size(p) > 16384 then
    return private.answer_refusal(413, 'too_large');
  end if;
  select left(key, 40) into field from jsonb_object_keys(p) as key
  where key not in ('id', 'token', 'items', 'total', 'shippingAddress', 'paymentMethod');
  if found then
    return private.answer_refusal(400, 'unknown_field', field);
  end if;
  field := private.misshapen_field(p);
  if field is not null then
    return private.answer_refusal(422, 'bad_field', field);
  end if;
  -- The column would round it, and the rounded total might be right.
  if (p ->> 'total')::numeric <> round((p ->> 'total')::numeric, 2) then
    return private.answer_refusal(422, 'total_mismatch');
  end if;
  return null;
end
$$;
comment on function private.refuse_misshapen(jsonb) is
  'A refusal of a request that is not worth a look at the tables, or null.';

create function private.hash_token(token text) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(token, 'UTF8'))
$$;
comment on function private.hash_token(text) is 'The token as it is kept: nobody can turn it back.';

create function private.hash_request(p jsonb) returns bytea
language sql immutable set search_path = '' as $$
  -- As jsonb prints it, so that the order of the keys does not matter.
  select sha256(convert_to((p - 'token')::text, 'UTF8'))
$$;
comment on function private.hash_request(jsonb) is 'What tells one request of an attempt from another.';

create function private.answer_repeat(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  hash constant bytea := private.hash_token(p ->> 'token');
  key private.order_keys;
  saved public.orders;
begin
  select * into key from private.order_keys as known
  where known.order_id = p ->> 'id' and known.token_hash in (hash, sha256(hash));
  if not found then
    return null;
  end if;
  -- A hash of the hash is what private.erase_orders() leaves. The order is not placed a second time.
  if key.token_hash <> hash then
    return private.answer_refusal(410, 'order_erased');
  end if;
  if key.request_hash <> private.hash_request(p) then
    return private.answer_refusal(422, 'attempt_reused');
  end if;
  select * into saved from public.orders where id = key.order_id;
  return private.answer(200, jsonb_build_object(
    'ok', true, 'replay', true, 'order', private.show_order(saved, true)
  ));
end
$$;
comment on function private.answer_repeat(jsonb) is
  'The answer to an attempt that was saved before, or null.';

create function private.phone_key(address jsonb) returns text
language sql immutable set search_path = '' as $$
  -- 0300…, +92 300… and 0092 300… are one telephone.
  select right(private.digits(private.clean_address(address) ->> 'phone'), 10)
$$;
comment on function private.phone_key(jsonb) is 'Whom to count an order for: the phone''s last ten digits.';

create function private.has_many_orders(phone text) returns boolean
language sql stable set search_path = '' as $$
  select count(*) >= 5
  from private.order_keys as key
  join public.orders as known on known.id = key.order_id
  where key.phone_key = phone
    and key.placed_at > now() - interval '24 hours'
    and known.status in ('pending', 'processing')
$$;
comment on function private.has_many_orders(text) is
  'Whether a phone has five open orders of the last 24 hours. Shipping or cancelling one frees its place.';

create function private.save_order(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  phone text := private.phone_key(p -> 'shippingAddress');
  saved public.orders;
begin
  -- Orders of one phone wait for each other, so that six at once do not all count four.
  perform pg_advisory_xact_lock(hashtextextended('phone:' || phone, 0));
  if private.has_many_orders(phone) then
    return private.answer_refusal(429, 'too_many_orders');
  end if;

  insert into public.orders (id, items, total, shipping_address, payment_method)
  values (
    p ->> 'id', p -> 'items', (p ->> 'total')::numeric, p -> 'shippingAddress', p ->> 'paymentMethod'
  )
  returning * into saved;
  insert into private.order_keys (order_id, token_hash, request_hash, phone_key)
  values (saved.id, private.hash_token(p ->> 'token'), private.hash_request(p), phone);

  return private.answer(201, jsonb_build_object(
    'ok', true, 'replay', false, 'order', private.show_order(saved, true)
  ));
end
$$;
comment on function private.save_order(jsonb) is 'Saves a new order; a judge on the way may refuse it.';

create function private.try_to_save_order(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  code text;
  field text;
begin
  return private.save_order(p);
exception
  when sqlstate 'SH422' then
    get stacked diagnostics code = message_text, field = pg_exception_detail;
    return private.answer_refusal(422, code, nullif(field, ''));
  -- With its owner's rights a function would print the failing row, address included, to the caller.
  -- Any other error shows no row and stays one: Postgres logs it, and a passing one is retried.
  when data_exception or integrity_constraint_violation then
    return private.answer_refusal(422, 'invalid');
end
$$;
comment on function private.try_to_save_order(jsonb) is
  'Saves a new order, or says by a code why not. No row of the database reaches the caller.';

-- Security definer: visitors have no right to any table.
create function private.place_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  answer jsonb := private.refuse_misshapen(p);
begin
  if answer is not null then
    return answer;
  end if;

  -- Two sends of one attempt wait for each other: the second finds what the first has saved.
  perform pg_advisory_xact_lock(hashtextextended('order:' || (p ->> 'id'), 0));
  answer := private.answer_repeat(p);
  if answer is not null then
    return answer;
  end if;

  -- Counted before the id is looked up: else a caller over the limit could still learn which exist.
  if private.count_call('place') > 30 then
    return private.answer_refusal(429, 'rate_limited');
  end if;
  if exists (select from public.orders where id = p ->> 'id') then
    return private.answer_refusal(409, 'id_taken');
  end if;
  return private.try_to_save_order(p);
end
$$;
grant execute on function private.place_order(jsonb) to anon, authenticated;
comment on function private.place_order(jsonb) is 'What public.place_order() does.';

create function public.place_order(p jsonb) returns jsonb
language sql volatile set search_path = '' as $$
  select private.place_order(p)
$$;
grant execute on function public.place_order(jsonb) to anon, authenticated;
comment on function public.place_order(jsonb) is
  'Places an order of {id, token, items, total, shippingAddress, paymentMethod}, once per id and token.';
