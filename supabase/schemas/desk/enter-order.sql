/*
 * Orders that an admin enters: by phone or WhatsApp, or to replace items of an order that was sent. A customer who could not reach the shop sends her order by
 * WhatsApp. The message has a code of her device, so that her late attempt becomes that order and no other
 * device's does.
 */

create view private.claimable_orders as
  select o.id, details.device_code_hash from public.orders as o
  join private.order_details as details on details.order_id = o.id
  where o.date > now() - interval '48 hours' and not private.is_erased(o.shipping_address)
    and details.source <> 'website'
    and not exists (select from private.order_keys where order_id = o.id);
comment on view private.claimable_orders is
  'The orders that an admin entered in the last 48 hours and no device has yet.';

create function private.with_replaced(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
begin
  select * into o from public.orders where id = p ->> 'replaces' for key share;
  if o.id is null or private.is_erased(o.shipping_address) or o.status not in ('shipped', 'delivered') then
    perform private.refuse('not_replaceable', 'replaces', 409);
  end if;
  return p || jsonb_build_object(
    'shippingAddress', o.shipping_address,
    'extras', o.extras,
    'source', coalesce((select source from private.order_details where order_id = o.id), 'website')
  );
end
$$;
comment on function private.with_replaced(jsonb) is
  'The request of a replacement, with address, extras and source of the order that it replaces. Refuses one that was
not sent.';

-- Security definer: an admin has no right to add orders.
create function public.admin_create_order(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  entered_by bytea;
begin
  perform private.require_admin();
  perform private.check_request(p, 16384, array[
    'id', 'token', 'items', 'total', 'shippingAddress', 'extras', 'source', 'advance', 'note',
    'deviceCode', 'messageId', 'replaces'
  ]);
  -- The lock of place_order(): the customer's own attempt may arrive at the same time.
  perform private.lock_new_order(p);
  if exists (select from public.orders where id = p ->> 'id') then
    select admin_token_hash into entered_by from private.order_details where order_id = p ->> 'id';
    if entered_by is distinct from private.hash_token(p ->> 'token') then
      perform private.refuse('id_taken', null, 409);
    end if;
    return private.respond_order(p ->> 'id') || '{"replay": true}';
  end if;

  if p ? 'replaces' then
    p := private.with_replaced(p);
  elsif not coalesce(p -> 'source' <@ '["phone", "whatsapp"]', false) then
    perform private.refuse('bad_field', 'source');
  else
    perform private.check_prices(p -> 'items');
  end if;
  if coalesce(p ->> 'deviceCode', 'ABCDEFGH') !~ '^[A-Z0-9]{8}$' then
    perform private.refuse('bad_field', 'deviceCode');
  end if;
  if coalesce(p ->> 'messageId', 'ABCDEFGH') !~ '^[0-9A-Z]{8}$' then
    perform private.refuse('bad_field', 'messageId');
  end if;
  perform private.set_contents('admin', null, p);
  insert into private.order_details (
    order_id, source, advance, admin_token_hash, device_code_hash, message_id
  )
  values (
    p ->> 'id', p ->> 'source', private.read_advance(p, 0, (p ->> 'total')::numeric),
    private.hash_token(p ->> 'token'), private.hash_token(p ->> 'deviceCode'), p ->> 'messageId'
  );
  if p ? 'note' then
    insert into private.order_notes (order_id, actor_id, note)
    values (p ->> 'id', auth.uid(), private.clean_note('note', p -> 'note', 1000));
  end if;
  return private.respond_order(p ->> 'id') || '{"replay": false}';
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_create_order(jsonb) to authenticated;
comment on function public.admin_create_order(jsonb) is
  'Saves an order by phone or WhatsApp, once per id and token, for admins: {id, token, items, total,
shippingAddress, extras?, source, advance?, note?, deviceCode?, messageId?}. The last two are of the
customer''s message. Or a replacement: {id, token, replaces, items, total, note?}, whose items are some of that order
and cost nothing.';
