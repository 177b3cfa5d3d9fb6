-- Marked orders are a filter of the list, and decided on by ticks: their page goes.

create or replace function private.parse_list_search(list text, arguments jsonb)
returns private.list_search
language plpgsql stable set search_path = '' as $$
declare
  searched constant text := coalesce(arguments ->> 'search', '');
  search private.list_search := row(list, '{}'::text[], null, null, null);
  term text;
begin
  -- Messages have neither a search nor a status.
  if list = 'messages' then
    return search;
  end if;

  term := private.fold_letters(private.clean_text(searched));
  -- No name is that long, and a long pattern is slow.
  if length(term) > 300 then
    return null;
  end if;
  -- An order number as it is read out or pasted: "#JGYA WGWV".
  if list = 'orders' and regexp_replace(term, '[\s#]+', '', 'g') ~ '^[0-9a-z]{8}$'
    and exists (select from public.orders where id = upper(regexp_replace(term, '[\s#]+', '', 'g'))) then
    term := regexp_replace(term, '[\s#]+', '', 'g');
  end if;
  search.patterns := private.search_patterns(term);
  -- A term without three letters or digits in a row has no trigram.
  if term <> '' and search.patterns[1] !~ '[[:alnum:]]{3}' then
    search.ngrams := private.short_ngrams(split_part(term, ' ', 1));
  end if;

  if list = 'orders' and arguments ? 'status' then
    if not arguments ->> 'status' = any (enum_range(null::public.order_status)::text[]) then
      return null;
    end if;
    search.status := (arguments ->> 'status')::public.order_status;
  end if;
  if list = 'orders' and arguments ? 'filter' then
    search.filter := arguments -> 'filter';
    perform private.check_filter(search.filter);
  end if;
  return search;
end
$$;

comment on function private.parse_list_search(text, jsonb) is
  'What {search?, status?, filter?} asks of a list, null where no row can match.';

create or replace function private.read_page(list text, p jsonb) returns private.list_page
language plpgsql stable set search_path = '' as $$
declare
  arguments constant jsonb := coalesce(jsonb_strip_nulls(p), '{}');
  search constant private.list_search := private.parse_list_search(list, arguments);
  max_rows constant integer := least(greatest(coalesce((arguments ->> 'limit')::integer, 25), 1), 100);
  -- A queue begins with the oldest.
  is_queue constant boolean := coalesce(search.filter ->> 'stage' = any (private.stages_with_work()), false);
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
    select stage
    from unnest(private.stages_with_work() || '{delivered,paid,cancelled,replaced,joined}') as stage,
      private.statuses_of_stage(stage) as statuses
    where stage = coalesce(filter ->> 'stage', stage)
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

