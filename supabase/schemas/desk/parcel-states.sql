/*
 * The booking of an order: its status, and courier, number and outcome of its current parcel. private.save_bookings()
 * sets them, and undoing restores them. A file and the check-in set the states of parcels (parcel-moves.sql), and what
 * follows for their orders by save_bookings().
 */

create view private.bookings as
  select o.id as order_id, o.status, p.courier, p.tracking_number, p.outcome, details.end_reason, p.state
  from public.orders as o
  left join private.parcels as p on p.order_id = o.id and p.is_current
  left join private.order_details as details on details.order_id = o.id;
comment on view private.bookings is
  'Orders with their current parcels. Its rows, changed, are what private.save_bookings() takes.';

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
      select private.cash_of(o) from public.orders as o where o.id = p.order_id
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
    parcel_id, state, at, source, statement_id, word, reason, before
  )
  select parcel_id, state, at, source, statement_id, word, reason, before
  from unnest(events) with ordinality order by ordinality;
end
$$;
comment on function private.set_parcels(private.parcel_events[]) is
  'Sets the states of parcels, one event for each, and saves what happened.';

create function private.admin_event(parcel_id bigint, state private.parcel_state, reason text default null)
returns private.parcel_events
language sql stable set search_path = '' as $$
  select jsonb_populate_record(null::private.parcel_events, jsonb_build_object(
    'parcel_id', parcel_id, 'state', state, 'at', now(), 'source', 'admin', 'reason', reason
  ))
$$;
comment on function private.admin_event(bigint, private.parcel_state, text) is 'What an admin does to a parcel now.';

create function private.leave_parcels(ids bigint[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  delete from private.parcels as p
  where id = any (ids) and state not in ('returned', 'received_back', 'lost', 'cancelled')
    and not exists (select from private.exported_orders where order_id = p.order_id)
    and not exists (select from private.money_lines where parcel_id = p.id)
    and not exists (select from private.parcel_events where parcel_id = p.id and source = 'statement');
  perform private.set_parcels(array(
    select private.admin_event(id, 'cancelled') from private.parcels
    where id = any (ids) and state not in ('returned', 'received_back', 'lost', 'cancelled')
  ));
  update private.parcels set is_current = false where id = any (ids);
end
$$;
comment on function private.leave_parcels(bigint[]) is
  'Ends parcels that their orders have no more: they go, or are cancelled where a batch or a file has them.';

create function private.change_parcels(wanted private.bookings[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  -- Out of the batches of another courier than the order has now.
  update private.exported_orders as exported set left_at = now()
  from unnest(wanted) as b, private.export_batches as batch
  where exported.order_id = b.order_id and batch.id = exported.batch_id
    and exported.left_at is null and batch.undone_at is null and batch.courier is distinct from b.courier;
  -- An order that is open again is sent by another parcel, unless the number is still that of this one.
  perform private.leave_parcels(array(
    select p.id from unnest(wanted) as b
    join private.parcels as p on p.order_id = b.order_id and p.is_current
    where b.state is null or b.state = 'booked' and p.state in ('returned', 'received_back', 'lost')
      and (b.courier, b.tracking_number) is distinct from (p.courier, p.tracking_number)
  ));
  update private.parcels as p set
    courier = b.courier, tracking_number = b.tracking_number, outcome = b.outcome
  from unnest(wanted) as b
  where p.order_id = b.order_id and p.is_current
    and (p.courier, p.tracking_number, p.outcome) is distinct from (b.courier, b.tracking_number, b.outcome);
  perform private.set_parcels(array(
    select private.admin_event(p.id, b.state, case
      when b.outcome = 'refused' then 'refused' else coalesce(p.reason, b.outcome)
    end)
    from unnest(wanted) as b
    join private.parcels as p on p.order_id = b.order_id and p.is_current
    where private.plain_state(p.state) <> b.state
  ));
end
$$;
comment on function private.change_parcels(private.bookings[]) is
  'Brings the current parcels of orders in step with their bookings.';

create function private.save_bookings(wanted private.bookings[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  wanted := array(
    select row(b.order_id, b.status, b.courier, b.tracking_number, ended.outcome, ended.end_reason, case
      when b.status = 'shipped' then 'handed_over'
      when b.status = 'delivered' then 'delivered'
      when ended.outcome is not null then 'returned'
      when coalesce(b.courier, b.tracking_number, case b.status when 'cancelled' then former.state::text end) is null
        then null
      when b.status = 'cancelled' then 'cancelled'
      else 'booked'
    end)::private.bookings
    from unnest(wanted) as b
    join private.bookings as former using (order_id),
    lateral (
      select case b.status when 'cancelled' then b.outcome end as outcome,
        case b.status when 'cancelled' then b.end_reason end as end_reason
    ) as ended
  );
  insert into private.order_audit (order_id, actor, actor_id, before, after)
  select order_id, 'admin', auth.uid(), jsonb_object_agg(key, was), jsonb_object_agg(key, becomes)
  from unnest(wanted) as b
  join private.bookings as former using (order_id),
  lateral (values
    ('courier', former.courier, b.courier), ('outcome', former.outcome, b.outcome),
    ('endReason', former.end_reason, b.end_reason)
  ) as changed (key, was, becomes)
  where was is distinct from becomes
  group by order_id;
  insert into private.order_details as details (order_id, end_reason)
  select order_id, b.end_reason
  from unnest(wanted) as b join private.bookings as former using (order_id)
  where b.end_reason is distinct from former.end_reason
  on conflict (order_id) do update set end_reason = excluded.end_reason;
  perform private.set_orders(
    array(select row(order_id, status, tracking_number)::private.order_state from unnest(wanted)), 'admin'
  );
  if exists (select from unnest(wanted) join private.parcels using (order_id) where is_current) then
    perform private.change_parcels(wanted);
  end if;
  with added as (
    insert into private.parcels (
      order_id, nth, courier, tracking_number, outcome, reason, state, to_collect, booked_at, state_at, handed_over_at,
      ended_at
    )
    select
      b.order_id,
      (select coalesce(max(nth), 0) + 1 from private.parcels as former where former.order_id = b.order_id),
      b.courier, b.tracking_number, b.outcome, b.outcome, b.state, private.cash_of(o), now(), now(),
      case when b.state not in ('booked', 'cancelled') then now() end,
      case when b.state not in ('booked', 'handed_over') then now() end
    from unnest(wanted) as b
    join public.orders as o on o.id = b.order_id
    where b.state is not null
      and not exists (select from private.parcels as p where p.order_id = b.order_id and p.is_current)
    returning id, state, reason
  )
  insert into private.parcel_events (parcel_id, state, at, source, reason)
  select id, state, now(), 'admin', reason from added;
end
$$;
comment on function private.save_bookings(private.bookings[]) is
  'Saves bookings of locked orders, one for each, logs them, and keeps their parcels in step. The state follows from the
rest: without one an order has no parcel. Outcome and end reason are those of cancelled orders.';
