/*
 * Rows of the admin's list of orders, with marks: what is worth a look before the order is sent. Marks are
 * computed when they are shown, and no customer sees them.
 */
create function private.units_of(items jsonb) returns integer
language sql immutable set search_path = '' as $$
  select coalesce(sum((line ->> 'quantity')::integer), 0)::integer from jsonb_array_elements(items) as line
$$;
comment on function private.units_of(jsonb) is 'How many units the lines of an order are.';

-- In plpgsql, which caches its plans: every row of a list calls it.
create function private.order_marks(o public.orders) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  marks text[] := '{}'::text[];
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
  if o.status <> 'cancelled' and exists (
    select from public.orders as other
    where other.phone_key = o.phone_key and other.id <> o.id and other.status <> 'cancelled'
      and other.date between o.date - interval '24 hours' and o.date + interval '24 hours'
  ) then
    marks := marks || text 'duplicate';
  end if;
  return to_jsonb(marks || array(
    select distinct case when details.outcome is null then 'cancelled_before' else 'returned_before' end
    from public.orders as earlier
    left join private.order_details as details on details.order_id = earlier.id
    where earlier.phone_key = o.phone_key and (earlier.date, earlier.id) < (o.date, o.id)
      and earlier.status = 'cancelled'
    order by 1
  ));
end
$$;
comment on function private.order_marks(public.orders) is
  'The marks of an order: a list of unusual_quantity, not_mobile, duplicate, cancelled_before and
returned_before.';

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
        'units', private.units_of(o.items),
        'courier', details.courier,
        'advance', coalesce(details.advance, 0),
        'booked', private.is_booked(o, details),
        'source', coalesce(details.source, 'website'),
        'marks', private.order_marks(o)
      )
      order by o.date desc, o.id desc
    ),
    '[]'
  )
  from public.orders as o
  left join private.order_details as details on details.order_id = o.id
  where o.id = any (ids)
$$;
comment on function private.order_summaries(text[]) is 'Orders as rows of a list, newest first.';
