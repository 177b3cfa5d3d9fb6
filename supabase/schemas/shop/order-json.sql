/*
 * An order as JSON, in full or masked, and responses with it. src/order/order.ts describes each field; here amounts are
 * decimals in rupees, times ISO timestamps, and what is absent or masked is null.
 */

-- In plpgsql, which caches its plans: every new order waits for it.
create function private.order_json(
  o public.orders, is_full boolean, is_holder boolean default false
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  details private.order_details;
  beside constant jsonb := private.desk_of_order(o, is_full);
begin
  select * into details from private.order_details where order_id = o.id;
  return case when is_full then o.extras else '{}' end || jsonb_build_object(
    'id', o.id,
    'items', o.items,
    'total', o.total,
    'status', o.status,
    'date', o.date,
    'estimatedDelivery', o.estimated_delivery,
    'version', o.version,
    'advance', coalesce(details.advance, 0),
    'replaces', o.replaces,
    'mayChange', is_holder and not (beside -> 'booked')::boolean,
    'paymentMethod', o.payment_method,
    'masked', not is_full,
    'shippingAddress',
      case when is_full then o.shipping_address else private.mask_address(o.shipping_address) end,
    -- The page of a courier shows name, phone and address for a tracking number.
    'trackingNumber', case when is_full then o.tracking_number end,
    'trackingHistory', case
      when is_full then o.tracking_history
      else private.history_without_numbers(o.tracking_history)
    end,
    'cancellation', case when is_full and details.cancel_reason is not null then
      jsonb_build_object('reason', details.cancel_reason, 'text', details.cancel_text)
    end,
    'request', case when is_full then (
      select jsonb_build_object('at', at, 'kind', kind, 'text', text, 'state', state)
      from private.help_requests where order_id = o.id
    ) end
  ) || beside;
end
$$;
comment on function private.order_json(public.orders, boolean, boolean) is
  'An order with its extras and details as JSON, in full or masked. Its holder may change it until it is booked.';

create function private.shown_order_json(
  o public.orders, is_full boolean, is_holder boolean default false
) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return private.order_json(o, is_full, is_holder) || jsonb_build_object(
    'asOf', now(),
    'confirmed', is_full and private.is_open(o.status) and private.desk_has_confirmed(o)
  );
end
$$;
comment on function private.shown_order_json(public.orders, boolean, boolean) is
  'An order as its page shows it: with the time of the response, since a device''s clock may be wrong, and whether its
customer has confirmed it.';

create function private.respond_order(
  p_id text, is_holder boolean default false, http_status integer default 200
) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
begin
  select * into o from public.orders where id = p_id;
  return private.respond(http_status, jsonb_build_object(
    'ok', true, 'order', private.shown_order_json(o, true, is_holder)
  ));
end
$$;
comment on function private.respond_order(text, boolean, integer) is
  'Responds with a saved order in full.';

create function private.refuse_change(code text, o public.orders, is_holder boolean) returns void
language sql volatile set search_path = '' as $$
  select private.refuse(
    code, null, 409, jsonb_build_object('order', private.shown_order_json(o, true, is_holder))
  )
$$;
comment on function private.refuse_change(text, public.orders, boolean) is
  'Refuses a change that came too late, with the order as it is now.';
