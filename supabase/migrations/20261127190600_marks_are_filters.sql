/*
 * Mark and group are filters of the list of orders like the others, and find open orders that no courier has. What an
 * order's confirmation is follows from the view packable. Requests for help are paged by id, as statements are.
 */

drop function private.scan_marked(private.list_search,private.list_cursor,boolean,integer);
alter type private.list_search drop attribute mark, drop attribute group_key;
comment on type private.list_search is
  'The list (orders, customers or messages), what its rows match (private.search_patterns()), the one and two
characters of a term that has no trigram, and the status and other filters of the rows, each or null.';
drop function private.is_of_row(private.marked_orders,jsonb);
drop index private.marked_orders_mark_idx, private.marked_orders_group_idx;
drop view private.waiting;
drop function private.undecided_orders(text[]);
alter table private.marked_orders drop column order_date;

-- Security definer: requests cannot be read through the API.
create or replace function public.admin_help_requests(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page_size constant integer := 25;
  older_than constant numeric := (p ->> 'older')::numeric;
  shown bigint[];
begin
  perform private.require_admin();
  -- One more than a page says whether there is a next page.
  shown := array(
    select id from private.help_requests
    where (older_than is null or id < older_than) and (p ->> 'state' is null or state = p ->> 'state')
    order by id desc limit page_size + 1
  );
  return private.respond(200, jsonb_build_object(
    'requests', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'orderId', o.id, 'at', request.at, 'kind', kind, 'text', text, 'state', state,
          'fullName', o.shipping_address ->> 'fullName', 'phone', o.shipping_address ->> 'phone'
        )
        order by request.id desc
      ), '[]')
      from private.help_requests as request join public.orders as o on o.id = request.order_id
      where request.id = any (shown[1:page_size])
    ),
    'open', (select open_requests from private.waiting),
    'older', case when cardinality(shown) > page_size then shown[page_size] end
  ));
end
$$;

grant execute on function public.admin_help_requests(jsonb) to authenticated;

comment on function public.admin_help_requests(jsonb) is
  'A page of requests for help for {state?, older?}, newest first, and how many are open. For admins.';

create index marked_orders_group_idx on private.marked_orders (mark, group_key, order_id) where ended_at is null;

-- In plpgsql, which caches its plans, like the functions that follow: every new order waits for them.
create or replace function private.mark_order(o public.orders, mark text, reason text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.marked_orders (order_id, mark, group_key)
  values (o.id, mark, left(encode(private.hash_counted(mark, reason), 'hex'), 12))
  on conflict do nothing;
end
$$;

comment on function private.mark_order(public.orders, text, text) is
  'Marks an order. Orders with the same mark and reason are one group.';

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
        when packed.is_waiting then 'waiting'
        when tried.no_answers >= 3 then 'unreached'
        else 'open'
      end,
      'by', case when packed.said_yes then tried.said_by end,
      'reason', case when packed.is_held then tried.reason end,
      'noAnswers', tried.no_answers
    )
    from private.packable as packed, (
      select
        count(*) filter (where act = 'no_answer') as no_answers,
        (array_agg(actor order by at desc, id desc) filter (where act = 'yes'))[1] as said_by,
        (array_agg(reason order by at desc, id desc) filter (where act = 'hold'))[1] as reason
      from private.confirmation_attempts where order_id = o.id
    ) as tried
    where packed.id = o.id
  );
end
$$;

comment on function private.confirmation_json(public.orders) is
  'The confirmation of an order as JSON, {state, by, reason, noAnswers}: its state is held, confirmed, known, waiting (for
the reply to a message), unreached (three times no answer, which waits for the admin''s decision) or open.';

create or replace view private.undecided_marks as
  select marked.* from private.marked_orders as marked join private.packable as o on o.id = marked.order_id
  where marked.ended_at is null and not o.is_booked;

comment on view private.undecided_marks is
  'The marks that keep open orders out of sheets. What was booked or closed all the same is left out.';

create or replace function private.shown_order_json(
  o public.orders, is_full boolean, is_holder boolean default false
) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return private.order_json(o, is_full, is_holder) || jsonb_build_object(
    'asOf', now(),
    'confirmed', is_full and private.is_open(o.status)
      and (select said_yes from private.packable where id = o.id)
  );
end
$$;

comment on function private.shown_order_json(public.orders, boolean, boolean) is
  'An order as its page shows it: with the time of the response, since a device''s clock may be wrong, and whether its
customer has confirmed it.';

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
  if list = 'orders' and arguments ?| array['filter', 'mark'] then
    -- A mark and its group stand beside the filter.
    search.filter := coalesce(arguments -> 'filter', '{}') || (
      select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(arguments)
      where key in ('mark', 'group')
    );
    perform private.check_filter(search.filter);
  end if;
  return search;
end
$$;

comment on function private.parse_list_search(text, jsonb) is
  'What {search?, status?, mark?, group?, filter?} asks of a list, null where no row can match.';

