-- Every order has one stage and its next step; batches say what became of them, courier's files say whose they are, and
-- the run names who waits. The hours of calls stand in the database.

drop index private.confirmation_attempts_asked_idx;

drop view private.waiting, private.undecided_marks, private.packable;

alter table private.export_batches add column printed_at timestamptz;
comment on column private.export_batches.printed_at is 'When its slips, load sheet or pick list were printed last.';

create index orders_delivered_phone_idx on public.orders (phone_key) where status = 'delivered';

create index parcels_to_check_in_idx on private.parcels (order_id) where is_current and state = 'returned';

create or replace function private.call_hours() returns int4range
language sql immutable set search_path = '' as $$ select int4range(10, 22) $$;

comment on function private.call_hours() is
  'The hours of Karachi within which customers are called. What is put off comes back within them.';

create or replace function private.due_at(last_act text, last_at timestamptz) returns timestamptz
language plpgsql immutable set search_path = '' as $$
declare
  zone constant text := 'Asia/Karachi';
  hours constant int4range := private.call_hours();
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
  if last_act <> 'tomorrow' and extract(hour from due) >= upper(hours) then
    due := date_trunc('day', due) + interval '1 day';
  end if;
  if last_act = 'tomorrow' or extract(hour from due) < lower(hours) then
    due := date_trunc('day', due) + lower(hours) * interval '1 hour';
  end if;
  return due at time zone zone;
end
$$;

comment on function private.due_at(text, timestamptz) is
  'When an order is to be tried again after its last attempt, within the hours of calls; null where nothing postponed it.';

-- In plpgsql, which caches its plans: every row of the queue calls it.
create or replace function private.confirmation_json(o public.orders) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'state', case
        when packed.is_held then 'held'
        when packed.said_yes then 'confirmed'
        when packed.is_known then 'known'
        -- Not by the stage, which would look again whether it is known.
        when tried.last_act = 'asked' and tried.last_at > now() - private.reply_time() then 'waiting'
        when tried.no_answers >= 3 then 'unreached'
        else 'open'
      end,
      'by', tried.said_by,
      'reason', tried.reason,
      'noAnswers', tried.no_answers
    )
    from private.packable as packed, (
      select
        count(*) filter (where act = 'no_answer') as no_answers,
        (array_agg(case act when 'yes' then actor end order by at desc, id desc)
          filter (where act in ('yes', 'reset')))[1] as said_by,
        (array_agg(reason order by at desc, id desc) filter (where act in ('hold', 'resume')))[1] as reason,
        (array_agg(act order by at desc, id desc))[1] as last_act,
        max(at) as last_at
      from private.confirmation_attempts where order_id = o.id
    ) as tried
    where packed.id = o.id
  );
end
$$;

comment on function private.confirmation_json(public.orders) is
  'The confirmation of an order as JSON, {state, by, reason, noAnswers}: its state is held, confirmed, known, waiting (for
the reply to a message), unreached (three times no answer, which waits for the admin''s decision) or open.';

create or replace function private.take_apart_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  main public.orders;
  added public.orders;
  joined private.joined_orders;
begin
  perform private.check_request(asked, 1024, array['id', 'version', 'into', 'intoVersion']);
  select * into joined from private.joined_orders where order_id = asked ->> 'id';
  if not found then
    perform private.refuse('not_found');
  end if;
  perform from public.orders as o where o.id in (joined.order_id, joined.into_id) order by o.id for update;
  select * into main from public.orders where id = joined.into_id;
  select * into added from public.orders where id = joined.order_id;
  if private.is_booked(main) then
    perform private.refuse('booked');
  end if;
  -- What was corrected since would be lost.
  if (main.items, main.total, private.advance_of(main.id))
    <> (joined.after -> 'items', (joined.after ->> 'total')::numeric, (joined.after ->> 'advance')::numeric)
    or added.status <> 'cancelled'
    or (asked ->> 'version')::integer <> added.version
    or (asked ->> 'intoVersion')::integer is distinct from main.version then
    perform private.refuse('stale');
  end if;
  perform private.write_contents(
    'admin', main, jsonb_populate_record(main, joined.before), (joined.before ->> 'advance')::numeric
  );
  delete from private.joined_orders where order_id = joined.order_id;
  perform private.save_bookings(array[row(
    added.id, coalesce(joined.before ->> 'addedStatus', 'pending'), null, null, null, null, null
  )::private.bookings]);
  return private.joined_result(added.id, main.id);
end
$$;

comment on function private.take_apart_row(jsonb) is
  'Takes the joined order of {id, version?, intoVersion} out of the other one''s parcel again, until that is booked. Of two
that went into the same order an act takes out one, so that it is undone exactly.';

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
  ], null) as reasons
from (
  select
    o.id, o.date, o.status,
    o.status <> all ((select private.open_statuses())::public.order_status[])
      or p.id is not null as is_booked,
    p.courier, p.tracking_number, p.state, p.outcome, p.paid < p.to_collect as is_unpaid,
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
      select from private.marked_orders as marked
      where marked.order_id = o.id and marked.ended_at is null and not exists (
        select from private.confirmation_attempts as seen
        where seen.order_id = o.id and seen.actor = 'admin' and seen.act = 'yes' and seen.at >= marked.marked_at
      )
    ) as is_marked,
    coalesce((
      select act = 'yes' from private.confirmation_attempts
      where order_id = o.id and act in ('yes', 'reset') order by at desc, id desc limit 1
    ), false) as said_yes,
    -- The second of the others, by the index of delivered orders.
    o.replaces is not null or o.phone_key <> '' and exists (
      select from public.orders as other
      where other.phone_key = o.phone_key and other.id <> o.id and other.status = 'delivered'
      offset 1
    ) and not exists (
      select from public.orders as other
      join private.parcels as other_parcel on other_parcel.order_id = other.id and other_parcel.is_current
      where other.phone_key = o.phone_key and other.id <> o.id and other_parcel.outcome is not null
    ) as is_known,
    exists (
      select from private.order_audit as entry
      where entry.order_id = o.id and entry.actor = 'customer'
        and not entry.after ?| array['status', 'cancelReason']
        and not exists (
          select from private.acts_seen as seen where seen.order_id = o.id and seen.at >= entry.at
        )
        and not exists (
          select from private.confirmation_attempts as seen
          where seen.order_id = o.id and seen.actor = 'admin' and seen.act = 'yes' and seen.at >= entry.at
        )
    ) as is_changed
  from public.orders as o
  left join private.parcels as p on p.order_id = o.id and p.is_current
) as facts;

