-- The stages in one view, the lists of the admin by one query, one decision on what waits and what replaces, batches whole.
-- A replacement is counted where number and rupees of a statement add up to nothing: totals are counted anew.

-- In plpgsql, which caches its plans: every row of the queue calls it.
create or replace function private.confirmation_json(o public.orders) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'state', case
        when packed.is_held then 'held'
        when packed.said_yes then 'confirmed'
        when packed.is_known then 'known'
        when tried.no_answers >= 3 then 'unreached'
        else 'open'
      end,
      'by', tried.said_by,
      'reason', tried.reason,
      'noAnswers', tried.no_answers
    )
    from private.packable as packed, (
      select
        count(*) filter (where act = 'no_answer') as no_answers,
        (array_agg(case act when 'yes' then actor end order by at desc, id desc)
          filter (where act in ('yes', 'reset')))[1] as said_by,
        (array_agg(reason order by at desc, id desc) filter (where act in ('hold', 'resume')))[1] as reason
      from private.confirmation_attempts where order_id = o.id
    ) as tried
    where packed.id = o.id
  );
end
$$;

comment on function private.confirmation_json(public.orders) is
  'The confirmation of an order as JSON, {state, by, reason, noAnswers}: its state is held, confirmed, known,
unreached (three times no answer, which waits for the admin''s decision) or open. That it waits for a reply is its stage.';

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

-- One after the other: nothing else writes the rows. Each statement after the lock sees what the last fold has left, and
-- deletes the changes that it has read.
create or replace function private.fold_stages() returns void
language plpgsql volatile set search_path = '' set enable_seqscan = off set jit = off as $$
begin
  if current_setting('transaction_read_only') = 'on' or not exists (select from private.stage_changes)
    and not exists (select from private.staged_orders where due_at <= now()) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('stages', 0));
  with noted as (
    delete from private.stage_changes where true returning order_id
  ),
  changed as materialized (
    select order_id as id from noted
    union
    select order_id from private.staged_orders where due_at <= now()
    union
    -- Whether a phone is known depends on its other orders: looked up by phone, where a plan might read all open orders.
    select other.id
    from noted join public.orders as o on o.id = noted.order_id cross join lateral (
      select id from public.orders
      where phone_key = o.phone_key and o.phone_key <> '' and status = any (private.open_statuses())
      offset 0
    ) as other
  ),
  fresh as materialized (
    select staged.id, staged.date, staged.stage, staged.due_at, staged.turn
    from changed cross join lateral (select * from private.order_stage where id = changed.id) as staged
  ),
  counted as (
    insert into private.stage_counts as saved (stage, orders)
    select stage, sum(more) from (
      select stage, 1 as more from fresh
      union all
      select stage, -1 from private.staged_orders where order_id in (select id from changed)
    ) as moves
    group by stage having sum(more) <> 0
    on conflict (stage) do update set orders = saved.orders + excluded.orders
  ),
  gone as (
    delete from private.staged_orders
    where order_id in (select id from changed) and not exists (select from public.orders where id = order_id)
  )
  insert into private.staged_orders as saved (order_id, date, stage, due_at, turn)
  select id, date, stage, due_at, turn from fresh
  on conflict (order_id) do update set
    stage = excluded.stage, due_at = excluded.due_at, turn = excluded.turn
  where (saved.stage, saved.due_at, saved.turn) is distinct from (excluded.stage, excluded.due_at, excluded.turn);
end
$$;

comment on function private.fold_stages() is
  'Brings private.staged_orders up to date: with what was changed since the last fold, and with what the time has brought
back. Takes a second for 20,000 orders; after a bulk change by SQL, call it before anybody else reads.';

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

