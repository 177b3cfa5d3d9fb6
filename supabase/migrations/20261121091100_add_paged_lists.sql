/*
 * Pages of the admin's lists, newest first, and the search in them: docs/decisions/admin-speed.md.
 *
 * A page starts at a cursor, so it costs the same at any depth, and new rows move nothing. The callers are
 * `security definer`: under row level security Postgres uses no index for a search of text.
 */
create extension if not exists pg_trgm with schema extensions;

create function private.short_ngrams(search_text text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array(
    select substr(search_text, start, length)
    from generate_series(1, length(search_text)) as start, generate_series(1, 2) as length
  )
$$;
-- An update of an admin writes into the index with the rights of the admin.
grant execute on function private.short_ngrams(text) to authenticated;
comment on function private.short_ngrams(text) is
  'Every one and two characters of a text, for an index. Trigrams find no text shorter than three.';

create index orders_status_date_idx on public.orders (status, date, id);
create index orders_trigrams_idx on public.orders using gin (search_text extensions.gin_trgm_ops);
create index orders_short_ngrams_idx on public.orders using gin (private.short_ngrams(search_text));
create index customers_last_order_idx on private.customers (last_order_date desc, key desc);
create index customers_trigrams_idx on private.customers
  using gin (search_text extensions.gin_trgm_ops);
create index customers_short_ngrams_idx on private.customers
  using gin (private.short_ngrams(search_text));

create type private.list_cursor as (at timestamptz, key text);
comment on type private.list_cursor is 'The position of a row in a list. The key tells apart equal times.';

create type private.list_search as (
  list text, term text, phone text, status public.order_status
);
comment on type private.list_search is
  'The list (orders, customers or messages), the text that its rows contain, or else these digits of a phone
where they are not null, and the status of the rows or null.';

create type private.list_page as (keys text[], older jsonb, newer jsonb);
comment on type private.list_page is
  'The keys of a page, and the cursors of the pages beside it, null where there is none.';

create function private.like_pattern(term text) returns text
language sql immutable set search_path = '' as $$
  select '%' || regexp_replace(term, '([\\%_])', '\\\1', 'g') || '%'
$$;
comment on function private.like_pattern(text) is 'A pattern for texts that contain the term literally.';

create function private.phone_of_search(term text) returns text
language sql immutable set search_path = '' as $$
  select case
    when term !~ '^[0-9 ()+./-]+$' or length(folded) < 3 then null
    else folded
  end
  from (
    select case
      -- With an international prefix: the country code of Pakistan and the zero after it are dropped.
      when term ~ '^[ (]*(\+|00)' then
        regexp_replace(regexp_replace(private.digits(term), '^00', ''), '^920?', '')
      -- Mobile phones begin with 3, after the country code too.
      else regexp_replace(private.digits(term), '^0?920?(?=3)|^0(?=[1-9])', '')
    end as folded
  ) as phone
$$;
comment on function private.phone_of_search(text) is
  'The digits of a search term that may be a phone or a part of one, as private.phone_digits() begins
them; null where it is none, or has fewer than three digits.';

-- Without sequential scans, which Postgres chooses where its statistics are missing or outdated; and
-- planned for the values of each call.
create function private.scan_list(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer, max_scanned integer
) returns setof private.list_cursor
language plpgsql stable
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_custom_plan as $$
declare
  pattern constant text := private.like_pattern(search.term);
  phone_pattern constant text := private.like_pattern(search.phone);
begin
  if search.list = 'orders' and search.status is null and not newer then
    return query select date, id from (
      select date, id, search_text from public.orders where (date, id) < (start.at, start.key)
      order by date desc, id desc limit max_scanned
    ) as o where search_text like pattern or search_text like phone_pattern
    order by date desc, id desc limit max_rows;

  elsif search.list = 'orders' and search.status is null then
    return query select date, id from (
      select date, id, search_text from public.orders where (date, id) > (start.at, start.key)
      order by date, id limit max_scanned
    ) as o where search_text like pattern or search_text like phone_pattern
    order by date, id limit max_rows;

  -- Bounds of the index on status, date and id instead of "status = …", for which Postgres might read
  -- the dates of all orders: nearly all are delivered, but none of the newest.
  elsif search.list = 'orders' and not newer then
    return query select date, id from (
      select status, date, id, search_text from public.orders
      where (status, date, id) < (search.status, start.at, start.key)
        and (status, date) >= (search.status, '-infinity')
      order by status desc, date desc, id desc limit max_scanned
    ) as o where search_text like pattern or search_text like phone_pattern
    order by status desc, date desc, id desc limit max_rows;

  elsif search.list = 'orders' then
    return query select date, id from (
      select status, date, id, search_text from public.orders
      where (status, date, id) > (search.status, start.at, start.key)
        and (status, date) <= (search.status, 'infinity')
      order by status, date, id limit max_scanned
    ) as o where search_text like pattern or search_text like phone_pattern
    order by status, date, id limit max_rows;

  elsif search.list = 'customers' and not newer then
    return query select last_order_date, key from (
      select last_order_date, key, search_text from private.customers
      where (last_order_date, key) < (start.at, start.key)
      order by last_order_date desc, key desc limit max_scanned
    ) as customer where search_text like pattern or search_text like phone_pattern
    order by last_order_date desc, key desc limit max_rows;

  elsif search.list = 'customers' then
    return query select last_order_date, key from (
      select last_order_date, key, search_text from private.customers
      where (last_order_date, key) > (start.at, start.key)
      order by last_order_date, key limit max_scanned
    ) as customer where search_text like pattern or search_text like phone_pattern
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
  pattern constant text := private.like_pattern(search.term);
  phone_pattern constant text := private.like_pattern(search.phone);
  ngrams constant text[] := private.short_ngrams(search.term);
  -- A term without three letters or digits in a row has no trigram.
  has_trigram constant boolean := search.term ~ '[[:alnum:]]{3}';
  matches private.list_cursor[];
begin
  -- All matches first, or Postgres might scan the list instead, in the hope of an early match.
  if search.list = 'orders' and has_trigram then
    matches := array(
      select row(date, id)::private.list_cursor from public.orders
      where (search_text like pattern or search_text like phone_pattern)
        and (search.status is null or status = search.status)
    );
  elsif search.list = 'orders' then
    matches := array(
      select row(date, id)::private.list_cursor from public.orders
      where (
          search_text like pattern and private.short_ngrams(search_text) @> ngrams
          or search_text like phone_pattern
        )
        and (search.status is null or status = search.status)
    );
  elsif has_trigram then
    matches := array(
      select row(last_order_date, key)::private.list_cursor from private.customers
      where search_text like pattern or search_text like phone_pattern
    );
  else
    matches := array(
      select row(last_order_date, key)::private.list_cursor from private.customers
      where search_text like pattern and private.short_ngrams(search_text) @> ngrams
        or search_text like phone_pattern
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

create function private.find_in_list(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer
) returns private.list_cursor[]
language plpgsql stable set search_path = '' as $$
declare
  matches private.list_cursor[] := array(
    select match from private.scan_list(search, start, newer, max_rows, 1000) as match
  );
  all_rows constant private.list_search := row(search.list, '', null, search.status);
begin
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
comment on function private.find_in_list(private.list_search, private.list_cursor, boolean, integer) is
  'The rows from the cursor, nearest first: a frequent term is met in a scan, a rare one is looked up.';

create function private.parse_list_search(list text, arguments jsonb) returns private.list_search
language plpgsql stable set search_path = '' as $$
declare
  searched constant text := coalesce(arguments ->> 'search', '');
  search private.list_search := row(list, '', null, null);
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
  return search;
end
$$;
comment on function private.parse_list_search(text, jsonb) is
  'What {search?, status?} asks of a list, null where no row can match.';

create function private.cursor_to_json(list text, cursor private.list_cursor) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'date', (cursor).at, case list when 'orders' then 'id' else 'key' end, (cursor).key
  )
$$;
comment on function private.cursor_to_json(text, private.list_cursor) is
  'A cursor as the API has it: {date, id} for orders, {date, key} for other lists.';

create function private.cursor_from_json(list text, cursor jsonb) returns private.list_cursor
language sql stable set search_path = '' as $$
  select case
    -- The top of the list: every row is older.
    when cursor is null then row('infinity', '')::private.list_cursor
    else row(
      (cursor ->> 'date')::timestamptz, cursor ->> case list when 'orders' then 'id' else 'key' end
    )::private.list_cursor
  end
$$;
comment on function private.cursor_from_json(text, jsonb) is
  'The reverse of private.cursor_to_json(), and the top of the list for null.';

create function private.read_page(list text, p jsonb) returns private.list_page
language plpgsql stable set search_path = '' as $$
declare
  arguments constant jsonb := coalesce(jsonb_strip_nulls(p), '{}');
  search constant private.list_search := private.parse_list_search(list, arguments);
  max_rows constant integer := least(greatest(coalesce((arguments ->> 'limit')::integer, 25), 1), 100);
  newer constant boolean := arguments ? 'newer' and not arguments ? 'older';
  start constant private.list_cursor :=
    private.cursor_from_json(list, coalesce(arguments -> 'older', arguments -> 'newer'));
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
    next_cursor := private.cursor_to_json(list, shown[max_rows]);
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
  -- No page is newer than the top of the list.
  if start.at <> 'infinity'
    and cardinality(private.find_in_list(search, reverse_start, not newer, 1)) > 0 then
    previous_cursor := private.cursor_to_json(list, reverse_start);
  end if;

  return row(
    array(select key from unnest(shown)),
    case when newer then previous_cursor else next_cursor end,
    case when newer then next_cursor else previous_cursor end
  );
end
$$;
comment on function private.read_page(text, jsonb) is
  'The page of a list for {search?, status?, older?, newer?, limit?}: the rows older or newer than a cursor.';
