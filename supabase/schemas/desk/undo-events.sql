/*
 * Taking back what a file or the check-in did.
 */

create function private.undo_events(events private.parcel_events[]) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  e private.parcel_events;
  p private.parcels;
  b private.bookings;
  former private.parcels;
  why text;
  bookings private.bookings[] := '{}'::private.bookings[];
  remaining jsonb := '[]'::jsonb;
begin
  foreach e in array events loop
    select * into p from private.parcels where id = e.parcel_id;
    select * into b from private.bookings where order_id = p.order_id;
    former := jsonb_populate_record(p, e.before -> 'parcel');
    why := case
      when p.is_current <> (former.is_current and e.state <> 'cancelled') or exists (
        select from private.parcel_events as later
        join private.parcels as of_order on of_order.id = later.parcel_id
        where of_order.order_id = p.order_id and later.id > e.id
      ) then 'changed_since'
      when exists (
        select from public.orders where id = p.order_id and private.is_erased(shipping_address)
      ) then 'erased'
    end;
    if why is not null then
      remaining := remaining || jsonb_build_object('why', why, 'orderId', p.order_id);
      continue;
    end if;
    delete from private.parcel_events where id = e.id;
    update private.parcels set
      is_current = former.is_current, state = former.state,
      -- As in private.set_parcels(): until it is handed over its order may have changed.
      to_collect = case when not former.is_current or former.handed_over_at is not null then former.to_collect else (
        select private.cash_of(o) from public.orders as o where o.id = p.order_id
      ) end,
      reason = former.reason, damaged = former.damaged, handed_over_at = former.handed_over_at,
      state_at = former.state_at, ended_at = former.ended_at, outcome = former.outcome
    where id = p.id;
    perform private.log_changes(
      'admin', p.order_id, jsonb_build_object('parcel', p.state, 'courier', b.courier),
      jsonb_build_object(
        'parcel', former.state, 'courier', case when former.is_current then p.courier else b.courier end
      )
    );
    if former.is_current and (p.state = 'cancelled'
      or private.plain_state(p.state) <> private.plain_state(former.state)
      or b.outcome is distinct from e.before #>> '{order,outcome}') then
      bookings := bookings || row(
        p.order_id, e.before #>> '{order,status}', p.courier, p.tracking_number, e.before #>> '{order,outcome}',
        e.before #>> '{order,endReason}', former.state
      )::private.bookings;
    end if;
  end loop;
  -- Of several events of an order the oldest says what it was before all of them.
  perform private.save_bookings(array(
    select distinct on (order_id)
      row(order_id, status, courier, tracking_number, outcome, end_reason, state)::private.bookings
    from unnest(bookings) with ordinality order by order_id, ordinality desc
  ));
  return remaining;
end
$$;
comment on function private.undo_events(private.parcel_events[]) is
  'Takes back what a file or the check-in did to parcels and their orders, which are locked, the newest event
first. Returns {why, orderId} of what it cannot take back: something newer happened, or the order is erased.';

create function private.take_back(
  p_id bigint, later private.statements default null, rows private.statement_row[] default '{}'
) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  paid bigint[];
begin
  -- What the file that replaces it says as well is not undone and done again.
  update private.parcel_events as event set statement_id = later.id
  from (select distinct parcel_id, state from unnest(rows)) as line
  where event.statement_id = p_id and (event.parcel_id, event.state) = (line.parcel_id, line.state);
  paid := array(select distinct parcel_id from private.money_lines where statement_id = p_id);
  delete from private.money_lines where statement_id = p_id;
  perform private.sum_parcels(paid);
  perform private.sum_payments(array[p_id]);
  return jsonb_build_object('ok', true, 'left', private.undo_events(array(
    select event from private.parcel_events as event where statement_id = p_id order by id desc
  )));
end
$$;
comment on function private.take_back(bigint, private.statements, private.statement_row[]) is
  'Takes back the money of a file whose orders are locked, and the states where nothing newer happened, but for
those that are also in the rows of one that replaces it.';

create function private.save_taken_back(p_id bigint) returns void
language sql volatile set search_path = '' as $$
  update private.statements set taken_back = jsonb_build_object(
    'money', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'parcel', parcel_id, 'kind', kind, 'amount', amount, 'dated', dated
      ) order by id), '[]')
      from private.money_lines where statement_id = p_id
    ),
    -- Without the words of the courier, which are erased with the customer.
    'states', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'parcel', parcel_id, 'state', state, 'reason', reason, 'at', at
      ) order by id), '[]')
      from private.parcel_events where statement_id = p_id
    ),
    'numbers', (
      select coalesce(jsonb_agg(jsonb_build_object('parcel', id)), '[]')
      from unnest(private.numbered_by(p_id)) as id
    )
  )
  where id = p_id
$$;
comment on function private.save_taken_back(bigint) is
  'Saves what a file says, before another one takes its place.';

create function private.bring_back(former private.statements, later private.statements) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  rows private.statement_row[] := array(
    select row(
      listed.place, p.id, p.order_id, null, (said ->> 'state')::private.parcel_state, null, said ->> 'reason',
      (said ->> 'at')::timestamptz, '[]'
    )::private.statement_row
    from jsonb_array_elements(former.taken_back -> 'states') with ordinality as listed (said, place)
    join private.parcels as p on p.id = (said ->> 'parcel')::bigint
    order by listed.place
  );
  numbered constant bigint[] := private.numbered_by(later.id);
  own constant bigint[] := array(
    select id from unnest(numbered) as id
    where former.taken_back -> 'numbers' @> jsonb_build_array(jsonb_build_object('parcel', id))
  );
  response jsonb;
begin
  perform private.take_numbers_back(later.id, array(select unnest(numbered) except select unnest(own)));
  update private.statements set undone_at = null, taken_back = null, in_bank_at = later.in_bank_at
  where id = former.id;
  response := private.take_back(later.id, former, rows);
  perform private.apply_states(former, rows);
  insert into private.money_lines (parcel_id, statement_id, kind, amount, dated)
  select p.id, former.id, said ->> 'kind', (said ->> 'amount')::bigint, (said ->> 'dated')::date
  from jsonb_array_elements(former.taken_back -> 'money') with ordinality as listed (said, place)
  join private.parcels as p on p.id = (said ->> 'parcel')::bigint
  order by listed.place;
  perform private.sum_parcels(array(
    select distinct parcel_id from private.money_lines where statement_id = former.id
  ));
  perform private.sum_payments(array[former.id]);
  perform private.save_numbered(former.id, own);
  return response || jsonb_build_object('restored', former.id);
end
$$;
comment on function private.bring_back(private.statements, private.statements) is
  'Undoes a file that took the place of another one, which is applied again with all that it had.';

create function private.parcels_of(p_id bigint) returns bigint[]
language sql stable set search_path = '' as $$
  select array(
    select parcel_id from private.money_lines where statement_id = p_id
    union
    select parcel_id from private.parcel_events where statement_id = p_id
    union
    select parcel::bigint
    from private.statements as statement, jsonb_object_keys(statement.numbered) as parcel
    where statement.id = p_id
  )
$$;
comment on function private.parcels_of(bigint) is 'The parcels to which a file did something.';