comment on view private.packable is
  'Why an order may not leave, and its current parcel. It is booked: a courier has or had it, or it is not open. It
went with another order''s parcel, another order replaces it, or it is held: it leaves in no case. It is marked, not
confirmed, or changed by its customer: an admin is asked, unless one has noted a yes since, or opened the changed order.
Whoever said yes needs no question, and neither does a phone with two delivered
orders and none that came back, or a replacement.';

create or replace view private.undecided_marks as
  select marked.* from private.marked_orders as marked join private.packable as o on o.id = marked.order_id
  where marked.ended_at is null and not o.is_booked and o.is_marked;

comment on view private.undecided_marks is
  'The marks that keep open orders out of sheets. What was booked or closed all the same is left out.';

-- Security definer: attempts and marks cannot be read through the API.
create or replace function public.admin_packable(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  ids text[];
begin
  perform private.require_admin();
  perform private.check_request(p, 32768, array['ids']);
  ids := private.read_ids(p);
  return private.respond(200, jsonb_build_object(
    'groups', (
      select coalesce(jsonb_agg(to_jsonb(grouped) order by reasons), '[]') from (
        select reasons, count(*) as orders from private.packable
        where case when ids is null then status = any (private.open_statuses()) and not is_booked
          else id = any (ids) end
        group by reasons
      ) as grouped
    ),
    'stopped', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', o.id, 'fullName', o.shipping_address ->> 'fullName', 'reasons', stopped.reasons
      ) order by o.date, o.id), '[]')
      from (
        select id, reasons from private.packable
        where case when ids is null then status = any (private.open_statuses()) else id = any (ids) end
          and not is_booked and reasons <> '{}'
        order by date, id limit 100
      ) as stopped
      join public.orders as o using (id)
    )
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_packable(jsonb) to authenticated;

comment on function public.admin_packable(jsonb) is
  'What is asked before a sheet: groups of {reasons, orders} of the orders of {ids?}, or of all that no courier has,
and the first 100 of them that may not leave, by name. For admins.';

-- Scalar subqueries, as in private.packable: an order pays only for the facts that its own stage depends on.
create or replace view private.order_stage as
select
  id, date, status,
  case
    when status = 'cancelled' then case
      when joined_into is not null then 'joined'
      when state = 'returned' then 'came_back'
      when replaced_by is not null then 'replaced'
      else 'cancelled'
    end
    when status = 'delivered' then case
      when replaced_by is not null then 'replaced'
      when is_unpaid then 'delivered'
      else 'paid'
    end
    when status = 'shipped' then case
      when state = 'attempt_failed' then 'not_delivered'
      when state = 'lost' and replaced_by is not null then 'replaced'
      when state = 'lost' then 'not_delivered'
      when state = 'returning' then 'coming_back'
      when is_told then 'on_the_way'
      else 'to_tell'
    end
    when replaced_by is not null then 'replaced'
    when is_held then 'held'
    when is_booked and tracking_number is null then 'needs_number'
    when is_booked then 'to_ship'
    when (said_yes or is_known) and not is_marked and not is_changed then 'to_pack'
    when back_at > now() then case last_act when 'asked' then 'waiting' else 'later' end
    when no_answers >= 3 then 'later'
    else 'to_confirm'
  end as stage,
  case when no_answers < 3 then back_at end as due_at,
  is_marked or is_changed as needs_look
from (
  select
    packed.*,
    exists (
      select from private.told_messages where order_id = packed.id and kind = 'shipped'
    ) as is_told,
    (
      select act from private.confirmation_attempts
      where order_id = packed.id order by at desc, id desc limit 1
    ) as last_act,
    (
      select private.due_at(act, at) from private.confirmation_attempts
      where order_id = packed.id order by at desc, id desc limit 1
    ) as back_at,
    (
      select count(*) from private.confirmation_attempts where order_id = packed.id and act = 'no_answer'
    ) as no_answers
  from private.packable as packed
) as facts;

comment on view private.order_stage is
  'The one stage of each order; when a waiting or postponed one is to be tried again, null where an admin decides; and
whether it is marked or was changed, so that its customer is asked first.';

create or replace function private.stages_with_work() returns text[]
language sql immutable set search_path = '' as $$
  select '{to_confirm,waiting,later,held,to_pack,needs_number,to_ship,to_tell,on_the_way,not_delivered,coming_back,came_back}'::text[]
$$;

comment on function private.stages_with_work() is
  'The stages that an order leaves by a next step or by time: they are counted, and their lists begin with the oldest.';

create or replace function private.statuses_of_stage(stage text) returns public.order_status[]
language sql immutable set search_path = '' as $$
  select case
    when stage in ('to_tell', 'on_the_way', 'not_delivered', 'coming_back') then '{shipped}'
    when stage in ('came_back', 'cancelled', 'joined') then '{cancelled}'
    when stage in ('delivered', 'paid') then '{delivered}'
    when stage = 'replaced' then enum_range(null::public.order_status)
    when stage = any (private.stages_with_work()) then private.open_statuses()
  end
$$;

comment on function private.statuses_of_stage(text) is
  'The statuses that orders of a stage may have; null where there is no such stage.';

create or replace function private.rare_orders(stage text) returns text[]
language sql stable set search_path = '' set enable_seqscan = off as $$
  select case stage
    when 'came_back' then array(select order_id from private.parcels where is_current and state = 'returned')
    when 'delivered' then array(
      select order_id from private.parcels where paid < to_collect and delivered_on is not null and is_current
    )
    when 'joined' then array(select order_id from private.joined_orders)
    when 'replaced' then array(select replaces from public.orders where replaces is not null)
  end
$$;

comment on function private.rare_orders(text) is
  'The orders that may be in a stage which few of the closed ones are in, so that these are not read one by one; else
null.';

