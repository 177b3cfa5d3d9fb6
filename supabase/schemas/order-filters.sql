/*
 * Filters of the admin's orders beside status and mark. "To pack" is the queue of the desk: orders that are open,
 * not held and not booked, oldest first.
 */

-- Planned for the values of each call: a filter that is not asked for is left out of the plan.
create function private.scan_filtered(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer
) returns setof private.list_cursor
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  filter constant jsonb := search.filter;
  is_open constant boolean := filter ?| array['toPack', 'held', 'confirmed'];
  batch constant bigint := (filter ->> 'batch')::bigint;
  first_at constant timestamptz := ((filter ->> 'from')::date)::timestamp at time zone 'Asia/Karachi';
  end_at constant timestamptz := ((filter ->> 'to')::date + 1)::timestamp at time zone 'Asia/Karachi';
begin
  return query
  select o.date, o.id
  from public.orders as o
  left join private.order_details as details on details.order_id = o.id
  left join lateral private.confirmation_of(o.id) as confirmation on is_open and private.is_open(o.status)
  where case when newer then (o.date, o.id) > (start.at, start.key) else (o.date, o.id) < (start.at, start.key) end
    and (search.status is null or o.status = search.status)
    and (search.patterns = '{}' or o.search_text ~ all (search.patterns))
    and (not is_open or o.status = any (private.open_statuses()) and not private.is_booked(o, details))
    and (not filter ? 'toPack' or confirmation.held_at is null)
    and (not filter ? 'held' or confirmation.held_at is not null)
    and (not filter ? 'confirmed' or (filter -> 'confirmed')::boolean
      = (confirmation.confirmed_at is not null or private.is_known(o)))
    and (not filter ? 'booked' or (filter -> 'booked')::boolean
      = (details.booked_at is not null or o.tracking_number is not null))
    and (not filter ? 'untold' or o.status = 'shipped' and not private.is_told(o.id))
    and (not filter ? 'courier' or details.courier = filter ->> 'courier')
    and (not filter ? 'outcome' or details.outcome = filter ->> 'outcome')
    and (not filter ? 'source' or coalesce(details.source, 'website') = filter ->> 'source')
    and (batch is null or exists (
      select from private.exported_orders
      where batch_id = batch and order_id = o.id and left_at is null
    ))
    and (first_at is null or o.date >= first_at)
    and (end_at is null or o.date < end_at)
  order by
    case when newer then o.date end, case when newer then o.id end,
    case when not newer then o.date end desc, case when not newer then o.id end desc
  limit max_rows;
end
$$;
comment on function private.scan_filtered(private.list_search, private.list_cursor, boolean, integer) is
  'The orders that a filter lets through, nearest to the cursor first. The filter is {toPack?, held?, confirmed?,
booked?, untold?, courier?, outcome?, source?, batch?, from?, to?}; from and to are days of Karachi.';
