/*
 * Filters of the admin's orders beside the status. "To pack" is the queue of the desk: orders that are open, not held
 * and not booked, oldest first.
 */

create function private.check_filter(filter jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  unknown_key text;
begin
  select left(given.key, 40) into unknown_key
  from jsonb_each(filter) as given
  left join (values
    ('toPack', 'boolean'), ('held', 'boolean'), ('confirmed', 'boolean'), ('waiting', 'boolean'),
    ('booked', 'boolean'), ('untold', 'boolean'), ('courier', 'string'), ('outcome', 'string'), ('source', 'string'),
    ('batch', 'number'), ('from', 'string'), ('to', 'string'), ('mark', 'string'), ('group', 'string')
  ) as known (key, type) on known.key = given.key
  where jsonb_typeof(given.value) is distinct from known.type
  order by given.key limit 1;
  if found then
    perform private.refuse('unknown_filter', unknown_key, 400);
  end if;
end
$$;
comment on function private.check_filter(jsonb) is
  'Refuses a filter with a key that is not known, or of another type: without it the list would show every order.';

-- Planned for the values of each call: a filter that is not asked for is left out of the plan. By status, so that the
-- index on status and date has the order of the list, and reading ends with the page.
create function private.scan_filtered(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer
) returns setof private.list_cursor
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  filter constant jsonb := search.filter;
  is_open constant boolean := filter ?| array['toPack', 'held', 'confirmed', 'waiting', 'mark', 'group'];
  batch constant bigint := (filter ->> 'batch')::bigint;
  first_at constant timestamptz := ((filter ->> 'from')::date)::timestamp at time zone 'Asia/Karachi';
  end_at constant timestamptz := ((filter ->> 'to')::date + 1)::timestamp at time zone 'Asia/Karachi';
begin
  return query
  select found.date, found.id
  from unnest(
    case when is_open then private.open_statuses()
      when (filter -> 'untold')::boolean then array['shipped']::public.order_status[]
      else enum_range(null::public.order_status) end
  ) as listed (status)
  cross join lateral (
    select o.date, o.id
    from private.packable as packed
    join public.orders as o on o.id = packed.id
    left join private.order_details as details on details.order_id = o.id
    left join private.marked_orders as marked on marked.order_id = o.id
      and marked.mark = filter ->> 'mark' and marked.ended_at is null
      and marked.group_key = coalesce(filter ->> 'group', marked.group_key)
    where packed.status = listed.status
      and case when newer then (packed.date, packed.id) > (start.at, start.key)
        else (packed.date, packed.id) < (start.at, start.key) end
      and (search.patterns = '{}' or o.search_text ~ all (search.patterns))
      and (not is_open or not packed.is_booked)
      and (not filter ?| array['mark', 'group'] or marked.order_id is not null)
      and (not filter ? 'toPack' or (filter -> 'toPack')::boolean = not packed.is_held)
      and (not filter ? 'held' or (filter -> 'held')::boolean = packed.is_held)
      and (not filter ? 'confirmed'
        or (filter -> 'confirmed')::boolean = (packed.said_yes or packed.is_known))
      and (not filter ? 'waiting' or (filter -> 'waiting')::boolean = packed.is_waiting)
      and (not filter ? 'booked' or (filter -> 'booked')::boolean
        = (packed.courier is not null or o.tracking_number is not null))
      and (not filter ? 'untold' or (filter -> 'untold')::boolean
        = (o.status = 'shipped' and not private.is_told(o.id)))
      and (not filter ? 'courier' or packed.courier = filter ->> 'courier')
      and (not filter ? 'outcome' or packed.outcome = filter ->> 'outcome')
      and (not filter ? 'source' or coalesce(details.source, 'website') = filter ->> 'source')
      and (batch is null or exists (
        select from private.exported_orders
        where batch_id = batch and order_id = o.id and left_at is null
      ))
      and (first_at is null or packed.date >= first_at)
      and (end_at is null or packed.date < end_at)
    order by
      case when newer then packed.date end, case when newer then packed.id end,
      case when not newer then packed.date end desc, case when not newer then packed.id end desc
    limit max_rows
  ) as found
  where search.status is null or listed.status = search.status
  order by
    case when newer then found.date end, case when newer then found.id end,
    case when not newer then found.date end desc, case when not newer then found.id end desc
  limit max_rows;
end
$$;
comment on function private.scan_filtered(private.list_search, private.list_cursor, boolean, integer) is
  'The orders that a filter lets through, nearest to the cursor first. The filter is {toPack?, held?, confirmed?,
waiting?, booked?, untold?, courier?, outcome?, source?, batch?, from?, to?, mark?, group?}; from and to are days of
Karachi, and a mark is one of an open order on which nobody has decided.';