-- Security definer: attempts and parcels cannot be read through the API. Its costs are no measure of its time: compiling
-- it takes longer than running it.
create or replace function public.admin_stages() returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off set jit = off as $$
begin
  perform private.require_admin();
  return private.respond(200, (
    with staged as materialized (
      select stage, due_at from private.order_stage
      where status = any (private.open_statuses()) or status = 'shipped'
      union all
      select stage, null from private.order_stage
      where status = 'cancelled' and id = any (private.rare_orders('came_back'))
    ),
    counted as (
      select stage, count(*) as orders from staged where stage = any (private.stages_with_work()) group by stage
    )
    select jsonb_build_object(
      'ok', true,
      'stages', coalesce((select jsonb_object_agg(stage, orders) from counted), '{}'),
      'nextDueAt', (select min(due_at) from staged where stage in ('waiting', 'later') and due_at > now())
    )
  ));
end
$$;

grant execute on function public.admin_stages() to authenticated;

comment on function public.admin_stages() is
  'How many orders are in each stage that has work, and when the next one is to be tried again, as {stages: {to_confirm,
…}, nextDueAt}, for admins.';

create or replace function private.order_summaries(ids text[]) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', o.id,
        'date', o.date,
        'status', o.status,
        'total', o.total,
        'version', o.version,
        'trackingNumber', o.tracking_number,
        'fullName', o.shipping_address ->> 'fullName',
        'phone', o.shipping_address ->> 'phone',
        'city', o.shipping_address ->> 'city',
        'state', o.shipping_address ->> 'state',
        'units', private.units_of(o.items),
        'items', o.items,
        'courier', parcel.courier,
        'advance', coalesce(details.advance, 0),
        'booked', parcel.id is not null or not private.is_open(o.status),
        'source', coalesce(details.source, 'website'),
        'marks', private.order_marks(o),
        'reasons', (select reasons from private.packable where id = o.id),
        'stage', (select stage from private.order_stage where id = o.id),
        'confirmation', case when private.is_open(o.status) then private.confirmation_json(o) end,
        'outcome', parcel.outcome,
        'endReason', details.end_reason,
        'isTold', o.status = 'shipped' and private.is_told(o.id),
        'replaces', o.replaces,
        'replacedBy', private.replaced_by(o.id)
      )
      order by array_position(ids, o.id)
    ),
    '[]'
  )
  from public.orders as o
  left join private.order_details as details on details.order_id = o.id
  left join private.parcels as parcel on parcel.order_id = o.id and parcel.is_current
  where o.id = any (ids)
$$;

comment on function private.order_summaries(text[]) is 'Orders as rows of a list, in the order of their ids.';

-- Security definer: leases cannot be read through the API.
create or replace function public.admin_next_order(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  next_id text;
  remaining jsonb;
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
  with staged as materialized (
    select id, date, stage, needs_look from private.order_stage where status = any (private.open_statuses())
  ),
  run as materialized (
    select staged.*, lease.device, lease.device <> p ->> 'device' is true as is_elsewhere
    from staged left join private.order_leases as lease on lease.order_id = staged.id
    where stage = 'to_confirm'
  ),
  chosen as (
    select run.id from run join public.orders as o on o.id = run.id
    where not is_elsewhere and not coalesce(p -> 'skip', '[]') ? run.id
    order by (run.id = p ->> 'first') is true desc, device is null, needs_look desc, o.total >= 5000 desc, run.date,
      run.id
    limit 1
  )
  select
    (select id from chosen),
    (
      select jsonb_build_object(
        'due', count(*) filter (where stage = 'to_confirm'),
        'elsewhere', (select count(*) from run where is_elsewhere),
        'waiting', count(*) filter (where stage = 'waiting'),
        'postponed', count(*) filter (where stage = 'later')
      )
      from staged
    )
  into next_id, remaining;
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
  'Leases the most urgent order to confirm to a device for 15 minutes: {device, skip?, first?}, with ids that the device
passed over, and one that comes first. Responds with its id or null, and how many are to confirm, are on another device,
wait for a reply and are postponed. Orders that are marked or were changed by their customers come first, then those of
5,000 rupees and more, then the oldest. For admins.';

create index confirmation_attempts_put_off_idx on private.confirmation_attempts (at)
  where act in ('asked', 'no_answer', 'later', 'tomorrow');

-- Security definer: attempts and leases cannot be read through the API.
create or replace function public.admin_run_list(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off set jit = off as $$
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['device']);
  return private.respond(200, jsonb_build_object('ok', true, 'orders', (
    with leased as materialized (
      select order_id as id from private.order_leases
      where device <> coalesce(p ->> 'device', '') and ends_at > now()
    ),
    asked as materialized (
      select order_id as id from private.confirmation_attempts
      where act in ('asked', 'no_answer', 'later', 'tomorrow') and at > now() - interval '7 days'
      union
      select id from leased
    ),
    placed as materialized (
      select id, due_at, case
        when stage in ('waiting', 'later') then stage
        when stage = 'to_confirm' and id in (select id from leased) then 'elsewhere'
      end as place
      from private.order_stage where id in (select id from asked) and status = any (private.open_statuses())
    )
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', o.id, 'place', place, 'at', coalesce(tried.last_at, o.date), 'noAnswers', tried.no_answers,
          'dueAt', case when place <> 'elsewhere' then due_at end,
          'fullName', o.shipping_address ->> 'fullName', 'city', o.shipping_address ->> 'city',
          'items', o.items, 'total', o.total,
          'advance', coalesce((select advance from private.order_details where order_id = o.id), 0)
        )
        order by due_at nulls last, o.date, o.id
      ),
      '[]'
    )
    from placed
    join public.orders as o on o.id = placed.id
    cross join lateral (
      select count(*) filter (where act = 'no_answer') as no_answers, max(at) as last_at
      from private.confirmation_attempts where order_id = o.id
    ) as tried
    where place is not null
  )));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_run_list(jsonb) to authenticated;

comment on function public.admin_run_list(jsonb) is
  'The orders that wait for a reply, come later or wait for a decision after a contact of the last seven days, and those on
the screen of another device, as {orders: [{id, place, at, dueAt, noAnswers, fullName, city, items, total, advance}]}, by
when they are due: {device}. For admins.';

