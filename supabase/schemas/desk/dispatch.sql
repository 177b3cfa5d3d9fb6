/*
 * Dispatching an order: its courier, tracking number, status and outcome, which an admin sets together.
 */

create type private.booking as (o public.orders, former private.order_details, details private.order_details);
comment on type private.booking is 'An order as it is to be booked, and its details before and after.';

create function private.read_booking(o public.orders, details private.order_details, p jsonb)
returns private.booking
language plpgsql volatile set search_path = '' as $$
declare
  former constant private.order_details := details;
begin
  if p ? 'status' then
    if not p -> 'status' <@ to_jsonb(enum_range(null::public.order_status)) then
      perform private.refuse('status_invalid', 'status');
    end if;
    o.status := (p ->> 'status')::public.order_status;
  end if;
  if p ? 'trackingNumber' then
    o.tracking_number :=
      nullif(private.clean_code(left(p ->> 'trackingNumber', 200)), '');
    if jsonb_typeof(p -> 'trackingNumber') not in ('string', 'null')
      or o.tracking_number !~ '^[A-Za-z0-9][A-Za-z0-9 ./_-]{0,63}$' then
      perform private.refuse('tracking_invalid', 'trackingNumber');
    end if;
  end if;
  if p ? 'courier' then
    details.courier := p ->> 'courier';
    if details.courier is not null then
      perform private.require_courier(details.courier);
    end if;
  end if;
  details.outcome := case when o.status = 'cancelled' then details.outcome end;
  if p ? 'outcome' then
    details.outcome := p ->> 'outcome';
    if details.outcome not in ('returned', 'refused')
      or (details.outcome is not null and o.status <> 'cancelled') then
      perform private.refuse('outcome_invalid', 'outcome');
    end if;
  end if;
  details.end_reason := case when o.status = 'cancelled' then details.end_reason end;
  if p ? 'endReason' then
    details.end_reason := p ->> 'endReason';
    if details.end_reason is not null and (o.status <> 'cancelled' or details.end_reason not in (
      'fake', 'double', 'unreachable', 'changed_mind', 'out_of_stock', 'other'
    )) then
      perform private.refuse('reason_invalid', 'endReason');
    end if;
  end if;
  return row(o, former, details)::private.booking;
end
$$;
comment on function private.read_booking(public.orders, private.order_details, jsonb) is
  'An order with the status, courier, tracking number, outcome and reason of a cancellation that a request sets.
Refuses invalid ones.';

create function private.save_bookings(bookings private.booking[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.log_changes(
    'admin', (o).id,
    jsonb_build_object(
      'courier', (former).courier, 'outcome', (former).outcome, 'endReason', (former).end_reason
    ),
    jsonb_build_object(
      'courier', (details).courier, 'outcome', (details).outcome, 'endReason', (details).end_reason
    )
  )
  from unnest(bookings)
  where ((former).courier, (former).outcome, (former).end_reason)
    is distinct from ((details).courier, (details).outcome, (details).end_reason);
  perform set_config('shop.actor', 'admin', true);
  update public.orders as saved set status = (booked.o).status, tracking_number = (booked.o).tracking_number
  from unnest(bookings) as booked
  where saved.id = (booked.o).id;
  perform set_config('shop.actor', '', true);
  insert into private.order_details as saved (order_id, courier, outcome, end_reason)
  select (o).id, (details).courier, (details).outcome, (details).end_reason
  from unnest(bookings)
  where coalesce(
    (details).order_id, (details).courier, (details).outcome, (details).end_reason, (o).tracking_number
  ) is not null
  on conflict (order_id) do update set
    courier = excluded.courier, outcome = excluded.outcome, end_reason = excluded.end_reason
  where (saved.courier, saved.outcome, saved.end_reason)
    is distinct from (excluded.courier, excluded.outcome, excluded.end_reason);
  perform private.keep_parcel((o).id) from unnest(bookings);
end
$$;
comment on function private.save_bookings(private.booking[]) is
  'Saves bookings of locked orders, logs them, and keeps their parcels in step.';

create function private.check_leaving(former public.orders, booked private.booking, included jsonb) returns void
language plpgsql volatile set search_path = '' as $$
declare
  o constant public.orders := (booked).o;
  was_here constant boolean := private.is_open(former.status) or former.status = 'cancelled';
  leaves constant boolean := was_here and (
    not private.is_open(o.status) and o.status <> 'cancelled'
    or (booked).details.courier <> coalesce((booked).former.courier, '')
    or o.tracking_number <> coalesce(former.tracking_number, '')
  ) is true;
  found_reasons constant text[] := (select reasons from private.packable where id = o.id);
  stopped constant text[] := case
    when leaves then private.reasons_left(found_reasons, included)
    -- Reopened, its lines would be sent twice. It is cancelled as joined until it is taken apart.
    when 'joined' = any (found_reasons)
      and (o.status, (booked).details.outcome, (booked).details.end_reason) is distinct from
        (former.status, (booked).former.outcome, (booked).former.end_reason) then '{joined}'
    else '{}'
  end;
begin
  if stopped <> '{}' then
    perform private.refuse('not_packable', null, 409, jsonb_build_object(
      'order', private.order_json(former, true), 'reasons', stopped
    ));
  end if;
end
$$;
comment on function private.check_leaving(public.orders, private.booking, jsonb) is
  'Refuses a booking by which an order would leave that may not (private.packable): it gets a courier or a number, or is
on its way or delivered. What left already is not asked about. A joined order is not opened again either.';
