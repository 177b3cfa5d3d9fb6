/*
 * Slots: what the desk adds to the shop and to the admin. A function private.desk_<what>() is a slot: here, and in
 * schemas/admin/slots.sql, it says what is true without the desk. schemas/desk/slots.sql replaces each. So the shop
 * and the admin name nothing of the desk and work without its folder. What the desk does when tables of the shop
 * change are triggers: schemas/desk/when-ordered.sql.
 */

-- In plpgsql, which caches its plans: every new order waits for them.
create function private.desk_has_sent(o public.orders) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return false;
end
$$;
comment on function private.desk_has_sent(public.orders) is 'Slot: whether a courier has an order that may be open still.';

create function private.desk_of_order(o public.orders, is_full boolean) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return '{
    "courier": null, "courierName": null, "trackingPage": null, "outcome": null, "parcelState": null, "confirmed": false
  }';
end
$$;
comment on function private.desk_of_order(public.orders, boolean) is
  'Slot: what customers see of the parcel of an order, and whether it is confirmed, in full or masked.';
