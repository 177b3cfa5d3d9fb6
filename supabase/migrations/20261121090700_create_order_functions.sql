/*
 * An order as JSON, and what customers call to see one: get_order() and track_order().
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
      from private.help_requests where order_id = o.id
    ) end
  );
end
$$;
comment on function private.order_json(public.orders, boolean, boolean) is
  'An order with its details as JSON, in full or masked. Its holder may change it until it is booked.';

create function private.respond_order(
  p_id text, is_holder boolean default false, http_status integer default 200
) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
begin
  select * into o from public.orders where id = p_id;
  return private.respond(http_status, jsonb_build_object(
    'ok', true, 'order', private.order_json(o, true, is_holder)
  ));
end
$$;
comment on function private.respond_order(text, boolean, integer) is
  'Responds with a saved order in full.';

create function private.hash_token(token text) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(token, 'UTF8'))
$$;
comment on function private.hash_token(text) is 'The token as it is saved. It cannot be computed back.';

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
