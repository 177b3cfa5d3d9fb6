/*
 * What the admin sets once for a courier: the columns of its sheet, its list of cities, and which city of
 * that list a typed city is. Names, tracking links and formats of couriers are in src/config/settings.ts.
 */

create table private.courier_settings (
  courier text primary key check (courier ~ '^[a-z0-9-]{1,40}$'),
  columns jsonb not null default '[]',
  cities jsonb not null default '[]',
  city_names jsonb not null default '{}'
);

comment on table private.courier_settings is
  'The columns of a courier''s sheet as a list of {header, field, text}, its cities as a list of names, and
{typed city in lower case: city of the list}.';

alter table private.courier_settings enable row level security;
create policy "Nobody reads the settings of couriers through the API" on private.courier_settings
  for all using (false);

create function private.clean_setting(field text, typed jsonb, max_length integer) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(typed) is distinct from 'string' then
    perform private.refuse('bad_field', field);
  end if;
  return coalesce(private.clean_field(field, typed, max_length), '');
end
$$;
comment on function private.clean_setting(text, jsonb, integer) is
  'A text of a setting as it is saved. Refuses one that is too long.';

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
      or coalesce(typed_column ->> 'field', '') !~ '^[a-zA-Z]{1,40}$' then
      perform private.refuse('bad_field', 'columns');
    end if;
    cleaned := cleaned || jsonb_build_array(jsonb_build_object(
      'header', private.clean_setting('columns', typed_column -> 'header', 100),
      'field', typed_column ->> 'field',
      'text', private.clean_setting('columns', coalesce(typed_column -> 'text', '""'), 200)
    ));
    if cleaned -> -1 ->> 'header' = '' then
      perform private.refuse('required', 'columns');
    end if;
  end loop;
  return cleaned;
end
$$;
comment on function private.clean_courier_columns(jsonb) is
  'The columns of a sheet as they are saved. Refuses invalid ones.';

create function private.clean_cities(typed jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(typed) is distinct from 'array' then
    perform private.refuse('bad_field', 'cities');
  end if;
  if jsonb_array_length(typed) > 5000 then
    perform private.refuse('too_many', 'cities');
  end if;
  -- In their order, each once and none blank.
  return (
    select coalesce(jsonb_agg(name order by nth), '[]')
    from (
      select name, min(nth) as nth
      from (
        select private.clean_setting('cities', city, 100) as name, nth
        from jsonb_array_elements(typed) with ordinality as listed (city, nth)
      ) as cleaned
      where name <> ''
      group by name
    ) as once
  );
end
$$;
comment on function private.clean_cities(jsonb) is
  'A courier''s list of cities as it is saved. Refuses an invalid one.';

create function private.clean_city_names(typed jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(typed) is distinct from 'object' then
    perform private.refuse('bad_field', 'cityNames');
  end if;
  if (select count(*) from jsonb_object_keys(typed)) > 5000 then
    perform private.refuse('too_many', 'cityNames');
  end if;
  return (
    select coalesce(jsonb_object_agg(typed_city, city), '{}')
    from (
      select
        lower(private.clean_setting('cityNames', to_jsonb(key), 100)) as typed_city,
        private.clean_setting('cityNames', value, 100) as city
      from jsonb_each(typed)
    ) as names
    where typed_city <> '' and city <> ''
  );
end
$$;
comment on function private.clean_city_names(jsonb) is
  'What typed cities are called by a courier, as it is saved. Refuses an invalid object.';

-- Security definer: the settings cannot be read through the API.
create function public.admin_couriers() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, jsonb_build_object('couriers', (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'courier', courier, 'columns', columns, 'cities', cities, 'cityNames', city_names
        )
        order by courier
      ),
      '[]'
    )
    from private.courier_settings
  )));
end
$$;
grant execute on function public.admin_couriers() to authenticated;
comment on function public.admin_couriers() is
  'What was set for couriers, as {couriers: [{courier, columns, cities, cityNames}]}, for admins.';

-- Security definer: as public.admin_couriers().
create function public.admin_save_courier(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refused text;
begin
  perform private.require_admin();
  perform private.check_request(p, 4000000, array['courier', 'columns', 'cities', 'cityNames']);
  if coalesce(p ->> 'courier', '') !~ '^[a-z0-9-]{1,40}$' then
    perform private.refuse('courier_invalid', 'courier');
  end if;
  insert into private.courier_settings as saved (courier, columns, cities, city_names)
  values (
    p ->> 'courier',
    private.clean_courier_columns(coalesce(p -> 'columns', '[]')),
    private.clean_cities(coalesce(p -> 'cities', '[]')),
    private.clean_city_names(coalesce(p -> 'cityNames', '{}'))
  )
  on conflict (courier) do update set
    columns = case when p ? 'columns' then excluded.columns else saved.columns end,
    cities = case when p ? 'cities' then excluded.cities else saved.cities end,
    city_names = case when p ? 'cityNames' then excluded.city_names else saved.city_names end;
  return private.respond(200, '{"ok": true}');
exception
  when sqlstate 'SHREF' then
    get stacked diagnostics refused = pg_exception_detail;
    return private.respond_refusal(refused);
end
$$;
grant execute on function public.admin_save_courier(jsonb) to authenticated;
comment on function public.admin_save_courier(jsonb) is
  'Saves what is given of {courier, columns?, cities?, cityNames?}, for admins.';
