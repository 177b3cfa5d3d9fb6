/*
 * What corrections, bookings and cancellations of an order have in common. A request names the version of the
 * order that it changes. A stale one is refused with the order as it is now. Every order is locked before its
 * details, so one of two simultaneous requests comes first and the other is refused. Only the token of its
 * device changes an order for a customer, ten times in all.
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
  'Refuses more than ten changes of one order by its customer.';

create function private.change_locked_order(change text, actor text, o public.orders, p jsonb)
returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  is_holder constant boolean := actor = 'customer';
  details private.order_details;
begin
  if o.id is null then
    perform private.refuse('not_found', null, 200);
  end if;
  select * into details from private.order_details where order_id = o.id;
  if change <> 'book' and private.is_booked(o, details) then
    perform private.refuse_change('booked', o, is_holder);
  end if;
  if jsonb_typeof(p -> 'version') is distinct from 'number' then
    perform private.refuse('bad_field', 'version');
  end if;
  if (p ->> 'version')::numeric <> o.version then
    perform private.refuse_change('stale', o, is_holder);
  end if;
  -- After these two, which tell a retry whose response was lost what has become of the order.
  if is_holder then
    perform private.check_changes(o);
  end if;

  perform set_config('shop.actor', actor, true);
  case change
    when 'correct' then perform private.correct_order(actor, o, details, p);
    when 'book' then perform private.book_order(o, details, p);
    when 'cancel' then perform private.save_cancellation(o, p);
  end case;
  perform set_config('shop.actor', '', true);
  return private.respond_order(o.id, is_holder);
end
$$;
comment on function private.change_locked_order(text, text, public.orders, jsonb) is
  'Corrects, books or cancels an order that private.lock_order() or private.lock_own_order() has locked.
Refuses to change another version than that of the request, and to correct or cancel a booked order.';

create function private.change_as_admin(change text, p jsonb, fields text[]) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  refused text;
begin
  perform private.check_request(p, 16384, fields);
  return private.change_locked_order(change, 'admin', private.lock_order(p), p);
exception
  when sqlstate 'SHREF' then
    get stacked diagnostics refused = pg_exception_detail;
    return private.respond_refusal(refused);
  -- Such an error shows the failing row to the caller. Others show no row, and temporary ones are retried.
  when data_exception or integrity_constraint_violation then
    return private.respond(422, '{"ok": false, "code": "invalid"}');
end
$$;
comment on function private.change_as_admin(text, jsonb, text[]) is
  'Corrects or books the order of a request''s id. Refuses other fields than those given.';

create function private.check_customer(o public.orders) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if o.id is null then
    -- A wrong token gets the response of an unknown id, and counts like one.
    if private.is_refused('miss', 20) then
      perform private.refuse('rate_limited', null, 429);
    end if;
    perform private.refuse('not_found', null, 200);
  end if;
end
$$;
comment on function private.check_customer(public.orders) is
  'Refuses a request whose token opens no order.';

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
  o public.orders;
  changed public.orders;
  response jsonb;
  refused text;
begin
  perform private.check_request(p, 16384, fields);
  o := private.lock_own_order(p);
  perform private.check_customer(o);
  response := private.change_locked_order(change, 'customer', o, p);
  update private.order_keys set changes = changes + 1 where order_id = o.id;
  select * into changed from public.orders where id = o.id;
  -- Two conditions, not one: SQL may evaluate both sides of an AND, and the second has an effect.
  if changed.phone_key <> o.phone_key then
    if private.is_one_of_many(changed) then
      perform private.mark_order(o.id, 'many_of_phone', changed.phone_key);
    end if;
  end if;
  return response;
exception
  when sqlstate 'SHREF' then
    get stacked diagnostics refused = pg_exception_detail;
    return private.count_refused_change(private.respond_refusal(refused), o);
  -- Such an error shows the failing row to the caller. Others show no row, and temporary ones are retried.
  when data_exception or integrity_constraint_violation then
    return private.count_refused_change(
      private.respond(422, '{"ok": false, "code": "invalid"}'), o
    );
end
$$;
comment on function private.change_own_order(text, jsonb, text[]) is
  'Corrects or cancels the order of a request''s id and token, and counts it. Refuses other fields than those given.';
