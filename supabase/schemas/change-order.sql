/*
 * What corrections, bookings and cancellations of an order have in common. A request names the version of the
 * order that it changes. A stale one is refused with the order as it is now. Every order is locked before its
 * details, so one of two simultaneous requests comes first and the other is refused. Only the token of its
 * device changes an order for a customer, ten times in all.
 */

create function private.change_locked_order(change text, actor text, o public.orders, p jsonb)
returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  is_holder constant boolean := actor = 'customer';
  details private.order_details;
  refusal jsonb;
  code text;
  field text;
begin
  if o.id is null then
    return private.respond_refusal(200, 'not_found');
  end if;
  select * into details from private.order_details where order_id = o.id;
  if change <> 'book' and private.is_booked(o, details) then
    return private.respond_conflict('booked', o, is_holder);
  end if;
  if jsonb_typeof(p -> 'version') is distinct from 'number' then
    return private.respond_refusal(422, 'bad_field', 'version');
  end if;
  if (p ->> 'version')::numeric <> o.version then
    return private.respond_conflict('stale', o, is_holder);
  end if;
  -- After these two, which tell a retry whose response was lost what has become of the order.
  if is_holder then
    refusal := private.check_changes(o);
    if refusal is not null then
      return refusal;
    end if;
  end if;

  perform set_config('shop.actor', actor, true);
  case change
    when 'correct' then perform private.correct_order(actor, o, details, p);
    when 'book' then perform private.book_order(o, details, p);
    when 'cancel' then perform private.save_cancellation(o, p);
  end case;
  perform set_config('shop.actor', '', true);
  return private.respond_order(o.id, is_holder);
exception
  when sqlstate 'SH422' then
    get stacked diagnostics code = message_text, field = pg_exception_detail;
    return private.respond_refusal(422, code, nullif(field, ''));
  -- As in private.save_new_order(). An erased order stays closed and has no tracking number.
  when data_exception or integrity_constraint_violation then
    return private.respond_refusal(422, 'invalid');
end
$$;
comment on function private.change_locked_order(text, text, public.orders, jsonb) is
  'Corrects, books or cancels an order that private.lock_order() or private.lock_own_order() has locked.
Refuses to change another version than that of the request, and to correct or cancel a booked order.';

create function private.check_customer(o public.orders) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  if o.id is null then
    -- A wrong token gets the response of an unknown id, and counts like one.
    if private.is_refused('miss', 20) then
      return private.respond_refusal(429, 'rate_limited');
    end if;
    return private.respond_refusal(200, 'not_found');
  end if;
  return null;
end
$$;
comment on function private.check_customer(public.orders) is
  'Refuses a request whose token opens no order. Otherwise returns null.';

create function private.check_changes(o public.orders) returns jsonb
language sql volatile set search_path = '' as $$
  select private.respond_refusal(429, 'too_many_changes')
  from private.order_keys where order_id = o.id and changes >= 10
$$;
comment on function private.check_changes(public.orders) is
  'Refuses more than ten changes of one order by its customer. Otherwise returns null.';

create function private.count_change(response jsonb, o public.orders) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  if (response ->> 'ok')::boolean then
    update private.order_keys set changes = changes + 1 where order_id = o.id;
  -- Its device is told that an order is booked, or was changed already, whoever shares the client address.
  elsif o.id is not null and response ->> 'code' not in ('booked', 'stale', 'too_many_changes')
    and private.is_refused('refused-change', 30) then
    return private.respond_refusal(429, 'rate_limited');
  end if;
  return response;
end
$$;
comment on function private.count_change(jsonb, public.orders) is
  'Counts a change for its order, or a refusal for the client. Responds as the change did, or with 429 where
the client had too many refusals.';

create function private.change_own_order(change text, p jsonb, fields text[])
returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  refusal constant jsonb := private.check_request(p, 16384, fields);
  o public.orders;
  changed public.orders;
  response jsonb;
begin
  if refusal is not null then
    return refusal;
  end if;
  o := private.lock_own_order(p);
  response := private.count_change(
    coalesce(private.check_customer(o), private.change_locked_order(change, 'customer', o, p)), o
  );
  select * into changed from public.orders where id = o.id;
  -- Two conditions, not one: SQL may evaluate both sides of an AND, and the second has an effect.
  if changed.phone_key <> o.phone_key then
    if private.is_one_of_many(changed) then
      perform private.mark_order(o.id, 'many_of_phone', changed.phone_key);
    end if;
  end if;
  return response;
end
$$;
comment on function private.change_own_order(text, jsonb, text[]) is
  'Corrects or cancels the order of a request''s id and token. Refuses other fields than those given.';
