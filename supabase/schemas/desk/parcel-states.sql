/*
 * How parcels follow their orders, and orders their parcels. private.save_bookings() and private.book_orders() are
 * the only functions that set courier, number, status and outcome, and keep the current parcel in step. A statement
 * and the returns desk set the states of parcels (parcel-moves.sql), and their orders through save_bookings().
 */

create function private.plain_state(state private.parcel_state) returns private.parcel_state
language sql immutable set search_path = '' as $$
  select case
    when state in ('out_for_delivery', 'attempt_failed', 'returning', 'lost') then 'handed_over'
    when state = 'received_back' then 'returned'
    else state
  end
$$;
comment on function private.plain_state(private.parcel_state) is
  'The state that the status of an order tells apart.';

create function private.set_parcels(events private.parcel_events[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update private.parcels as p set
    state = e.state,
    state_at = e.at,
    reason = case
      when e.state between 'attempt_failed' and 'received_back' then coalesce(e.reason, p.reason)
    end,
    damaged = e.state = 'received_back' and p.damaged,
    -- Until it is handed over.
    to_collect = case when p.handed_over_at is not null then p.to_collect else (
      select private.cash_of(o, details) from public.orders as o
      left join private.order_details as details on details.order_id = o.id
      where o.id = p.order_id
    ) end,
    handed_over_at = case
      when e.state = 'booked' then null
      when e.state = 'cancelled' then p.handed_over_at
      else coalesce(p.handed_over_at, e.at)
    end,
    ended_at = case
      when e.state in ('returned', 'received_back') and p.state in ('returned', 'received_back') then p.ended_at
      when e.state in ('returned', 'received_back', 'delivered', 'lost', 'cancelled') then e.at
    end
  from unnest(events) as e
  where p.id = e.parcel_id;
  insert into private.parcel_events (
    parcel_id, state, at, source, statement_id, token, word, reason, before
  )
  select parcel_id, state, at, source, statement_id, token, word, reason, before
  from unnest(events) with ordinality order by ordinality;
end
$$;
comment on function private.set_parcels(private.parcel_events[]) is
  'Sets the states of parcels, one event for each, and saves what happened.';

create function private.leave_parcel(p private.parcels) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if p.state not in ('returned', 'received_back', 'lost', 'cancelled') then
    if not exists (select from private.exported_orders where order_id = p.order_id)
      and not exists (select from private.money_lines where parcel_id = p.id)
      and not exists (
        select from private.parcel_events where parcel_id = p.id and source = 'statement'
      ) then
      delete from private.parcels where id = p.id;
      return;
    end if;
    perform private.set_parcels(array[private.admin_event(p.id, 'cancelled')]);
  end if;
  update private.parcels set is_current = false where id = p.id;
end
$$;
comment on function private.leave_parcel(private.parcels) is
  'Ends a parcel that its order has no more: it goes, or is cancelled where a batch or a statement has it.';

create function private.admin_event(parcel_id bigint, state private.parcel_state, reason text default null)
returns private.parcel_events
language sql stable set search_path = '' as $$
  select jsonb_populate_record(null::private.parcel_events, jsonb_build_object(
    'parcel_id', parcel_id, 'state', state, 'at', now(), 'source', 'admin', 'reason', reason
  ))
$$;
comment on function private.admin_event(bigint, private.parcel_state, text) is 'What an admin does to a parcel now.';

create function private.keep_parcel(p_id text) returns void
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
  details private.order_details;
  p private.parcels;
  wanted private.parcel_state;
begin
  select * into o from public.orders where id = p_id;
  select * into details from private.order_details where order_id = p_id;
  select * into p from private.parcels where order_id = p_id and is_current;
  wanted := case
    when o.status = 'shipped' then 'handed_over'
    when o.status = 'delivered' then 'delivered'
    when o.status = 'cancelled' and details.outcome is not null then 'returned'
    when o.status = 'cancelled' and p.id is not null then 'cancelled'
    when coalesce(details.courier, o.tracking_number) is null then null
    when o.status = 'cancelled' then 'cancelled'
    else 'booked'
  end;
  -- An order that is open again is sent by another parcel, unless the number is still that of this one.
  if p.id is not null and (wanted is null or wanted = 'booked'
    and p.state in ('returned', 'received_back', 'lost')
    and (o.tracking_number, p.courier) is distinct from (p.tracking_number, details.courier)) then
    perform private.leave_parcel(p);
    p := null;
  end if;
  if wanted is null then
    return;
  end if;
  if p.id is null then
    insert into private.parcels (order_id, nth, courier, tracking_number, state, to_collect, booked_at, state_at)
    select p_id, coalesce(max(nth), 0) + 1, details.courier, o.tracking_number, 'booked',
      private.cash_of(o, details), coalesce(details.booked_at, now()), now()
    from private.parcels where order_id = p_id
    returning * into p;
    perform private.set_parcels(array[private.admin_event(p.id, wanted, details.outcome)]);
    return;
  end if;
  if (p.courier, p.tracking_number) is distinct from (details.courier, o.tracking_number) then
    update private.parcels set courier = details.courier, tracking_number = o.tracking_number where id = p.id;
  end if;
  if private.plain_state(p.state) <> wanted then
    perform private.set_parcels(array[private.admin_event(p.id, wanted, case
      when details.outcome = 'refused' then 'refused' else coalesce(p.reason, details.outcome)
    end)]);
  end if;
end
$$;
comment on function private.keep_parcel(text) is
  'Brings the current parcel of a booked order in step with its status, courier, number and outcome.';
