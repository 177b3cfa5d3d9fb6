/* A tracking number of another order is found also where it is written in another way. */

create or replace function public.admin_find_numbers(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.check_request(p, 65536, array['numbers']);
  if jsonb_typeof(p -> 'numbers') is distinct from 'array' or jsonb_array_length(p -> 'numbers') > 500 then
    perform private.refuse('bad_field', 'numbers');
  end if;
  return private.respond(200, jsonb_build_object('ok', true, 'found', (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'number', asked.number, 'id', o.id, 'status', o.status,
          'fullName', o.shipping_address ->> 'fullName'
        )
        order by asked.number, o.id
      ),
      '[]'
    )
    from (select distinct jsonb_array_elements_text(p -> 'numbers') as number) as asked
    join private.parcels as parcel
      on private.number_key(parcel.tracking_number) = private.number_key(asked.number)
    join public.orders as o on o.id = parcel.order_id
  )));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
comment on function public.admin_find_numbers(jsonb) is
  'The orders whose parcels have these tracking numbers, whatever their letter case, spaces and hyphens: {numbers}. Each
names the number as it was asked. For admins.';
