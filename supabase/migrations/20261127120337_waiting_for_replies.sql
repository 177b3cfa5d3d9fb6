/* An order whose customer was asked waits for her reply, and what was pressed last in the run can be undone. */

alter table private.confirmation_attempts drop constraint confirmation_attempts_act_check;

alter table private.confirmation_attempts add constraint confirmation_attempts_act_check
  check (act in ('yes', 'reset', 'no_answer', 'later', 'tomorrow', 'hold', 'resume', 'asked'));

comment on table private.confirmation_attempts is
  'What came of each contact with a customer about an order. Rows are only added, but for a press that is undone.';

comment on column private.confirmation_attempts.act is
  'What was said. "reset" takes a yes back, "resume" ends a hold, "asked" is a message that waits for its reply.';

drop function private.orders_of_run(int4range);

create index confirmation_attempts_asked_idx on private.confirmation_attempts (at) where act = 'asked';

create or replace function private.reply_time() returns interval
language sql immutable set search_path = '' as $$ select interval '2 hours' $$;

comment on function private.reply_time() is
  'How long an order waits for the reply to a message before it is due again.';

create or replace function private.due_at(last_act text, last_at timestamptz, hours int4range) returns timestamptz
language plpgsql immutable set search_path = '' as $$
declare
  zone constant text := 'Asia/Karachi';
  due timestamp;
begin
  -- Messages are sent at any hour.
  if last_act = 'asked' then
    return last_at + private.reply_time();
  end if;
  due := (case last_act
    when 'no_answer' then last_at + interval '2 hours'
    when 'later' then last_at + interval '3 hours'
    when 'tomorrow' then last_at + interval '1 day'
  end) at time zone zone;
  if last_act = 'tomorrow' then
    due := date_trunc('day', due) + lower(hours) * interval '1 hour';
  elsif extract(hour from due) >= upper(hours) then
    due := date_trunc('day', due) + interval '1 day' + lower(hours) * interval '1 hour';
  elsif extract(hour from due) < lower(hours) then
    due := date_trunc('day', due) + lower(hours) * interval '1 hour';
  end if;
  return due at time zone zone;
end
$$;

comment on function private.due_at(text, timestamptz, int4range) is
  'When an order is to be tried again after its last attempt, within these hours of Karachi; null where nothing postponed it.';

create or replace function private.confirmation_json(o public.orders) returns jsonb
language plpgsql stable set search_path = '' set timezone = 'UTC' as $$
declare
  confirmation constant private.confirmation := private.confirmation_of(o.id);
begin
  return jsonb_build_object(
    'state', case
      when confirmation.held_at is not null then 'held'
      when confirmation.confirmed_at is not null then 'confirmed'
      when (select is_known from private.packable where id = o.id) then 'known'
      when confirmation.last_act = 'asked' and confirmation.last_at > now() - private.reply_time()
        then 'waiting'
      when confirmation.no_answers >= 3 then 'unreached'
      else 'open'
    end,
    'at', coalesce(confirmation.held_at, confirmation.confirmed_at),
    'by', confirmation.confirmed_by,
    'reason', confirmation.reason,
    'text', confirmation.text,
    'noAnswers', confirmation.no_answers,
    'lastAct', confirmation.last_act,
    'lastAt', confirmation.last_at
  );
end
$$;

comment on function private.confirmation_json(public.orders) is
  'The confirmation of an order as JSON: its state is held, confirmed, known, waiting (for the reply to a
message), unreached (three times no answer, which waits for the admin''s decision) or open.';

-- Security definer: the API writes no table.
create or replace function public.admin_undo_attempt(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  o public.orders;
  newest private.confirmation_attempts;
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['id', 'attempt', 'version']);
  select * into o from public.orders where id = p ->> 'id' for update;
  perform private.check_version(o, p, is_holder => false);
  select * into newest from private.confirmation_attempts
  where order_id = o.id order by at desc, id desc limit 1;
  if newest.id = (p ->> 'attempt')::uuid then
    delete from private.confirmation_attempts where id = newest.id;
  -- A retry finds it undone.
  elsif exists (
    select from private.confirmation_attempts
    where order_id = o.id and id = (p ->> 'attempt')::uuid
  ) then
    perform private.refuse_change('stale', o, false);
  end if;
  return private.respond(200, '{"ok": true}');
exception
  when sqlstate 'SHREF' or data_exception then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_undo_attempt(jsonb) to authenticated;

comment on function public.admin_undo_attempt(jsonb) is
  'Undoes the newest attempt of an order: {id, attempt, version}. Refused as booked or stale where the order was booked,
closed or changed since, or has a newer attempt. A message that was sent stays noted. For admins.';