create or replace function private.read_page(list text, p jsonb) returns private.list_page
language plpgsql stable set search_path = '' as $$
declare
  arguments constant jsonb := coalesce(jsonb_strip_nulls(p), '{}');
  search constant private.list_search := private.parse_list_search(list, arguments);
  max_rows constant integer := least(greatest(coalesce((arguments ->> 'limit')::integer, 25), 1), 100);
  -- A queue begins with the oldest.
  is_queue constant boolean := coalesce(search.filter ->> 'stage' = any (private.stages_with_work()), false);
  newer constant boolean := case when is_queue then not arguments ? 'older'
    else arguments ? 'newer' and not arguments ? 'older' end;
  -- A cursor as the API has it: {date, id} for orders, {date, key} for other lists.
  cursor constant jsonb := coalesce(arguments -> 'older', arguments -> 'newer');
  key_name constant text := case list when 'orders' then 'id' else 'key' end;
  start constant private.list_cursor := case
    when cursor is not null then row((cursor ->> 'date')::timestamptz, cursor ->> key_name)
    when is_queue then row('-infinity', '')
    -- The top of the list: every row is older.
    else row('infinity', '')
  end;
  matches private.list_cursor[];
  shown private.list_cursor[];
  reverse_start private.list_cursor;
  next_cursor jsonb;
  previous_cursor jsonb;
begin
  if search is null then
    return row('{}', null, null)::private.list_page;
  end if;

  -- In the direction of reading. One row more than a page says whether there is another page.
  matches := private.find_in_list(search, start, newer, max_rows + 1);
  shown := matches[1:max_rows];
  if cardinality(matches) > max_rows then
    next_cursor := jsonb_build_object('date', shown[max_rows].at, key_name, shown[max_rows].key);
  end if;

  -- The other direction starts at the first row shown. Without one it starts with the row of the cursor: no
  -- key is empty, so (at, '') is just older than that row, and one microsecond later just newer.
  reverse_start := shown[1];
  if reverse_start is null then
    reverse_start := row(start.at, '');
    if newer then
      reverse_start.at := start.at + interval '1 microsecond';
    end if;
  end if;
  -- No page is before the first one.
  if isfinite(start.at)
    and cardinality(private.find_in_list(search, reverse_start, not newer, 1)) > 0 then
    previous_cursor := jsonb_build_object('date', reverse_start.at, key_name, reverse_start.key);
  end if;

  return row(
    case when is_queue then array(select key from unnest(shown) order by at, key)
      else array(select key from unnest(shown) order by at desc, key desc) end,
    case when newer then previous_cursor else next_cursor end,
    case when newer then next_cursor else previous_cursor end
  );
end
$$;

comment on function private.read_page(text, jsonb) is
  'The page of a list for {search?, status?, mark?, group?, older?, newer?, limit?}: the rows older or newer
than a cursor.';

