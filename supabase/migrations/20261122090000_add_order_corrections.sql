/*
 * What an admin does with one order: correct it until it is booked, and book it with a courier. A request
 * names the version of the order that it changes. A stale one is refused with the order as it is now. Every
 * order is locked before its details.
 */
create function private.log_changes(actor text, p_id text, before jsonb, after jsonb)
returns void
language sql volatile set search_path = '' as $$
  insert into private.order_audit (order_id, actor, actor_id, before, after)
  select p_id, actor, auth.uid(), jsonb_object_agg(key, before -> key), jsonb_object_agg(key, value)
  from jsonb_each(after)
  -- Lines and total are logged together: protect_order() reads both.
  where value is distinct from before -> key or (
    key in ('items', 'total', 'version') and after -> 'items' is distinct from before -> 'items'
  )
  having count(*) > 0
$$;
comment on function private.log_changes(text, text, jsonb, jsonb) is
  'Logs the parts of an order that an admin or a customer changes.';

create function private.correctable_json(o public.orders, details private.order_details) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'version', o.version,
    'shippingAddress', o.shipping_address,
    'items', o.items,
    'total', o.total,
    'advance', coalesce(details.advance, 0),
    'landmark', details.landmark,
    'secondPhone', details.second_phone,
    'riderNote', details.rider_note
  )
$$;
comment on function private.correctable_json(public.orders, private.order_details) is
  'What a correction may change, as the log has it.';

create function private.read_advance(p jsonb, otherwise numeric, total numeric) returns numeric
language plpgsql immutable set search_path = '' as $$
declare
  advance numeric := otherwise;
begin
  if p ? 'advance' then
    if jsonb_typeof(p -> 'advance') <> 'number' then
      perform private.refuse('advance_invalid', 'advance');
    end if;
    advance := (p ->> 'advance')::numeric;
  end if;
  if advance not between 0 and total or advance <> round(advance, 2) then
    perform private.refuse('advance_invalid', 'advance');
  end if;
  return advance;
end
$$;
comment on function private.read_advance(jsonb, numeric, numeric) is
  'The advance of a request, or the one given. Refuses one that exceeds the total, or has part paisas.';

create function private.correct_order(
  actor text, o public.orders, details private.order_details, p jsonb
) returns void
language plpgsql volatile set search_path = '' as $$
declare
  before constant jsonb := private.correctable_json(o, details);
begin
  if p ? 'shippingAddress' then
    o.shipping_address := private.clean_address(p -> 'shippingAddress');
  end if;
  if p ? 'items' or p ? 'total' then
    o.items := private.price_items(p -> 'items');
    o.total := private.total_of(o.items);
    if p -> 'total' is distinct from to_jsonb(o.total) then
      perform private.refuse('total_mismatch');
    end if;
  end if;
  if p ? 'extras' then
    select * into details.landmark, details.second_phone, details.rider_note
    from private.clean_extras(p -> 'extras');
  end if;
  details.advance := private.read_advance(p, coalesce(details.advance, 0), o.total);

  perform private.log_changes(actor, o.id, before, private.correctable_json(o, details));
  update public.orders set
    shipping_address = o.shipping_address, items = o.items, total = o.total
  where id = o.id;
  if p ? 'extras' or p ? 'advance' then
    insert into private.order_details (order_id, advance, landmark, second_phone, rider_note)
    values (o.id, details.advance, details.landmark, details.second_phone, details.rider_note)
    on conflict (order_id) do update set
      advance = excluded.advance,
      landmark = excluded.landmark,
      second_phone = excluded.second_phone,
      rider_note = excluded.rider_note;
  end if;
end
$$;
comment on function private.correct_order(text, public.orders, private.order_details, jsonb) is
  'Changes address, extras, lines or advance of an order, and logs old and new. Refuses invalid ones.';

create function private.book_order(o public.orders, details private.order_details, p jsonb)
returns void
language plpgsql volatile set search_path = '' as $$
declare
  before constant jsonb := jsonb_build_object('courier', details.courier, 'outcome', details.outcome);
