/*
 * Tracking numbers of a courier's file: a parcel that has none gets that of the lines which name its order
 * (docs/desk-rules.md, rule 22.55). Undoing the file takes them back.
 */

create function private.set_numbers(numbers jsonb) returns void
language sql volatile set search_path = '' as $$
  select private.save_bookings(array(
    select row(
      b.order_id, b.status, b.courier, numbers ->> p.id::text, b.outcome, b.end_reason, b.state
    )::private.bookings
    from private.bookings as b join private.parcels as p on p.order_id = b.order_id and p.is_current
    where numbers ? p.id::text
  ))
$$;
comment on function private.set_numbers(jsonb) is
  'Sets the tracking numbers of current parcels whose orders are locked: {parcel: number, or null for none}.';

create function private.add_numbers(rows private.statement_row[], lines jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  numbers jsonb;
begin
  with named as (
    select line.parcel_id, number, private.number_key(number) as key
    from unnest(rows) with ordinality as line
    join jsonb_array_elements(lines) with ordinality as listed (said, place) on place = line.ordinality,
      lateral (select said ->> 'trackingNumber' as number) as one
    where line.parcel_id is not null and private.is_tracking_number(number)
  )
  select coalesce(jsonb_object_agg(parcel_id, number), '{}') into numbers
  from (
    select parcel_id, min(number) as number, min(key) as key from named
    group by parcel_id having count(distinct key) = 1
  ) as own
  join private.parcels as p on p.id = parcel_id
  join public.orders as o on o.id = p.order_id
  where p.is_current and p.tracking_number is null and p.state <> 'cancelled'
    and not private.is_erased(o.shipping_address)
    and not exists (select from named as other where other.key = own.key and other.parcel_id <> own.parcel_id)
    -- A column of ids is none of numbers.
    and not exists (select from public.orders where id = own.key);
  perform private.set_numbers(numbers);
  return numbers;
end
$$;
comment on function private.add_numbers(private.statement_row[], jsonb) is
  'Gives parcels without a tracking number that of their lines, and returns {parcel: number}. A parcel with two numbers,
and a number of two parcels, are not certain: nothing is set.';

create view private.number_versions as
  select p.id as parcel_id, p.is_current, jsonb_build_array(
    o.version, (select max(event.id) from private.parcel_events as event where event.parcel_id = p.id)
  ) as version
  from private.parcels as p join public.orders as o on o.id = p.order_id;
comment on view private.number_versions is 'What a file that numbers a parcel is compared with, to take the number back.';

create function private.save_numbered(p_id bigint, ids bigint[]) returns void
language sql volatile set search_path = '' as $$
  update private.statements set numbered = (
    select jsonb_object_agg(parcel_id, version) from private.number_versions where parcel_id = any (ids)
  )
  where id = p_id
$$;
comment on function private.save_numbered(bigint, bigint[]) is
  'Saves which parcels have their numbers from a file, and what they are after it.';

create function private.numbered_by(p_id bigint) returns bigint[]
language sql stable set search_path = '' as $$
  select array(
    select parcel_id
    from private.statements as statement, jsonb_each(statement.numbered) as saved (parcel, version)
    join private.number_versions as now on parcel_id = parcel::bigint and is_current and now.version = saved.version
    where statement.id = p_id
      and not exists (select from private.money_lines where parcel_id = now.parcel_id and statement_id <> p_id)
    order by 1
  )
$$;
comment on function private.numbered_by(bigint) is
  'The parcels that have their numbers from a file, where nothing newer happened to them.';

create function private.take_numbers_back(p_id bigint, ids bigint[]) returns void
language sql volatile set search_path = '' as $$
  update private.statements set numbered = null where id = p_id;
  select private.set_numbers((select jsonb_object_agg(id, null) from unnest(ids) as id))
$$;
comment on function private.take_numbers_back(bigint, bigint[]) is
  'Parcels of a file have no number again, and none is its any more.';
