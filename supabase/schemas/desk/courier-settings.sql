/*
 * What the admin sets once for a courier: the columns of its sheet, its list of cities, which city of that list a
 * typed city is, and which columns its statements have.
 */

create table private.courier_settings (
  courier text primary key check (courier ~ '^[a-z0-9-]{1,40}$'),
  columns jsonb not null default '[]',
  cities jsonb not null default '[]',
  city_names jsonb not null default '{}',
  statement_columns jsonb not null default '{}',
  statement_words jsonb not null default '{}'
);

comment on table private.courier_settings is
  'The columns of a courier''s sheet as a list of {header, field, text}, its cities as a list of names, and
{typed city in lower case: city of the list}.';
comment on column private.courier_settings.statement_columns is
  'What the columns of its statements are where the shop does not know their headers, as {content: header}.';
comment on column private.courier_settings.statement_words is
  'What the words of its statements mean, as the admin said: {"status return to shipper": "returned"}.';

alter table private.courier_settings enable row level security;
create policy "Nobody reads the settings of couriers through the API" on private.courier_settings
  for all using (false);

create function private.clean_courier_columns(typed jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  typed_column jsonb;
  cleaned jsonb := '[]'::jsonb;
begin
  if jsonb_typeof(typed) is distinct from 'array' then
    perform private.refuse('bad_field', 'columns');
  end if;
  if jsonb_array_length(typed) > 60 then
    perform private.refuse('too_many', 'columns');
  end if;
  for typed_column in select * from jsonb_array_elements(typed) loop
    if jsonb_typeof(typed_column) is distinct from 'object'
      or typed_column - array['header', 'field', 'text'] <> '{}'
      or coalesce(typed_column ->> 'field', '') !~ '^[a-zA-Z]{1,40}$'
      or jsonb_typeof(typed_column -> 'header') is distinct from 'string'
      or jsonb_typeof(typed_column -> 'text') <> 'string' then
      perform private.refuse('bad_field', 'columns');
    end if;
    cleaned := cleaned || jsonb_build_array(jsonb_build_object(
      'header', private.clean_field('columns', typed_column -> 'header', 100, required => true),
      'field', typed_column ->> 'field',
      'text', coalesce(private.clean_field('columns', typed_column -> 'text', 200), '')
    ));
  end loop;
  return cleaned;
end
$$;
comment on function private.clean_courier_columns(jsonb) is
  'The columns of a sheet as they are saved. Refuses invalid ones.';

create function private.clean_statement_columns(typed jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(typed) is distinct from 'object' or exists (
    select from jsonb_each(typed) where key !~ '^[a-zA-Z]{1,40}$' or jsonb_typeof(value) <> 'string'
  ) then
    perform private.refuse('bad_field', 'statementColumns');
  end if;
  if (select count(*) from jsonb_object_keys(typed)) > 60 then
    perform private.refuse('too_many', 'statementColumns');
  end if;
  return (
    select coalesce(
      jsonb_object_agg(key, coalesce(private.clean_field('statementColumns', value, 100), '')), '{}'
    )
    from jsonb_each(typed)
  );
end
$$;
comment on function private.clean_statement_columns(jsonb) is
  'The columns of statements as they are saved: an empty header is none. Refuses invalid ones.';

create function private.clean_statement_words(typed jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(typed) is distinct from 'object' or exists (
    select from jsonb_each(typed)
    where length(key) > 300 or value not in (
      '"delivered"', '"handed_over"', '"attempt_failed"', '"returning"', '"returned"', '"nothing"', '"paid"',
      '"unpaid"'
    )
  ) then
    perform private.refuse('bad_field', 'statementWords');
  end if;
  if (select count(*) from jsonb_object_keys(typed)) > 500 then
    perform private.refuse('too_many', 'statementWords');
  end if;
  return typed;
end
$$;
comment on function private.clean_statement_words(jsonb) is
  'The words of statements as they are saved. Refuses invalid ones.';

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
declare
  typed_cities constant jsonb := coalesce(p -> 'cities', '[]');
  typed_names constant jsonb := coalesce(p -> 'cityNames', '{}');
begin
  perform private.require_admin();
  perform private.check_request(p, 4000000, array[
    'courier', 'columns', 'cities', 'cityNames', 'statementColumns', 'statementWords'
  ]);
  perform private.require_courier(p ->> 'courier');
  if jsonb_typeof(typed_cities) <> 'array'
    or typed_cities @? 'strict $[*] ? (@.type() <> "string")' then
    perform private.refuse('bad_field', 'cities');
  elsif jsonb_typeof(typed_names) <> 'object'
    or typed_names @? 'strict $.* ? (@.type() <> "string")' then
    perform private.refuse('bad_field', 'cityNames');
  elsif jsonb_array_length(typed_cities) > 5000 then
    perform private.refuse('too_many', 'cities');
  elsif (select count(*) from jsonb_object_keys(typed_names)) > 5000 then
    perform private.refuse('too_many', 'cityNames');
  end if;

  insert into private.courier_settings as saved (
    courier, columns, cities, city_names, statement_columns, statement_words
  )
  values (
    p ->> 'courier',
    private.clean_courier_columns(coalesce(p -> 'columns', '[]')),
    (
      -- In their order, each once and none blank.
      select coalesce(jsonb_agg(name order by nth) filter (where name is not null), '[]')
      from (
        select private.clean_field('cities', city, 100) as name, min(nth) as nth
        from jsonb_array_elements(typed_cities) with ordinality as listed (city, nth)
        group by 1
      ) as cleaned
    ),
    (
      select coalesce(jsonb_object_agg(lower(typed_city), city), '{}')
      from jsonb_each(typed_names),
        private.clean_field('cityNames', to_jsonb(key), 100) as typed_city,
        private.clean_field('cityNames', value, 100) as city
      where typed_city is not null and city is not null
    ),
    private.clean_statement_columns(coalesce(p -> 'statementColumns', '{}')),
    private.clean_statement_words(coalesce(p -> 'statementWords', '{}'))
  )
  on conflict (courier) do update set
    columns = case when p ? 'columns' then excluded.columns else saved.columns end,
    cities = case when p ? 'cities' then excluded.cities else saved.cities end,
    city_names = case when p ? 'cityNames' then excluded.city_names else saved.city_names end,
    statement_columns = case
      when p ? 'statementColumns' then excluded.statement_columns else saved.statement_columns
    end,
    -- The others stay.
    statement_words = private.clean_statement_words(saved.statement_words || excluded.statement_words);
  return private.respond(200, '{"ok": true}');
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_save_courier(jsonb) to authenticated;
comment on function public.admin_save_courier(jsonb) is
  'Saves what is given of {courier, columns?, cities?, cityNames?, statementColumns?, statementWords?}, for
admins. Words are added to those that are saved.';
