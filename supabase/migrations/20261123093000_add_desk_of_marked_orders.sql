/*
 * What an admin sees of marked orders: an order is marked until a decision ends its mark. Lists filter by mark
 * and group. A group is the orders with the same mark and group key.
 */
create table private.mark_decisions (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  act text not null check (act in ('release', 'discard')),
  mark text,
  group_key text,
  orders integer not null default 0,
  undone_at timestamptz
);
alter table private.mark_decisions enable row level security;
create policy "Nobody reads the decisions on marked orders through the API" on private.mark_decisions
  for all using (false);
comment on table private.mark_decisions is
  'Who released or discarded marked orders, when, and how many. Without a mark: single orders.';

alter table private.marked_orders
  add column decision_id bigint references private.mark_decisions (id),
  add column order_date timestamptz;
update private.marked_orders as marked set order_date = o.date
from public.orders as o where o.id = marked.order_id;
alter table private.marked_orders alter column order_date set not null;
comment on column private.marked_orders.decision_id is 'What ended the mark. Null while nobody has decided.';
comment on column private.marked_orders.order_date is
  'The date of the order, for an index: a list is in its order. A trigger sets it.';

create index marked_orders_mark_idx on private.marked_orders (mark, order_date, order_id)
  where decision_id is null;
create index marked_orders_group_idx on private.marked_orders (mark, group_key, order_date, order_id)
  where decision_id is null;
create index marked_orders_decision_idx on private.marked_orders (decision_id, order_id);

create function private.copy_order_date() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  new.order_date := (select date from public.orders where id = new.order_id);
  return new;
end
$$;
comment on function private.copy_order_date() is 'Sets the date of the order of a mark. It never changes.';
create trigger copy_order_date before insert on private.marked_orders
  for each row execute function private.copy_order_date();

create function private.is_marked(p_id text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from private.marked_orders where order_id = p_id and decision_id is null)
$$;
comment on function private.is_marked(text) is 'Whether an order has a mark that no decision has ended.';

-- Without sequential scans and planned for the values of each call, as private.scan_list().
create function private.undecided_orders(p_mark text, p_group text, p_ids text[])
returns setof private.marked_orders
language plpgsql stable
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_custom_plan as $$
begin
  return query select marked.* from private.marked_orders as marked
  join public.orders as o on o.id = marked.order_id
  left join private.order_details as details on details.order_id = marked.order_id
  where marked.decision_id is null
    and (p_mark is null or marked.mark = p_mark)
    and (p_group is null or marked.group_key = p_group)
    and (p_ids is null or marked.order_id = any (p_ids))
    and o.status in ('pending', 'processing') and not private.is_booked(o, details);
end
$$;
comment on function private.undecided_orders(text, text, text[]) is
  'The marks that keep open orders out of sheets: all, or those of this mark, group or list of orders. What
was booked or closed all the same is left out.';

-- A row of a list shows the stored marks first.
alter function private.order_marks(public.orders) rename to computed_marks;
comment on function private.computed_marks(public.orders) is
  'The marks that follow from an order and the other orders of its phone: a list of unusual_quantity,
not_mobile, duplicate, cancelled_before and returned_before.';

-- In plpgsql, which caches its plans: every row of a list calls it. Without sequential scans, which a plan
-- from a day with few marks would make on a day with many.
create function private.order_marks(o public.orders) returns jsonb
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
begin
  return to_jsonb(array(
    select mark from private.marked_orders
    where order_id = o.id and decision_id is null
    union all
    select 'many_wrong_finds' from private.wrong_finds
    where order_id = o.id and limit_reached_at is not null
    order by mark
  )) || private.computed_marks(o);
end
$$;
comment on function private.order_marks(public.orders) is
  'The marks of an order: the stored ones that no decision has ended, many_wrong_finds, and those of
private.computed_marks().';

alter type private.list_search add attribute mark text, add attribute group_key text;
comment on type private.list_search is
  'The list (orders, customers or messages), the text that its rows contain, or else these digits of a phone
