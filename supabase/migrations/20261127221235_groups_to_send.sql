-- What is asked before orders are sent: their cash, and who stays.

-- Security definer: attempts and marks cannot be read through the API.
create or replace function public.admin_packable(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  ids text[];
begin
  perform private.require_admin();
  perform private.check_request(p, 32768, array['ids']);
  ids := private.read_ids(p);
  return private.respond(200, jsonb_build_object(
    'groups', (
      select coalesce(jsonb_agg(to_jsonb(grouped) order by reasons), '[]') from (
        select
          packed.reasons, count(*) as orders, min(o.date) as oldest, sum(private.cash_of(o, details)) as cash,
          (array_agg(
            jsonb_build_object('id', o.id, 'fullName', o.shipping_address ->> 'fullName') order by o.date, o.id
          ))[:10] as first
        from private.packable as packed
        join public.orders as o on o.id = packed.id
        left join private.order_details as details on details.order_id = o.id
        where case when ids is null then packed.status = any (private.open_statuses()) and not packed.is_booked
          else packed.id = any (ids) end
        group by packed.reasons
      ) as grouped
    ),
    'changed', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', o.id, 'fullName', o.shipping_address ->> 'fullName'
      ) order by o.date, o.id), '[]')
      from (
        select id from private.packable
        where case when ids is null then status = any (private.open_statuses()) else id = any (ids) end
          and not is_booked and is_changed
        order by date, id limit 100
      ) as changed
      join public.orders as o on o.id = changed.id
    )
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_packable(jsonb) to authenticated;

comment on function public.admin_packable(jsonb) is
  'What is asked before a sheet: groups of {reasons, orders, oldest, cash, first} of the orders of {ids?}, or of all that
no courier has, with the first ten of each, and the first 100 of them that their customer changed. For admins.';