create or replace function private.order_summaries(ids text[]) returns jsonb
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
        'items', o.items,
        'courier', parcel.courier,
        'advance', coalesce(details.advance, 0),
        'booked', parcel.id is not null or not private.is_open(o.status),
        'source', coalesce(details.source, 'website'),
        'marks', private.order_marks(o),
        'reasons', (select reasons from private.packable where id = o.id),
        'stage', (select stage from private.order_stage where id = o.id),
        'confirmation', case when private.is_open(o.status) then private.confirmation_json(o) end,
        'outcome', parcel.outcome,
        'endReason', details.end_reason,
        'replaces', o.replaces,
        'replacedBy', (select replaced_by from private.packable where id = o.id)
      )
      order by array_position(ids, o.id)
    ),
    '[]'
  )
  from public.orders as o
  left join private.order_details as details on details.order_id = o.id
  left join private.parcels as parcel on parcel.order_id = o.id and parcel.is_current
  where o.id = any (ids)
$$;

comment on function private.order_summaries(text[]) is 'Orders as rows of a list, in the order of their ids.';

create or replace function private.count_order_changes() returns trigger
language plpgsql volatile set search_path = '' as $$
declare
  changes private.order_change[];
  former_keys text[] := '{}'::text[];
  is_of_customers boolean := true;
begin
  case tg_op
    when 'INSERT' then
      changes := array(select row(1, new_row)::private.order_change from new_rows as new_row);
    when 'DELETE' then
      changes := array(select row(-1, old_row)::private.order_change from old_rows as old_row);
      former_keys := array(select distinct private.customer_key(old_row) from old_rows as old_row);
    when 'UPDATE' then
      -- A tracking number changes no total. A full join has no nested loop: the plan is saved when one order
      -- changes, and used when a statement changes a thousand.
      changes := array(
        select unnest(array[row(-1, old_row), row(1, new_row)]::private.order_change[])
        from old_rows as old_row full join new_rows as new_row on new_row.id = old_row.id
        where (new_row.status, new_row.total, new_row.shipping_address)
          is distinct from (old_row.status, old_row.total, old_row.shipping_address)
      );
      former_keys := array(
        select distinct private.customer_key(old_row)
        from old_rows as old_row full join new_rows as new_row on new_row.id = old_row.id
        where new_row.shipping_address is distinct from old_row.shipping_address
      );
      -- A new status alone changes no customer, unless the order is or was cancelled.
      is_of_customers := cardinality(former_keys) > 0 or exists (
        select from old_rows as old_row full join new_rows as new_row on new_row.id = old_row.id
        where new_row.total <> old_row.total or new_row.status <> old_row.status
          and private.counts_as_revenue(new_row.status) <> private.counts_as_revenue(old_row.status)
      );
  end case;
  if cardinality(changes) > 0 then
    if is_of_customers then
      perform private.update_customers(changes, former_keys);
    end if;
    insert into private.total_changes (day, status, orders, total, replacements)
    select private.shop_day((o).date), (o).status, sum(sign), sum(sign * (o).total),
      coalesce(sum(sign) filter (where (o).replaces is not null), 0)
    from unnest(changes)
    group by 1, 2
    -- A change of the address changes no total.
    having (
      sum(sign), sum(sign * (o).total), coalesce(sum(sign) filter (where (o).replaces is not null), 0)
    ) <> (0, 0, 0);
    -- Folded by whoever reads the dashboard as well.
    if random() < 1.0 / 256 then
      perform private.fold_totals();
    end if;
  end if;
  return null;
end
$$;

comment on function private.count_order_changes() is 'Updates the totals, whatever changes orders.';

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

create or replace function private.is_tracking_number(typed text) returns boolean
language sql immutable set search_path = '' as $$
  select typed ~ '^[A-Za-z0-9][A-Za-z0-9 ./_-]{0,63}$'
$$;

comment on function private.is_tracking_number(text) is
  'Whether a text may be a tracking number, of an admin or of a courier''s file; null for none.';

