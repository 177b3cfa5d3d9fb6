/* The page of an order has the time of the response, and whether its customer has confirmed it. */

create function private.shown_order_json(
  o public.orders, is_full boolean, is_holder boolean default false
) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return private.order_json(o, is_full, is_holder) || jsonb_build_object(
    'asOf', now(),
    'confirmed', is_full and private.is_open(o.status)
      and (private.confirmation_of(o.id)).confirmed_at is not null
  );
end
$$;
comment on function private.shown_order_json(public.orders, boolean, boolean) is
  'An order as its page shows it: with the time of the response, since a device''s clock may be wrong, and whether its
customer has confirmed it.';

create or replace function private.respond_order(
  p_id text, is_holder boolean default false, http_status integer default 200
) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
begin
  select * into o from public.orders where id = p_id;
  return private.respond(http_status, jsonb_build_object(
    'ok', true, 'order', private.shown_order_json(o, true, is_holder)
  ));
end
$$;

create or replace function private.refuse_change(code text, o public.orders, is_holder boolean) returns void
language sql volatile set search_path = '' as $$
  select private.refuse(
    code, null, 409, jsonb_build_object('order', private.shown_order_json(o, true, is_holder))
  )
$$;

create or replace function private.read_order(p_id text, p_token text) returns jsonb
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
      left join private.order_details as details on details.order_id = own.id
      where own.id = p_id and not private.is_booked(own, details)
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
