/*
 * The rows of a page: a scan from its cursor for a term that is frequent, and the index of the text for one that is
 * rare.
 */

-- Without sequential scans, which Postgres chooses where its statistics are missing or outdated; and
-- planned for the values of each call.
create function private.scan_orders(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer, max_scanned integer
) returns setof private.list_cursor
language plpgsql stable
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_custom_plan as $$
begin
  if search.status is null and not newer then
    return query select date, id from (
      select date, id, search_text from public.orders where (date, id) < (start.at, start.key)
      order by date desc, id desc limit max_scanned
    ) as o where search_text ~ all (search.patterns)
    order by date desc, id desc limit max_rows;

  elsif search.status is null then
    return query select date, id from (
      select date, id, search_text from public.orders where (date, id) > (start.at, start.key)
      order by date, id limit max_scanned
    ) as o where search_text ~ all (search.patterns)
    order by date, id limit max_rows;

  -- Bounds of the index on status, date and id instead of "status = …", for which Postgres might read
  -- the dates of all orders: nearly all are delivered, but none of the newest.
  elsif not newer then
    return query select date, id from (
      select status, date, id, search_text from public.orders
      where (status, date, id) < (search.status, start.at, start.key)
        and (status, date) >= (search.status, '-infinity')
      order by status desc, date desc, id desc limit max_scanned
    ) as o where search_text ~ all (search.patterns)
    order by status desc, date desc, id desc limit max_rows;

  else
    return query select date, id from (
      select status, date, id, search_text from public.orders
      where (status, date, id) > (search.status, start.at, start.key)
        and (status, date) <= (search.status, 'infinity')
      order by status, date, id limit max_scanned
    ) as o where search_text ~ all (search.patterns)
    order by status, date, id limit max_rows;
  end if;
end
$$;
comment on function
  private.scan_orders(private.list_search, private.list_cursor, boolean, integer, integer) is
  'Orders that match a search, of the next ones from the cursor: at most max_scanned of them are read.';

-- As private.scan_orders().
create function private.scan_list(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer, max_scanned integer
) returns setof private.list_cursor
language plpgsql stable
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_custom_plan as $$
begin
  if search.list = 'orders' then
    return query select at, key from private.scan_orders(search, start, newer, max_rows, max_scanned);

  elsif search.list = 'customers' and not newer then
    return query select last_order_date, key from (
      select last_order_date, key, search_text from private.customers
      where (last_order_date, key) < (start.at, start.key)
      order by last_order_date desc, key desc limit max_scanned
    ) as customer where search_text ~ all (search.patterns)
    order by last_order_date desc, key desc limit max_rows;

  elsif search.list = 'customers' then
    return query select last_order_date, key from (
      select last_order_date, key, search_text from private.customers
      where (last_order_date, key) > (start.at, start.key)
      order by last_order_date, key limit max_scanned
    ) as customer where search_text ~ all (search.patterns)
    order by last_order_date, key limit max_rows;

  elsif not newer then
    return query select received_at, id from private.contact_messages
      where (received_at, id) < (start.at, start.key)
      order by received_at desc, id desc limit max_rows;

  else
    return query select received_at, id from private.contact_messages
      where (received_at, id) > (start.at, start.key)
      order by received_at, id limit max_rows;
  end if;
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
  matches private.list_cursor[];
begin
  -- All matches first, or Postgres might scan the list instead, in the hope of an early match.
  if search.list = 'orders' then
    matches := array(
      select row(date, id)::private.list_cursor from public.orders
      where case when search.ngrams is null then search_text ~ first_pattern
          else private.short_ngrams(search_text) @> search.ngrams end
        and search_text ~ all (search.patterns)
        and (search.status is null or status = search.status)
    );
  else
    matches := array(
      select row(last_order_date, key)::private.list_cursor from private.customers
      where case when search.ngrams is null then search_text ~ first_pattern
          else private.short_ngrams(search_text) @> search.ngrams end
        and search_text ~ all (search.patterns)
    );
  end if;

  if newer then
    return query select at, key from unnest(matches)
      where (at, key) > (start.at, start.key) order by at, key limit max_rows;
  else
    return query select at, key from unnest(matches)
      where (at, key) < (start.at, start.key) order by at desc, key desc limit max_rows;
  end if;
end
$$;
comment on function private.look_up_in_list(private.list_search, private.list_cursor, boolean, integer) is
  'The matches of a search in the whole list, nearest to the cursor first, from the indexes of its text.';
