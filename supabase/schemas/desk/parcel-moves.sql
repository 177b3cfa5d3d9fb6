/*
 * What a statement and the returns desk do to parcels, and what follows for their orders. A file is written at once,
 * not parcel by parcel: the triggers of statements run once for all of it.
 */

create function private.booking_of(state private.parcel_state, outcome text) returns jsonb
language sql immutable set search_path = '' as $$
  select case private.plain_state(state)
    when 'handed_over' then '{"status": "shipped"}'
    when 'delivered' then '{"status": "delivered"}'
    when 'returned' then jsonb_build_object('status', 'cancelled', 'outcome', outcome)
    -- A courier that cancels a booking never had the parcel: the order is to be packed again.
    when 'cancelled' then '{"courier": null, "trackingNumber": null}'
    else '{}'
  end::jsonb
$$;
comment on function private.booking_of(private.parcel_state, text) is
  'What a state of a parcel means for its order, as private.read_booking() takes it.';

create function private.move_parcels(events private.parcel_events[], new_outcome text default null)
returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  e private.parcel_events;
  p private.parcels;
  o public.orders;
  details private.order_details;
  outcome text;
  moved private.parcel_events[] := '{}';
  bookings private.booking[] := '{}';
  refused jsonb := '{}';
begin
  foreach e in array events loop
    select * into p from private.parcels where id = e.parcel_id;
    select * into o from public.orders where id = p.order_id;
    select * into details from private.order_details where order_id = p.order_id;
    if private.is_erased(o.shipping_address) and p.is_current
      and private.plain_state(e.state) not in ('delivered', 'returned') then
      refused := refused || jsonb_build_object(p.id, 'erased');
      continue;
    end if;
    outcome := coalesce(
      new_outcome, details.outcome, case when e.reason = 'refused' then 'refused' else 'returned' end
    );
    e.before := jsonb_build_object(
      'parcel', to_jsonb(p) - array['id', 'order_id', 'nth', 'courier', 'tracking_number', 'paid'],
      'order', jsonb_build_object(
        'status', o.status, 'outcome', details.outcome, 'endReason', details.end_reason
      )
    );
    if private.plain_state(e.state) = 'returned' then
      e.reason := coalesce(e.reason, p.reason, outcome);
    end if;
    moved := moved || e;
    if p.is_current and (
      private.plain_state(e.state) <> private.plain_state(p.state)
      or (private.plain_state(e.state) = 'returned' and outcome is distinct from details.outcome)
    ) then
      bookings := bookings || private.read_booking(o, details, private.booking_of(e.state, outcome));
    end if;
  end loop;
  insert into private.order_audit (order_id, actor, actor_id, before, after)
  select
    order_id, 'admin', auth.uid(),
    jsonb_build_object('parcel', parcels.state), jsonb_build_object('parcel', event.state)
  from unnest(moved) with ordinality as event
  join private.parcels on parcels.id = event.parcel_id
  where event.state <> parcels.state
  order by event.ordinality;
  perform private.set_parcels(moved);
  update private.parcels set is_current = false
  where id = any (array(select parcel_id from unnest(moved) where state = 'cancelled')) and is_current;
  perform private.save_bookings(bookings);
  return refused;
end
$$;
comment on function private.move_parcels(private.parcel_events[], text) is
  'Sets the states of parcels whose orders are locked, one event for each, and what follows for the orders. Returns
why it cannot, by the ids of such parcels.';
