/* A day of a pause is within a year, and no two couriers have one name. */
-- Security definer: the API writes no table.
create or replace function public.admin_change_courier(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  courier private.couriers;
  place integer;
begin
  perform private.require_admin();
  perform private.check_request(
    p, 4096, array['id', 'version', 'name', 'trackingUrl', 'sheet', 'active', 'place']
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
  courier.active := coalesce((p ->> 'active')::boolean, courier.active, true);
  if courier.id is null then
    insert into private.couriers (id, name, tracking_url, sheet, active, position)
    select p ->> 'id', courier.name, courier.tracking_url, courier.sheet, courier.active,
      coalesce(max(position), 0) + 1
    from private.couriers;
  else
    update private.couriers set
      name = courier.name, tracking_url = courier.tracking_url, sheet = courier.sheet,
      active = courier.active, version = version + 1
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
  'Changes a courier, or adds one where there is no version: {id, version?, name?, trackingUrl?, sheet?, active?,
place?}, for admins. The place counts from 1. Responds with all couriers.';

-- Security definer: an admin has no right to the table.
create or replace function public.admin_pause(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  is_shop constant boolean := p ->> 'id' = '' and p ->> 'size' = '';
begin
  perform private.require_admin();
  perform private.check_request(p, 4096, array['id', 'size', 'reason', 'until']);
  if not coalesce(is_shop, false) and not exists (
    select from private.catalogue_sizes where product_id = p ->> 'id' and size = p ->> 'size' and active
  ) then
    perform private.refuse('item_unknown', 'id');
  end if;
  if coalesce(jsonb_typeof(p -> 'until'), 'null') <> 'null' and (
    p ->> 'until' !~ '^\d{4}-\d\d-\d\d$'
    -- Later than in a year, a day is mistyped.
    or (p ->> 'until')::date not between private.shop_day(now()) + 1 and private.shop_day(now()) + 366
  ) then
    perform private.refuse('bad_field', 'until');
  end if;
  insert into private.pauses (product_id, size, reason, until)
  values (
    p ->> 'id', p ->> 'size', private.clean_field('reason', p -> 'reason', 100, required => true),
    (p ->> 'until')::date
  )
  on conflict (product_id, size) do update
  set reason = excluded.reason, until = excluded.until, paused_at = now();
  return private.respond(200, jsonb_build_object('ok', true, 'pauses', private.list_pauses()));
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_pause(jsonb) to authenticated;

comment on function public.admin_pause(jsonb) is
  'Stops the sale of a size, or with two empty texts of everything, for admins: {id, size, reason, until?}, the day
on which it is sold again.';