create or replace function private.find_in_list(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer
) returns private.list_cursor[]
language plpgsql stable set search_path = '' as $$
declare
  all_rows constant private.list_search :=
    row(search.list, '{}'::text[], null, search.status, null);
  matches private.list_cursor[];
begin
  if search.filter is not null then
    return array(select match from private.scan_filtered(search, start, newer, max_rows) as match);
  end if;
  matches := array(
    select match from private.scan_list(search, start, newer, max_rows, 1000) as match
  );
  -- A fifth of a page in a thousand rows makes the rest likely in five thousand.
  if cardinality(matches) between max_rows / 5 + 1 and max_rows - 1 then
    matches := array(
      select match from private.scan_list(search, start, newer, max_rows, 5000) as match
    );
  end if;
  if cardinality(matches) = max_rows or search.patterns = '{}' then
    return matches;
  end if;
  -- A status with fewer than a thousand rows from here on was scanned to its end.
  if search.status is not null
    and (select count(*) from private.scan_list(all_rows, start, newer, 1000, 1000)) < 1000 then
    return matches;
  end if;
  return array(select match from private.look_up_in_list(search, start, newer, max_rows) as match);
end
$$;

comment on function private.find_in_list(private.list_search, private.list_cursor, boolean, integer) is
  'The rows from the cursor, nearest first: a frequent term is met in a scan, a rare one is looked up.';

create or replace function private.check_filter(filter jsonb) returns void
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
create or replace function private.scan_filtered(
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

-- Security definer: marks cannot be read through the API.
create or replace function public.admin_marked_groups() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, jsonb_build_object(
    'groups', (
      with undecided as (
        select marked.mark, marked.group_key, o.id, o.total, o.date, o.phone_key,
          o.shipping_address ->> 'city' as city
        from private.undecided_marks as marked
        join public.orders as o on o.id = marked.order_id
      ),
      newest as (
        select mark, group_key, count(*) as orders, sum(total) as total,
          count(distinct phone_key) as phones, min(date) as first_at, max(date) as last_at,
          -- As many as one act takes.
          (array_agg(id order by id))[:500] as ids
        from undecided group by mark, group_key order by last_at desc, mark, group_key limit 50
      )
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'mark', mark, 'group', group_key, 'orders', orders, 'total', total, 'phones', phones,
          'firstAt', first_at, 'lastAt', last_at, 'ids', ids,
          -- The three most frequent.
          'cities', (
            select jsonb_agg(jsonb_build_object('city', city, 'orders', most.orders) order by nth)
            from (
              select city, count(*) as orders, row_number() over (order by count(*) desc, city) as nth
              from undecided
              where (undecided.mark, undecided.group_key) = (newest.mark, newest.group_key)
              group by city order by nth limit 3
            ) as most
          )
        )
        order by last_at desc, mark, group_key
      ), '[]')
      from newest
    ),
    'decisions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'request', request, 'at', at, 'act', act, 'undoneAt', undone_at,
        'mark', jsonb_path_query_first(before, '$.*.mark'),
        'orders', jsonb_array_length(jsonb_path_query_array(response, '$.results[*] ? (@.ok == true)')),
        'rows', case when undone_at is null then (
          select coalesce(jsonb_agg(jsonb_build_object('id', key, 'version', value -> 'version') order by key), '[]')
          from jsonb_each(before)
        ) else '[]' end
      ) order by at desc), '[]')
      from (
        select * from private.acts
        where act in ('release', 'discard') and response @? '$.results[*] ? (@.ok == true)'
        order by at desc limit 10
      ) as made
    )
  ));
end
$$;

grant execute on function public.admin_marked_groups() to authenticated;

comment on function public.admin_marked_groups() is
  'The 50 newest groups of marked orders that are open and not booked, {mark, group, orders, total, phones, firstAt,
lastAt, cities, ids}, with the ids that one act takes; and the last 10 acts on such orders with what they still end,
{request, at, act, undoneAt, mark, orders, rows}. For admins.';

create or replace function private.decide_rows(act text, rows jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' set enable_seqscan = off as $$
declare
  ids constant text[] := array(select asked ->> 'id' from jsonb_array_elements(rows) as asked);
  decided text[];
  statuses jsonb;
  moment timestamptz;
begin
  perform private.check_request(asked, 1024, array['id', 'mark']) from jsonb_array_elements(rows) as asked;
  perform from public.orders where id = any (ids) order by id for update;
  -- Later than that of every act on these orders before.
  moment := clock_timestamp();
  decided := array(
    select distinct marked.order_id from private.undecided_marks as marked
    join jsonb_array_elements(rows) as asked on marked.order_id = asked ->> 'id'
      and marked.mark = coalesce(asked ->> 'mark', marked.mark)
    where marked.order_id = any (ids)
  );
  -- A group is released of its own mark, an order of all. A cancelled order needs no other look.
  update private.marked_orders as marked set ended_at = moment
  from jsonb_array_elements(rows) as asked
  where marked.order_id = any (decided) and marked.order_id = asked ->> 'id' and marked.ended_at is null
    and (act = 'discard' or marked.mark = coalesce(asked ->> 'mark', marked.mark));
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
      else jsonb_build_object('id', o.id, 'ok', true, 'before', jsonb_build_object(
        'act', act, 'mark', asked -> 'mark', 'endedAt', moment, 'status', statuses -> o.id, 'version', o.version
      )) end
    from jsonb_array_elements(rows) with ordinality as listed (asked, nth)
    left join public.orders as o on o.id = asked ->> 'id' and o.id = any (decided)
    order by nth
  );
