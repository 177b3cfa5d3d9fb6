/*
 * Filters of the admin's orders beside the status: two slots of schemas/admin/slots.sql. A stage with work is a queue:
 * the oldest order first.
 */

create or replace function private.desk_is_queue(filter jsonb) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  unknown_key text;
begin
  select left(given.key, 40) into unknown_key
  from jsonb_each(filter) as given
  left join (values
    ('stage', 'string'), ('courier', 'string'), ('outcome', 'string'), ('source', 'string'), ('batch', 'number'),
    ('from', 'string'), ('to', 'string'), ('mark', 'string'), ('group', 'string')
  ) as known (key, type) on known.key = given.key
  where jsonb_typeof(given.value) is distinct from known.type
    or given.key = 'stage' and given.value #>> '{}' not in (select name from private.stages)
  order by given.key limit 1;
  if found then
    perform private.refuse('unknown_filter', unknown_key, 400);
  end if;
  return exists (select from private.stages where name = filter ->> 'stage' and has_work);
end
$$;

-- The filter is {stage?, courier?, outcome?, source?, batch?, from?, to?, mark?, group?}; from and to are days of Karachi,
-- a mark is one of an open order on which nobody has decided, or "any", and a group is of marks.
-- Planned for the values of each call: a filter that is not asked for is left out of the plan. By stage, so that the
-- index on stage and date has the order of the list, and reading ends with the page.
create or replace function private.desk_filtered(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer
) returns setof private.list_cursor
language plpgsql stable
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_custom_plan set jit = off as $$
declare
  filter constant jsonb := search.filter;
  is_marked constant boolean := filter ? 'mark';
  stages constant text[] := array(
    select name from private.stages
    where name = coalesce(filter ->> 'stage', name)
      and (search.status is null or search.status = any (statuses))
      and (not is_marked or statuses && private.open_statuses())
  );
  batch constant bigint := (filter ->> 'batch')::bigint;
  first_at constant timestamptz := ((filter ->> 'from')::date)::timestamp at time zone 'Asia/Karachi';
  end_at constant timestamptz := ((filter ->> 'to')::date + 1)::timestamp at time zone 'Asia/Karachi';
begin
  return query
  select found.date, found.order_id
  from unnest(stages) as listed (stage)
  cross join lateral (
    select staged.date, staged.order_id
    from private.staged_orders as staged
    join public.orders as o on o.id = staged.order_id
    left join private.parcels as parcel on parcel.order_id = o.id and parcel.is_current
    left join private.order_details as details on details.order_id = o.id
    where staged.stage = listed.stage
      and case when newer then (staged.date, staged.order_id) > (start.at, start.key)
        else (staged.date, staged.order_id) < (start.at, start.key) end
      and (search.status is null or o.status = search.status)
      and (search.patterns = '{}' or o.search_text ~ all (search.patterns))
      and (not is_marked or exists (
        select from private.undecided_marks
        where order_id = o.id and filter ->> 'mark' in (mark, 'any') and group_key = coalesce(filter ->> 'group', group_key)
      ))
      and (not filter ? 'courier' or parcel.courier = filter ->> 'courier')
      and (not filter ? 'outcome' or parcel.outcome = filter ->> 'outcome')
      and (not filter ? 'source' or coalesce(details.source, 'website') = filter ->> 'source')
      and (batch is null or exists (
        select from private.exported_orders
        where batch_id = batch and order_id = o.id and left_at is null
      ))
      and (first_at is null or staged.date >= first_at)
      and (end_at is null or staged.date < end_at)
    order by
      case when newer then staged.date end, case when newer then staged.order_id end,
      case when not newer then staged.date end desc, case when not newer then staged.order_id end desc
    limit max_rows
  ) as found
  order by
    case when newer then found.date end, case when newer then found.order_id end,
    case when not newer then found.date end desc, case when not newer then found.order_id end desc
  limit max_rows;
end
$$;
