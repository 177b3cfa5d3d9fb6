/*
 * Reading and finding an order: a limit that protects an order lives with that order. Nobody who shares a
 * client address or knows a number keeps its own device from it.
 */
create or replace function private.read_order(p_id text, p_token text) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  max_misses constant integer := 20;
  is_holder constant boolean := exists (
    select from private.order_keys as key
    where key.order_id = p_id and key.token_hash = private.hash_token(p_token)
  );
  is_refused boolean;
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
  is_refused := case
    when is_holder then private.count_read(p_id) else private.is_refused('miss', max_misses)
  end;
  select * into o from public.orders where id = p_id;
  if found and not is_holder then
    perform private.uncount_call('miss', max_misses);
  end if;
  if is_refused then
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

create or replace function private.get_order(p_id text, p_token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_plain_call();
  return private.read_order(p_id, p_token);
end
$$;

create or replace function private.track_order(p_id text, p_token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  response jsonb;
begin
  perform private.require_plain_call();
  response := private.read_order(p_id, p_token);
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

create or replace function private.find_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  max_finds constant integer := 20;
  refusal jsonb;
  sought text;
  phone text;
  o public.orders;
begin
  perform private.require_plain_call();
  refusal := private.check_request(p, 1024, array['id', 'phone']);
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
  if private.is_refused('find', max_finds) then
    return private.respond_refusal(429, 'rate_limited');
  end if;
  if private.count_find(sought) then
    return private.respond_refusal(429, 'too_many_tries');
  end if;
  select * into o from public.orders where id = sought;
  if o.phone_key is distinct from phone or phone is null then
    return private.respond_refusal(200, 'not_found');
  end if;
  perform private.uncount_call('find', max_finds);
  perform private.uncount_find(o.id);
  return private.respond(200, jsonb_build_object('ok', true, 'order', private.order_json(o, true)));
end
$$;

/*
 * PostgREST applies such a setting to the transaction of the call. A call takes milliseconds: the limit is
 * for what nobody has thought of.
 */
alter function public.get_order(text, text) set statement_timeout = '1s';
alter function public.track_order(text, text) set statement_timeout = '1s';
alter function public.find_order(jsonb) set statement_timeout = '1s';