end
$$;

comment on function private.decide_rows(text, jsonb) is
  'Releases or discards marked orders that are open and not booked: rows of {id, mark?}. Without a mark all of
them count.';

create view private.waiting as
  select *, unread_messages + open_requests as unread
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
booked, of the first 1,000 marks; how many orders of the last 30 days have a copy that the form service did not
take; and how many orders have personal data longer than they should, up to 1,000: most are still open.';

-- Security definer: a search uses indexes only without row level security.
create or replace function public.admin_orders(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page private.list_page;
begin
  perform private.require_admin();
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
  'A page of orders for {search?, status?, mark?, group?, filter?, older?, newer?, limit?}, newest first, and all
couriers, for admins. A filter that is not known is refused.
A mark is a filter as well, and a group is of a mark.';

drop function private.confirmation_of(text);
drop type private.confirmation;

create or replace function private.notice_state() returns jsonb
language sql stable set search_path = '' set timezone = 'UTC' as $$
  select jsonb_build_object(
    'ok', true,
    'publicKey', settings.vapid_public,
    'claimedAt', settings.claimed_at,
    -- Pages of the former deployment show these.
    'kindsOff', '[]'::jsonb, 'quietFrom', 0, 'quietUntil', 0,
    'targets', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', target.id,
        'way', target.way,
        'url', target.url,
        'name', target.name,
        'toldAt', target.told_at,
        'failure', target.failure,
        'failedAt', target.failed_at
      ) order by target.added_at, target.id), '[]')
      from private.notice_targets as target where target.order_id is null
    )
  )
  from private.notice_settings as settings
$$;

create or replace function public.admin_packable(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  ids text[];
begin
  perform private.require_admin();
  perform private.check_request(p, 32768, array['ids']);
  ids := private.read_ids(p);
  return private.respond(200, jsonb_build_object(
    'groups', (
      select coalesce(jsonb_agg(to_jsonb(grouped) order by reasons), '[]') from (
        select reasons, count(*) as orders, min(date) as oldest from private.packable
        where case when ids is null then status = any (private.open_statuses()) and not is_booked
          else id = any (ids) end
        group by reasons
      ) as grouped
    ),
    'changed', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', o.id, 'fullName', o.shipping_address ->> 'fullName'
      ) order by o.date, o.id), '[]')
      from (
        select id from private.packable
        where case when ids is null then status = any (private.open_statuses()) else id = any (ids) end
          and not is_booked and is_changed
        order by date, id limit 100
      ) as changed
      join public.orders as o on o.id = changed.id
    )
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

create or replace function private.recount_orders() returns void
language plpgsql volatile set search_path = '' set enable_hashagg = off as $$
declare
  changes private.order_change[];
begin
  lock table public.orders, private.parcels in share row exclusive mode;
  -- Without folds: the delete does not see the sums of one that ends meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('totals', 0));

  delete from private.total_changes where true;
  insert into private.total_changes (day, status, orders, total, folded, replacements)
  select private.shop_day(date), status, count(*), sum(total), true, count(replaces)
  from public.orders group by 1, 2;

  delete from private.customers where true;
  -- In parts, each with all orders of its phones.
  for changes in
    select array_agg(row(1, o)::private.order_change) from public.orders as o group by right(phone_key, 3)
  loop
    perform private.update_customers(changes, '{}');
  end loop;
  delete from private.customer_changes where true;
  insert into private.customer_changes (customers) select count(*) from private.customers;

  delete from private.cash_changes where true;
  insert into private.cash_changes (day, parcels, expected, folded)
  select delivered_on, count(*), sum(to_collect), true
  from private.parcels where delivered_on is not null group by 1;
  perform private.sum_payments(array(select id from private.statements));
end
$$;

drop function private.packing_groups(text[]);

create or replace function public.admin_mark_help_request(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['id', 'state']);
  if coalesce(p ->> 'state', '') not in ('open', 'answered', 'closed') then
    perform private.refuse('bad_field', 'state');
  end if;
  update private.help_requests set state = p ->> 'state' where order_id = p ->> 'id';
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  return private.respond(200, jsonb_build_object('ok', true, 'unread', (select unread from private.waiting)));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

drop view private.reports;