create or replace function private.check_filter(filter jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  unknown_key text;
begin
  select left(given.key, 40) into unknown_key
  from jsonb_each(filter) as given
  left join (values
    ('stage', 'string'), ('courier', 'string'), ('outcome', 'string'), ('source', 'string'), ('batch', 'number'),
    ('from', 'string'), ('to', 'string'), ('mark', 'string'), ('group', 'string')
  ) as known (key, type) on known.key = given.key
  where jsonb_typeof(given.value) is distinct from known.type
    or given.key = 'stage' and private.statuses_of_stage(given.value #>> '{}') is null
  order by given.key limit 1;
  if found then
    perform private.refuse('unknown_filter', unknown_key, 400);
  end if;
end
$$;

comment on function private.check_filter(jsonb) is
  'Refuses a filter with a key or a stage that is not known, or of another type: without it the list would show every
order.';

-- Planned for the values of each call: a filter that is not asked for is left out of the plan. By status, so that the
-- index on status and date has the order of the list, and reading ends with the page.
create or replace function private.scan_filtered(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer
) returns setof private.list_cursor
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan set jit = off as $$
declare
  filter constant jsonb := search.filter;
  is_marked constant boolean := filter ?| array['mark', 'group'];
  wanted constant text := filter ->> 'stage';
  rare constant text[] := private.rare_orders(wanted);
  batch constant bigint := (filter ->> 'batch')::bigint;
  first_at constant timestamptz := ((filter ->> 'from')::date)::timestamp at time zone 'Asia/Karachi';
  end_at constant timestamptz := ((filter ->> 'to')::date + 1)::timestamp at time zone 'Asia/Karachi';
begin
  return query
  select found.date, found.id
  from unnest(
    case when is_marked then private.open_statuses()
      else coalesce(private.statuses_of_stage(wanted), enum_range(null::public.order_status)) end
  ) as listed (status)
  cross join lateral (
    select o.date, o.id
    from private.order_stage as staged
    join public.orders as o on o.id = staged.id
    left join private.parcels as parcel on parcel.order_id = o.id and parcel.is_current
    left join private.order_details as details on details.order_id = o.id
    where staged.status = listed.status
      and case when newer then (staged.date, staged.id) > (start.at, start.key)
        else (staged.date, staged.id) < (start.at, start.key) end
      and (search.patterns = '{}' or o.search_text ~ all (search.patterns))
      and (rare is null or staged.id = any (rare))
      -- As "case", by which Postgres expects half of the orders to match, and reads them in the order of the list.
      and (wanted is null or case when staged.stage = wanted then true else false end)
      and (not is_marked or exists (
        select from private.undecided_marks
        where order_id = o.id and mark = filter ->> 'mark' and group_key = coalesce(filter ->> 'group', group_key)
      ))
      and (not filter ? 'courier' or parcel.courier = filter ->> 'courier')
      and (not filter ? 'outcome' or parcel.outcome = filter ->> 'outcome')
      and (not filter ? 'source' or coalesce(details.source, 'website') = filter ->> 'source')
      and (batch is null or exists (
        select from private.exported_orders
        where batch_id = batch and order_id = o.id and left_at is null
      ))
      and (first_at is null or staged.date >= first_at)
      and (end_at is null or staged.date < end_at)
    order by
      case when newer then staged.date end, case when newer then staged.id end,
      case when not newer then staged.date end desc, case when not newer then staged.id end desc
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
  'The orders that a filter lets through, nearest to the cursor first. The filter is {stage?, courier?, outcome?, source?,
batch?, from?, to?, mark?, group?}; from and to are days of Karachi, and a mark is one of an open order on which nobody
has decided.';

-- Security definer: the API writes no table. Without sequential scans, as private.scan_list(): 500 rows are looked up
-- one by one, by plans that a connection keeps from the time when there were few. A courier's file takes seconds.
create or replace function public.admin_act(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off
set statement_timeout = '30s' as $$
declare
  max_rows constant integer := 500;
  ids text[];
  own private.acts;
  results jsonb[];
begin
  perform private.require_admin();
  perform private.check_request(p, 4000000, array['request', 'act', 'rows']);
  if jsonb_typeof(p -> 'rows') is distinct from 'array' then
    perform private.refuse('bad_field', 'rows');
  end if;
  ids := array(select listed ->> 'id' from jsonb_array_elements(p -> 'rows') as listed);
  -- Each order once.
  if cardinality(ids) > (select count(distinct id) from unnest(ids) as id) then
    perform private.refuse('bad_field', 'rows');
  end if;
  if cardinality(ids) > max_rows then
    perform private.refuse('too_many', 'rows');
  end if;
  -- A week is 14 MB at 1,000 orders a day; all acts of 1,000,000 orders would be 2 GB, mostly messages and calls. Batches
  -- and files keep Undo for good: their acts are 20 kB of 1,000 orders.
  delete from private.acts where at < now() - interval '7 days' and act not in ('batch', 'apply');
  -- Waits for the same request where it is under way.
  insert into private.acts (request, act, digest)
  values ((p ->> 'request')::uuid, p ->> 'act', md5(p::text))
  on conflict (request) do nothing
  returning * into own;
  if not found then
    select * into own from private.acts where request = (p ->> 'request')::uuid;
    if own.digest <> md5(p::text) then
      perform private.refuse('request_used', 'request', 409);
    end if;
    return private.respond(200, own.response);
  end if;

  results := case own.act
    when 'book' then private.book_rows(p -> 'rows')
    when 'enter' then private.each_row('private.enter_row', p -> 'rows')
    when 'correct' then private.each_row('private.correct_row', p -> 'rows')
    when 'join' then private.each_row('private.join_row', p -> 'rows')
    when 'take_apart' then private.each_row('private.take_apart_row', p -> 'rows')
    when 'attempt' then private.each_row('private.attempt_row', p -> 'rows')
    when 'tell' then private.each_row('private.tell_row', p -> 'rows')
    when 'note' then private.each_row('private.note_row', p -> 'rows')
    when 'delete_note' then private.each_row('private.delete_note_row', p -> 'rows')
    when 'release' then private.decide_rows(own.act, p -> 'rows')
    when 'discard' then private.decide_rows(own.act, p -> 'rows')
    when 'delete' then private.delete_rows(p -> 'rows')
    when 'batch' then private.each_row('private.batch_row', p -> 'rows')
    when 'sheet' then private.each_row('private.sheet_row', p -> 'rows')
    when 'print' then private.each_row('private.print_row', p -> 'rows')
    when 'apply' then private.each_row('private.apply_row', p -> 'rows')
    when 'bank' then private.each_row('private.bank_row', p -> 'rows')
    when 'check_in' then private.check_in_rows(p -> 'rows')
  end;
  if results is null then
    perform private.refuse('bad_field', 'act');
  end if;
  own.response := private.act_response(results);
  update private.acts set
    orders = ids || array(
      select named #>> '{}'
      from unnest('{orderId,"parcels[*].orderId","exported[*]",batch.id,statement}'::text[]) as path,
        jsonb_path_query(own.response, format('$.results[*].%s', path)::jsonpath) as named
      union select result #>> '{before,into}' from unnest(results) as result where result -> 'before' ? 'into'
    ),
    before = (
      select coalesce(jsonb_object_agg(key, value), '{}')
      from unnest(results) as result, jsonb_each(
        case when own.act in ('batch', 'apply', 'check_in') then result -> 'before'
          else jsonb_build_object(result ->> 'id', result -> 'before') end
      )
      where result ? 'before'
    ),
    response = own.response
  where request = own.request
  returning * into own;
  return private.respond(200, own.response);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_act(jsonb) to authenticated;

comment on function public.admin_act(jsonb) is
  'Does an act once: {request, act, rows}, where the request is a UUID of its own. Responds with a result for each row,
{id, ok} or {id, ok: false, code}, and with the same ones to the same request. What a row of an act is,
its function says. For admins.';

create or replace view private.batches as
  select id, at, courier,
    (select count(*) from private.exported_orders where batch_id = batch.id and left_at is null) as orders,
    undone_at as "undoneAt",
    (
      select request from private.acts where act = 'batch' and orders @> array[batch.id::text] order by at limit 1
    ) as request,
    printed_at as "printedAt"
  from private.export_batches as batch;

comment on view private.batches is 'Batches with their number of orders and the act that undoes them, as the API has them.';

create or replace function private.batch_stages(p_id bigint) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(stage, orders), '{}') from (
    -- By order: joined, all orders may be read.
    select case when p.state = 'received_back' then 'came_back' else (
      select stage from private.order_stage where id = exported.order_id
    ) end as stage, count(*) as orders
    from private.exported_orders as exported
    left join private.parcels as p on p.order_id = exported.order_id and p.is_current
    where exported.batch_id = p_id and exported.left_at is null group by 1
  ) as counted
$$;

comment on function private.batch_stages(bigint) is
  'How many orders of a batch are at which stage, without those that left. What came back stays so once it is checked in.';

-- Security definer: batches cannot be read through the API.
create or replace function public.admin_batches(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page_size constant integer := 25;
  older_than constant numeric := (p ->> 'older')::numeric;
  shown bigint[];
begin
  perform private.require_admin();
  -- One more than a page says whether there is a next page.
  shown := array(
    select id from private.export_batches
    where older_than is null or id < older_than order by id desc limit page_size + 1
  );
  return private.respond(200, jsonb_build_object(
    'batches', (
      select coalesce(
        jsonb_agg(to_jsonb(batch) || jsonb_build_object('stages', private.batch_stages(id)) order by id desc), '[]'
      )
      from private.batches as batch where id = any (shown[1:page_size])
    ),
    'older', case when cardinality(shown) > page_size then shown[page_size] end
  ));
end
$$;

grant execute on function public.admin_batches(jsonb) to authenticated;

comment on function public.admin_batches(jsonb) is
  'A page of batches for {older?}, newest first, with how many of their orders are at which stage, for admins.';

create or replace function private.batch_acts(p_id bigint) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(jsonb_build_object('request', request, 'ids', booked.ids, 'numbers', numbers, 'ships', ships) order by at desc), '[]'
  )
  from (select array_agg(order_id) as ids from private.exported_orders where batch_id = p_id and left_at is null) as batch,
    lateral (
      select made.request, made.at, array_agg(result ->> 'id') as ids,
        coalesce(bool_or(
          result #>> '{order,trackingNumber}' <> coalesce(former #>> '{order,trackingNumber}', '')
        ), false) as numbers,
        coalesce(bool_or(
          result #>> '{order,status}' = 'shipped' and former #>> '{order,status}' <> 'shipped'
        ), false) as ships
      from private.acts as made, jsonb_array_elements(made.response -> 'results') as result,
        lateral (select made.before -> (result ->> 'id') as former) as saved, public.orders as o
      where made.act = 'book' and made.undone_at is null and made.orders && batch.ids and made.orders <@ batch.ids
        -- What was changed since stays as it is.
        and o.id = result ->> 'id' and o.version = (former ->> 'version')::integer
      group by made.request, made.at
    ) as booked
  where numbers or ships
$$;

comment on function private.batch_acts(bigint) is
  'The acts that gave orders of a batch numbers or shipped them, the newest first, with those that can still be undone.';

-- Security definer: as public.admin_batches().
create or replace function public.admin_batch(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page_size constant integer := 500;
  batch private.export_batches;
  shown bigint[];
begin
  perform private.require_admin();
  select * into batch from private.export_batches as saved
  where saved.id::numeric = (p ->> 'id')::numeric;
  if not found then
    return private.respond(200, null);
  end if;
  shown := array(
    select position from private.exported_orders
    where batch_id = batch.id and position > coalesce((p ->> 'after')::bigint, 0)
    order by position limit page_size + 1
  );
  return private.respond(200, jsonb_build_object(
    'batch', (select to_jsonb(saved) from private.batches as saved where saved.id = batch.id) || case
      when p ? 'after' then '{}' else jsonb_build_object(
        'stages', private.batch_stages(batch.id), 'acts', private.batch_acts(batch.id)
      )
    end,
    'orders', (
      select coalesce(
        jsonb_agg(
          private.order_json(o, true) || jsonb_build_object(
            'units', private.units_of(o.items),
            'reasons', (select reasons from private.packable where id = o.id),
            'position', exported.position,
            'cells', exported.cells,
            'sentAt', exported.sent_at,
            'leftAt', exported.left_at
          )
          order by exported.position
        ),
        '[]'
      )
      from private.exported_orders as exported
      join public.orders as o on o.id = exported.order_id
      where exported.batch_id = batch.id and exported.position = any (shown[1:page_size])
    ),
    'next', case when cardinality(shown) > page_size then shown[page_size] end
  ));
end
$$;

grant execute on function public.admin_batch(jsonb) to authenticated;

comment on function public.admin_batch(jsonb) is
  'The batch of {id, after?} and at most 500 of its orders in full after this position, in the order of its sheet,
with the rows that were sent and when an order left; or null. Its first page counts the stages, and names
the acts that can be undone. For admins.';

create or replace function private.print_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  perform private.check_request(asked, 1024, array['id', 'printed']);
  update private.export_batches set printed_at = case when (asked ->> 'printed')::boolean then now() end
  where id = (asked ->> 'id')::bigint;
  if not found then
    perform private.refuse('not_found');
  end if;
  return jsonb_build_object('id', asked ->> 'id', 'ok', true);
end
$$;

comment on function private.print_row(jsonb) is
  'A row of the act "print": papers of a batch were printed, or were not after all, {id, printed}.';

create or replace view private.waiting as
  select *, unread_messages + open_requests as unread,
    (select count(*) from private.current_pauses) as paused,
    array_remove(array[
      case when not exists (select from private.notice_targets where way = 'push' and order_id is null) then 'notices' end,
      case when not exists (select from private.export_batches)
        and not exists (select from private.courier_settings)
        and not exists (select from private.couriers where version > 1) then 'couriers' end
    ], null) as to_set_up
  from (
    select
      (select count(*) from private.contact_messages where read_at is null) as unread_messages,
      (select count(*) from private.help_requests where state = 'open') as open_requests,
      (
        select count(distinct order_id) from (
          select order_id from private.undecided_marks limit 1000
        ) as undecided
      ) as marked_orders,
      (
        select count(*) from private.unsent_copies where reported_at > now() - interval '30 days'
      ) as unsent_copies,
      (
        select count(*) from (
          select from public.orders
          where not private.is_erased(shipping_address)
            -- Closed orders are erased within a day; the second day is for a late run.
            and date < now() - private.retention_time() - interval '2 days'
          limit 1000
        ) as late
      ) as past_retention
  ) as counts;

comment on view private.waiting is
  'How many messages are unread, requests for help open, and both; how many marked orders are open and not
booked, of the first 1,000 marks; how many orders of the last 30 days have a copy that the form service did not
take; how many orders have personal data longer than they should, up to 1,000: most are still open; how many
sizes, or the whole shop, are paused; and what a new shop has to set up still: "notices" while no device of an admin is
told, "couriers" until one is changed or used.';

-- Security definer: the details and the log cannot be read through the API.
create or replace function public.admin_order(p_id text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  shown public.orders;
  details private.order_details;
begin
  perform private.require_admin();
  select * into shown from public.orders where id = p_id;
  if not found then
    return private.respond(200, null);
  end if;
  select * into details from private.order_details where order_id = p_id;
  return private.respond(200, jsonb_build_object(
    'order', private.order_json(shown, true),
    'couriers', private.courier_list(),
    'earlier', (
      select jsonb_build_object('count', sum(orders)) || jsonb_object_agg(status, orders)
      from (
        select listed.status, count(earlier.id) as orders
        from unnest(enum_range(null::public.order_status)) as listed (status)
        left join public.orders as earlier on earlier.status = listed.status
          and earlier.phone_key = shown.phone_key
          and (earlier.date, earlier.id) < (shown.date, shown.id)
          and not private.is_erased(shown.shipping_address)
        group by listed.status
      ) as counts
    ),
    'marks', private.order_marks(shown),
    'reasons', (select reasons from private.packable where id = p_id),
    'stage', (select stage from private.order_stage where id = p_id),
    'source', coalesce(details.source, 'website'),
    'outcome', (select outcome from private.parcels where order_id = p_id and is_current),
    'endReason', details.end_reason,
    'confirmation', private.confirmation_json(shown),
    'changes', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'at', at, 'actor', actor, 'before', before - 'version', 'after', after - 'version'
          )
          order by id
        ),
        '[]'
      )
      from private.order_audit where order_id = p_id
    ),
    'mayBeDeleted', private.may_be_deleted(shown),
    'manyTriesAt', (select limit_reached_at from private.wrong_finds where order_id = p_id)
  ) || (select to_jsonb(page) - 'id' from private.order_pages as page where page.id = p_id));
