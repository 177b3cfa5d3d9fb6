/*
 * Orders that an admin enters: by phone or WhatsApp, or to replace items of an order that was sent. A customer who could
 * not reach the shop sends her order by WhatsApp. The message has a code of her device, so that her late attempt becomes
 * that order and no other device's does.
 */

create function private.with_replaced(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
begin
  select * into o from public.orders where id = p ->> 'replaces' for key share;
  if o.id is null or private.is_erased(o.shipping_address) or o.status not in ('shipped', 'delivered')
    or exists (
      select from private.parcels where order_id = o.id and is_current and state in ('lost', 'returning')
    )
  then
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
not sent, and one whose parcel is lost or comes back: that is sent again, with its cash.';

create function private.enter_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  perform private.check_request(asked, 16384, array[
    'id', 'items', 'total', 'shippingAddress', 'extras', 'source', 'advance', 'note', 'deviceCode', 'messageId', 'replaces'
  ]);
  -- The lock of place_order(): the customer's own attempt may arrive at the same time.
  perform private.lock_new_order(asked);
  if exists (select from public.orders where id = asked ->> 'id') then
    perform private.refuse('id_taken');
  end if;
  if asked ? 'replaces' then
    asked := private.with_replaced(asked);
  elsif not coalesce(asked -> 'source' <@ '["phone", "whatsapp"]', false) then
    perform private.refuse('bad_field', 'source');
  else
    perform private.check_prices(asked -> 'items');
  end if;
  if coalesce(asked ->> 'deviceCode', 'ABCDEFGH') !~ '^[A-Z0-9]{8}$' then
    perform private.refuse('bad_field', 'deviceCode');
  end if;
  if coalesce(asked ->> 'messageId', 'ABCDEFGH') !~ '^[0-9A-Z]{8}$' then
    perform private.refuse('bad_field', 'messageId');
  end if;
  perform private.set_contents('admin', null, asked);
  insert into private.order_details (order_id, source, advance, device_code_hash, message_id)
  values (
    asked ->> 'id', asked ->> 'source', private.read_advance(asked, 0, (asked ->> 'total')::numeric),
    private.hash_token(asked ->> 'deviceCode'), asked ->> 'messageId'
  );
  if asked ? 'note' then
    perform private.note_row(jsonb_build_object('id', asked -> 'id', 'note', asked -> 'note'));
  end if;
  return private.respond_order(asked ->> 'id') || jsonb_build_object('id', asked -> 'id');
end
$$;
comment on function private.enter_row(jsonb) is
  'Saves an order by phone or WhatsApp: {id, items, total, shippingAddress, extras?, source, advance?, note?, deviceCode?,
messageId?}. The last two are of the customer''s message. Or a replacement: {id, replaces, items, total, note?}, whose
items are some of that order and cost nothing. Nothing undoes it: an order is cancelled, then deleted.';
