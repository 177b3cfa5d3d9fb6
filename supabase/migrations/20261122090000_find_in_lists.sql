/*
 * Long lists, newest first, a page at a time: by the place of a row instead of its number, so that a
 * page costs the same at any depth and new rows move nothing.
 *
 * A list is a view of (at, key, status, searched, pieces). Only functions that have asked for an admin
 * read it: under row level security no index for texts is ever used.
 */
create extension if not exists pg_trgm with schema extensions;

create function private.short_pieces(searched text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array(
    select substr(searched, start, size)
    from generate_series(1, length(searched)) as start, generate_series(1, 2) as size
  )
$$;
-- An admin who moves an order writes into the index with rights of their own.
grant execute on function private.short_pieces(text) to authenticated;
comment on function private.short_pieces(text) is
  'Every one and two characters of a text, for an index: trigrams cannot find what is shorter than three.';

create type private.list_place as (at timestamptz, key text);
comment on type private.list_place is 'Where a row stands in a list. The key tells apart what came at once.';

create type private.list_page as (keys text[], older private.list_place, newer private.list_place);
comment on type private.list_page is
  'The keys of a page, and where the pages beside it begin; null where nothing is.';

create type private.list_search as (list text, term text, status text);
comment on type private.list_search is 'Which view, what its rows contain, and their status or null.';

create function private.like_pattern(term text) returns text
language sql immutable set search_path = '' as $$
  select '%' || regexp_replace(term, '([\\%_])', '\\\1', 'g') || '%'
$$;
comment on function private.like_pattern(text) is 'A pattern for what contains the term, literally.';

-- Without statistics, or with old ones, Postgres would read a whole table rather than an index.
create function private.walk_list(
  search private.list_search, edge private.list_place, newer boolean, most integer, steps integer
) returns setof private.list_place
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  beyond constant text := case when newer then '>' else '<' end;
  direction constant text := case when newer then 'asc' else 'desc' end;
  bounds text := format('(at, key) %s ($1, $2)', beyond);
  status_first text := '';
begin
  if search.status is not null then
    -- Bounds and an order instead of "status = …", for which Postgres might walk the dates of all
    -- orders: nearly all are delivered, but none of the newest.
    bounds := format(
      '(status, at, key) %s ($3, $1, $2) and (status, at) %s= ($3, %L)',
      beyond,
      case when newer then '<' else '>' end,
      case when newer then 'infinity' else '-infinity' end
    );
    status_first := 'status ' || direction || ',';
  end if;
  return query execute format(
    'select at, key from (
       select at, key, status, searched from private.%1$I
       where %2$s
       order by %3$s at %4$s, key %4$s
       limit $6
     ) as near
     where searched like $4
     order by %3$s at %4$s, key %4$s
     limit $5',
    search.list, bounds, status_first, direction
  ) using edge.at, edge.key, search.status, private.like_pattern(search.term), most, steps;
end
$$;
comment on function
  private.walk_list(private.list_search, private.list_place, boolean, integer, integer) is
  'What the next rows from the edge, as many as steps, hold of a search.';

create function private.ends_soon(
  search private.list_search, edge private.list_place, newer boolean
) returns boolean
language sql stable set search_path = '' as $$
  select search.status is not null and 1000 > (
    select count(*) from private.walk_list(
      row(search.list, '', search.status)::private.list_search, edge, newer, 1000, 1000
    )
  )
$$;
comment on function private.ends_soon(private.list_search, private.list_place, boolean) is
  'Whether a status has fewer than 1,000 rows from the edge, so that walking them was enough.';

create function private.look_up_in_list(
  search private.list_search, edge private.list_place, newer boolean, most integer
) returns setof private.list_place
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  beyond constant text := case when newer then '>' else '<' end;
  direction constant text := case when newer then 'asc' else 'desc' end;
  -- What has no three letters or digits in a row has no trigram.
  in_pieces constant text :=
    case when search.term ~ '[[:alnum:]]{3}' then '' else 'and pieces @> $6' end;
begin
  -- Materialized, or Postgres might walk the list after all, in the hope of an early match.
  return query execute format(
    'with found as materialized (
       select at, key, status from private.%1$I where searched like $4 %2$s
     )
     select at, key from found
     where (at, key) %3$s ($1, $2) and ($3 is null or status = $3)
     order by at %4$s, key %4$s
     limit $5',
    search.list, in_pieces, beyond, direction
  ) using edge.at, edge.key, search.status, private.like_pattern(search.term), most,
    private.short_pieces(search.term);