-- Security definer: the API writes no table.
create or replace function public.admin_tell(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  o public.orders;
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['id', 'message', 'kind', 'language', 'code']);
  select * into o from public.orders where id = p ->> 'id';
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  insert into private.told_messages (id, order_id, actor_id, kind, language, phone_key)
  values (
    (p ->> 'message')::uuid, o.id, auth.uid(), p ->> 'kind', p ->> 'language', o.phone_key
  )
  on conflict (id) do nothing;
  -- The order waits for the reply.
  if p ->> 'kind' = 'confirm' and private.is_open(o.status) then
    insert into private.confirmation_attempts (id, order_id, at, actor, actor_id, act)
    values ((p ->> 'message')::uuid, o.id, now(), 'admin', auth.uid(), 'asked')
    on conflict (id) do nothing;
    delete from private.order_leases where order_id = o.id;
  end if;
  if p ? 'code' then
    perform private.save_code(o, p ->> 'code');
  end if;
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'told', (select told from private.order_pages where id = o.id),
    'chats', (select chats from private.new_chats)
  ));
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_tell(jsonb) to authenticated;

comment on function public.admin_tell(jsonb) is
  'Notes that the admin opened a chat about an order, once per its own id: {id, message, kind, language,
code?}, the code of the message''s link. An open order that was asked to confirm waits for the reply. For admins. Responds with all messages about the order, and how many new chats the last hour had.';

-- Scalar subqueries: a query computes the columns that it names, and no others.
create or replace view private.packable as
select *,
  array_remove(array[
    case when is_booked then 'booked' end,
    case when joined_into is not null then 'joined' end,
    case when replaced_by is not null then 'replaced' end,
    case when is_held then 'held' end,
    case when is_marked then 'marked' end,
    case when not said_yes and not is_known then 'unconfirmed' end,
    case when is_changed then 'changed' end
  ], null) as reasons,
  coalesce((
    select act = 'asked' and at > now() - private.reply_time() from private.confirmation_attempts
    where order_id = facts.id order by at desc, id desc limit 1
  ), false) and not is_booked and not is_held and not said_yes and not is_known as is_waiting
from (
  select
    o.id, o.date, o.status,
    o.status <> all ((select private.open_statuses())::public.order_status[])
      or o.tracking_number is not null or coalesce(details.booked_at is not null, false) as is_booked,
    (select into_id from private.joined_orders where order_id = o.id) as joined_into,
    (
      select later.id from public.orders as later where later.replaces = o.id and later.status <> 'cancelled'
      order by later.date desc, later.id desc limit 1
    ) as replaced_by,
    coalesce((
      select act = 'hold' from private.confirmation_attempts
      where order_id = o.id and act in ('hold', 'resume') order by at desc, id desc limit 1
    ), false) as is_held,
    exists (
      select from private.marked_orders where order_id = o.id and decision_id is null
    ) as is_marked,
    coalesce((
      select act = 'yes' from private.confirmation_attempts
      where order_id = o.id and act in ('yes', 'reset') order by at desc, id desc limit 1
    ), false) as said_yes,
    o.replaces is not null or o.phone_key <> '' and (
      select count(*) filter (where other.status = 'delivered') >= 2 and count(other_details.outcome) = 0
      from public.orders as other
      left join private.order_details as other_details on other_details.order_id = other.id
      where other.phone_key = o.phone_key and other.id <> o.id
    ) as is_known,
    exists (
      select from private.order_audit as entry
      where entry.order_id = o.id and entry.actor = 'customer'
        and not entry.after ?| array['status', 'cancelReason']
        and not exists (
          select from private.acts_seen as seen where seen.order_id = o.id and seen.at >= entry.at
        )
    ) as is_changed
  from public.orders as o
  left join private.order_details as details on details.order_id = o.id
) as facts;

comment on view private.packable is
  'Why an order may not leave. It is booked: a courier has or had it, or it is not open. It went with another order''s
parcel, another order replaces it, or it is held: it leaves in no case. It is marked, not confirmed, or its customer
changed it since an admin opened it: an admin is asked. It waits while its customer was asked and has not replied yet. Whoever said yes needs no question, and neither does a phone
with two delivered orders and none that came back, or a replacement.';

create or replace function private.orders_of_run(hours int4range)
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
create or replace function public.admin_next_order(p jsonb default '{}') returns jsonb
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

grant execute on function public.admin_next_order(jsonb) to authenticated;

comment on function public.admin_next_order(jsonb) is
  'Leases the most urgent order to a device for 15 minutes: {device, from, until, skip?, first?}, with the hours of
calls, ids that the device passed over, and one that comes first. Responds with its id or null, how many are due, are due
on another device, wait for a reply and are postponed, and how many new chats the last hour had. Orders that are marked or were changed by their customers come first, then those of 5,000 rupees and more, then the
oldest. For admins.';

