/*
 * What the admin sets once for a courier: the columns of its sheet, its list of cities, which city of that list a
 * typed city is, and which columns its files have.
 */

create function private.are_valid(list jsonb, valid jsonpath, most integer) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_array_length(list) <= most and list = jsonb_path_query_array(list, valid)
$$;
comment on function private.are_valid(jsonb, jsonpath, integer) is
  'Whether a list is no longer, and a path finds all that is in it.';

create table private.courier_settings (
  courier text primary key check (courier ~ '^[a-z0-9-]{1,40}$'),
  columns jsonb not null default '[]' check (private.are_valid(
    columns,
    '$[*] ? (@.header like_regex "^.{1,100}$" && @.field like_regex "^[a-zA-Z]{1,40}$" && @.text like_regex "^.{0,200}$")',
    60
  )),
  cities jsonb not null default '[]' check (private.are_valid(cities, '$[*] ? (@ like_regex "^.{1,100}$")', 5000)),
  city_names jsonb not null default '{}' check (private.are_valid(
    jsonb_path_query_array(city_names, 'strict $.keyvalue()'),
    '$[*] ? (@.key like_regex "^.{1,100}$" && @.value like_regex "^.{1,100}$")',
    5000
  )),
  statement_columns jsonb not null default '{}' check (private.are_valid(
    jsonb_path_query_array(statement_columns, 'strict $.keyvalue()'),
    '$[*] ? (@.key like_regex "^[a-zA-Z]{1,40}$" && @.value like_regex "^.{0,100}$")',
    60
  )),
  statement_words jsonb not null default '{}' check (private.are_valid(
    jsonb_path_query_array(statement_words, 'strict $.keyvalue()'),
    '$[*] ? (@.key like_regex "^(.{1,150}){1,2}$" && @.value like_regex "^(delivered|handed_over|attempt_failed|returning|returned|nothing|paid|unpaid)$")',
    500
  ))
);

comment on table private.courier_settings is
  'The columns of a courier''s sheet as a list of {header, field, text}, its cities as a list of names, and
{typed city: city of the list}.';
comment on column private.courier_settings.statement_columns is
  'What the columns of its files are where the shop does not know their headers, as {content: header}: an empty
header is none.';
comment on column private.courier_settings.statement_words is
  'What the words of its files mean, as the admin said: {"status return to shipper": "returned"}.';

alter table private.courier_settings enable row level security;
create policy "Nobody reads the settings of couriers through the API" on private.courier_settings
  for all using (false);

-- Security definer: the settings cannot be read through the API.
create function public.admin_couriers() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, jsonb_build_object('couriers', (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'courier', courier, 'columns', columns, 'cities', cities, 'cityNames', city_names,
          'statementColumns', statement_columns, 'statementWords', statement_words
        )
        order by courier
      ),
      '[]'
    )
    from private.courier_settings
  ), 'list', private.courier_list()));
end
$$;
grant execute on function public.admin_couriers() to authenticated;
comment on function public.admin_couriers() is
  'What was set for couriers, as {couriers: [{courier, columns, cities, cityNames, statementColumns,
statementWords}]}, and their list. For admins.';

-- Security definer: as public.admin_couriers().
create function public.admin_save_courier(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.check_request(p, 4000000, array[
    'courier', 'columns', 'cities', 'cityNames', 'statementColumns', 'statementWords'
  ]);
  perform private.require_courier(p ->> 'courier');
  insert into private.courier_settings as saved (
    courier, columns, cities, city_names, statement_columns, statement_words
  )
  values (
    p ->> 'courier', coalesce(p -> 'columns', '[]'), coalesce(p -> 'cities', '[]'),
    jsonb_strip_nulls(coalesce(p -> 'cityNames', '{}')), coalesce(p -> 'statementColumns', '{}'),
    coalesce(p -> 'statementWords', '{}')
  )
  on conflict (courier) do update set
    columns = coalesce(p -> 'columns', saved.columns),
    cities = coalesce(p -> 'cities', saved.cities),
    statement_columns = coalesce(p -> 'statementColumns', saved.statement_columns),
    -- The others stay, but for a name of null.
    city_names = jsonb_strip_nulls(saved.city_names || coalesce(p -> 'cityNames', '{}')),
    statement_words = saved.statement_words || excluded.statement_words;
  return private.respond(200, '{"ok": true}');
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_save_courier(jsonb) to authenticated;
comment on function public.admin_save_courier(jsonb) is
  'Saves what is given of {courier, columns?, cities?, cityNames?, statementColumns?, statementWords?}, for
admins. Names and words are added to those that are saved; a city name of null is removed.';
