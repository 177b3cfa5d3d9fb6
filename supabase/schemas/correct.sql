/*
 * Correcting an order until it is booked: its address and extras by customer or admin, its lines and advance by
 * the admin.
 */

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

-- Security definer: the API writes no table.
create function public.admin_correct_order(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.change_as_admin(
    'correct', p, array['id', 'version', 'shippingAddress', 'extras', 'items', 'total', 'advance']
  );
end
$$;
grant execute on function public.admin_correct_order(jsonb) to authenticated;
comment on function public.admin_correct_order(jsonb) is
  'Corrects an order that is not booked, for admins: {id, version, shippingAddress?, extras?, items?, total?,
advance?}. Lines have the prices of today.';

-- Security definer: customers have no right to any table.
create function public.change_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_plain_call();
  if p ? 'code' then
    return private.change_by_code(
      'correct', p, array['id', 'code', 'version', 'shippingAddress', 'extras']
    );
  end if;
  return private.change_own_order(
    'correct', p, array['id', 'token', 'version', 'shippingAddress', 'extras']
  );
end
$$;
grant execute on function public.change_order(jsonb) to anon, authenticated;
comment on function public.change_order(jsonb) is
  'Changes the address or the extras of an order that is not booked: {id, token or code, version, shippingAddress?,
extras?}.';
