-- Rows of lists and orders in full read what the desk adds from views: one plan for all of them, not one for each.

comment on function private.desk_of_order(public.orders, boolean) is
  'Slot: whether an order is booked (private.is_booked()), and what customers see of its parcel, in full or masked.';

create or replace function private.desk_has_confirmed(o public.orders) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return false;
end
$$;

comment on function private.desk_has_confirmed(public.orders) is 'Slot: whether the customer of an order has confirmed it.';

-- In plpgsql, which caches its plans: every new order waits for it.
create or replace function private.order_json(
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

create or replace function private.shown_order_json(
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

create or replace view private.desk_of_rows as
  select o.id, jsonb_build_object('booked', private.is_booked(o)) as beside from public.orders as o;

comment on view private.desk_of_rows is
  'Slot: whether each order is booked, and what its row in the list has beside the order.';

create or replace view private.desk_of_whole_orders as
  select id, jsonb '{}' as beside from public.orders;

comment on view private.desk_of_whole_orders is 'Slot: what each order in full has beside itself, where many are read.';

create or replace function private.order_summaries(ids text[]) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', o.id,
        'date', o.date,
        'status', o.status,
        'total', o.total,
        'version', o.version,
        'trackingNumber', o.tracking_number,
        'fullName', o.shipping_address ->> 'fullName',
        'phone', o.shipping_address ->> 'phone',
        'city', o.shipping_address ->> 'city',
        'state', o.shipping_address ->> 'state',
        'items', o.items,
        'advance', coalesce(details.advance, 0),
        'source', coalesce(details.source, 'website'),
        'endReason', details.end_reason,
        'replaces', o.replaces
      ) || (select beside from private.desk_of_rows where id = o.id)
      order by array_position(ids, o.id)
    ),
    '[]'
  )
  from public.orders as o
  left join private.order_details as details on details.order_id = o.id
  where o.id = any (ids)
$$;

comment on function private.order_summaries(text[]) is 'Orders as rows of a list, in the order of their ids.';

-- Security definer: details cannot be read through the API.
create or replace function public.admin_whole_orders(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, jsonb_build_object('orders', (
    select coalesce(
      jsonb_agg(
        private.order_json(o, true) || jsonb_build_object('endReason', details.end_reason)
          || (select beside from private.desk_of_whole_orders where id = o.id)
        order by listed.nth
      ),
      '[]'
    )
    from jsonb_array_elements_text(p -> 'ids') with ordinality as listed (id, nth)
    join public.orders as o on o.id = listed.id
    left join private.order_details as details on details.order_id = o.id
    where listed.nth <= 500
  )));
end
$$;

grant execute on function public.admin_whole_orders(jsonb) to authenticated;

comment on function public.admin_whole_orders(jsonb) is
  'The first 500 orders of {ids} in full, in their order, without unknown ones, with the reason of a
cancellation. For admins.';

create or replace function private.desk_of_order(o public.orders, is_full boolean) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  p private.parcels;
  courier private.couriers;
begin
  select * into p from private.parcels where order_id = o.id and is_current;
  if is_full and p.courier is not null then
    select * into courier from private.couriers where id = p.courier;
  end if;
  return jsonb_build_object(
    'booked', p.id is not null or not private.is_open(o.status),
    'courier', case when is_full then p.courier end,
    'courierName', courier.name,
    -- A tracking number has no other character that a URL escapes.
    'trackingPage', replace(
      courier.tracking_url, '{number}', replace(replace(o.tracking_number, ' ', '%20'), '/', '%2F')
    ),
    'outcome', case when is_full then p.outcome end,
    -- Where it says more than the status.
    'parcelState', case when p.state in ('out_for_delivery', 'attempt_failed', 'returning') then p.state end
  );
end
$$;

create or replace function private.desk_has_confirmed(o public.orders) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return (select said_yes from private.packable where id = o.id);
end
$$;

create or replace view private.desk_of_rows as
  select o.id, jsonb_build_object(
    'booked', parcel.id is not null or not private.is_open(o.status),
    'courier', parcel.courier,
    'marks', private.order_marks(o),
    'reasons', (select reasons from private.packable where id = o.id),
    'stage', (select stage from private.order_stage where id = o.id),
    'confirmation', case when private.is_open(o.status) then private.confirmation_json(o) end,
    'outcome', parcel.outcome,
    'replacedBy', (select replaced_by from private.packable where id = o.id)
  ) as beside
  from public.orders as o left join private.parcels as parcel on parcel.order_id = o.id and parcel.is_current;

create or replace view private.desk_of_whole_orders as
  select o.id, jsonb_build_object(
    'confirmation', private.confirmation_json(o),
    'reasons', (select reasons from private.packable where id = o.id),
    'stage', (select stage from private.order_stage where id = o.id),
    'told', (select told from private.order_pages where id = o.id)
  ) as beside
  from public.orders as o;

drop function private.desk_of_row(orders);

drop function private.desk_of_whole(orders);