/*
 * What a file and the check-in do to parcels, and what follows for their orders. A file is written at once,
 * not parcel by parcel: the triggers of statements run once for all of it.
 */

create function private.move_parcels(events private.parcel_events[]) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  e private.parcel_events;
  p private.parcels;
  b private.bookings;
  moves private.parcel_state;
  outcome text;
  moved private.parcel_events[] := '{}'::private.parcel_events[];
  bookings private.bookings[] := '{}'::private.bookings[];
  refused jsonb := '{}'::jsonb;
begin
  foreach e in array events loop
    select * into p from private.parcels where id = e.parcel_id;
    select * into b from private.bookings where order_id = p.order_id;
    moves := private.plain_state(e.state);
    if p.is_current and moves not in ('delivered', 'returned') and exists (
      select from public.orders where id = p.order_id and private.is_erased(shipping_address)
    ) then
      refused := refused || jsonb_build_object(p.id, 'erased');
      continue;
    end if;
    outcome := coalesce(b.outcome, case when e.reason = 'refused' then 'refused' else 'returned' end);
    e.before := jsonb_build_object(
      'parcel', to_jsonb(p) - array['id', 'order_id', 'nth', 'courier', 'tracking_number', 'paid'],
      'order', jsonb_build_object('status', b.status, 'outcome', b.outcome, 'endReason', b.end_reason)
    );
    if moves = 'returned' then
      e.reason := coalesce(e.reason, p.reason, outcome);
    end if;
    moved := moved || e;
    if p.is_current and (
      moves <> private.plain_state(p.state) or moves = 'returned' and outcome is distinct from b.outcome
    ) then
      case moves
        when 'handed_over' then b.status := 'shipped';
        when 'delivered' then b.status := 'delivered';
        when 'returned' then
          b.status := 'cancelled';
          b.outcome := outcome;
        -- A courier that cancels a booking never had the parcel: the order is to be packed again.
        when 'cancelled' then
          b.courier := null;
          b.tracking_number := null;
        else null;
      end case;
      bookings := bookings || b;
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
  perform private.save_bookings(bookings);
  return refused;
end
$$;
comment on function private.move_parcels(private.parcel_events[]) is
  'Sets the states of parcels whose orders are locked, one event for each, and what follows for the orders. Returns
why it cannot, by the ids of such parcels.';