create or replace function private.read_booking(b private.bookings, p jsonb) returns private.bookings
language plpgsql volatile set search_path = '' as $$
begin
  if p ? 'status' then
    if not p -> 'status' <@ to_jsonb(enum_range(null::public.order_status)) then
      perform private.refuse('status_invalid', 'status');
    end if;
    b.status := (p ->> 'status')::public.order_status;
  end if;
  if p ? 'trackingNumber' then
    b.tracking_number := nullif(private.clean_code(left(p ->> 'trackingNumber', 200)), '');
    if jsonb_typeof(p -> 'trackingNumber') not in ('string', 'null')
      or not private.is_tracking_number(b.tracking_number) then
      perform private.refuse('tracking_invalid', 'trackingNumber');
    end if;
  end if;
  if p ? 'courier' then
    b.courier := p ->> 'courier';
    if b.courier is not null then
      perform private.require_courier(b.courier);
    end if;
  end if;
  if p ? 'outcome' then
    b.outcome := p ->> 'outcome';
    if b.outcome not in ('returned', 'refused') or (b.outcome is not null and b.status <> 'cancelled') then
      perform private.refuse('outcome_invalid', 'outcome');
    end if;
  end if;
  if p ? 'endReason' then
    b.end_reason := p ->> 'endReason';
    if b.end_reason is not null and (b.status <> 'cancelled' or b.end_reason not in (
      'fake', 'double', 'unreachable', 'changed_mind', 'out_of_stock', 'other'
    )) then
      perform private.refuse('reason_invalid', 'endReason');
    end if;
  end if;
  return b;
end
$$;

comment on function private.read_booking(private.bookings, jsonb) is
  'A booking with the status, courier, tracking number, outcome and reason of a cancellation that a request sets.
Refuses invalid ones.';

create or replace function private.forget_acts() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  perform private.erase_acts(array(
    select distinct coalesce(to_jsonb(gone) ->> 'order_id', to_jsonb(gone) ->> 'id') from gone
  ));
  return null;
end
$$;

comment on function private.forget_acts() is
  'Erases what acts keep of orders that are deleted or whose log is erased, also where they were corrected to another
customer.';

-- A query for one list has no plan for the others.
create or replace view private.listed_rows as
  select 'orders' as list, date as at, id as key, status, search_text from public.orders
  union all
  select 'customers', last_order_date, key, null, search_text from private.customers
  union all
  select 'messages', received_at, id, null, '' from private.contact_messages;

comment on view private.listed_rows is 'The rows of the admin''s lists: where they stand, and what is searched in them.';

-- Without sequential scans, which Postgres chooses where its statistics are missing or outdated; and planned for the
-- values of each call, so that its index has the order and reading ends with the page.
create or replace function private.scan_list(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer, max_scanned integer
) returns setof private.list_cursor
language plpgsql stable
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_custom_plan as $$
declare
  by_status constant boolean := search.status is not null;
begin
  return query
  select at, key
  from (
    select at, key, status, search_text from private.listed_rows
    where list = search.list and case
      -- Bounds of the index on status, date and id instead of "status = …", for which Postgres might read the dates of
      -- all orders: nearly all are delivered, but none of the newest.
      when by_status and newer then
        (status, at, key) > (search.status, start.at, start.key) and (status, at) <= (search.status, 'infinity')
      when by_status then
        (status, at, key) < (search.status, start.at, start.key) and (status, at) >= (search.status, '-infinity')
      when newer then (at, key) > (start.at, start.key)
      else (at, key) < (start.at, start.key)
    end
    order by
      case when newer and by_status then status end,
      case when newer then at end, case when newer then key end,
      case when not newer and by_status then status end desc,
      case when not newer then at end desc, case when not newer then key end desc
    limit max_scanned
  ) as listed
  where search_text ~ all (search.patterns)
  order by
    case when newer and by_status then status end,
    case when newer then at end, case when newer then key end,
    case when not newer and by_status then status end desc,
    case when not newer then at end desc, case when not newer then key end desc
  limit max_rows;
end
$$;

