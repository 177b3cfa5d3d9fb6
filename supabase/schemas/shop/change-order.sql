/*
 * What corrections, bookings and cancellations of an order have in common. A request names the version of the
 * order that it changes. A stale one is refused with the order as it is now. Every order is locked before its
 * details, so one of two simultaneous requests comes first and the other is refused. Only the token of its
 * device, ten times in all, or the code of a confirm link, once, changes an order for a customer.
 */

create function private.check_changes(o public.orders) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if exists (select from private.order_keys where order_id = o.id and changes >= 10) then
    perform private.refuse('too_many_changes', null, 429);
  end if;
end
$$;
comment on function private.check_changes(public.orders) is
  'Refuses more than ten changes of one order by the holder of its token.';

create function private.check_version(o public.orders, p jsonb, is_holder boolean, is_booking boolean default false)
returns void
language plpgsql volatile set search_path = '' as $$
begin
  if o.id is null then
    perform private.refuse('not_found', null, 200);
  end if;
  if not is_booking and private.is_booked(o) then
    perform private.refuse_change('booked', o, is_holder);
  end if;
  if jsonb_typeof(p -> 'version') is distinct from 'number' then
    perform private.refuse('bad_field', 'version');
  end if;
  if (p ->> 'version')::numeric <> o.version then
    perform private.refuse_change('stale', o, is_holder);
  end if;
end
$$;
comment on function private.check_version(public.orders, jsonb, boolean, boolean) is
  'Refuses to change another version of a locked order than that of the request, and one that is booked.';

create function private.count_refused_change(response jsonb, o public.orders) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  -- Its device is told that an order is booked, or was changed already, whoever shares the client address.
  if o.id is not null and response ->> 'code' not in ('booked', 'stale', 'too_many_changes')
    and private.is_refused('refused-change', 30) then
    return private.respond(429, '{"ok": false, "code": "rate_limited"}');
  end if;
  return response;
end
$$;
comment on function private.count_refused_change(jsonb, public.orders) is
  'Counts a refused change for the client. Responds with the refusal, or with 429 where it had too many.';

create function private.change_own_order(change text, p jsonb, fields text[]) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  has_code constant boolean := coalesce(p ? 'code', false);
  o public.orders;
  tried private.confirm_codes;
begin
  perform private.check_request(p, 16384, fields || case when has_code then 'code' else 'token' end);
  if has_code then
    tried := private.lock_by_code(p);
    if tried.selector is null or tried.used_for <> change then
      return private.refuse_code();
    end if;
    select * into o from public.orders where id = tried.order_id;
    -- The order tells a retry whose response was lost what has become of it.
    if tried.used_at is not null then
      perform private.refuse_change('stale', o, false);
    end if;
  else
    o := private.lock_own_order(p);
  end if;
  perform private.check_version(o, p, true);
  -- After the refusals that tell a retry whose response was lost what has become of the order.
  perform private.check_changes(o);
  case change
    when 'correct' then perform private.set_contents('customer', o, p);
    when 'cancel' then perform private.save_cancellation(o, p);
  end case;
  if has_code then
    perform private.use_code(tried, change);
  else
    update private.order_keys set changes = changes + 1 where order_id = o.id;
  end if;
  return private.respond_order(o.id, not has_code);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.count_refused_change(private.respond_error(sqlstate, sqlerrm), o);
end
$$;
comment on function private.change_own_order(text, jsonb, text[]) is
  'Corrects or cancels the order of a request''s id and token, and counts it; or of its id and code, which ends
with that. Refuses other fields than those given.';

-- Security definer: customers have no right to any table.
create function public.change_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '3s' as $$
begin
  perform private.require_plain_call();
  return private.change_own_order('correct', p, array['id', 'version', 'shippingAddress', 'extras']);
end
$$;
grant execute on function public.change_order(jsonb) to anon, authenticated;
comment on function public.change_order(jsonb) is
  'Changes the address or the extras of an order that is not booked: {id, token or code, version, shippingAddress?,
extras?}.';
