-- The stage of every order as rows, counted and listed by an index, and when the shop was backed up.

drop view private.order_stage;

drop index private.confirmation_attempts_put_off_idx;

-- Scalar subqueries, as in private.packable: an order pays only for the facts that its own stage depends on. What they
-- read has the triggers of staged-orders.sql.
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
  case when back_at > now() and (no_answers < 3 or last_act = 'asked') then back_at end as due_at,
  case when is_marked or is_changed then 1 when is_large then 2 else 3 end::smallint as turn
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
    ) as no_answers,
    (select total >= 5000 from public.orders where id = packed.id) as is_large
  from private.packable as packed
) as facts;

comment on view private.order_stage is
  'The one stage of each order; when a waiting or postponed one is to be tried again, null where an admin decides; and its
turn among those to confirm: 1 where it is marked or was changed, so that its customer is asked first, 2 from 5,000 rupees
on, else 3.';

create table private.backups (
  made_at timestamptz primary key,
  counted jsonb not null
);

comment on table private.backups is 'Backups that were proved to be whole.';

comment on column private.backups.counted is 'How many rows and orders it has: {rows, orders}.';

alter table private.backups enable row level security;

create policy "Nobody reads the backups through the API" on private.backups for all using (false);

create table private.stage_changes (
  id bigint generated always as identity primary key,
  order_id text not null
);

comment on table private.stage_changes is 'Orders whose stage may be another one than their row says.';

alter table private.stage_changes enable row level security;

create policy "Nobody reads the changes of stages through the API" on private.stage_changes
  for all using (false);

-- No foreign keys: what is deleted leaves with the next fold, and waits for none.
create table private.staged_orders (
  order_id text primary key,
  date timestamptz not null,
  stage text not null,
  due_at timestamptz,
  turn smallint not null
);

create index staged_orders_list_idx on private.staged_orders (stage, date, order_id);

create index staged_orders_run_idx on private.staged_orders (turn, date, order_id) where stage = 'to_confirm';

create index staged_orders_due_idx on private.staged_orders (due_at) where due_at is not null;

comment on table private.staged_orders is 'The rows of private.order_stage, as of the last fold.';

alter table private.staged_orders enable row level security;

create policy "Nobody reads the stages of orders through the API" on private.staged_orders
  for all using (false);

create or replace function private.note_stage_change() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.stage_changes (order_id) values (coalesce(new.order_id, old.order_id));
  return null;
end
$$;

comment on function private.note_stage_change() is 'Notes the order of a row that its stage depends on.';

create trigger note_stage_change after insert or update or delete on private.parcels
  for each row execute function private.note_stage_change();

create trigger note_stage_change after insert or update or delete on private.confirmation_attempts
  for each row execute function private.note_stage_change();

create trigger note_stage_change after insert or update or delete on private.marked_orders
  for each row execute function private.note_stage_change();

create trigger note_stage_change after insert or update or delete on private.joined_orders
  for each row execute function private.note_stage_change();

create trigger note_stage_change after insert or update or delete on private.acts_seen
  for each row execute function private.note_stage_change();

create trigger note_stage_change after insert or update or delete on private.told_messages
  for each row execute function private.note_stage_change();

create trigger note_stage_change after insert on private.order_audit
  for each row when (new.actor = 'customer') execute function private.note_stage_change();

create or replace function private.note_staged_order() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.stage_changes (order_id)
  select id from unnest(array[coalesce(new.id, old.id), coalesce(new.replaces, old.replaces)]) as changed (id)
  where id is not null
  union all
  -- Those that its former phone may have made known. Those of its phone of today are found by the fold.
  select id from public.orders
  where phone_key = old.phone_key and old.phone_key is distinct from new.phone_key
    and status = any (private.open_statuses());
  return null;
end
$$;

comment on function private.note_staged_order() is 'Notes an order, and those whose stages depend on it.';

create trigger note_staged_order after insert or update or delete on public.orders
  for each row execute function private.note_staged_order();

create or replace function private.forget_stages() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  delete from private.stage_changes where true;
  delete from private.staged_orders where true;
  return null;
end
$$;

comment on function private.forget_stages() is 'Empties the stages with the orders.';

create trigger forget_stages after truncate on public.orders
  for each statement execute function private.forget_stages();

