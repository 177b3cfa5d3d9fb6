/*
 * What an admin does with one order: correct it until it is booked, book it with a courier, add notes, and
 * enter an order by phone. A request names the version of the order that it changes, and a stale one is
 * refused with the order as it is now. Every order is locked before its details.
 */
create function private.respond_order(p_id text, is_holder boolean default false) returns jsonb
language sql volatile set search_path = '' as $$
  select private.respond(200, jsonb_build_object(
    'ok', true, 'order', private.order_json(o, true, is_holder)
  ))
  from public.orders as o where o.id = p_id
$$;
comment on function private.respond_order(text, boolean) is 'Responds with a changed order in full.';

create function private.refuse_version(o public.orders, p jsonb, is_holder boolean default false)
returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  if o.id is null then
    return private.respond_refusal(200, 'not_found');
  end if;
  if jsonb_typeof(p -> 'version') is distinct from 'number' then
    return private.respond_refusal(422, 'bad_field', 'version');
  end if;
  if (p ->> 'version')::numeric <> o.version then
    return private.respond(409, jsonb_build_object(
      'ok', false, 'code', 'stale', 'order', private.order_json(o, true, is_holder)
    ));
  end if;
  return null;
end
$$;
comment on function private.refuse_version(public.orders, jsonb, boolean) is
  'Refuses a request about an unknown order or an old version of it. Otherwise returns null.';

create function private.log_correction(actor text, p_id text, before jsonb, after jsonb)
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
comment on function private.log_correction(text, text, jsonb, jsonb) is
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

  perform private.log_correction(actor, o.id, before, private.correctable_json(o, details));
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

-- Security definer: an admin may update the status and the tracking number of an order only.
create function private.admin_correct_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refusal jsonb;
  code text;
  field text;
  o public.orders;
  details private.order_details;
begin
  perform private.require_admin();
  refusal := private.check_request(
    p, 16384, array['id', 'version', 'shippingAddress', 'extras', 'items', 'total', 'advance']
  );
  if refusal is not null then
    return refusal;
  end if;
  select * into o from public.orders where id = p ->> 'id' for update;
  refusal := private.refuse_version(o, p);
  if refusal is not null then
    return refusal;
  end if;
  select * into details from private.order_details where order_id = o.id;
  if private.is_booked(o, details) then
    return private.respond_refusal(409, 'booked');
  end if;
  perform private.correct_order('admin', o, details, p);
  return private.respond_order(o.id);
exception
  when sqlstate 'SH422' then
    get stacked diagnostics code = message_text, field = pg_exception_detail;
    return private.respond_refusal(422, code, nullif(field, ''));
  -- As in private.place_order().
  when data_exception or integrity_constraint_violation then
    return private.respond_refusal(422, 'invalid');
end
$$;
grant execute on function private.admin_correct_order(jsonb) to authenticated;
comment on function private.admin_correct_order(jsonb) is 'What public.admin_correct_order() does.';

create function public.admin_correct_order(p jsonb default '{}') returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_correct_order(p)
$$;
grant execute on function public.admin_correct_order(jsonb) to authenticated;
comment on function public.admin_correct_order(jsonb) is
  'Corrects an order that is not booked, for admins: {id, version, shippingAddress?, extras?, items?, total?,
advance?}. Lines have the prices of today.';

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

  perform private.log_correction(
    'admin', o.id, before, jsonb_build_object('courier', details.courier, 'outcome', details.outcome)
  );
  perform set_config('shop.actor', 'admin', true);
  update public.orders set status = o.status, tracking_number = o.tracking_number where id = o.id;
  perform set_config('shop.actor', '', true);
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

-- Security definer: as private.admin_correct_order().
create function private.admin_book_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refusal jsonb;
  code text;
  field text;
  o public.orders;
  details private.order_details;
begin
  perform private.require_admin();
  refusal := private.check_request(
    p, 16384, array['id', 'version', 'status', 'courier', 'trackingNumber', 'outcome']
  );
  if refusal is not null then
    return refusal;
  end if;
  select * into o from public.orders where id = p ->> 'id' for update;
  refusal := private.refuse_version(o, p);
  if refusal is not null then
    return refusal;
  end if;
  select * into details from private.order_details where order_id = o.id;
  perform private.book_order(o, details, p);
  return private.respond_order(o.id);