begin
  if p ? 'status' then
    if not p -> 'status' <@ to_jsonb(enum_range(null::public.order_status)) then
      perform private.refuse('status_invalid', 'status');
    end if;
    o.status := (p ->> 'status')::public.order_status;
  end if;
  if p ? 'trackingNumber' then
    o.tracking_number :=
      nullif(private.fold_digits(private.clean_text(left(p ->> 'trackingNumber', 200))), '');
    if jsonb_typeof(p -> 'trackingNumber') not in ('string', 'null')
      or o.tracking_number !~ '^[A-Za-z0-9][A-Za-z0-9 ./_-]{0,63}$' then
      perform private.refuse('tracking_invalid', 'trackingNumber');
    end if;
  end if;
  if p ? 'courier' then
    details.courier := p ->> 'courier';
    if jsonb_typeof(p -> 'courier') not in ('string', 'null')
      or details.courier !~ '^[a-z0-9-]{1,40}$' then
      perform private.refuse('courier_invalid', 'courier');
    end if;
  end if;
  details.outcome := case when o.status = 'cancelled' then details.outcome end;
  if p ? 'outcome' then
    details.outcome := p ->> 'outcome';
    if details.outcome not in ('returned', 'refused')
      or (details.outcome is not null and o.status <> 'cancelled') then
      perform private.refuse('outcome_invalid', 'outcome');
    end if;
  end if;

  perform private.log_changes(
    'admin', o.id, before, jsonb_build_object('courier', details.courier, 'outcome', details.outcome)
  );
  update public.orders set status = o.status, tracking_number = o.tracking_number where id = o.id;
  if details.order_id is not null or details.courier is not null or details.outcome is not null
    or o.tracking_number is not null then
    insert into private.order_details (order_id, courier, outcome)
    values (o.id, details.courier, details.outcome)
    on conflict (order_id) do update set courier = excluded.courier, outcome = excluded.outcome;
  end if;
end
$$;
comment on function private.book_order(public.orders, private.order_details, jsonb) is
  'Sets status, courier, tracking number and outcome of an order, and logs them. Refuses invalid ones.';

create function private.lock_order(p jsonb) returns public.orders
language sql volatile set search_path = '' as $$
  select o from public.orders as o where o.id = p ->> 'id' for update
$$;
comment on function private.lock_order(jsonb) is 'The order of a request''s id, locked; or null.';

create function private.respond_conflict(code text, o public.orders, is_holder boolean) returns jsonb
language sql volatile set search_path = '' as $$
  select private.respond(409, jsonb_build_object(
    'ok', false, 'code', code, 'order', private.order_json(o, true, is_holder)
  ))
$$;
comment on function private.respond_conflict(text, public.orders, boolean) is
  'Refuses a change that came too late, with the order as it is now.';

create function private.change_locked_order(change text, actor text, o public.orders, p jsonb)
returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  is_holder constant boolean := actor = 'customer';
  phone constant text := private.phone_key(p #>> '{shippingAddress,phone}');
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
  if is_holder and p ? 'shippingAddress' and phone <> o.phone_key then
    refusal := private.check_open_orders(phone);
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

-- Security definer: an admin may update the status and the tracking number of an order only.
create function private.admin_correct_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return coalesce(
    private.check_request(
      p, 16384, array['id', 'version', 'shippingAddress', 'extras', 'items', 'total', 'advance']
    ),
    private.change_locked_order('correct', 'admin', private.lock_order(p), p)
  );
end
$$;
grant execute on function private.admin_correct_order(jsonb) to authenticated;
comment on function private.admin_correct_order(jsonb) is 'The implementation of public.admin_correct_order().';

create function public.admin_correct_order(p jsonb default '{}') returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_correct_order(p)
$$;
grant execute on function public.admin_correct_order(jsonb) to authenticated;
comment on function public.admin_correct_order(jsonb) is
  'Corrects an order that is not booked, for admins: {id, version, shippingAddress?, extras?, items?, total?,
advance?}. Lines have the prices of today.';

-- Security definer: as private.admin_correct_order().
create function private.admin_book_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return coalesce(
    private.check_request(
      p, 16384, array['id', 'version', 'status', 'courier', 'trackingNumber', 'outcome']
    ),
    private.change_locked_order('book', 'admin', private.lock_order(p), p)
  );
end
$$;
grant execute on function private.admin_book_order(jsonb) to authenticated;
comment on function private.admin_book_order(jsonb) is 'The implementation of public.admin_book_order().';

create function public.admin_book_order(p jsonb default '{}') returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_book_order(p)
$$;
grant execute on function public.admin_book_order(jsonb) to authenticated;
comment on function public.admin_book_order(jsonb) is
  'Sets {id, version, status?, courier?, trackingNumber?, outcome?} of an order together, for admins.';