-- One after the other: nothing else writes the rows. Each statement after the lock sees what the last fold has left, and
-- deletes the changes that it has read.
create or replace function private.fold_stages() returns void
language plpgsql volatile set search_path = '' set enable_seqscan = off set jit = off as $$
begin
  if current_setting('transaction_read_only') = 'on' or not exists (select from private.stage_changes)
    and not exists (select from private.staged_orders where due_at <= now()) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('stages', 0));
  with noted as (
    delete from private.stage_changes where true returning order_id
  ),
  changed as materialized (
    select order_id as id from noted
    union
    select order_id from private.staged_orders where due_at <= now()
    union
    -- Whether a phone is known depends on its other orders.
    select other.id from noted
    join public.orders as o on o.id = noted.order_id
    join public.orders as other on other.phone_key = o.phone_key
    where o.phone_key <> '' and other.status = any (private.open_statuses())
  ),
  gone as (
    delete from private.staged_orders
    where order_id in (select id from changed) and not exists (select from public.orders where id = order_id)
  )
  insert into private.staged_orders as saved (order_id, date, stage, due_at, turn)
  select staged.id, staged.date, staged.stage, staged.due_at, staged.turn
  from changed cross join lateral (select * from private.order_stage where id = changed.id) as staged
  on conflict (order_id) do update set
    stage = excluded.stage, due_at = excluded.due_at, turn = excluded.turn
  where (saved.stage, saved.due_at, saved.turn) is distinct from (excluded.stage, excluded.due_at, excluded.turn);
end
$$;

comment on function private.fold_stages() is
  'Brings private.staged_orders up to date: with what was changed since the last fold, and with what the time has brought
back. Takes a second for 20,000 orders; after a bulk change by SQL, call it before anybody else reads.';

-- Security definer: stages cannot be read through the API.
create or replace function public.admin_stages() returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off set jit = off as $$
begin
  perform private.require_admin();
  perform private.fold_stages();
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'stages', (
      select coalesce(jsonb_object_agg(stage, orders), '{}') from (
        select stage, count(*) as orders from private.staged_orders
        where stage = any (private.stages_with_work()) group by stage
      ) as counted
    ),
    'nextDueAt', (
      select min(due_at) from private.staged_orders where stage in ('waiting', 'later') and due_at is not null
    ),
    'lastBackup', (select max(made_at) from private.backups)
  ));
end
$$;

comment on function public.admin_stages() is
  'How many orders are in each stage that has work, when the next one is to be tried again, and when the last backup was
