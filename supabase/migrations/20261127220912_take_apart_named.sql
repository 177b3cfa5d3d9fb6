-- Taking apart an order names the version of the other one, so that an act of two orders in one parcel is undone exactly.
create or replace function private.take_apart_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  main public.orders;
  added public.orders;
  joined private.joined_orders;
begin
  perform private.check_request(asked, 1024, array['id', 'version', 'into', 'intoVersion']);
  select * into joined from private.joined_orders where order_id = asked ->> 'id';
  if not found then
    perform private.refuse('not_found');
  end if;
  perform from public.orders as o where o.id in (joined.order_id, joined.into_id) order by o.id for update;
  select * into main from public.orders where id = joined.into_id;
  select * into added from public.orders where id = joined.order_id;
  if private.is_booked(main) then
    perform private.refuse('booked');
  end if;
  -- What was corrected since would be lost.
  if (main.items, main.total, private.advance_of(main.id))
    <> (joined.after -> 'items', (joined.after ->> 'total')::numeric, (joined.after ->> 'advance')::numeric)
    or added.status <> 'cancelled'
    or (asked ->> 'version')::integer <> added.version
    or (asked ->> 'intoVersion')::integer is distinct from main.version then
    perform private.refuse('stale');
  end if;
  perform private.write_contents(
    'admin', main, jsonb_populate_record(main, joined.before), (joined.before ->> 'advance')::numeric
  );
  delete from private.joined_orders where order_id = joined.order_id;
  perform private.save_bookings(array[row(
    added.id, coalesce(joined.before ->> 'addedStatus', 'pending'), null, null, null, null, null
  )::private.bookings]);
  return private.joined_result(added.id, main.id);
end
$$;

comment on function private.take_apart_row(jsonb) is
  'Takes the joined order of {id, version?, intoVersion} out of the other one''s parcel again, until that is booked. Of two
that went into the same order an act takes out one, so that it is undone exactly.';