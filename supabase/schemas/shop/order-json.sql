/*
 * An order as JSON: in full or masked for its page (order_json() and below), and as a row of the admin's list with its
 * marks, what is worth a look before it is sent (order_marks() and below). No customer sees those.
 */

create function private.is_booked(o public.orders) returns boolean
language sql stable set search_path = '' as $$
  select not private.is_open(o.status)
    or exists (select from private.parcels where order_id = o.id and is_current)
$$;
comment on function private.is_booked(public.orders) is
  'Whether a courier has or had the order, or it is not open any more.';

-- In plpgsql, which caches its plans: every new order waits for it.
create function private.order_json(
  o public.orders, is_full boolean, is_holder boolean default false
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  details private.order_details;
  p private.parcels;
  courier private.couriers;
  is_booked boolean;
begin
  select * into details from private.order_details where order_id = o.id;
  select * into p from private.parcels where order_id = o.id and is_current;
  if is_full and p.courier is not null then
    select * into courier from private.couriers where id = p.courier;
  end if;
  is_booked := p.id is not null or not private.is_open(o.status);
  return case when is_full then o.extras else '{}' end || jsonb_build_object(
    'id', o.id,
    'items', o.items,
    'total', o.total,
    'status', o.status,
    'date', o.date,
    'estimatedDelivery', o.estimated_delivery,
    'version', o.version,
    'advance', coalesce(details.advance, 0),
    'booked', is_booked,
    'replaces', o.replaces,
    'mayChange', is_holder and not is_booked,
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
    'courier', case when is_full then p.courier end,
    'courierName', courier.name,
    -- A tracking number has no other character that a URL escapes.
    'trackingPage', replace(
      courier.tracking_url, '{number}', replace(replace(o.tracking_number, ' ', '%20'), '/', '%2F')
    ),
    'outcome', case when is_full then p.outcome end,
    'cancellation', case when is_full and details.cancel_reason is not null then
      jsonb_build_object('reason', details.cancel_reason, 'text', details.cancel_text)
    end,
    'request', case when is_full then (
      select jsonb_build_object('at', at, 'kind', kind, 'text', text, 'state', state)
      from private.help_requests where order_id = o.id
    ) end,
    'parcelState', case when p.state in ('out_for_delivery', 'attempt_failed', 'returning') then p.state end
  );
end
$$;
comment on function private.order_json(public.orders, boolean, boolean) is
  'An order with its extras and details as JSON, in full or masked. Its holder may change it until it is booked. The
state of its parcel is in it where that says more than the status.';

create function private.shown_order_json(
  o public.orders, is_full boolean, is_holder boolean default false
) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return private.order_json(o, is_full, is_holder) || jsonb_build_object(
    'asOf', now(),
    'confirmed', is_full and private.is_open(o.status)
      and (select said_yes from private.packable where id = o.id)
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

-- In plpgsql, which caches its plans: every row of a list calls it. Without sequential scans, which a plan
-- from a day with few marks would make on a day with many.
create function private.order_marks(o public.orders) returns jsonb
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  marks text[] := array(
    select mark from private.marked_orders
    where order_id = o.id and ended_at is null
    union all
    select 'many_wrong_finds' from private.wrong_finds
    where order_id = o.id and limit_reached_at is not null
    union all
    -- The last change of its customer, until the admin has opened the order since. A change of status has an
    -- entry of its own.
    (
      select case when entry.after ? 'cancelReason' then 'customer_cancelled' else 'customer_changed' end
      from private.order_audit as entry
      where entry.order_id = o.id and entry.actor = 'customer' and not entry.after ? 'status'
        and entry.at > now() - interval '14 days'
        and not exists (
          select from private.acts_seen as seen where seen.order_id = o.id and seen.at >= entry.at
        )
      order by entry.id desc limit 1
    )
    order by mark
  );
begin
  if private.units_of(o.items) > 10 then
    marks := marks || text 'unusual_quantity';
  end if;
  -- An erased order has no phone.
  if private.is_erased(o.shipping_address) then
    return to_jsonb(marks);
  end if;
  if private.phone_digits(o.shipping_address ->> 'phone') !~ '^3([0-247]\d|3[0-79]|55|64)\d{7}$' then
    marks := marks || text 'not_mobile';
  end if;
  if o.status <> 'cancelled' and o.replaces is null and exists (
    select from public.orders as other
    where other.phone_key = o.phone_key and other.id <> o.id and other.status <> 'cancelled'
      and other.replaces is null
      and other.date between o.date - interval '24 hours' and o.date + interval '24 hours'
  ) then
    marks := marks || text 'duplicate';
  end if;
  return to_jsonb(marks || array(
    select distinct case when parcel.outcome is null then 'cancelled_before' else 'returned_before' end
    from (
      select id, status from public.orders
      where phone_key = o.phone_key and (date, id) < (o.date, o.id)
      -- The status is looked at after these rows are found: it has an index that Postgres might prefer.
      offset 0
    ) as earlier
    left join private.order_details as details on details.order_id = earlier.id
    left join private.parcels as parcel on parcel.order_id = earlier.id and parcel.is_current
    where earlier.status = 'cancelled' and details.end_reason is distinct from 'joined'
    order by 1
  ));
end
$$;
comment on function private.order_marks(public.orders) is
  'The marks of an order: the stored ones that no decision has ended, many_wrong_finds, what its customer did,
and those that follow from it and the other orders of its phone: unusual_quantity, not_mobile, duplicate,
cancelled_before and returned_before.';

create function private.order_summaries(ids text[]) returns jsonb
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
        'courier', parcel.courier,
        'advance', coalesce(details.advance, 0),
        'booked', parcel.id is not null or not private.is_open(o.status),
        'source', coalesce(details.source, 'website'),
        'marks', private.order_marks(o),
        'reasons', (select reasons from private.packable where id = o.id),
        'stage', (select stage from private.order_stage where id = o.id),
        'confirmation', case when private.is_open(o.status) then private.confirmation_json(o) end,
        'outcome', parcel.outcome,
        'endReason', details.end_reason,
        'replaces', o.replaces,
        'replacedBy', (select replaced_by from private.packable where id = o.id)
      )
      order by array_position(ids, o.id)
    ),
    '[]'
  )
  from public.orders as o
  left join private.order_details as details on details.order_id = o.id
  left join private.parcels as parcel on parcel.order_id = o.id and parcel.is_current
  where o.id = any (ids)
$$;
comment on function private.order_summaries(text[]) is 'Orders as rows of a list, in the order of their ids.';