end
$$;

grant execute on function public.admin_order(text) to authenticated;

comment on function public.admin_order(text) is
  'One order in full, how many orders its phone placed before by status, its marks, source and outcome, its
notes and its changes, oldest first, its stage, whether it may be deleted, when too many wrong phones were tried at it, and
all couriers; or null. For admins.';

-- Security definer: details cannot be read through the API.
create or replace function public.admin_whole_orders(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, jsonb_build_object('orders', (
    select coalesce(
      jsonb_agg(
        private.order_json(o, true) || jsonb_build_object(
          'endReason', details.end_reason, 'confirmation', private.confirmation_json(o),
          'reasons', (select reasons from private.packable where id = o.id),
          'stage', (select stage from private.order_stage where id = o.id),
          'told', (select told from private.order_pages where id = o.id)
        )
        order by listed.nth
      ),
      '[]'
    )
    from jsonb_array_elements_text(p -> 'ids') with ordinality as listed (id, nth)
    join public.orders as o on o.id = listed.id
    left join private.order_details as details on details.order_id = o.id
    where listed.nth <= 500
  )));
end
$$;

grant execute on function public.admin_whole_orders(jsonb) to authenticated;

comment on function public.admin_whole_orders(jsonb) is
  'The first 500 orders of {ids} in full, in their order, without unknown ones, with confirmation, the reason of a
