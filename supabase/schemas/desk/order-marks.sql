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
  return to_jsonb(marks);
end
$$;
comment on function private.order_marks(public.orders) is
  'The marks of an order alone: the stored ones that no decision has ended, many_wrong_finds, what its customer did,
unusual_quantity and not_mobile.';

-- For all orders of a page at once: anyone can place hundreds with one phone, and each phone is read once. Without
-- sequential scans, as above, and by subqueries: joins would read whole tables where many orders are erased, which all
-- have the same empty phone, or where the statistics are of a moment with few orders.
create function private.marks_of(ids text[]) returns table (id text, marks jsonb)
language sql stable set search_path = '' set enable_seqscan = off as $$
  with of_phones as materialized (
    select o.id, o.phone_key, o.date,
      o.status <> 'cancelled' and o.replaces is null as may_repeat,
      o.status = 'cancelled' and coalesce((
        select end_reason from private.order_details where order_id = o.id
      ), '') not in ('joined', 'double') as is_ended,
      o.status = 'cancelled' and (
        select outcome from private.parcels where order_id = o.id and is_current
      ) is not null as came_back
    from (
      select distinct phone_key from unnest(ids) as listed (id) cross join lateral (
        select phone_key from public.orders where id = listed.id offset 0
      ) as one
      -- An erased order has no phone.
      where phone_key <> ''
    ) as phone cross join lateral (
      select * from public.orders where phone_key = phone.phone_key offset 0
    ) as o
  ),
  compared as (
    select of_phones.id,
      may_repeat and (
        lag(date) over repeats >= date - interval '24 hours' or lead(date) over repeats <= date + interval '24 hours'
      ) as is_duplicate,
      bool_or(is_ended and not came_back) over earlier as was_cancelled,
      bool_or(is_ended and came_back) over earlier as was_returned
    from of_phones
    window repeats as (partition by phone_key, may_repeat order by date, of_phones.id),
      earlier as (
        partition by phone_key order by date, of_phones.id rows between unbounded preceding and 1 preceding
      )
  )
  select o.id, private.order_marks(o) || to_jsonb(array_remove(array[
    case when is_duplicate then 'duplicate' end,
    case when was_cancelled then 'cancelled_before' end,
    case when was_returned then 'returned_before' end
  ], null))
  from public.orders as o left join compared using (id)
  where o.id = any (ids)
$$;
comment on function private.marks_of(text[]) is
  'The marks of each of these orders: its own, and those that follow from the other orders of its phone: duplicate,
cancelled_before and returned_before.';