create or replace function private.decide_rows(act text, rows jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' set enable_seqscan = off as $$
declare
  ids constant text[] := array(select asked ->> 'id' from jsonb_array_elements(rows) as asked);
  decided text[];
  statuses jsonb;
  moment timestamptz;
begin
  perform private.check_request(asked, 1024, array['id']) from jsonb_array_elements(rows) as asked;
  perform from public.orders where id = any (ids) order by id for update;
  -- Later than that of every act on these orders before.
  moment := clock_timestamp();
  decided := array(select distinct order_id from private.undecided_marks where order_id = any (ids));
  update private.marked_orders set ended_at = moment where order_id = any (decided) and ended_at is null;
  statuses := (select jsonb_object_agg(id, status) from public.orders where id = any (decided));
  perform private.log_changes('admin', id, '{"decision": null}', jsonb_build_object('decision', act))
  from unnest(decided) as id;
  if act = 'discard' then
    perform private.set_orders(
      array(select row(id, 'cancelled', null)::private.order_state from unnest(decided) as id), 'admin'
    );
  end if;
  return array(
    select case when o.id is null then jsonb_build_object('id', asked -> 'id', 'ok', false, 'code', 'decided')
      else jsonb_build_object('id', o.id, 'ok', true, 'version', o.version, 'before', jsonb_build_object(
        'act', act, 'endedAt', moment, 'status', statuses -> o.id, 'version', o.version
      )) end
    from jsonb_array_elements(rows) with ordinality as listed (asked, nth)
    left join public.orders as o on o.id = asked ->> 'id' and o.id = any (decided)
    order by nth
  );
end
$$;

comment on function private.decide_rows(text, jsonb) is
  'Releases or discards marked orders that are open and not booked: rows of {id}. A result has the version after it.';

create or replace view private.waiting as
  select *, unread_messages + open_requests as unread,
    (select count(*) from private.current_pauses) as paused,
    array_remove(array[
      case when not exists (select from private.notice_targets where way = 'push' and order_id is null) then 'notices' end,
      case when not exists (select from private.export_batches)
        and not exists (select from private.courier_settings)
        and not exists (select from private.couriers where version > 1) then 'couriers' end
    ], null) as to_set_up,
    (
      select coalesce(jsonb_agg(to_jsonb(grouped) order by orders desc, mark, "group"), '[]') from (
        select mark, group_key as "group", count(*) as orders
        from (select * from private.undecided_marks limit 1000) as undecided
        group by mark, group_key order by orders desc, mark, group_key limit 20
      ) as grouped
    ) as marked_groups
  from (
    select
      (select count(*) from private.contact_messages where read_at is null) as unread_messages,
      (select count(*) from private.help_requests where state = 'open') as open_requests,
      (
        select count(distinct order_id) from (
          select order_id from private.undecided_marks limit 1000
        ) as undecided
      ) as marked_orders,
      (
        select count(*) from private.unsent_copies where reported_at > now() - interval '30 days'
      ) as unsent_copies,
      (
        select count(*) from (
          select from public.orders
          where not private.is_erased(shipping_address)
            -- Closed orders are erased within a day; the second day is for a late run.
            and date < now() - private.retention_time() - interval '2 days'
          limit 1000
        ) as late
      ) as past_retention
  ) as counts;

comment on view private.waiting is
  'How many messages are unread, requests for help open, and both; how many marked orders are open and not
booked, of the first 1,000 marks, and their 20 largest groups, {mark, group, orders}; how many orders of the last 30 days have a copy that the form service did not
take; how many orders have personal data longer than they should, up to 1,000: most are still open; how many
sizes, or the whole shop, are paused; and what a new shop has to set up still: "notices" while no device of an admin is
told, "couriers" until one is changed or used.';

-- Security definer: a search uses indexes only without row level security.
create or replace function public.admin_orders(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page private.list_page;
begin
  perform private.require_admin();
  perform private.fold_stages();
  page := private.read_page('orders', p);
  return private.respond(200, jsonb_build_object(
    'orders', private.order_summaries(page.keys), 'older', page.older, 'newer', page.newer,
    'couriers', private.courier_list()
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_orders(jsonb) to authenticated;

comment on function public.admin_orders(jsonb) is
  'A page of orders for {search?, status?, filter?, older?, newer?, limit?}, newest first, and all couriers, for admins.
A filter that is not known is refused.';

-- Security definer: the totals cannot be read through the API.
create or replace function public.admin_order_counts() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, (
    select jsonb_build_object(
        'all', coalesce(sum(orders), 0),
        'marked', (select marked_orders from private.waiting),
        'groups', (select marked_groups from private.waiting)
      )
      || jsonb_object_agg(listed.status, coalesce(orders, 0))
    from unnest(enum_range(null::public.order_status)) as listed (status)
    left join private.status_totals as total on total.status = listed.status
  ));
end
$$;

grant execute on function public.admin_order_counts() to authenticated;

comment on function public.admin_order_counts() is
  'How many orders have each status and are marked, and the largest groups of marked ones, {mark, group, orders}, for
admins.';

drop function public.admin_marked_groups();