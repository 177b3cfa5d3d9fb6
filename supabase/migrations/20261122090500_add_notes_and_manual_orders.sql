/*
 * Notes of admins on an order, orders that an admin enters by phone or WhatsApp, and orders in full for
 * lists that are printed or exported.
 */
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
comment on function private.admin_add_note(jsonb) is 'The implementation of public.admin_add_note().';

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
comment on function private.admin_delete_note(jsonb) is 'The implementation of public.admin_delete_note().';

create function public.admin_delete_note(p jsonb default '{}') returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_delete_note(p)
$$;
grant execute on function public.admin_delete_note(jsonb) to authenticated;
comment on function public.admin_delete_note(jsonb) is
  'Deletes the note with the id {note} of order {id} for good, and returns its notes, for admins.';

create function private.save_manual_details(p jsonb) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if not coalesce(p -> 'source' <@ '["phone", "whatsapp"]', false) then
    perform private.refuse('bad_field', 'source');
  end if;
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
comment on function private.save_manual_details(jsonb) is
  'Saves what an order that an admin entered has beside its columns.';

-- Security definer: an admin has no right to add orders.
create function private.admin_create_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refusal jsonb;
  entered_by bytea;
begin
  perform private.require_admin();
  refusal := coalesce(
    private.check_request(p, 16384, array[
      'id', 'token', 'items', 'total', 'shippingAddress', 'extras', 'source', 'advance', 'note'
    ]),
    -- The lock of place_order(): the customer's own attempt may arrive at the same time.
    private.lock_new_order(p)
  );
  if refusal is not null then
    return refusal;
  end if;
  if exists (select from public.orders where id = p ->> 'id') then
    select admin_token_hash into entered_by from private.order_details where order_id = p ->> 'id';
    if entered_by is distinct from private.hash_token(p ->> 'token') then
      return private.respond_refusal(409, 'id_taken');
    end if;
    return private.respond_order(p ->> 'id') || '{"replay": true}';
  end if;
  return coalesce(
    private.save_new_order(p, true),
    private.respond_order(p ->> 'id') || '{"replay": false}'
  );
end
$$;
grant execute on function private.admin_create_order(jsonb) to authenticated;
comment on function private.admin_create_order(jsonb) is 'The implementation of public.admin_create_order().';

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
comment on function private.admin_whole_orders(jsonb) is 'The implementation of public.admin_whole_orders().';

create function public.admin_whole_orders(p jsonb default '{}') returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_whole_orders(p)
$$;
grant execute on function public.admin_whole_orders(jsonb) to authenticated;
comment on function public.admin_whole_orders(jsonb) is
  'The first 500 orders of {ids} in full, in their order, without unknown ones. For admins.';
