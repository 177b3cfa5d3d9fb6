/*
 * Couriers, which the admin adds and changes. An order keeps the id of its courier, so a courier is hidden and never
 * deleted. Columns and cities of its sheet are in courier-settings.sql.
 */

create function private.is_tracking_url(url text) returns boolean
language sql immutable set search_path = '' as $$
  select length(url) <= 300
    and url ~ '^https://[a-z0-9-]+(\.[a-z0-9-]+)+/[A-Za-z0-9_/.~:?#@!$&()*+,;=%-]*\{number\}[A-Za-z0-9_/.~:?#@!$&()*+,;=%-]*$'
$$;
comment on function private.is_tracking_url(text) is
  'Whether a page of customers may link to it, with a tracking number for {number}.';

create table private.couriers (
  id text primary key check (id ~ '^[a-z0-9-]{1,40}$'),
  name text not null check (length(name) between 1 and 60),
  tracking_url text check (private.is_tracking_url(tracking_url)),
  sheet text not null check (sheet ~ '^[a-z0-9-]{1,40}$'),
  active boolean not null default true,
  position integer not null,
  version integer not null default 1,
  format text not null check (format ~ '^[a-z0-9-]{1,40}$')
);

comment on table private.couriers is 'Who delivers parcels.';
comment on column private.couriers.tracking_url is
  'The courier''s page about a parcel, with {number} for the tracking number. Null: it has none, as a rider of the
shop.';
comment on column private.couriers.sheet is 'Whose columns its sheet has, unless the admin sets others.';
comment on column private.couriers.format is
  'Whose headers and words its files have, beside those that the admin taught. Those that are known come with the site.';
comment on column private.couriers.active is 'Whether it is offered. A hidden one keeps its orders.';
comment on column private.couriers.version is 'Counts its changes. A change names the version that it changes.';

alter table private.couriers enable row level security;
create policy "Nobody reads the couriers through the API" on private.couriers for all using (false);

insert into private.couriers (id, name, tracking_url, sheet, format, position) values
  ('postex', 'PostEx', 'https://postex.pk/tracking?cn={number}', 'postex', 'postex', 1),
  ('blueex', 'BlueEx', 'https://www.blue-ex.com/tracking?trackno={number}', 'blueex', 'blueex', 2),
  ('leopards', 'Leopards Courier', 'https://leopardscourier.com/leopards-tracking/?track={number}', 'custom', 'leopards', 3),
  ('tcs', 'TCS', 'https://www.tcsexpress.com/track/{number}', 'custom', 'tcs', 4);

create function private.courier_list() returns jsonb
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

create function private.require_courier(courier text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if not exists (select from private.couriers where id = courier) then
    perform private.refuse('courier_invalid', 'courier');
  end if;
end
$$;
comment on function private.require_courier(text) is 'Refuses an unknown courier.';

create function private.lock_courier(p jsonb) returns private.couriers
language plpgsql volatile set search_path = '' as $$
declare
  courier private.couriers;
begin
  -- One change at a time: a new courier takes the last place.
  lock table private.couriers in share row exclusive mode;
  select * into courier from private.couriers where id = p ->> 'id';
  if to_jsonb(courier.version) is distinct from p -> 'version' then
    perform private.refuse('stale', null, 409, jsonb_build_object('couriers', private.courier_list()));
  end if;
  return courier;
end
$$;
comment on function private.lock_courier(jsonb) is
  'The courier of {id, version}, or null for a new one, which has no version. Refuses another version than it has,
with all couriers as they are.';

-- Security definer: the API writes no table.
create function public.admin_change_courier(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  courier private.couriers;
begin
  perform private.require_admin();
  perform private.check_request(
    p, 4096, array['id', 'version', 'name', 'trackingUrl', 'sheet', 'format', 'active']
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
  return private.respond(200, jsonb_build_object('ok', true, 'couriers', private.courier_list()));
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_change_courier(jsonb) to authenticated;
comment on function public.admin_change_courier(jsonb) is
  'Changes a courier, or adds one where there is no version: {id, version?, name?, trackingUrl?, sheet?, format?,
active?}, for admins. Responds with all couriers.';
