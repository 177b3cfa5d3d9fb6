/*
 * Pages of the admin's lists, newest first, and the search in them: docs/decisions/admin-speed.md.
 *
 * A page starts at a cursor, so it costs the same at any depth, and new rows move nothing. The callers are
 * `security definer`: under row level security Postgres uses no index for a search of text.
 */

create function private.search_patterns(term text) returns text[]
language plpgsql immutable set search_path = '' as $$
declare
  escaped constant text := regexp_replace(term, '([^[:alnum:]\s])', '\\\1', 'g');
  digits text;
begin
  -- The digits of a term that may be a phone or a part of one, as private.phone_digits() begins them.
  if term ~ '^[0-9 ()+./-]+$' then
    digits := case
      -- With an international prefix: the country code of Pakistan and the zero after it are dropped.
      when term ~ '^[ (]*(\+|00)' then
        regexp_replace(regexp_replace(private.digits(term), '^00?', ''), '^(0*92){2,}0?(?=3)|^920?', '')
      -- Mobile phones begin with 3, after the country code too.
      else regexp_replace(private.digits(term), '^(0*92)+0?(?=3)|^0(?=[1-9])', '')
    end;
    if length(digits) >= 3 then
      return array[escaped || '|' || digits];
    end if;
  end if;
  -- One for each word, the longest first: an index is asked for that one.
  return array(
    select word || case when word ~ '^[[:alpha:]]{3,}$' then '|' || private.sounds_of(word) else '' end
    from regexp_split_to_table(escaped, '\s+') as word where word <> ''
    order by length(word) desc, word
  );
end
$$;
comment on function private.search_patterns(text) is
  'Regular expressions of which a text that is sought matches each: the words of a folded term, each as it is
written or as it sounds; or the digits of a phone.';

create type private.list_cursor as (at timestamptz, key text);
comment on type private.list_cursor is 'The position of a row in a list. The key tells apart equal times.';

create type private.list_search as (
  list text, patterns text[], ngrams text[], status public.order_status, filter jsonb
);
comment on type private.list_search is
  'The list (orders, customers or messages), what its rows match (private.search_patterns()), the one and two
characters of a term that has no trigram, and the status and other filters of the rows, each or null.';

create type private.list_page as (keys text[], older jsonb, newer jsonb);
comment on type private.list_page is
  'The keys of a page, and the cursors of the pages beside it, null where there is none.';

create function private.parse_list_search(list text, arguments jsonb)
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
  end if;
  return search;
end
$$;
comment on function private.parse_list_search(text, jsonb) is
  'What {search?, status?, filter?} asks of a list, null where no row can match.';

create function private.find_in_list(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer
) returns private.list_cursor[]
language plpgsql stable set search_path = '' as $$
declare
  all_rows constant private.list_search :=
    row(search.list, '{}'::text[], null, search.status, null);
  matches private.list_cursor[];
begin
  if search.filter is not null then
    return array(select match from private.desk_filtered(search, start, newer, max_rows) as match);
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

create function private.read_page(list text, p jsonb) returns private.list_page
language plpgsql stable set search_path = '' as $$
declare
  arguments constant jsonb := coalesce(jsonb_strip_nulls(p), '{}');
  search constant private.list_search := private.parse_list_search(list, arguments);
  max_rows constant integer := least(greatest(coalesce((arguments ->> 'limit')::integer, 25), 1), 100);
  -- A queue begins with the oldest.
  is_queue constant boolean := search.filter is not null and private.desk_is_queue(search.filter);
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
