/*
 * One order, by its exact id. The device that placed it brings a token and sees everything; so does
 * anybody for half an hour; after that an id alone shows no name, street, postal code or phone.
 */
create function private.holds_token(p_id text, p_token text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.order_keys
    where order_id = p_id and token_hash = private.hash_token(p_token)
  )
$$;
comment on function private.holds_token(text, text) is 'Whether the caller is the device that placed it.';

create function private.look_at_order(p_id text, p_token text) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  is_holder boolean := private.holds_token(p_id, p_token);
  counted integer := 0;
  seen public.orders;
begin
  if private.is_read_only() then
    return private.answer_refusal(429, 'rate_limited');
  end if;
  -- What cannot be an id is no guess at one.
  if p_id is null or p_id !~ '^[0-9A-Z]{8}$' then
    return private.answer_refusal(200, 'not_found');
  end if;
  -- Counted before the lookup, so that of many guesses at the same time no more than 20 show a result.
  if not is_holder then
    counted := private.count_call('miss');
  end if;
  select * into seen from public.orders where id = p_id;
  if found and not is_holder then
    perform private.uncount_call('miss');
  end if;
  if counted > 20 then
    return private.answer_refusal(429, 'rate_limited');
  end if;
  if seen.id is null then
    return private.answer_refusal(200, 'not_found');
  end if;
  return private.answer(200, jsonb_build_object('ok', true, 'order', private.show_order(
    seen, is_holder or seen.date > now() - interval '30 minutes'
  )));
end
$$;
comment on function private.look_at_order(text, text) is
  'The answer to a look at an order: in full, masked, not found, or too many misses.';

create function private.step_to_processing(p_id text) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  update private.order_keys set first_tracked_at = now()
  where order_id = p_id and first_tracked_at is null;

  update public.orders as waiting set status = 'processing'
  from private.order_keys as key
  where waiting.id = p_id and waiting.status = 'pending'
    and key.order_id = waiting.id and key.first_tracked_at <= now() - interval '15 seconds';
  return found;
end
$$;
comment on function private.step_to_processing(text) is
  'Moves a pending order on, 15 seconds after it was first tracked. Says whether it did.';

-- Security definer: visitors have no right to any table.
create function private.get_order(p_id text, p_token text) returns jsonb
language sql volatile security definer set search_path = '' as $$
  select private.look_at_order(p_id, p_token)
$$;
grant execute on function private.get_order(text, text) to anon, authenticated;
comment on function private.get_order(text, text) is 'What public.get_order() does.';

-- Security definer: visitors have no right to any table.
create function private.track_order(p_id text, p_token text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  answer jsonb := private.look_at_order(p_id, p_token);
begin
  -- Two conditions, not one: beside a null, SQL would still work out the second, and take the step.
  if answer #>> '{order,status}' is distinct from 'pending' then
    return answer;
  end if;
  if private.step_to_processing(p_id) then
    return private.look_at_order(p_id, p_token);
  end if;
  return answer;
end
$$;
grant execute on function private.track_order(text, text) to anon, authenticated;
comment on function private.track_order(text, text) is 'What public.track_order() does.';

create function public.get_order(p_id text, p_token text default null) returns jsonb
language sql volatile set search_path = '' as $$
  select private.get_order(p_id, p_token)
$$;
grant execute on function public.get_order(text, text) to anon, authenticated;
comment on function public.get_order(text, text) is 'One order by its exact id, as the caller may see it.';

create function public.track_order(p_id text, p_token text default null) returns jsonb
language sql volatile set search_path = '' as $$
  select private.track_order(p_id, p_token)
$$;
grant execute on function public.track_order(text, text) to anon, authenticated;
comment on function public.track_order(text, text) is
  'As get_order(); and a pending order moves to processing 15 seconds after the first such look.';
