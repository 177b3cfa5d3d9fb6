-- What is set for couriers is valid by constraints of its table, as the couriers are.

create or replace function private.are_valid(list jsonb, valid jsonpath, most integer) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_array_length(list) <= most and list = jsonb_path_query_array(list, valid)
$$;

comment on function private.are_valid(jsonb, jsonpath, integer) is
  'Whether a list is no longer, and a path finds all that is in it.';

alter table private.courier_settings
  add constraint courier_settings_columns_check check (private.are_valid(
    columns,
    '$[*] ? (@.header like_regex "^.{1,100}$" && @.field like_regex "^[a-zA-Z]{1,40}$" && @.text like_regex "^.{0,200}$")',
    60
  )),
  add constraint courier_settings_cities_check check (private.are_valid(cities, '$[*] ? (@ like_regex "^.{1,100}$")', 5000)),
  add constraint courier_settings_city_names_check check (private.are_valid(
    jsonb_path_query_array(city_names, 'strict $.keyvalue()'),
    '$[*] ? (@.key like_regex "^.{1,100}$" && @.value like_regex "^.{1,100}$")',
    5000
  )),
  add constraint courier_settings_statement_columns_check check (private.are_valid(
    jsonb_path_query_array(statement_columns, 'strict $.keyvalue()'),
    '$[*] ? (@.key like_regex "^[a-zA-Z]{1,40}$" && @.value like_regex "^.{0,100}$")',
    60
  )),
  add constraint courier_settings_statement_words_check check (private.are_valid(
    jsonb_path_query_array(statement_words, 'strict $.keyvalue()'),
    '$[*] ? (@.key like_regex "^(.{1,150}){1,2}$" && @.value like_regex "^(delivered|handed_over|attempt_failed|returning|returned|nothing|paid|unpaid)$")',
    500
  ));

comment on table private.courier_settings is
  'The columns of a courier''s sheet as a list of {header, field, text}, its cities as a list of names, and
{typed city: city of the list}.';
comment on column private.courier_settings.statement_columns is
  'What the columns of its statements are where the shop does not know their headers, as {content: header}: an empty
header is none.';

-- Security definer: as public.admin_couriers().
create or replace function public.admin_save_courier(p jsonb default '{}') returns jsonb
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
    coalesce(p -> 'cityNames', '{}'), coalesce(p -> 'statementColumns', '{}'), coalesce(p -> 'statementWords', '{}')
  )
  on conflict (courier) do update set
    columns = coalesce(p -> 'columns', saved.columns),
    cities = coalesce(p -> 'cities', saved.cities),
    city_names = coalesce(p -> 'cityNames', saved.city_names),
    statement_columns = coalesce(p -> 'statementColumns', saved.statement_columns),
    -- The others stay.
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
admins. Words are added to those that are saved.';

drop function private.clean_courier_columns(jsonb);

drop function private.clean_statement_columns(jsonb);

drop function private.clean_statement_words(jsonb);
