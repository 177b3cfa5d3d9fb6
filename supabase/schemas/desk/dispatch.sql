/*
 * Dispatching an order: its courier, tracking number, status and outcome, which an admin sets together.
 */

create function private.read_booking(b private.bookings, p jsonb) returns private.bookings
language plpgsql volatile set search_path = '' as $$
declare
  state private.order_state := row(b.order_id, b.status, b.tracking_number);
begin
  state := private.read_state(state, p);
  b.status := state.status;
  b.tracking_number := state.tracking_number;
  if p ? 'courier' then
    b.courier := p ->> 'courier';
    if b.courier is not null then
      perform private.require_courier(b.courier);
    end if;
  end if;
  if p ? 'outcome' then
    b.outcome := p ->> 'outcome';
    if b.outcome not in ('returned', 'refused') or (b.outcome is not null and b.status <> 'cancelled') then
      perform private.refuse('outcome_invalid', 'outcome');
    end if;
  end if;
  if p ? 'endReason' then
    b.end_reason := p ->> 'endReason';
    if b.end_reason is not null and (b.status <> 'cancelled' or b.end_reason not in (
      'fake', 'double', 'unreachable', 'changed_mind', 'out_of_stock', 'other'
    )) then
      perform private.refuse('reason_invalid', 'endReason');
    end if;
  end if;
  return b;
end
$$;
comment on function private.read_booking(private.bookings, jsonb) is
  'A booking with the status, courier, tracking number, outcome and reason of a cancellation that a request sets.
Refuses invalid ones.';

create function private.would_leave(former private.bookings, wanted private.bookings) returns boolean
language sql immutable set search_path = '' as $$
  select former.status not in ('shipped', 'delivered') and (
    wanted.status in ('shipped', 'delivered')
    or wanted.courier <> coalesce(former.courier, '')
    or wanted.tracking_number <> coalesce(former.tracking_number, '')
  ) is true
$$;
comment on function private.would_leave(private.bookings, private.bookings) is
  'Whether an order leaves by a booking: it gets a courier or a number, or is on its way or delivered. What left already
does not.';

create function private.check_leaving(former private.bookings, wanted private.bookings, included jsonb) returns void
language plpgsql volatile set search_path = '' as $$
declare
  found_reasons constant text[] := (select reasons from private.packable where id = former.order_id);
  stopped constant text[] := case
    when private.would_leave(former, wanted) then private.reasons_left(found_reasons, included)
    -- Reopened, its lines would be sent twice. It is cancelled as joined until it is taken apart.
    when 'joined' = any (found_reasons)
      and (wanted.status, wanted.outcome, wanted.end_reason) is distinct from
        (former.status, former.outcome, former.end_reason) then '{joined}'
    else '{}'
  end;
begin
  if stopped <> '{}' then
    perform private.refuse('not_packable', null, 409, jsonb_build_object(
      'order', (select private.order_json(o, true) from public.orders as o where id = former.order_id),
      'reasons', stopped
    ));
  end if;
end
$$;
comment on function private.check_leaving(private.bookings, private.bookings, jsonb) is
  'Refuses a booking by which an order would leave that may not (private.packable). A joined order is not opened again
either.';
