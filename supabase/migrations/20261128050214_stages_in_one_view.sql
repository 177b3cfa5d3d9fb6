-- The stages of orders stand in one view, instead of two functions and a list in the filters.
create or replace view private.stages as
select * from (values
  ('to_confirm', true, private.open_statuses()),
  ('waiting', true, private.open_statuses()),
  ('later', true, private.open_statuses()),
  ('held', true, private.open_statuses()),
  ('to_pack', true, private.open_statuses()),
  ('needs_number', true, private.open_statuses()),
  ('to_ship', true, private.open_statuses()),
  ('to_tell', true, '{shipped}'),
  ('on_the_way', true, '{shipped}'),
  ('not_delivered', true, '{shipped}'),
  ('coming_back', true, '{shipped}'),
  ('came_back', true, '{cancelled}'),
  ('delivered', false, '{delivered}'),
  ('paid', false, '{delivered}'),
  ('cancelled', false, '{cancelled}'),
  ('replaced', false, enum_range(null::public.order_status)),
  ('joined', false, '{cancelled}')
) as stage (name, has_work, statuses);

comment on view private.stages is
  'The stages, and the statuses that orders of each may have. One with work is left by a next step or by time: its orders
are counted, and its list begins with the oldest.';

-- Security definer: stages cannot be read through the API.
create or replace function public.admin_stages() returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off set jit = off as $$
begin
  perform private.require_admin();
  perform private.fold_stages();
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'stages', (
      select coalesce(jsonb_object_agg(stage, orders), '{}') from private.stage_counts
      where stage in (select name from private.stages where has_work) and orders > 0
    ),
    'nextDueAt', (
      select min(due_at) from private.staged_orders where stage in ('waiting', 'later') and due_at is not null
    ),
    'lastBackup', (select max(made_at) from private.backups)
  ));
end
$$;

grant execute on function public.admin_stages() to authenticated;

comment on function public.admin_stages() is
  'How many orders are in each stage that has work, when the next one is to be tried again, and when the last backup was
made, as {stages: {to_confirm, …}, nextDueAt, lastBackup}, for admins.';

create or replace function private.read_page(list text, p jsonb) returns private.list_page
language plpgsql stable set search_path = '' as $$
declare
  arguments constant jsonb := coalesce(jsonb_strip_nulls(p), '{}');
  search constant private.list_search := private.parse_list_search(list, arguments);
  max_rows constant integer := least(greatest(coalesce((arguments ->> 'limit')::integer, 25), 1), 100);
  -- A queue begins with the oldest.
  is_queue constant boolean := exists (
    select from private.stages where name = search.filter ->> 'stage' and has_work
  );
  newer constant boolean := case when is_queue then not arguments ? 'older'
    else arguments ? 'newer' and not arguments ? 'older' end;
  -- A cursor as the API has it: {date, id} for orders, {date, key} for other lists.
  cursor constant jsonb := coalesce(arguments -> 'older', arguments -> 'newer');
  key_name constant text := case list when 'orders' then 'id' else 'key' end;
  start constant private.list_cursor := case
    when cursor is not null then row((cursor ->> 'date')::timestamptz, cursor ->> key_name)
    when is_queue then row('-infinity', '')
    -- The top of the list: every row is older.
    else row('infinity', '')
  end;
  matches private.list_cursor[];
  shown private.list_cursor[];
  reverse_start private.list_cursor;
  next_cursor jsonb;
  previous_cursor jsonb;
begin
  if search is null then
    return row('{}', null, null)::private.list_page;
  end if;

  -- In the direction of reading. One row more than a page says whether there is another page.
  matches := private.find_in_list(search, start, newer, max_rows + 1);
  shown := matches[1:max_rows];
  if cardinality(matches) > max_rows then
    next_cursor := jsonb_build_object('date', shown[max_rows].at, key_name, shown[max_rows].key);
  end if;

  -- The other direction starts at the first row shown. Without one it starts with the row of the cursor: no
  -- key is empty, so (at, '') is just older than that row, and one microsecond later just newer.
  reverse_start := shown[1];
  if reverse_start is null then
    reverse_start := row(start.at, '');
    if newer then
      reverse_start.at := start.at + interval '1 microsecond';
    end if;
  end if;
  -- No page is before the first one.
  if isfinite(start.at)
    and cardinality(private.find_in_list(search, reverse_start, not newer, 1)) > 0 then
    previous_cursor := jsonb_build_object('date', reverse_start.at, key_name, reverse_start.key);
  end if;

  return row(
    case when is_queue then array(select key from unnest(shown) order by at, key)
      else array(select key from unnest(shown) order by at desc, key desc) end,
    case when newer then previous_cursor else next_cursor end,
    case when newer then next_cursor else previous_cursor end
  );
end
$$;

comment on function private.read_page(text, jsonb) is
  'The page of a list for {search?, status?, filter?, older?, newer?, limit?}: the rows older or newer
than a cursor.';

create or replace function private.check_filter(filter jsonb) returns void
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
end
$$;

comment on function private.check_filter(jsonb) is
  'Refuses a filter with a key or a stage that is not known, or of another type: without it the list would show every
order.';

-- Planned for the values of each call: a filter that is not asked for is left out of the plan. By stage, so that the
-- index on stage and date has the order of the list, and reading ends with the page.
create or replace function private.scan_filtered(
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

comment on function private.scan_filtered(private.list_search, private.list_cursor, boolean, integer) is
  'The orders that a filter lets through, nearest to the cursor first. The filter is {stage?, courier?, outcome?, source?,
batch?, from?, to?, mark?, group?}; from and to are days of Karachi, a mark is one of an open order on which nobody
has decided, or "any", and a group is of marks.';

drop function private.stages_with_work();

drop function private.statuses_of_stage(text);