create or replace function private.look_up_in_list(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer
) returns setof private.list_cursor
language plpgsql stable
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_custom_plan as $$
declare
  first_pattern constant text := search.patterns[1];
  -- All matches first, or Postgres might scan the list instead, in the hope of an early match.
  matches constant private.list_cursor[] := array(
    select row(at, key)::private.list_cursor from private.listed_rows
    where list = search.list
      and case when search.ngrams is null then search_text ~ first_pattern
        else private.short_ngrams(search_text) @> search.ngrams end
      and search_text ~ all (search.patterns)
      and (search.status is null or status = search.status)
  );
begin
  return query
  select at, key from unnest(matches)
  where case when newer then (at, key) > (start.at, start.key) else (at, key) < (start.at, start.key) end
  order by
    case when newer then at end, case when newer then key end,
    case when not newer then at end desc, case when not newer then key end desc
  limit max_rows;
end
$$;

comment on function private.look_up_in_list(private.list_search, private.list_cursor, boolean, integer) is
  'The matches of a search in the whole list, nearest to the cursor first, from the indexes of its text.';

-- Security definer: as public.admin_batches().
create or replace function public.admin_batch(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_id bigint;
begin
  perform private.require_admin();
  select id into found_id from private.export_batches where id::numeric = (p ->> 'id')::numeric;
  if not found then
    return private.respond(200, null);
  end if;
  perform private.fold_stages();
  return private.respond(200, jsonb_build_object(
    'batch', (
      select to_jsonb(batch) || jsonb_build_object('stages', private.batch_stages(id), 'acts', private.batch_acts(id))
      from private.batches as batch where id = found_id
    ),
    'orders', (
      select coalesce(
        jsonb_agg(
          private.order_json(o, true) || jsonb_build_object(
            'reasons', (select reasons from private.packable where id = o.id),
            'position', exported.position,
            'cells', exported.cells,
            'leftAt', exported.left_at
          )
          order by exported.position
        ),
        '[]'
      )
      from private.exported_orders as exported
      join public.orders as o on o.id = exported.order_id
      where exported.batch_id = found_id
    )
  ));
end
$$;

grant execute on function public.admin_batch(jsonb) to authenticated;

comment on function public.admin_batch(jsonb) is
  'The batch of {id} and its orders in full, in the order of its sheet, with the rows that were sent and when an order
left; or null. It counts the stages, and names the acts that can be undone. For admins.';

create or replace view private.order_pages as
  select
    o.id,
    (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'at', at, 'note', note) order by id), '[]')
      from private.order_notes where order_id = o.id
    ) as notes,
    (
      select coalesce(
        jsonb_agg(to_jsonb(attempt) - array['order_id', 'actor_id'] order by at, id), '[]'
      )
      from private.confirmation_attempts as attempt where order_id = o.id
    ) as attempts,
    jsonb_build_object(
      'messages', (
        select coalesce(
          jsonb_agg(jsonb_build_object('at', at, 'kind', kind, 'language', language) order by at, id), '[]'
        )
        from private.told_messages where order_id = o.id
      ),
      'language', (
        select language from private.told_messages
        where phone_key = o.phone_key and phone_key <> '' order by at desc, id limit 1
      )
    ) as told,
    (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'id', other.id, 'version', other.version, 'date', other.date, 'total', other.total,
          'items', other.items, 'fullName', other.shipping_address ->> 'fullName',
          'city', other.shipping_address ->> 'city'
        )
        order by other.date, other.id
      ), '[]')
      from public.orders as other
      where other.phone_key = o.phone_key and other.id <> o.id and not private.is_booked(other) and not private.is_erased(o.shipping_address)
        and coalesce(o.replaces, other.replaces) is null
    ) as "sameCustomer",
    jsonb_build_object(
      'into', (select into_id from private.joined_orders where order_id = o.id),
      'from', (
        select coalesce(jsonb_agg(order_id order by at, order_id), '[]')
        from private.joined_orders where into_id = o.id
      )
    ) as joined,
    (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'nth', p.nth, 'courier', p.courier, 'trackingNumber', p.tracking_number, 'state', p.state,
          'reason', p.reason, 'damaged', p.damaged, 'toCollect', p.to_collect, 'paid', p.paid,
          'isCurrent', p.is_current, 'stateAt', p.state_at,
          'events', (
            select coalesce(jsonb_agg(
              jsonb_build_object(
                'state', state, 'at', at, 'source', source, 'word', word, 'reason', reason,
                'statement', statement_id
              )
              order by id
            ), '[]')
            from private.parcel_events where parcel_id = p.id
          ),
          'money', (
            select coalesce(jsonb_agg(
              jsonb_build_object('kind', kind, 'amount', amount, 'dated', dated, 'statement', statement_id)
              order by id
            ), '[]')
            from private.money_lines where parcel_id = p.id
          )
        )
        order by p.nth
      ), '[]')
      from private.parcels as p where p.order_id = o.id
    ) as parcels,
    (select replaced_by from private.packable where id = o.id) as "replacedBy"
  from public.orders as o;

