/*
 * Slots: what the desk adds to the shop and to the admin. A function private.desk_<what>() is a slot, or a view where
 * many rows are read at once: here, and in schemas/admin/slots.sql, it says what is true without the desk.
 * schemas/desk/slots.sql replaces each. So the shop and the admin name nothing of the desk and work without its
 * folder. What the desk does when tables of the shop change are triggers: schemas/desk/when-ordered.sql.
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
  return jsonb_build_object('booked', private.is_booked(o)) ||
    '{"courier": null, "courierName": null, "trackingPage": null, "outcome": null, "parcelState": null, "joined": false}';
end
$$;
comment on function private.desk_of_order(public.orders, boolean) is
  'Slot: whether an order is booked (private.is_booked()), and what customers see of its parcel, in full or masked.';

create function private.desk_has_confirmed(o public.orders) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return false;
end
$$;
comment on function private.desk_has_confirmed(public.orders) is 'Slot: whether the customer of an order has confirmed it.';

create function private.desk_watches(o public.orders, p jsonb) returns text
language plpgsql volatile set search_path = '' as $$
begin
  return null;
end
$$;
comment on function private.desk_watches(public.orders, jsonb) is
  'Slot: tells a device of the steps of an order from now on, or no more, as public.watch_order() asks. Returns the public
key that a subscription needs, null where nobody is told.';
