/*
 * Lines of a courier's file are found with the courier of their parcels, which tells whose file it is.
 */
-- Security definer: parcels cannot be read through the API.
create or replace function public.admin_match_lines(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.check_request(p, 65536, array['lines']);
  if jsonb_typeof(p -> 'lines') is distinct from 'array' or jsonb_array_length(p -> 'lines') > 500 then
    perform private.refuse('bad_field', 'lines');
  end if;
  return private.respond(200, jsonb_build_object('ok', true, 'matched', (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', o.id, 'fullName', o.shipping_address ->> 'fullName', 'why', parcel.reason, 'courier', parcel.courier
        )
        order by place
      ),
      '[]'
    )
    from jsonb_array_elements(p -> 'lines') with ordinality as listed (line, place),
      lateral private.match_line(null, line) as parcel
      left join public.orders as o on o.id = parcel.order_id and parcel.is_current
  )));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_match_lines(jsonb) to authenticated;

comment on function public.admin_match_lines(jsonb) is
  'The orders of lines {reference?, trackingNumber?} as a file of any courier has them: for each, in their order, the
one whose parcel it is now, and why it has none, and the courier of the parcel. For admins.';