comment on view private.order_pages is
  'What the admin sees beside an order, oldest first: notes, attempts to confirm it, messages about it and the
language of the last one to its phone, other open orders of the phone that no courier has, which may be joined
with it, the order that it was joined into, those that were joined into it, its parcels with what happened to them and
their money, and the newest order that replaces it and was not cancelled.';

create or replace function private.add_numbers(rows private.statement_row[], lines jsonb) returns jsonb
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

-- Security definer: the parcels cannot be read through the API.
create or replace function public.admin_parcels(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page_size constant integer := 50;
  -- The oldest first, so the next page is of newer ones.
  after_id constant bigint := (p #>> '{older,id}')::bigint;
  after_at constant timestamptz := coalesce((p #>> '{older,at}')::timestamptz, '-infinity');
  shown private.parcels[];
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['stage', 'older']);
  if coalesce(p ->> 'stage', '') not in ('not_delivered', 'came_back') then
    perform private.refuse('bad_field', 'stage');
  end if;
  perform private.fold_stages();
  shown := array(
    select listed from private.parcels as listed join private.staged_orders as staged using (order_id)
    where is_current and state in ('attempt_failed', 'lost', 'returned')
      and (state_at, id) > (after_at, coalesce(after_id, 0)) and staged.stage = p ->> 'stage'
    order by state_at, id limit page_size + 1
  );
  return private.respond(200, jsonb_build_object(
    'parcels', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'orderId', o.id, 'fullName', o.shipping_address ->> 'fullName',
          'phone', o.shipping_address ->> 'phone', 'city', o.shipping_address ->> 'city',
          'courier', listed.courier, 'trackingNumber', listed.tracking_number, 'reason', listed.reason,
          'state', listed.state, 'word', event.word, 'at', listed.state_at,
          'days', private.shop_day(now()) - private.shop_day(listed.state_at),
          'toldAt', (
            select max(at) from private.told_messages
            where order_id = o.id and kind = 'failed' and at >= listed.state_at
          )
        )
        order by listed.state_at, listed.id
      ), '[]')
      from unnest(shown[1:page_size]) as listed
      join public.orders as o on o.id = listed.order_id
      left join lateral (
        select word from private.parcel_events where parcel_id = listed.id order by id desc limit 1
      ) as event on true
    ),
    'older', case when cardinality(shown) > page_size then jsonb_build_object(
      'id', (shown[page_size]).id, 'at', (shown[page_size]).state_at
    ) end
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_parcels(jsonb) to authenticated;

comment on function public.admin_parcels(jsonb) is
  'A page of the parcels at a {stage}, not_delivered or came_back, the oldest first, and when their customers were told since:
{stage, older?}. For admins.';

-- Only erasing changes the log.
drop trigger forget_acts on private.order_audit;

create trigger forget_acts after update on private.order_audit
  referencing old table as gone for each statement execute function private.forget_acts();

drop function private.forget_logged();

drop function private.replaced_by(text);

drop function private.scan_orders(private.list_search,private.list_cursor,boolean,integer,integer);

drop function private.stages_with_work();

drop function private.statuses_of_stage(text);

select private.recount_orders() where exists (select from public.orders);
