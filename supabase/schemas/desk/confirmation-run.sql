/*
 * The run: one order at a time, until all are confirmed. An order is leased to a device while its page shows it, so
 * that two devices never call the same customer.
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

create function private.lease_time() returns interval
language sql immutable set search_path = '' as $$ select interval '5 minutes' $$;
comment on function private.lease_time() is
  'How long an order stays with a device whose page of the run was left, or is behind a call. A shown page renews it.';

-- Security definer: leases cannot be read through the API.
create function public.admin_next_order(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  next_id text;
  due bigint;
begin
  perform private.require_admin();
  -- Pages that were loaded before send hours as well.
  perform private.check_request(p, 16384, array['device', 'from', 'until', 'skip', 'first']);
  if coalesce(p ->> 'device', '') !~ '^[A-Za-z0-9_-]{8,64}$' then
    perform private.refuse('bad_field', 'device');
  end if;
  if coalesce(jsonb_typeof(p -> 'skip'), 'array') <> 'array' then
    perform private.refuse('bad_field', 'skip');
  end if;
  -- One device after the other, for the moment of choosing.
  perform pg_advisory_xact_lock(hashtextextended('run', 0));
  delete from private.order_leases
  where ends_at < now() or (device = p ->> 'device' and coalesce(p -> 'skip', '[]') ? order_id);
  perform private.fold_stages();
  with leased as materialized (
    select order_id, device = p ->> 'device' as is_own from private.order_leases
  ),
  run as materialized (
    select staged.*, leased.is_own from private.staged_orders as staged left join leased using (order_id)
    where staged.order_id = any (array(select order_id from leased) || (p ->> 'first')) and stage = 'to_confirm'
  ),
  -- Those of this device, one that is asked for by name, and the next one of all others.
  candidates as (
    (
      select order_id, is_own, turn, date from run
      where (is_own is not false or order_id = p ->> 'first') and not coalesce(p -> 'skip', '[]') ? order_id
    )
    union all
    (
      select order_id, null, turn, date from private.staged_orders
      where stage = 'to_confirm' and not coalesce(p -> 'skip', '[]') ? order_id
        and order_id <> all (array(select order_id from leased))
      order by turn, date, order_id limit 1
    )
  )
  select
    (
      select order_id from candidates
      order by (order_id = p ->> 'first') is true desc, is_own is null, turn, date, order_id limit 1
    ),
    (select coalesce(sum(orders), 0) from private.stage_counts where stage = 'to_confirm')
  into next_id, due;
  if next_id is not null then
    insert into private.order_leases (order_id, device, ends_at)
    values (next_id, p ->> 'device', now() + private.lease_time())
    on conflict (order_id) do update set device = excluded.device, ends_at = excluded.ends_at;
  end if;
  return private.respond(200, jsonb_build_object('ok', true, 'id', next_id, 'due', due));
exception
  when sqlstate 'SHREF' or data_exception then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_next_order(jsonb) to authenticated;
comment on function public.admin_next_order(jsonb) is
  'Leases the most urgent order to confirm to a device for private.lease_time(): {device, skip?, first?}, with ids that it
passed over, and one that comes first, also from another device. Responds with its id or null, and how many are to
confirm. Orders that are marked or were changed by their customers come first, then those of 5,000 rupees and more, then
the oldest. For admins.';
