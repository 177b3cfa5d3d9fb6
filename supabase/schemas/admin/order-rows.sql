/* An order as a row of the admin's lists. */

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
        'postalCode', o.shipping_address ->> 'postalCode',
        'items', o.items,
        'advance', coalesce(details.advance, 0),
        'source', coalesce(details.source, 'website'),
        'endReason', details.end_reason,
        'replaces', o.replaces
      ) || desk.beside
      order by array_position(ids, o.id)
    ),
    '[]'
  )
  from public.orders as o
  join private.desk_of_rows(ids) as desk using (id)
  left join private.order_details as details on details.order_id = o.id
  where o.id = any (ids)
$$;
comment on function private.order_summaries(text[]) is 'Orders as rows of a list, in the order of their ids.';