cancellation and the messages to their customers. For admins.';

-- Security definer: the totals cannot be read through the API.
create or replace function public.admin_order_counts() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, (
    select jsonb_build_object('all', coalesce(sum(orders), 0), 'marked', (
        select marked_orders from private.waiting
      ))
      || jsonb_object_agg(listed.status, coalesce(orders, 0))
    from unnest(enum_range(null::public.order_status)) as listed (status)
    left join private.status_totals as total on total.status = listed.status
  ));
end
$$;

grant execute on function public.admin_order_counts() to authenticated;

comment on function public.admin_order_counts() is
  'How many orders have each status and are marked, for admins.';

-- Security definer: parcels cannot be read through the API.
create or replace function public.admin_match_lines(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.check_request(p, 65536, array['lines']);
  if jsonb_typeof(p -> 'lines') is distinct from 'array' or jsonb_array_length(p -> 'lines') > 500 then
    perform private.refuse('bad_field', 'lines');
  end if;
  return private.respond(200, jsonb_build_object('ok', true, 'matched', (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', o.id, 'fullName', o.shipping_address ->> 'fullName', 'why', parcel.reason, 'courier', parcel.courier
        )
        order by place
      ),
      '[]'
    )
    from jsonb_array_elements(p -> 'lines') with ordinality as listed (line, place),
      lateral private.match_line(null, line) as parcel
      left join public.orders as o on o.id = parcel.order_id and parcel.is_current
  )));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_match_lines(jsonb) to authenticated;

comment on function public.admin_match_lines(jsonb) is
  'The orders of lines {reference?, trackingNumber?} as a file of any courier has them: for each, in their order, the
one whose parcel it is now, and why it has none, and the courier of the parcel. For admins.';

create or replace function private.check_in(p private.parcels, act text) returns text
language plpgsql volatile set search_path = '' as $$
declare
  e private.parcel_events := private.admin_event(
    p.id,
    case
      when act in ('damaged', 'received_back') or p.state = 'received_back' and act in ('returned', 'refused')
        then 'received_back'
      when act = 'lost' then 'lost'
      when act = 'found' then 'handed_over'
      -- Not handed_over: a courier's file of before would say anew that it was not delivered.
      when act = 'try_again' then 'out_for_delivery'
      when act = 'bring_back' then 'returning'
      else 'returned'
    end::private.parcel_state,
    case when act = 'refused' then act end
  );
begin
  if e.state = p.state and (act <> 'damaged' or p.damaged)
    and (act <> 'refused' or not p.is_current or p.outcome is not distinct from 'refused') then
    return 'unchanged';
  elsif p.state = 'booked' or p.state = 'cancelled' and p.handed_over_at is null then
    return 'not_sent';
  elsif act = 'found' and p.state <> 'lost' then
    return case when p.state = 'handed_over' then 'unchanged' else 'not_lost' end;
  elsif act = 'lost' and p.state in ('delivered', 'received_back', 'cancelled')
    or act in ('try_again', 'bring_back') and p.state <> 'attempt_failed' then
    return p.state;
  elsif not p.is_current and act in ('found', 'lost') and p.state = 'received_back' then
    return 'sent_again';
  end if;
  return private.move_parcels(array[e], case when act = 'refused' then act end) ->> p.id::text;
end
$$;

comment on function private.check_in(private.parcels, text) is
  'What an act of the returns desk does to a parcel whose order is locked. Returns why it does nothing, or null.';

create or replace function private.check_in_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  ids bigint[];
  before private.parcels;
  after private.parcels;
  why text;
begin
  perform private.check_request(asked, 1024, array['id', 'act']);
  if coalesce(asked ->> 'act', '') not in (
    'returned', 'refused', 'received_back', 'damaged', 'lost', 'found', 'try_again', 'bring_back'
  ) then
    perform private.refuse('bad_field', 'act');
  end if;
  ids := private.scanned_parcels(asked ->> 'id');
  if cardinality(ids) > 1 then
    perform private.refuse('several', null, 409, jsonb_build_object('parcels', (
      select jsonb_agg(jsonb_build_object(
        'orderId', o.id, 'fullName', o.shipping_address ->> 'fullName', 'courier', scanned.courier
      ) order by scanned.id)
      from private.parcels as scanned join public.orders as o on o.id = scanned.order_id
      where scanned.id = any (ids)
    )));
  elsif cardinality(ids) = 0 then
    perform private.refuse('not_found');
  end if;
  perform private.lock_parcels(ids);
  select * into before from private.parcels where id = ids[1];
  why := private.check_in(before, asked ->> 'act');
  if why is null and asked ->> 'act' = 'damaged' then
    update private.parcels set damaged = true where id = before.id;
  elsif why <> 'unchanged' then
    perform private.refuse('conflict', null, 409, jsonb_build_object('orderId', before.order_id, 'why', why));
  end if;
  select * into after from private.parcels where id = before.id;
  return jsonb_build_object(
    'id', asked ->> 'id', 'ok', true, 'orderId', before.order_id, 'from', before.state, 'to', after.state,
    'order', (
      select jsonb_build_object(
        'fullName', o.shipping_address ->> 'fullName', 'city', o.shipping_address ->> 'city',
        'contents', (
          select string_agg(concat(line ->> 'quantity', ' × ', line ->> 'name', ' (', line ->> 'size', ')'), ', ' order by nth)
          from jsonb_array_elements(o.items) with ordinality as listed (line, nth)
        )
      )
      from public.orders as o where o.id = before.order_id
    )
  ) || case when why is null then jsonb_build_object('before', (
    select jsonb_build_object(max(id), before.order_id) from private.parcel_events where parcel_id = before.id
  )) else '{"unchanged": true}' end;
