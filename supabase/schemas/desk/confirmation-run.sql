/*
 * The run: one order at a time, until all are confirmed. An order is leased to a device for 15 minutes, so that
 * two devices never call the same customer.
 */

create table private.order_leases (
  order_id text primary key references public.orders (id) on delete cascade,
  device text not null check (device ~ '^[A-Za-z0-9_-]{8,64}$'),
  ends_at timestamptz not null
);

comment on table private.order_leases is 'Which device has an open order of the run on its screen.';

alter table private.order_leases enable row level security;
create policy "Nobody reads the leases of orders through the API" on private.order_leases
  for all using (false);

create function private.orders_of_run(hours int4range)
returns table (id text, date timestamptz, total numeric, is_first boolean, is_waiting boolean, is_due boolean)
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
begin
  return query
  select
    o.id, o.date, o.total, packed.is_marked or packed.is_changed,
    not due.has_come and tried.last_act = 'asked', due.has_come and tried.no_answers < 3
  from private.packable as packed
  join public.orders as o on o.id = packed.id
  cross join lateral (
    select
      count(*) filter (where act = 'no_answer') as no_answers,
      (array_agg(act order by at desc, attempt.id desc))[1] as last_act, max(at) as last_at
    from private.confirmation_attempts as attempt where order_id = o.id
  ) as tried
  cross join lateral (
    select coalesce(private.due_at(tried.last_act, tried.last_at, hours) <= now(), true) as has_come
  ) as due
  where packed.status = any (private.open_statuses()) and not packed.is_booked
    and not packed.is_held and not packed.said_yes and not packed.is_known;
end
$$;
comment on function private.orders_of_run(int4range) is
  'The orders that are to be confirmed, whether each comes first, since it is marked or was changed by its customer,
whether it waits for a reply, and whether it is due: neither waiting nor postponed, and tried fewer than three times.';

-- Security definer: leases cannot be read through the API.
create function public.admin_next_order(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  hours int4range;
  next_id text;
  remaining jsonb;
begin
  perform private.require_admin();
  perform private.check_request(p, 16384, array['device', 'from', 'until', 'skip', 'first']);
  if coalesce(p ->> 'device', '') !~ '^[A-Za-z0-9_-]{8,64}$' then
    perform private.refuse('bad_field', 'device');
  end if;
  if coalesce(jsonb_typeof(p -> 'skip'), 'array') <> 'array' then
    perform private.refuse('bad_field', 'skip');
  end if;
  hours := int4range((p ->> 'from')::integer, (p ->> 'until')::integer);
  if lower(hours) is null or upper(hours) is null or hours <@ int4range(0, 25) is not true then
    perform private.refuse('bad_field', 'from');
  end if;
  -- One device after the other, for the moment of choosing.
  perform pg_advisory_xact_lock(hashtextextended('run', 0));
  delete from private.order_leases
  where ends_at < now() or (device = p ->> 'device' and coalesce(p -> 'skip', '[]') ? order_id);
  with run as materialized (
    select listed.*, lease.device, lease.device <> p ->> 'device' is true as is_elsewhere
    from private.orders_of_run(hours) as listed
    left join private.order_leases as lease on lease.order_id = listed.id
  ),
  chosen as (
    select id from run
    where is_due and not is_elsewhere and not coalesce(p -> 'skip', '[]') ? id
    order by (id = p ->> 'first') is true desc, device is null, is_first desc, total >= 5000 desc, date, id
    limit 1
  )
  select
    (select id from chosen),
    jsonb_build_object(
      'due', count(*) filter (where is_due),
      'elsewhere', count(*) filter (where is_due and is_elsewhere),
      'waiting', count(*) filter (where is_waiting),
      'postponed', count(*) filter (where not is_due and not is_waiting)
    )
  into next_id, remaining
  from run;
  if next_id is not null then
    insert into private.order_leases (order_id, device, ends_at)
    values (next_id, p ->> 'device', now() + interval '15 minutes')
    on conflict (order_id) do update set ends_at = excluded.ends_at;
  end if;
  return private.respond(200, jsonb_build_object('ok', true, 'id', next_id, 'left', remaining));
exception
  when sqlstate 'SHREF' or data_exception then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_next_order(jsonb) to authenticated;
comment on function public.admin_next_order(jsonb) is
  'Leases the most urgent order to a device for 15 minutes: {device, from, until, skip?, first?}, with the hours of
calls, ids that the device passed over, and one that comes first. Responds with its id or null, how many are due, are due
on another device, wait for a reply and are postponed. Orders that are marked or were changed by their customers come first, then those of 5,000 rupees and more, then the
oldest. For admins.';
