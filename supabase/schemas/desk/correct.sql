/* Correcting an order until it is booked, by the admin. */

-- Security definer: the API writes no table.
create function public.admin_correct_order(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  o public.orders;
begin
  perform private.require_admin();
  perform private.check_request(
    p, 16384, array['id', 'version', 'shippingAddress', 'extras', 'items', 'total', 'advance']
  );
  select * into o from public.orders where id = p ->> 'id' for update;
  perform private.check_version(o, p, false);
  perform private.set_contents('admin', o, p);
  return private.respond_order(o.id);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_correct_order(jsonb) to authenticated;
comment on function public.admin_correct_order(jsonb) is
  'Corrects an order that is not booked, for admins: {id, version, shippingAddress?, extras?, items?, total?,
advance?}. Lines have the prices of today.';