exception
  when sqlstate 'SH422' then
    get stacked diagnostics code = message_text, field = pg_exception_detail;
    return private.respond_refusal(422, code, nullif(field, ''));
  -- An erased order stays closed and has no tracking number.
  when data_exception or integrity_constraint_violation then
    return private.respond_refusal(422, 'invalid');
end
$$;
grant execute on function private.admin_book_order(jsonb) to authenticated;
comment on function private.admin_book_order(jsonb) is 'What public.admin_book_order() does.';

create function public.admin_book_order(p jsonb default '{}') returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_book_order(p)
$$;
grant execute on function public.admin_book_order(jsonb) to authenticated;
comment on function public.admin_book_order(jsonb) is
  'Sets {id, version, status?, courier?, trackingNumber?, outcome?} of an order together, for admins.';

create function private.notes_json(p_id text) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(jsonb_build_object('id', id, 'at', at, 'note', note) order by id), '[]'
  )
  from private.order_notes where order_id = p_id
$$;
comment on function private.notes_json(text) is 'The notes on an order, oldest first.';

create function private.clean_note(field text, typed jsonb, max_length integer) returns text
language plpgsql immutable set search_path = '' as $$
declare
  cleaned constant text := private.clean_lines(left(typed #>> '{}', 10000));
begin
  if jsonb_typeof(typed) is distinct from 'string' or private.is_blank(cleaned) then
    perform private.refuse('required', field);
  end if;
  if length(cleaned) > max_length then
    perform private.refuse('too_long', field);
  end if;
  return cleaned;
end
$$;
comment on function private.clean_note(text, jsonb, integer) is
  'A text of several lines as it is saved. Refuses a blank or long one.';

-- Security definer: notes cannot be read through the API.
create function private.admin_add_note(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refusal jsonb;
  code text;
  field text;
  o public.orders;
begin
  perform private.require_admin();
  refusal := private.check_request(p, 16384, array['id', 'note']);
  if refusal is not null then
    return refusal;
  end if;
  -- Locked, so that it is not erased meanwhile.
  select * into o from public.orders where id = p ->> 'id' for share;
  if not found then
    return private.respond_refusal(200, 'not_found');
  end if;
  if private.is_erased(o.shipping_address) then
    return private.respond_refusal(409, 'erased');
  end if;
  insert into private.order_notes (order_id, actor_id, note)
  values (o.id, auth.uid(), private.clean_note('note', p -> 'note', 1000));
  return private.respond(200, jsonb_build_object('ok', true, 'notes', private.notes_json(o.id)));
exception
  when sqlstate 'SH422' then
    get stacked diagnostics code = message_text, field = pg_exception_detail;
    return private.respond_refusal(422, code, nullif(field, ''));
end
$$;
grant execute on function private.admin_add_note(jsonb) to authenticated;
comment on function private.admin_add_note(jsonb) is 'What public.admin_add_note() does.';

create function public.admin_add_note(p jsonb default '{}') returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_add_note(p)
$$;
grant execute on function public.admin_add_note(jsonb) to authenticated;
comment on function public.admin_add_note(jsonb) is
  'Adds a note to an order, {id, note}, and returns its notes, for admins.';

-- Security definer: as private.admin_add_note().
create function private.admin_delete_note(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  delete from private.order_notes as saved
  where saved.order_id = p ->> 'id' and to_jsonb(saved.id) = p -> 'note';
  return private.respond(200, jsonb_build_object(
    'ok', true, 'notes', private.notes_json(p ->> 'id')
  ));
end
$$;
grant execute on function private.admin_delete_note(jsonb) to authenticated;
comment on function private.admin_delete_note(jsonb) is 'What public.admin_delete_note() does.';

create function public.admin_delete_note(p jsonb default '{}') returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_delete_note(p)
$$;
grant execute on function public.admin_delete_note(jsonb) to authenticated;
comment on function public.admin_delete_note(jsonb) is
  'Deletes the note with the id {note} of order {id} for good, and returns its notes, for admins.';

create function private.save_manual_order(p jsonb) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if not p -> 'source' <@ '["phone", "whatsapp"]' then
    perform private.refuse('bad_field', 'source');
  end if;
  insert into public.orders (id, items, total, shipping_address, payment_method)
  values (
    p ->> 'id', p -> 'items', (p ->> 'total')::numeric, p -> 'shippingAddress', 'cash_on_delivery'
  );
  insert into private.order_details (
    order_id, source, advance, admin_token_hash, landmark, second_phone, rider_note
  )
  select
    p ->> 'id',
    p ->> 'source',
    private.read_advance(p, 0, (p ->> 'total')::numeric),
    private.hash_token(p ->> 'token'),
    extra.*
  from private.clean_extras(coalesce(p -> 'extras', '{}')) as extra;
  if p ? 'note' then
    insert into private.order_notes (order_id, actor_id, note)
    values (p ->> 'id', auth.uid(), private.clean_note('note', p -> 'note', 1000));
  end if;
end
$$;
comment on function private.save_manual_order(jsonb) is
  'Saves an order that an admin entered, by the rules of every new order.';

-- Security definer: an admin has no right to add orders.
create function private.admin_create_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refusal jsonb;
  code text;
  field text;
  entered_by bytea;
begin
  perform private.require_admin();
  refusal := private.check_request(p, 16384, array[
    'id', 'token', 'items', 'total', 'shippingAddress', 'extras', 'source', 'advance', 'note'
  ]);
  if refusal is not null then
    return refusal;
  end if;
  field := private.find_bad_field(p);
  if field is not null then
    return private.respond_refusal(422, 'bad_field', field);
  end if;
  -- The column would round it, and the rounded total might be right.
  if (p ->> 'total')::numeric <> round((p ->> 'total')::numeric, 2) then
    return private.respond_refusal(422, 'total_mismatch');
  end if;

  -- The lock of place_order(): the customer's own attempt may arrive at the same time.
  perform pg_advisory_xact_lock(hashtextextended('order:' || (p ->> 'id'), 0));
  if exists (select from public.orders where id = p ->> 'id') then
    select admin_token_hash into entered_by from private.order_details where order_id = p ->> 'id';
    if entered_by is distinct from private.hash_token(p ->> 'token') then
      return private.respond_refusal(409, 'id_taken');
    end if;
    return private.respond_order(p ->> 'id') || '{"replay": true}';
  end if;
  begin
    perform private.save_manual_order(p);
  exception
    when sqlstate 'SH422' then
      get stacked diagnostics code = message_text, field = pg_exception_detail;
      return private.respond_refusal(422, code, nullif(field, ''));
    -- As in private.place_order().
    when data_exception or integrity_constraint_violation then
      return private.respond_refusal(422, 'invalid');
  end;
  return private.respond_order(p ->> 'id') || '{"replay": false}';
end
$$;
grant execute on function private.admin_create_order(jsonb) to authenticated;
comment on function private.admin_create_order(jsonb) is 'What public.admin_create_order() does.';

create function public.admin_create_order(p jsonb default '{}') returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_create_order(p)
$$;
grant execute on function public.admin_create_order(jsonb) to authenticated;
comment on function public.admin_create_order(jsonb) is
  'Saves an order by phone or WhatsApp, once per id and token, for admins: {id, token, items, total,
shippingAddress, extras?, source, advance?, note?}.';

-- Security definer: details cannot be read through the API.
create function private.admin_whole_orders(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, jsonb_build_object('orders', (
    select coalesce(jsonb_agg(private.order_json(o, true) order by listed.nth), '[]')
    from jsonb_array_elements_text(p -> 'ids') with ordinality as listed (id, nth)
    join public.orders as o on o.id = listed.id
    where listed.nth <= 500
  )));
end
$$;
grant execute on function private.admin_whole_orders(jsonb) to authenticated;
comment on function private.admin_whole_orders(jsonb) is 'What public.admin_whole_orders() does.';

create function public.admin_whole_orders(p jsonb default '{}') returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_whole_orders(p)
$$;
grant execute on function public.admin_whole_orders(jsonb) to authenticated;
comment on function public.admin_whole_orders(jsonb) is
  'The first 500 orders of {ids} in full, in their order, without unknown ones. For admins.';
