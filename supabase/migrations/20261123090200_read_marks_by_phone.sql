/*
 * The marks of an order read the orders of its phone and no others, whatever statistics Postgres has: right
 * after a restore it has none.
 */
-- In plpgsql, which caches its plans: every row of a list calls it. Without sequential scans, as scan_list().
create or replace function private.order_marks(o public.orders) returns jsonb
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
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
    from (
      select id, status from public.orders
      where phone_key = o.phone_key and (date, id) < (o.date, o.id)
      -- The status is looked at after these rows are found: it has an index that Postgres might prefer.
      offset 0
    ) as earlier
    left join private.order_details as details on details.order_id = earlier.id
    where earlier.status = 'cancelled'
    order by 1
  ));
end
$$;
