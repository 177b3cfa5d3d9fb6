/*
 * The rows of a page: a scan from its cursor for a term that is frequent, and the index of the text for one that is
 * rare.
 */

-- A query for one list has no plan for the others.
create view private.listed_rows as
  select 'orders' as list, date as at, id as key, status, search_text from public.orders
  union all
  select 'customers', last_order_date, key, null, search_text from private.customers
  union all
  select 'messages', received_at, id, null, '' from private.contact_messages;
comment on view private.listed_rows is 'The rows of the admin''s lists: where they stand, and what is searched in them.';

-- Without sequential scans, which Postgres chooses where its statistics are missing or outdated; and planned for the
-- values of each call, so that its index has the order and reading ends with the page.
create function private.scan_list(
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
comment on function
  private.scan_list(private.list_search, private.list_cursor, boolean, integer, integer) is
  'Rows that match a search, of the next rows from the cursor: at most max_scanned of them are read.';

create function private.look_up_in_list(
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
