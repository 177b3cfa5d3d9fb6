/*
 * Correcting an order until it is booked: its address and extras by customer or admin, its lines and advance by
 * the admin.
 */

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

create function private.correct_order(actor text, o public.orders, p jsonb) returns void
language plpgsql volatile set search_path = '' as $$
declare
  details private.order_details;
  before jsonb;
  after jsonb;
  extras jsonb;
begin
  select * into details from private.order_details where order_id = o.id;
  before := jsonb_build_object(
    'version', o.version, 'shippingAddress', o.shipping_address, 'items', o.items, 'total', o.total,
    'advance', coalesce(details.advance, 0), 'landmark', details.landmark,
    'secondPhone', details.second_phone, 'riderNote', details.rider_note
  );
  if p ? 'shippingAddress' then
    o.shipping_address := private.clean_address(p -> 'shippingAddress');
  end if;
  if p ? 'items' or p ? 'total' then
    select priced, total into o.items, o.total from private.price_lines(o.replaces, p -> 'items');
    if p -> 'total' is distinct from to_jsonb(o.total) then
      perform private.refuse('total_mismatch');
    end if;
  end if;
  if p ? 'extras' then
    extras := private.clean_address(p -> 'extras', are_required => false);
    details.landmark := extras ->> 'landmark';
    details.second_phone := extras ->> 'secondPhone';
    details.rider_note := extras ->> 'riderNote';
  end if;
  details.advance := private.read_advance(p, coalesce(details.advance, 0), o.total);
  after := before || jsonb_build_object(
    'shippingAddress', o.shipping_address, 'items', o.items, 'total', o.total,
    'advance', details.advance, 'landmark', details.landmark,
    'secondPhone', details.second_phone, 'riderNote', details.rider_note
  );

  perform private.log_changes(actor, o.id, before, after);
  perform set_config('shop.actor', actor, true);
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
  perform set_config('shop.actor', '', true);
end
$$;
comment on function private.correct_order(text, public.orders, jsonb) is
  'Changes address, extras, lines or advance of an order, and logs old and new. Refuses invalid ones.';

-- Security definer: the API writes no table.
create function public.admin_correct_order(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  o public.orders;
begin
  perform private.require_admin();
  perform private.check_request(
    p, 16384, array['id', 'version', 'shippingAddress', 'extras', 'items', 'total', 'advance']
  );
  select * into o from public.orders where id = p ->> 'id' for update;
  perform private.check_version(o, p, false);
  perform private.correct_order('admin', o, p);
  return private.respond_order(o.id);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_correct_order(jsonb) to authenticated;
comment on function public.admin_correct_order(jsonb) is
  'Corrects an order that is not booked, for admins: {id, version, shippingAddress?, extras?, items?, total?,
advance?}. Lines have the prices of today.';

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
