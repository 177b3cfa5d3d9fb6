/*
 * What customers call to see an order by its number: get_order() and track_order(). A limit that protects an
 * order lives with that order: nobody who shares a client address or knows a number keeps its own device from it.
 *
 * PostgREST applies statement_timeout to the transaction of the call. A call takes milliseconds: the limit is for
 * what nobody has thought of.
 */

create function private.read_order(p_id text, p_token text) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  max_misses constant integer := 20;
  max_reads constant integer := 600;
  open_window constant bigint := private.window_number();
  is_device constant boolean := exists (
    select from private.order_keys as key
    where key.order_id = p_id and key.token_hash = private.hash_token(p_token)
  );
  is_holder boolean := is_device;
  is_refused boolean;
  tried private.confirm_codes;
  o public.orders;
begin
  -- A GET, where nothing can be counted.
  if current_setting('transaction_read_only') = 'on' then
    return private.respond(429, '{"ok": false, "code": "rate_limited"}');
  end if;
  -- An invalid id is not counted as a guess.
  if p_id is null or p_id !~ '^[0-9A-Z]{8}$' then
    return private.respond(200, '{"ok": false, "code": "not_found"}');
  end if;
  if is_device then
    -- One read a second.
    update private.order_keys set
      counted_in = open_window,
      reads = case when counted_in = open_window then reads + 1 else 1 end
    where order_id = p_id and (counted_in <> open_window or reads < max_reads);
    is_refused := not found;
  else
    -- A code that still gives the rights of the order's device.
    tried := private.try_code(p_id, p_token);
    is_holder := tried.selector is not null and tried.used_at is null and exists (
      select from public.orders as own
      where own.id = p_id and not private.is_booked(own)
    );
    -- Counted before the lookup, so that of many simultaneous guesses no more than 20 show a result.
    is_refused := case
      when is_holder then private.is_refused('code', max_reads)
      else private.is_refused('miss', max_misses)
    end;
  end if;
  select * into o from public.orders where id = p_id;
  if found and not is_holder then
    perform private.change_count('miss', private.client_address(), -1, max_misses);
  end if;
  if is_refused then
    return private.respond(429, '{"ok": false, "code": "rate_limited"}');
  end if;
  if o.id is null then
    return private.respond(200, '{"ok": false, "code": "not_found"}');
  end if;
  return private.respond(200, jsonb_build_object('ok', true, 'order', private.shown_order_json(
    o, is_holder or o.date > now() - interval '30 minutes', is_holder
  )));
end
$$;
comment on function private.read_order(text, text) is
  'Responds with an order by its exact id: in full to the holder of its token or of a code, and to everybody for half
an hour; masked afterwards.';

-- Security definer: customers have no right to any table.
create function public.get_order(p_id text, p_token text default null) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '1s' as $$
begin
  perform private.require_plain_call();
  return private.read_order(p_id, p_token);
end
$$;
grant execute on function public.get_order(text, text) to anon, authenticated;
comment on function public.get_order(text, text) is 'One order by its exact id, as the caller may see it.';

-- Security definer: customers have no right to any table.
create function public.track_order(p_id text, p_token text default null) returns jsonb
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
