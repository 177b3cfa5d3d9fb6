/*
 * The stage of every order as rows, so that a list or a count reads only the orders of its stage. As the totals are, it
 * is a journal: whatever a stage depends on appends the order, and locks nothing that another customer waits for. Who
 * reads stages calls fold_stages() first. Restored backups have all three tables.
 */

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

create table private.stage_counts (
  stage text primary key,
  orders bigint not null
);

comment on table private.stage_counts is 'How many rows of private.staged_orders each stage has.';

alter table private.stage_counts enable row level security;
create policy "Nobody reads the counts of stages through the API" on private.stage_counts
  for all using (false);

create function private.note_stage_change() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.stage_changes (order_id) values (coalesce(new.order_id, old.order_id));
  return null;
end
$$;
comment on function private.note_stage_change() is
  'Notes the order of a row that its stage depends on. Parcels have private.note_parcels().';

create trigger note_stage_change after insert or update or delete on private.confirmation_attempts
  for each row execute function private.note_stage_change();
create trigger note_stage_change after insert or update or delete on private.marked_orders
  for each row execute function private.note_stage_change();
create trigger note_stage_change after insert or update or delete on private.joined_orders
  for each row execute function private.note_stage_change();
create trigger note_stage_change after insert or update or delete on private.told_messages
  for each row execute function private.note_stage_change();

create function private.note_staged_order() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.stage_changes (order_id)
  select id from unnest(array[coalesce(new.id, old.id), coalesce(new.replaces, old.replaces)]) as changed (id)
  where id is not null
  union all
  -- Of its former phone one, by which the fold finds the others that it may have made known.
  (
    select id from public.orders
    where phone_key = old.phone_key and old.phone_key is distinct from new.phone_key
      and status = any (private.open_statuses())
    limit 1
  );
  return null;
end
$$;
comment on function private.note_staged_order() is 'Notes an order, and those whose stages depend on it.';

create function private.forget_stages() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  delete from private.stage_changes where true;
  delete from private.staged_orders where true;
  delete from private.stage_counts where true;
  return null;
end
$$;
comment on function private.forget_stages() is 'Empties the stages with the orders.';

-- One after the other: nothing else writes the rows. Each statement after the lock sees what the last fold has left, and
-- deletes the changes that it has read.
create function private.fold_stages() returns void
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
    -- Whether a phone is known depends on its other orders: looked up by phone, where a plan might read all open orders,
    -- and once, where somebody orders a thousand times with one.
    select other.id
    from (
      select distinct phone_key from noted join public.orders on id = order_id where phone_key <> ''
    ) as phone cross join lateral (
      select id from public.orders
      where phone_key = phone.phone_key and status = any (private.open_statuses())
      offset 0
    ) as other
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
comment on function private.fold_stages() is
  'Brings private.staged_orders up to date: with what was changed since the last fold, and with what the time has brought
back. Takes a second for 20,000 orders; after a bulk change by SQL, call it before anybody else reads.';

create or replace function private.desk_of_stages() returns jsonb
language plpgsql volatile set search_path = '' set enable_seqscan = off set jit = off as $$
begin
  perform private.fold_stages();
  return jsonb_build_object(
    'stages', (
      select coalesce(jsonb_object_agg(stage, orders), '{}') from private.stage_counts
      where orders > 0
    ),
    'nextDueAt', (
      select min(due_at) from private.staged_orders where stage in ('waiting', 'later') and due_at is not null
    ),
    'toDecide', (select count(*) from private.staged_orders where stage = 'later' and due_at is null),
    'leases', (
      select coalesce(jsonb_object_agg(device, orders), '{}') from (
        select device, count(*) as orders
        from private.order_leases join private.staged_orders using (order_id)
        where ends_at > now() and stage = 'to_confirm'
        group by device
      ) as leased
    )
  );
end
$$;
