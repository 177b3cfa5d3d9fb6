/*
 * What a customer does with an order after it was placed: find it by its number and phone, and change or
 * cancel it until it is booked. Only the token of its device changes an order. An admin's request and a
 * customer's lock the order first, so one of two simultaneous ones comes first and the other is refused.
 */
-- Security definer: customers have no right to any table.
create function private.find_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refusal constant jsonb := private.check_request(p, 1024, array['id', 'phone']);
  sought text;
  phone text;
  o public.orders;
begin
  if refusal is not null then
    return refusal;
  end if;
  if jsonb_typeof(p -> 'id') is distinct from 'string' then
    return private.respond_refusal(422, 'bad_field', 'id');
  end if;
  if jsonb_typeof(p -> 'phone') is distinct from 'string' then
    return private.respond_refusal(422, 'bad_field', 'phone');
  end if;
  sought := upper(regexp_replace(private.fold_digits(p ->> 'id'), '[^0-9A-Za-z]', '', 'g'));
  -- An erased order has no phone key, so no phone finds it.
  phone := nullif(private.phone_key(p ->> 'phone'), '');

  -- Every pair is counted before the lookup, and runs the same statements until it is known to match. A
  -- client over its limit does not count for the order: it cannot make others wait.
  if private.count_call('find') > 20 then
    return private.respond_refusal(429, 'rate_limited');
  end if;
  if private.change_count('find-order', sought, 1) > 10 then
    return private.respond_refusal(429, 'rate_limited');
  end if;
  select * into o from public.orders where id = sought;
  if o.phone_key is distinct from phone or phone is null then
    return private.respond_refusal(200, 'not_found');
  end if;
  perform private.uncount_call('find');
  perform private.change_count('find-order', sought, -1);
  return private.respond(200, jsonb_build_object('ok', true, 'order', private.order_json(o, true)));
end
$$;
grant execute on function private.find_order(jsonb) to anon, authenticated;
comment on function private.find_order(jsonb) is 'The implementation of public.find_order().';

create function public.find_order(p jsonb) returns jsonb
language sql volatile set search_path = '' as $$
  select private.find_order(p)
$$;
grant execute on function public.find_order(jsonb) to anon, authenticated;
comment on function public.find_order(jsonb) is
  'The order of {id, phone} in full, where both belong together. It gives no right to change the order.';

create function private.lock_own_order(p jsonb) returns public.orders
language sql volatile set search_path = '' as $$
  select o from public.orders as o
  join private.order_keys as key on key.order_id = o.id
  where o.id = p ->> 'id' and key.token_hash = private.hash_token(p ->> 'token')
  for update of o
$$;
comment on function private.lock_own_order(jsonb) is
  'The order of a request''s id and token, locked; or null.';

create function private.check_customer(o public.orders) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  if o.id is null then
    -- A wrong token gets the response of an unknown id, and counts like one.
    if private.count_call('miss') > 20 then
      return private.respond_refusal(429, 'rate_limited');
    end if;
    return private.respond_refusal(200, 'not_found');
  end if;
  -- Counted per order, because other customers may share the client address.
  if private.change_count('change', o.id, 1) > 30 then
    return private.respond_refusal(429, 'rate_limited');
  end if;
  return null;
end
$$;
comment on function private.check_customer(public.orders) is
  'Refuses a request whose token opens no order, and too many of one order. Otherwise returns null.';

create function private.change_own_order(change text, p jsonb, fields text[]) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  refusal constant jsonb := private.check_request(p, 16384, fields);
  o public.orders;
begin
  if refusal is not null then
    return refusal;
  end if;
  o := private.lock_own_order(p);
  return coalesce(
    private.check_customer(o),
    private.change_locked_order(change, 'customer', o, p)
  );
end
$$;
comment on function private.change_own_order(text, jsonb, text[]) is
  'Corrects or cancels the order of a request''s id and token. Refuses other fields than those given.';

-- Security definer: customers have no right to any table.
create function private.change_order(p jsonb) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select private.change_own_order(
    'correct', p, array['id', 'token', 'version', 'shippingAddress', 'extras']
  )
$$;
grant execute on function private.change_order(jsonb) to anon, authenticated;
comment on function private.change_order(jsonb) is 'The implementation of public.change_order().';

create function public.change_order(p jsonb) returns jsonb
language sql volatile set search_path = '' as $$
  select private.change_order(p)
$$;
grant execute on function public.change_order(jsonb) to anon, authenticated;
comment on function public.change_order(jsonb) is
  'Changes the address or the extras of an order that is not booked: {id, token, version, shippingAddress?,
extras?}.';

create function private.save_cancellation(o public.orders, p jsonb) returns void
language plpgsql volatile set search_path = '' as $$
declare
  cancel_text text;
begin
  if coalesce(p ->> 'reason', '') not in ('changed_mind', 'wrong_order', 'too_late', 'other') then
    perform private.refuse('reason_invalid', 'reason');
  end if;
  if p ->> 'text' ~ '\S' then
    cancel_text := private.clean_note('text', p -> 'text', 300);
  end if;
  perform private.log_changes(
    'customer', o.id, '{}',
    jsonb_build_object('cancelReason', p ->> 'reason', 'cancelText', cancel_text)
  );
  update public.orders set status = 'cancelled' where id = o.id;
  insert into private.order_details as details (order_id, cancel_reason, cancel_text)
  values (o.id, p ->> 'reason', cancel_text)
  on conflict (order_id) do update set
    cancel_reason = excluded.cancel_reason, cancel_text = excluded.cancel_text;
end
$$;
comment on function private.save_cancellation(public.orders, jsonb) is
  'Cancels an order with the reason of its customer, and logs both. Refuses an invalid reason.';

-- Security definer: customers have no right to any table.
create function private.cancel_order(p jsonb) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select private.change_own_order(
    'cancel', p, array['id', 'token', 'version', 'reason', 'text']
  )
$$;
grant execute on function private.cancel_order(jsonb) to anon, authenticated;
comment on function private.cancel_order(jsonb) is 'The implementation of public.cancel_order().';

create function public.cancel_order(p jsonb) returns jsonb
language sql volatile set search_path = '' as $$
  select private.cancel_order(p)
$$;
grant execute on function public.cancel_order(jsonb) to anon, authenticated;
comment on function public.cancel_order(jsonb) is
  'Cancels an order that is not booked: {id, token, version, reason, text?}.';