create or replace function private.check_filter(filter jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  unknown_key text;
begin
  select left(given.key, 40) into unknown_key
  from jsonb_each(filter) as given
  left join (values
    ('toPack', 'boolean'), ('held', 'boolean'), ('confirmed', 'boolean'), ('waiting', 'boolean'),
    ('booked', 'boolean'), ('untold', 'boolean'), ('courier', 'string'), ('outcome', 'string'), ('source', 'string'),
    ('batch', 'number'), ('from', 'string'), ('to', 'string')
  ) as known (key, type) on known.key = given.key
  where jsonb_typeof(given.value) is distinct from known.type
  order by given.key limit 1;
  if found then
    perform private.refuse('unknown_filter', unknown_key, 400);
  end if;
end
$$;

comment on function private.check_filter(jsonb) is
  'Refuses a filter with a key that is not known, or of another type: without it the list would show every order.';

-- Planned for the values of each call: a filter that is not asked for is left out of the plan. By status, so that the
-- index on status and date has the order of the list, and reading ends with the page.
create or replace function private.scan_filtered(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer
) returns setof private.list_cursor
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  filter constant jsonb := search.filter;
  is_open constant boolean := filter ?| array['toPack', 'held', 'confirmed', 'waiting'];
  batch constant bigint := (filter ->> 'batch')::bigint;
  first_at constant timestamptz := ((filter ->> 'from')::date)::timestamp at time zone 'Asia/Karachi';
  end_at constant timestamptz := ((filter ->> 'to')::date + 1)::timestamp at time zone 'Asia/Karachi';
begin
  return query
  select found.date, found.id
  from unnest(
    case when is_open then private.open_statuses() else enum_range(null::public.order_status) end
  ) as listed (status)
  cross join lateral (
    select o.date, o.id
    from private.packable as packed
    join public.orders as o on o.id = packed.id
    left join private.order_details as details on details.order_id = o.id
    where packed.status = listed.status
      and case when newer then (packed.date, packed.id) > (start.at, start.key)
        else (packed.date, packed.id) < (start.at, start.key) end
      and (search.patterns = '{}' or o.search_text ~ all (search.patterns))
      and (not is_open or not packed.is_booked)
      and (not filter ? 'toPack' or (filter -> 'toPack')::boolean = not packed.is_held)
      and (not filter ? 'held' or (filter -> 'held')::boolean = packed.is_held)
      and (not filter ? 'confirmed'
        or (filter -> 'confirmed')::boolean = (packed.said_yes or packed.is_known))
      and (not filter ? 'waiting' or (filter -> 'waiting')::boolean = packed.is_waiting)
      and (not filter ? 'booked' or (filter -> 'booked')::boolean
        = (details.booked_at is not null or o.tracking_number is not null))
      and (not filter ? 'untold' or (filter -> 'untold')::boolean
        = (o.status = 'shipped' and not private.is_told(o.id)))
      and (not filter ? 'courier' or details.courier = filter ->> 'courier')
      and (not filter ? 'outcome' or details.outcome = filter ->> 'outcome')
      and (not filter ? 'source' or coalesce(details.source, 'website') = filter ->> 'source')
      and (batch is null or exists (
        select from private.exported_orders
        where batch_id = batch and order_id = o.id and left_at is null
      ))
      and (first_at is null or packed.date >= first_at)
      and (end_at is null or packed.date < end_at)
    order by
      case when newer then packed.date end, case when newer then packed.id end,
      case when not newer then packed.date end desc, case when not newer then packed.id end desc
    limit max_rows
  ) as found
  where search.status is null or listed.status = search.status
  order by
    case when newer then found.date end, case when newer then found.id end,
    case when not newer then found.date end desc, case when not newer then found.id end desc
  limit max_rows;
end
$$;

comment on function private.scan_filtered(private.list_search, private.list_cursor, boolean, integer) is
  'The orders that a filter lets through, nearest to the cursor first. The filter is {toPack?, held?, confirmed?,
waiting?, booked?, untold?, courier?, outcome?, source?, batch?, from?, to?}; from and to are days of Karachi.';

-- Security definer: the totals cannot be read through the API.
create or replace function public.admin_order_counts() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, (
    select jsonb_build_object('all', coalesce(sum(orders), 0), 'marked', (
        select marked_orders from private.waiting
      ), 'waiting', (
        select count(*) from private.packable
        where is_waiting and id in (
          select order_id from private.confirmation_attempts
          where act = 'asked' and at > now() - private.reply_time()
        )
      ))
      || jsonb_object_agg(listed.status, coalesce(orders, 0))
    from unnest(enum_range(null::public.order_status)) as listed (status)
    left join private.status_totals as total on total.status = listed.status
  ));
end
$$;

grant execute on function public.admin_order_counts() to authenticated;

comment on function public.admin_order_counts() is
  'How many orders have each status, are marked, and wait for the reply to a message, for admins.';