made, as {stages: {to_confirm, …}, nextDueAt, lastBackup}, for admins.';

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
  perform private.fold_stages();
  with leased as materialized (
    select order_id, device = p ->> 'device' as is_own from private.order_leases
  ),
  run as materialized (
    select staged.*, leased.is_own from private.staged_orders as staged left join leased using (order_id)
    where staged.order_id = any (array(select order_id from leased) || (p ->> 'first')) and stage = 'to_confirm'
  ),
  -- Those of this device, and the next one of all others.
  candidates as (
    (
      select order_id, is_own, turn, date from run
      where is_own is not false and not coalesce(p -> 'skip', '[]') ? order_id
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
    (
      select jsonb_build_object(
        'due', count(*) filter (where stage = 'to_confirm'),
        'elsewhere', (select count(*) from run where not is_own),
        'waiting', count(*) filter (where stage = 'waiting'),
        'postponed', count(*) filter (where stage = 'later')
      )
      from private.staged_orders where stage in ('to_confirm', 'waiting', 'later')
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

-- Security definer: attempts and leases cannot be read through the API.
create or replace function public.admin_run_list(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off set jit = off as $$
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['device']);
  perform private.fold_stages();
  return private.respond(200, jsonb_build_object('ok', true, 'orders', (
    with placed as (
      select order_id as id, due_at, stage as place from private.staged_orders where stage in ('waiting', 'later')
      union all
      select order_id, null, 'elsewhere'
      from private.order_leases as lease join private.staged_orders using (order_id)
      where device <> coalesce(p ->> 'device', '') and ends_at > now() and stage = 'to_confirm'
    )
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', o.id, 'place', place, 'at', coalesce(tried.last_at, o.date), 'noAnswers', tried.no_answers,
          'dueAt', due_at,
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
    where place = 'elsewhere' or tried.last_at > now() - interval '7 days'
  )));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

-- Planned for the values of each call: a filter that is not asked for is left out of the plan. By stage, so that the
-- index on stage and date has the order of the list, and reading ends with the page.
create or replace function private.scan_filtered(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer
) returns setof private.list_cursor
language plpgsql stable
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_custom_plan set jit = off as $$
declare
  filter constant jsonb := search.filter;
  is_marked constant boolean := filter ?| array['mark', 'group'];
  stages constant text[] := array(
    select stage
    from unnest(private.stages_with_work() || '{delivered,paid,cancelled,replaced,joined}') as stage,
      private.statuses_of_stage(stage) as statuses
    where stage = coalesce(filter ->> 'stage', stage)
      and (search.status is null or search.status = any (statuses))
      and (not is_marked or statuses && private.open_statuses())
  );
  batch constant bigint := (filter ->> 'batch')::bigint;
  first_at constant timestamptz := ((filter ->> 'from')::date)::timestamp at time zone 'Asia/Karachi';
  end_at constant timestamptz := ((filter ->> 'to')::date + 1)::timestamp at time zone 'Asia/Karachi';
begin
  return query
  select found.date, found.order_id
  from unnest(stages) as listed (stage)
  cross join lateral (
    select staged.date, staged.order_id
    from private.staged_orders as staged
    join public.orders as o on o.id = staged.order_id
    left join private.parcels as parcel on parcel.order_id = o.id and parcel.is_current
    left join private.order_details as details on details.order_id = o.id
    where staged.stage = listed.stage
      and case when newer then (staged.date, staged.order_id) > (start.at, start.key)
        else (staged.date, staged.order_id) < (start.at, start.key) end
      and (search.status is null or o.status = search.status)
      and (search.patterns = '{}' or o.search_text ~ all (search.patterns))
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
      case when newer then staged.date end, case when newer then staged.order_id end,
      case when not newer then staged.date end desc, case when not newer then staged.order_id end desc
    limit max_rows
  ) as found
  order by
    case when newer then found.date end, case when newer then found.order_id end,
    case when not newer then found.date end desc, case when not newer then found.order_id end desc
  limit max_rows;
end
$$;

-- Security definer: the service role has no right to any table of ours.
create or replace function public.claim_notices(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC' as $$
declare
  settings private.notice_settings;
  claimed bigint[] := '{}';
begin
  select * into settings from private.notice_settings;
  update private.notice_settings set claimed_at = now()
  where claimed_at is null or claimed_at < now() - interval '1 minute';
  if (p ->> 'hasBuildHook')::boolean then
    insert into private.notice_targets (way) values ('build') on conflict do nothing;
  else
    delete from private.notice_targets where way = 'build';
  end if;
  -- Two programs would make two notices of the same acts.
  if pg_try_advisory_xact_lock(hashtextextended('outbox', 0)) then
    -- Pauses that have ended by themselves.
    delete from private.pauses where until <= private.shop_day(now());
    perform private.gather_notices();
    perform private.fold_stages();
    with due as (
      select id from private.outbox
      where ended_at is null and next_at <= now()
      order by next_at, id limit 20
      for update skip locked
    ),
    taken as (
      update private.outbox as notice set
        attempts = notice.attempts + 1,
        claimed_at = now(),
        unreported = true,
        -- When it comes again if nothing is reported of it.
        next_at = now() + case notice.attempts
          when 0 then interval '1 minute' when 1 then interval '5 minutes' else interval '30 minutes'
        end
      from due where notice.id = due.id
      returning notice.id
    )
    select coalesce(array_agg(id), '{}') into claimed from taken;
  end if;
  return jsonb_build_object(
    'vapid', case when settings.vapid_private is not null then jsonb_build_object(
      'publicKey', settings.vapid_public, 'privateKey', settings.vapid_private
    ) end,
    'notices', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', notice.id,
        'kind', notice.kind,
        'subject', notice.subject,
        'status', case when notice.kind = 'step' then o.status end,
        'counts', notice.counts,
        'toConfirm', case when notice.kind in ('order', 'several', 'digest') then (
          select count(*) from private.staged_orders where stage = 'to_confirm'
        ) end,
        'amount', case when notice.kind <> 'step' then coalesce(notice.amount, o.total) end,
        -- Not as it was typed: a customer may type anything there.
        'city', (
          select name from private.city_names where folded = regexp_replace(
            private.fold_letters(o.shipping_address ->> 'city'), '[\s[:punct:]]+', '', 'g'
          )
        ),
        'targets', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'id', target.id, 'way', target.way, 'url', target.url,
            'p256dh', target.p256dh, 'auth', target.auth
          )), '[]')
          from private.targets_of(notice) as target
        )
      ) order by notice.id), '[]')
      from private.outbox as notice
      left join public.orders as o on o.id = notice.subject and notice.kind not in ('message', 'test')
      where notice.id = any (claimed)
    )
  );
end
$$;

comment on function public.claim_notices(jsonb) is
  'Takes up to 20 notices that are due, as {notices: [{id, kind, subject, status, counts, toConfirm, amount, city,
targets}], vapid}, for the program that sends them, which says {hasBuildHook}. Each comes again until report_notices()
says that all targets were told. Folds the stages, so that no reader has much to fold.';

-- Security definer: a search uses indexes only without row level security.
create or replace function public.admin_orders(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page private.list_page;
begin
  perform private.require_admin();
  perform private.fold_stages();
  page := private.read_page('orders', p);
  return private.respond(200, jsonb_build_object(
    'orders', private.order_summaries(page.keys), 'older', page.older, 'newer', page.newer,
    'couriers', private.courier_list()
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

drop function private.rare_orders(text);

insert into private.stage_changes (order_id) select id from public.orders;
select private.fold_stages();
