/*
 * What an order contains: its lines with their total, its address with the optional fields, and its advance. Placing
 * an order, entering, changing, correcting, replacing and joining one write them by set_contents(). The trigger of a
 * new order validates it by read_contents(), which a change of a saved one calls as well.
 */

create function private.advance_of(p_id text) returns numeric
language sql stable set search_path = '' as $$
  select coalesce((select advance from private.order_details where order_id = p_id), 0)
$$;
comment on function private.advance_of(text) is 'What was paid of an order before its delivery, in rupees.';

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

create function private.contents_json(o public.orders, advance numeric) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'version', o.version, 'shippingAddress', o.shipping_address, 'extras', o.extras,
    'items', o.items, 'total', o.total, 'advance', advance
  )
$$;
comment on function private.contents_json(public.orders, numeric) is
  'The contents of an order as the log has them.';

create function private.read_contents(o public.orders, p jsonb) returns public.orders
language plpgsql stable set search_path = '' as $$
begin
  if p ? 'shippingAddress' then
    o.shipping_address := private.clean_address(p -> 'shippingAddress');
  end if;
  if p ? 'extras' then
    o.extras := private.clean_address(p -> 'extras', are_required => false);
  end if;
  if p ? 'items' or p ? 'total' then
    select priced, total into o.items, o.total from private.price_lines(o.replaces, p -> 'items');
    if p -> 'total' is distinct from to_jsonb(o.total) then
      perform private.refuse('total_mismatch');
    end if;
  end if;
  return o;
end
$$;
comment on function private.read_contents(public.orders, jsonb) is
  'An order with the parts of {shippingAddress?, extras?, items?, total?}. Lines have the prices of today. Refuses
invalid ones.';

create function private.write_contents(
  actor text, former public.orders, o public.orders, advance numeric
) returns void
language plpgsql volatile set search_path = '' as $$
declare
  former_advance constant numeric := private.advance_of(former.id);
begin
  perform private.log_changes(
    actor, o.id, private.contents_json(former, former_advance), private.contents_json(o, advance)
  );
  perform set_config('shop.actor', actor, true);
  update public.orders set
    shipping_address = o.shipping_address, extras = o.extras, items = o.items, total = o.total
  where id = o.id;
  perform set_config('shop.actor', '', true);
  if advance <> former_advance then
    insert into private.order_details (order_id, advance) values (o.id, write_contents.advance)
    on conflict (order_id) do update set advance = excluded.advance;
  end if;
end
$$;
comment on function private.write_contents(text, public.orders, public.orders, numeric) is
  'Writes the contents of an order and its advance in rupees, and logs what differs, old and new.';

create function private.set_contents(actor text, former public.orders, p jsonb) returns public.orders
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
begin
  if former.id is null then
    -- private.prepare_order() validates it.
    insert into public.orders (id, items, total, shipping_address, extras, payment_method, replaces)
    values (
      p ->> 'id', p -> 'items', (p ->> 'total')::numeric, p -> 'shippingAddress',
      coalesce(p -> 'extras', '{}'), 'cash_on_delivery', p ->> 'replaces'
    )
    returning * into o;
    return o;
  end if;
  o := private.read_contents(former, p);
  perform private.write_contents(
    actor, former, o, private.read_advance(p, private.advance_of(o.id), o.total)
  );
  return o;
end
$$;
comment on function private.set_contents(text, public.orders, jsonb) is
  'Saves an order of {id, items, total, shippingAddress, extras?, replaces?}, or changes the parts of {shippingAddress?,
extras?, items?, total?, advance?} of a locked one and logs old and new. Refuses invalid ones.';
