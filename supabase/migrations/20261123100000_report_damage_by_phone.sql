/*
 * A damaged or wrong item is reported by the order's token, or by its number and phone, like find_order(). Who knows
 * both cannot use up what the order's device may do: an order has one request, and one by phone is no change.
 */
create function private.find_by_phone(p jsonb, out o public.orders, out refusal jsonb)
language plpgsql volatile set search_path = '' as $$
declare
  max_finds constant integer := 20;
  sought text;
  phone text;
begin
  if jsonb_typeof(p -> 'id') is distinct from 'string' then
    refusal := private.respond_refusal(422, 'bad_field', 'id');
    return;
  end if;
  if jsonb_typeof(p -> 'phone') is distinct from 'string' then
    refusal := private.respond_refusal(422, 'bad_field', 'phone');
    return;
  end if;
  sought := upper(regexp_replace(private.fold_digits(p ->> 'id'), '[^0-9A-Za-z]', '', 'g'));
  -- An erased order has no phone key, so no phone finds it.
  phone := nullif(private.phone_key(p ->> 'phone'), '');

  -- Every pair is counted before the lookup, and runs the same statements until it is known to match. A
  -- client over its limit does not count for the order: it cannot make others wait.
  if private.is_refused('find', max_finds) then
    refusal := private.respond_refusal(429, 'rate_limited');
    return;
  end if;
  if private.count_find(sought) then
    refusal := private.respond_refusal(429, 'too_many_tries');
    return;
  end if;
  select * into o from public.orders where id = sought;
  if o.phone_key is distinct from phone or phone is null then
    o := null;
    refusal := private.respond_refusal(200, 'not_found');
    return;
  end if;
  perform private.uncount_call('find', max_finds);
  perform private.uncount_find(o.id);
end
$$;
comment on function private.find_by_phone(jsonb) is
  'The order of a request''s number and phone, or a refusal. Limits the tries of a client and at an order.';

create or replace function private.find_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refusal jsonb;
  result record;
begin
  perform private.require_plain_call();
  refusal := private.check_request(p, 1024, array['id', 'phone']);
  if refusal is not null then
    return refusal;
  end if;
  select * into result from private.find_by_phone(p);
  if result.refusal is not null then
    return result.refusal;
  end if;
  return private.respond(200, jsonb_build_object(
    'ok', true, 'order', private.order_json(result.o, true)
  ));
end
$$;

drop function private.save_help_request(public.orders, jsonb);
create function private.save_help_request(o public.orders, p jsonb, is_holder boolean)
returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  code text;
  field text;
  saved private.help_requests;
  refusal jsonb;
  typed text;
begin
  if coalesce(p ->> 'kind', '') not in ('damaged', 'wrong_item') then
    perform private.refuse('kind_invalid', 'kind');
  end if;
  typed := private.clean_note('text', p -> 'text', 1000);

  select * into saved from private.help_requests where order_id = o.id;
  if found then
    -- A retry whose response was lost gets the response of the first.
    if (saved.kind, saved.text) = (p ->> 'kind', typed) then
      return private.respond_order(o.id, is_holder);
    end if;
    return private.respond_refusal(409, 'request_exists');
  end if;
  if is_holder then
    refusal := private.check_changes(o);
    if refusal is not null then
      return refusal;
    end if;
  end if;
  if o.status <> 'delivered' then
    return private.respond_refusal(409, 'not_delivered');
  end if;
  if private.shop_day(now()) > private.shop_day(private.delivered_at(o)) + 3 then
    return private.respond_refusal(409, 'too_late');
  end if;
  insert into private.help_requests (order_id, kind, text) values (o.id, p ->> 'kind', typed);
  return private.respond_order(o.id, is_holder);
exception
  when sqlstate 'SH422' then
    get stacked diagnostics code = message_text, field = pg_exception_detail;
    return private.respond_refusal(422, code, nullif(field, ''));
end
$$;
comment on function private.save_help_request(public.orders, jsonb, boolean) is
  'Saves the report of a damaged or wrong item of an order, once. Responds with the order or a refusal.';

create or replace function private.request_help(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_by_phone constant boolean := coalesce(p ? 'phone', false);
  refusal jsonb;
  result record;
  o public.orders;
  response jsonb;
begin
  perform private.require_plain_call();
  refusal := private.check_request(
    p, 16384, array['id', case when is_by_phone then 'phone' else 'token' end, 'kind', 'text']
  );
  if refusal is not null then
    return refusal;
  end if;
  if not is_by_phone then
    o := private.lock_own_order(p);
    return private.count_change(
      coalesce(private.check_customer(o), private.save_help_request(o, p, true)), o
    );
  end if;

  select * into result from private.find_by_phone(p);
  if result.refusal is not null then
    return result.refusal;
  end if;
  -- It may have been erased meanwhile.
  select * into o from public.orders
  where id = (result.o).id and phone_key = (result.o).phone_key for update;
  if not found then
    return private.respond_refusal(200, 'not_found');
  end if;
  response := private.save_help_request(o, p, false);
  -- A saved report is none of the ten changes of the order's device. A refused one counts for the client.
  if (response ->> 'ok')::boolean then
    return response;
  end if;
  return private.count_change(response, o);
end
$$;

comment on function public.request_help(jsonb) is
  'Reports a damaged or wrong item of an order until three days after its delivery: {id, token or phone, kind,
text}.';
