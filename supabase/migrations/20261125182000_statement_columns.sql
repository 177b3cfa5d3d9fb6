-- Which columns the statements of a courier have (docs/product.md, rule 22.41).

alter table private.courier_settings add column statement_columns jsonb not null default '{}';

comment on column private.courier_settings.statement_columns is
  'What the columns of its statements are where the shop does not know their headers, as {content: header}.';

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

create or replace function public.admin_couriers() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, jsonb_build_object('couriers', (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'courier', courier, 'columns', columns, 'cities', cities, 'cityNames', city_names,
          'statementColumns', statement_columns
        )
        order by courier
      ),
      '[]'
    )
    from private.courier_settings
  ), 'list', private.courier_list()));
end
$$;

comment on function public.admin_couriers() is
  'What was set for couriers, as {couriers: [{courier, columns, cities, cityNames, statementColumns}]}, and their
list. For admins.';

create or replace function public.admin_save_courier(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  typed_cities constant jsonb := coalesce(p -> 'cities', '[]');
  typed_names constant jsonb := coalesce(p -> 'cityNames', '{}');
begin
  perform private.require_admin();
  perform private.check_request(p, 4000000, array[
    'courier', 'columns', 'cities', 'cityNames', 'statementColumns'
  ]);
  perform private.require_courier(p ->> 'courier');
  if jsonb_typeof(typed_cities) <> 'array'
    or typed_cities @? 'strict $[*] ? (@.type() <> "string")' then
    perform private.refuse('bad_field', 'cities');
  end if;
  if jsonb_typeof(typed_names) <> 'object'
    or typed_names @? 'strict $.* ? (@.type() <> "string")' then
    perform private.refuse('bad_field', 'cityNames');
  end if;
  if jsonb_array_length(typed_cities) > 5000 then
    perform private.refuse('too_many', 'cities');
  end if;
  if (select count(*) from jsonb_object_keys(typed_names)) > 5000 then
    perform private.refuse('too_many', 'cityNames');
  end if;

  insert into private.courier_settings as saved (
    courier, columns, cities, city_names, statement_columns
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
    private.clean_statement_columns(coalesce(p -> 'statementColumns', '{}'))
  )
  on conflict (courier) do update set
    columns = case when p ? 'columns' then excluded.columns else saved.columns end,
    cities = case when p ? 'cities' then excluded.cities else saved.cities end,
    city_names = case when p ? 'cityNames' then excluded.city_names else saved.city_names end,
    statement_columns = case
      when p ? 'statementColumns' then excluded.statement_columns else saved.statement_columns
    end;
  return private.respond(200, '{"ok": true}');
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

comment on function public.admin_save_courier(jsonb) is
  'Saves what is given of {courier, columns?, cities?, cityNames?, statementColumns?}, for admins.';
