-- The stages are counted where they are folded, and what no screen reads is gone: units of rows, and when a row of a
-- sheet was sent.

alter table private.exported_orders drop column sent_at;

create table private.stage_counts (
  stage text primary key,
  orders bigint not null
);

comment on table private.stage_counts is 'How many rows of private.staged_orders each stage has.';

alter table private.stage_counts enable row level security;

create policy "Nobody reads the counts of stages through the API" on private.stage_counts
  for all using (false);

create or replace function private.forget_stages() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  delete from private.stage_changes where true;
  delete from private.staged_orders where true;
  delete from private.stage_counts where true;
  return null;
end
$$;

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
  fresh as materialized (
    select staged.id, staged.date, staged.stage, staged.due_at, staged.turn
    from changed cross join lateral (select * from private.order_stage where id = changed.id) as staged
  ),
  counted as (
    insert into private.stage_counts as saved (stage, orders)
    select stage, sum(more) from (
      select stage, 1 as more from fresh
      union all
      select stage, -1 from private.staged_orders where order_id in (select id from changed)
    ) as moves
    group by stage having sum(more) <> 0
    on conflict (stage) do update set orders = saved.orders + excluded.orders
  ),
  gone as (
    delete from private.staged_orders
    where order_id in (select id from changed) and not exists (select from public.orders where id = order_id)
  )
  insert into private.staged_orders as saved (order_id, date, stage, due_at, turn)
  select id, date, stage, due_at, turn from fresh
  on conflict (order_id) do update set
    stage = excluded.stage, due_at = excluded.due_at, turn = excluded.turn
  where (saved.stage, saved.due_at, saved.turn) is distinct from (excluded.stage, excluded.due_at, excluded.turn);
end
$$;

-- Security definer: stages cannot be read through the API.
create or replace function public.admin_stages() returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off set jit = off as $$
begin
  perform private.require_admin();
  perform private.fold_stages();
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'stages', (
      select coalesce(jsonb_object_agg(stage, orders), '{}') from private.stage_counts
      where stage = any (private.stages_with_work()) and orders > 0
    ),
    'nextDueAt', (
      select min(due_at) from private.staged_orders where stage in ('waiting', 'later') and due_at is not null
    ),
    'lastBackup', (select max(made_at) from private.backups)
  ));
end
$$;

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
        'due', coalesce(sum(orders) filter (where stage = 'to_confirm'), 0),
        'elsewhere', (select count(*) from run where not is_own),
        'waiting', coalesce(sum(orders) filter (where stage = 'waiting'), 0),
        'postponed', coalesce(sum(orders) filter (where stage = 'later'), 0)
      )
      from private.stage_counts
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
          select orders from private.stage_counts where stage = 'to_confirm'
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

create or replace function private.save_batch(batch private.export_batches, courier text, ids text[])
returns private.export_batches
language plpgsql volatile set search_path = '' as $$
begin
  if batch.id is null then
    insert into private.export_batches (courier, actor_id) values (save_batch.courier, auth.uid())
    returning * into batch;
  end if;
  perform private.set_courier(ids, batch.courier);
  insert into private.exported_orders (batch_id, order_id)
  select batch.id, o.id
  from public.orders as o where o.id = any (ids)
  -- What is in a parcel, as a text that is the same for equal parcels.
  order by (
    select string_agg(
      concat_ws(' ', line ->> 'quantity', line ->> 'id', line ->> 'size'), ', '
      order by line ->> 'id', line ->> 'size'
    )
    from jsonb_array_elements(o.items) as line
  ), o.date, o.id
  on conflict (batch_id, order_id) do update set
    position = default, cells = null, left_at = null;
  return batch;
end
$$;

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
            'reasons', (select reasons from private.packable where id = o.id),
            'position', exported.position,
            'cells', exported.cells,
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

create or replace function private.sheet_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  perform private.check_request(asked, 32768, array['id', 'batch', 'cells']);
  update private.exported_orders set cells = asked -> 'cells'
  where batch_id = (asked ->> 'batch')::bigint and order_id = asked ->> 'id' and left_at is null;
  if not found then
    perform private.refuse('not_found');
  end if;
  return jsonb_build_object('id', asked ->> 'id', 'ok', true);
end
$$;

insert into private.stage_counts (stage, orders) select stage, count(*) from private.staged_orders group by stage;