end
$$;

comment on function private.check_in_row(jsonb) is
  'A row of the act "check_in": {id, act}, where the id is a code and the act is returned, refused, received_back,
damaged, lost, found, try_again or bring_back: the last two of what was not delivered.';

create index parcels_listed_idx on private.parcels (state_at, id)
  where is_current and state in ('attempt_failed', 'lost', 'returned');

-- Security definer: the parcels cannot be read through the API.
create or replace function public.admin_parcels(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page_size constant integer := 50;
  -- The oldest first, so the next page is of newer ones.
  after_id constant bigint := (p #>> '{older,id}')::bigint;
  after_at constant timestamptz := coalesce((p #>> '{older,at}')::timestamptz, '-infinity');
  shown private.parcels[];
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['stage', 'older']);
  if coalesce(p ->> 'stage', '') not in ('not_delivered', 'came_back') then
    perform private.refuse('bad_field', 'stage');
  end if;
  shown := array(
    select listed from private.parcels as listed
    where is_current and state in ('attempt_failed', 'lost', 'returned')
      and (state_at, id) > (after_at, coalesce(after_id, 0))
      and (select stage from private.order_stage where id = listed.order_id) = p ->> 'stage'
    order by state_at, id limit page_size + 1
  );
  return private.respond(200, jsonb_build_object(
    'parcels', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'orderId', o.id, 'fullName', o.shipping_address ->> 'fullName',
          'phone', o.shipping_address ->> 'phone', 'city', o.shipping_address ->> 'city',
          'courier', listed.courier, 'trackingNumber', listed.tracking_number, 'reason', listed.reason,
          'state', listed.state, 'word', event.word, 'at', listed.state_at,
          'days', private.shop_day(now()) - private.shop_day(listed.state_at),
          'toldAt', (
            select max(at) from private.told_messages
            where order_id = o.id and kind = 'failed' and at >= listed.state_at
          )
        )
        order by listed.state_at, listed.id
      ), '[]')
      from unnest(shown[1:page_size]) as listed
      join public.orders as o on o.id = listed.order_id
      left join lateral (
        select word from private.parcel_events where parcel_id = listed.id order by id desc limit 1
      ) as event on true
    ),
    'older', case when cardinality(shown) > page_size then jsonb_build_object(
      'id', (shown[page_size]).id, 'at', (shown[page_size]).state_at
    ) end
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_parcels(jsonb) to authenticated;

comment on function public.admin_parcels(jsonb) is
  'A page of the parcels at a {stage}, not_delivered or came_back, the oldest first, and when their customers were told since:
{stage, older?}. For admins.';

-- Security definer: the totals cannot be read through the API.
create or replace function public.admin_dashboard() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  today constant date := private.shop_day(now());
  figures jsonb;
begin
  perform private.require_admin();
  -- Erases where nothing else did for a day. One caller at a time, and no other caller waits.
  if current_setting('transaction_read_only') = 'off' then
    perform from private.last_retention where at < now() - interval '1 day' for update skip locked;
    if found then
      perform private.apply_retention();
    end if;
  end if;
  figures := (
    select jsonb_build_object(
      'totalOrders', coalesce(sum(orders - replacements), 0),
      'totalRevenue', coalesce(sum(revenue) filter (where private.counts_as_revenue(status)), 0),
      'pendingOrders', coalesce(sum(orders - replacements) filter (where private.is_open(status)), 0),
      'completedOrders', coalesce(sum(orders - replacements) filter (where status = 'delivered'), 0)
    )
    from private.status_totals
  ) || (
    -- Days without orders included.
    select jsonb_build_object(
      'revenue30', coalesce(sum(revenue) filter (where listed.day > today - 30), 0),
      'revenuePrevious30', coalesce(sum(revenue) filter (where listed.day <= today - 30), 0),
      'days', jsonb_agg(
        jsonb_build_object('day', listed.day, 'orders', coalesce(orders, 0), 'revenue', coalesce(revenue, 0.00))
        order by listed.day
      ) filter (where listed.day > today - 30)
    )
    from (select today - nth as day from generate_series(0, 59) as nth) as listed
    left join (
      -- Named here as well: Postgres would sum up all days for the join.
      select * from private.day_totals where day between today - 59 and today
    ) as total on total.day = listed.day
  ) || (
    select jsonb_build_object(
      'openRequests', open_requests,
      'pastRetention', past_retention,
      'markedOrders', marked_orders,
      'unsentCopies', unsent_copies,
      'paused', paused,
      'toSetUp', to_set_up,
      'standingNotices', private.standing_notices(),
      'databaseBytes', pg_database_size(current_database()),
      'databaseLimitMb', (select megabytes from private.database_limit),
      'recent', private.order_summaries(array(select id from public.orders order by date desc, id desc limit 5))
    )
    from private.waiting
  );
  -- Last, when orders were read: a TRUNCATE of them, which waits for a fold, cannot have begun.
  perform private.fold_totals();
  return private.respond(200, figures);
end
$$;

grant execute on function public.admin_dashboard() to authenticated;

comment on function public.admin_dashboard() is
  'Totals, the last 30 days of Karachi without cancelled orders, the 5 newest orders, how many requests for help are
open, how many orders are marked, how many copies of orders were not sent, what is paused, what is to be set up, since
when notices stand still, and the bytes of the database and its limit, for admins.';

drop function admin_failed_parcels(jsonb);

drop function private.due_at(text,timestamp with time zone,int4range);

drop function private.orders_of_run(int4range);