where they are not null, and the status, the mark and the group of the rows, each or null.';

create or replace function private.parse_list_search(list text, arguments jsonb)
returns private.list_search
language plpgsql stable set search_path = '' as $$
declare
  searched constant text := coalesce(arguments ->> 'search', '');
  search private.list_search := row(list, '', null, null, null, null);
begin
  -- Messages have neither a search nor a status.
  if list = 'messages' then
    return search;
  end if;

  search.term := lower(private.fold_digits(private.clean_text(searched)));
  search.phone := private.phone_of_search(search.term);
  -- No name is that long, and a long pattern is slow.
  if length(search.term) > 300 then
    return null;
  end if;

  if list = 'orders' and arguments ? 'status' then
    if not arguments ->> 'status' = any (enum_range(null::public.order_status)::text[]) then
      return null;
    end if;
    search.status := (arguments ->> 'status')::public.order_status;
  end if;
  if list = 'orders' and arguments ? 'mark' then
    search.mark := arguments ->> 'mark';
    search.group_key := arguments ->> 'group';
  end if;
  return search;
end
$$;
comment on function private.parse_list_search(text, jsonb) is
  'What {search?, status?, mark?, group?} asks of a list, null where no row can match.';

-- Without sorting: rows come in the order of an index, and reading ends with the page.
create function private.scan_marked(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer
) returns setof private.list_cursor
language plpgsql stable
set search_path = '' set enable_seqscan = off set enable_sort = off
set plan_cache_mode = force_custom_plan as $$
declare
  pattern constant text := private.like_pattern(search.term);
  phone_pattern constant text := private.like_pattern(search.phone);
begin
  -- "offset 0" keeps Postgres from starting with the orders: it looks up that of each mark.
  if newer then
    return query select marked.order_date, marked.order_id from private.marked_orders as marked
    cross join lateral (
      select from public.orders as o
      where o.id = marked.order_id and (search.status is null or o.status = search.status)
        and (o.search_text like pattern or o.search_text like phone_pattern)
      offset 0
    ) as o
    where marked.decision_id is null and marked.mark = search.mark
      and (search.group_key is null or marked.group_key = search.group_key)
      and (marked.order_date, marked.order_id) > (start.at, start.key)
    order by marked.order_date, marked.order_id limit max_rows;
  else
    return query select marked.order_date, marked.order_id from private.marked_orders as marked
    cross join lateral (
      select from public.orders as o
      where o.id = marked.order_id and (search.status is null or o.status = search.status)
        and (o.search_text like pattern or o.search_text like phone_pattern)
      offset 0
    ) as o
    where marked.decision_id is null and marked.mark = search.mark
      and (search.group_key is null or marked.group_key = search.group_key)
      and (marked.order_date, marked.order_id) < (start.at, start.key)
    order by marked.order_date desc, marked.order_id desc limit max_rows;
  end if;
end
$$;
comment on function private.scan_marked(private.list_search, private.list_cursor, boolean, integer) is
  'The orders with the mark of a search that match it, nearest to the cursor first. Reads no other orders.';

create or replace function private.find_in_list(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer
) returns private.list_cursor[]
language plpgsql stable set search_path = '' as $$
declare
  all_rows constant private.list_search := row(search.list, '', null, search.status, null, null);
  matches private.list_cursor[];
begin
  if search.mark is not null then
    return array(select match from private.scan_marked(search, start, newer, max_rows) as match);
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
  if cardinality(matches) = max_rows or search.term = '' then
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
comment on function private.read_page(text, jsonb) is
  'The page of a list for {search?, status?, mark?, group?, older?, newer?, limit?}: the rows older or newer
than a cursor.';
comment on function public.admin_orders(jsonb) is
  'A page of orders for {search?, status?, mark?, group?, older?, newer?, limit?}, newest first, for admins.
A mark is that of private.marked_orders, and finds orders on which nobody has decided.';
