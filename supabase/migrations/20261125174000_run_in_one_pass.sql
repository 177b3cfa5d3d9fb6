/* The run reads its queue once, and looks for marks only in orders that may be next. */

drop function private.orders_of_run(int4range);

create function private.orders_of_run(hours int4range)
returns table (queued public.orders, is_due boolean)
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
begin
  return query
  select
    o, coalesce(private.due_at(confirmation, hours) <= now(), true) and confirmation.no_answers < 3
  from public.orders as o
  left join private.order_details as details on details.order_id = o.id
  cross join lateral private.confirmation_of(o.id) as confirmation
  where o.status = any (private.open_statuses()) and not private.is_booked(o, details)
    and confirmation.held_at is null and confirmation.confirmed_at is null and not private.is_known(o);
end
$$;
comment on function private.orders_of_run(int4range) is
  'The orders that are to be confirmed, and whether each is due: not postponed, and tried fewer than three times.';

create or replace function public.admin_next_order(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  hours int4range;
  next_id text;
  remaining jsonb;
begin
  perform private.require_admin();
  perform private.check_request(p, 16384, array['device', 'from', 'until', 'skip']);
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
  -- In one pass: marks take most of the time, so they are looked for in orders that may be next only.
  with run as materialized (select * from private.orders_of_run(hours)),
  chosen as (
    select (queued).id
    from run left join private.order_leases as lease on lease.order_id = (queued).id
    where is_due and not coalesce(p -> 'skip', '[]') ? (queued).id
      and (lease.device is null or lease.device = p ->> 'device')
    order by lease.device is null, private.order_marks(queued) <> '[]' desc, (queued).total >= 5000 desc,
      (queued).date, (queued).id
    limit 1
  )
  select
    (select id from chosen),
    jsonb_build_object(
      'due', count(*) filter (where is_due), 'postponed', count(*) filter (where not is_due)
    )
  into next_id, remaining
  from run;
  if next_id is not null then
    insert into private.order_leases (order_id, device, ends_at)
    values (next_id, p ->> 'device', now() + interval '15 minutes')
    on conflict (order_id) do update set ends_at = excluded.ends_at;
  end if;
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'id', next_id,
    'left', remaining,
    'chats', (select chats from private.new_chats)
  ));
exception
  when sqlstate 'SHREF' or data_exception then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

comment on table private.message_templates is
  'Texts of messages that the admin changed. Those without a row are in src/admin/confirm/message-texts.ts.';