end
$$;
comment on function private.look_up_in_list(private.list_search, private.list_place, boolean, integer) is
  'What the whole list holds of a search, nearest to the edge first, from the indexes of its texts.';

create function private.find_in_list(
  search private.list_search, edge private.list_place, newer boolean, most integer
) returns private.list_place[]
language plpgsql stable set search_path = '' as $$
declare
  found private.list_place[] := array(
    select place from private.walk_list(search, edge, newer, most, 1000) as place
  );
begin
  -- A fifth of what is wanted in a thousand rows promises the rest in five thousand.
  if cardinality(found) between most / 5 + 1 and most - 1 then
    found := array(
      select place from private.walk_list(search, edge, newer, most, 5000) as place
    );
  end if;
  if cardinality(found) = most or search.term = '' or private.ends_soon(search, edge, newer) then
    return found;
  end if;
  return array(select place from private.look_up_in_list(search, edge, newer, most) as place);
end
$$;
comment on function private.find_in_list(private.list_search, private.list_place, boolean, integer) is
  'The places that follow the edge, nearest first: a common term is met on the way, a rare one looked up.';

create function private.read_place(cursor jsonb, key_name text) returns private.list_place
language sql immutable set search_path = '' as $$
  select row((cursor ->> 'date')::timestamptz, cursor ->> key_name)::private.list_place
$$;
comment on function private.read_place(jsonb, text) is 'A place from its cursor of {date, id} or {date, key}.';

create function private.show_place(place private.list_place, key_name text) returns jsonb
language sql stable set search_path = '' as $$
  select case when place.at is not null
    then jsonb_build_object('date', place.at, key_name, place.key)
  end
$$;
comment on function private.show_place(private.list_place, text) is 'The cursor of a place, or null.';

create function private.turn_page(
  search private.list_search, edge private.list_place, newer boolean, most integer
) returns private.list_page
language plpgsql stable set search_path = '' as $$
declare
  found private.list_place[] := private.find_in_list(search, edge, newer, most + 1);
  shown private.list_place[] := found[1:most];
  -- Where nothing follows the edge, the way back begins with the row at the edge itself.
  first private.list_place := coalesce(
    shown[1],
    row(edge.at + case when newer then interval '1 microsecond' else interval '0' end, '')
      ::private.list_place
  );
  onward private.list_place;
  back private.list_place;
begin
  if cardinality(found) > most then
    onward := shown[most];
  end if;
  if edge.at <> 'infinity' and cardinality(private.find_in_list(search, first, not newer, 1)) > 0 then
    back := first;
  end if;
  return row(
    array(select key from unnest(shown)),
    case when newer then back else onward end,
    case when newer then onward else back end
  );
end
$$;
comment on function
  private.turn_page(private.list_search, private.list_place, boolean, integer) is
  'The page beyond an edge, in either direction.';

create function private.page_of_list(list text, key_name text, p jsonb) returns private.list_page
language plpgsql stable set search_path = '' as $$
declare
  asked constant jsonb := coalesce(jsonb_strip_nulls(p), '{}');
  search constant private.list_search := row(
    list, lower(private.clean_text(coalesce(asked ->> 'search', ''))), asked ->> 'status'
  );
  most constant integer := least(greatest(coalesce((asked ->> 'limit')::integer, 25), 1), 100);
begin
  -- No name is that long, and the pattern of a long text costs more than it can find.
  if length(search.term) > 300 then
    return row('{}', null, null)::private.list_page;
  end if;
  if asked ? 'after' then
    return private.turn_page(search, private.read_place(asked -> 'after', key_name), false, most);
  end if;
  if asked ? 'before' then
    return private.turn_page(search, private.read_place(asked -> 'before', key_name), true, most);
  end if;
  return private.turn_page(search, row('infinity', ''), false, most);
end
$$;
comment on function private.page_of_list(text, text, jsonb) is
  'The page that {search?, status?, before?, after?, limit?} asks for.';

create function private.require_admin() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'for admins only';
  end if;
end
$$;
comment on function private.require_admin() is 'Ends a call of anybody else. PostgREST answers 403.';
