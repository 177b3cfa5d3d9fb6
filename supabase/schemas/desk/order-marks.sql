/* What is worth a look before an order is sent. No customer sees marks. */

create function private.units_of(items jsonb) returns integer
language sql immutable set search_path = '' as $$
  select coalesce(sum((line ->> 'quantity')::integer), 0)::integer from jsonb_array_elements(items) as line
$$;
comment on function private.units_of(jsonb) is 'How many units the lines of an order are.';

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
    where earlier.status = 'cancelled' and coalesce(details.end_reason, '') not in ('joined', 'double')
    order by 1
  ));
end
$$;
comment on function private.order_marks(public.orders) is
  'The marks of an order: the stored ones that no decision has ended, many_wrong_finds, what its customer did,
and those that follow from it and the other orders of its phone: unusual_quantity, not_mobile, duplicate,
cancelled_before and returned_before.';
