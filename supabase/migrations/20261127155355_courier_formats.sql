-- A courier names the format of its files: their headers and words are data of the site, no longer tied to its id.

alter table private.couriers
  drop constraint couriers_sheet_check,
  add constraint couriers_sheet_check check (sheet ~ '^[a-z0-9-]{1,40}$'),
  add column format text check (format ~ '^[a-z0-9-]{1,40}$');

-- Words were those of the id until now.
update private.couriers set format = id where format is null;

alter table private.couriers alter column format set not null;

comment on column private.couriers.format is
  'Whose headers and words its files have, beside those that the admin taught. Those that are known come with the site.';

create or replace function private.courier_list() returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', id, 'name', name, 'trackingUrl', tracking_url, 'sheet', sheet, 'format', format,
        'active', active, 'version', version
      )
      order by position, id
    ),
    '[]'
  )
  from private.couriers
$$;

comment on function private.courier_list() is 'All couriers as the API has them, hidden ones included.';

-- Security definer: the API writes no table.
create or replace function public.admin_change_courier(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  courier private.couriers;
  place integer;
begin
  perform private.require_admin();
  perform private.check_request(
    p, 4096, array['id', 'version', 'name', 'trackingUrl', 'sheet', 'format', 'active', 'place']
  );
  courier := private.lock_courier(p);
  if p ? 'name' or courier.id is null then
    courier.name := private.clean_field('name', p -> 'name', 60, required => true);
    if exists (
      select from private.couriers as other
      where lower(other.name) = lower(courier.name) and other.id is distinct from p ->> 'id'
    ) then
      perform private.refuse('name_taken', 'name');
    end if;
  end if;
  if p ? 'trackingUrl' then
    courier.tracking_url := private.clean_field('trackingUrl', p -> 'trackingUrl', 300);
    if not private.is_tracking_url(courier.tracking_url) then
      perform private.refuse('url_invalid', 'trackingUrl');
    end if;
  end if;
  courier.sheet := coalesce(p ->> 'sheet', courier.sheet, 'custom');
  courier.format := coalesce(p ->> 'format', courier.format, 'custom');
  courier.active := coalesce((p ->> 'active')::boolean, courier.active, true);
  if courier.id is null then
    insert into private.couriers (id, name, tracking_url, sheet, format, active, position)
    select p ->> 'id', courier.name, courier.tracking_url, courier.sheet, courier.format, courier.active,
      coalesce(max(position), 0) + 1
    from private.couriers;
  else
    update private.couriers set
      name = courier.name, tracking_url = courier.tracking_url, sheet = courier.sheet,
      format = courier.format, active = courier.active, version = version + 1
    where id = courier.id;
  end if;
  place := (p ->> 'place')::integer;
  if place is not null then
    update private.couriers as moved set
      position = case when moved.id = p ->> 'id' then place else nth + (nth >= place)::integer end
    from (
      select id, row_number() over (order by id = p ->> 'id', position, id) as nth from private.couriers
    ) as others
    where others.id = moved.id;
  end if;
  return private.respond(200, jsonb_build_object('ok', true, 'couriers', private.courier_list()));
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_change_courier(jsonb) to authenticated;

comment on function public.admin_change_courier(jsonb) is
  'Changes a courier, or adds one where there is no version: {id, version?, name?, trackingUrl?, sheet?, format?,
active?, place?}, for admins. The place counts from 1. Responds with all couriers.';