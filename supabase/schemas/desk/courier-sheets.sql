/*
 * Courier sheets. A batch is the list of orders that were exported together: it books them with a courier,
 * so that none is exported twice without being asked. What may not leave stays out (packable.sql).
 */

create table private.export_batches (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  courier text not null check (courier ~ '^[a-z0-9-]{1,40}$'),
  actor_id uuid,
  undone_at timestamptz
);

comment on table private.export_batches is 'Which sheets were made, when, by whom, for which courier.';

alter table private.export_batches enable row level security;
create policy "Nobody reads the batches of orders through the API" on private.export_batches
  for all using (false);

create table private.exported_orders (
  batch_id bigint not null references private.export_batches (id) on delete cascade,
  order_id text not null references public.orders (id) on delete cascade,
  position bigint generated always as identity,
  cells jsonb check (jsonb_typeof(cells) = 'array'),
  sent_at timestamptz,
  left_at timestamptz,
  primary key (batch_id, order_id)
);
create index exported_orders_order_id_idx on private.exported_orders (order_id);
create unique index exported_orders_position_idx on private.exported_orders (batch_id, position);

comment on table private.exported_orders is 'The orders of a batch. Erased orders stay in theirs.';
comment on column private.exported_orders.position is
  'The order of the sheet and of the pile of slips: orders with the same contents stand together.';
comment on column private.exported_orders.cells is 'The row of the sheet as it was sent to the courier.';
comment on column private.exported_orders.left_at is
  'When the order left the batch: its booking was cleared, or it went to another courier.';

alter table private.exported_orders enable row level security;
create policy "Nobody reads the orders of batches through the API" on private.exported_orders
  for all using (false);

create function private.erase_exported_orders(ids text[]) returns void
language sql volatile set search_path = '' as $$
  update private.exported_orders set cells = null where order_id = any (ids) and cells is not null
$$;
comment on function private.erase_exported_orders(text[]) is 'Erases what was sent to couriers of erased orders.';

create view private.batches as
  select id, at, courier,
    (select count(*) from private.exported_orders where batch_id = batch.id and left_at is null) as orders,
    undone_at as "undoneAt"
  from private.export_batches as batch;
comment on view private.batches is 'Batches with their number of orders, as the API has them.';

create function private.is_exported(p_id text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.exported_orders as exported
    join private.export_batches as batch on batch.id = exported.batch_id
    where exported.order_id = p_id and exported.left_at is null and batch.undone_at is null
  )
$$;
comment on function private.is_exported(text) is 'Whether an order is in a batch that was not undone.';

create function private.leave_batch() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  update private.exported_orders as exported set left_at = now()
  from private.export_batches as batch
  where batch.id = exported.batch_id and exported.order_id = new.order_id
    and exported.left_at is null and batch.undone_at is null
    and batch.courier is distinct from new.courier;
  return null;
end
$$;
comment on function private.leave_batch() is
  'Takes an order whose courier changes out of the batches of the former one.';

create trigger leave_batch after update on private.order_details
  for each row when (old.courier is not null and old.courier is distinct from new.courier)
  execute function private.leave_batch();

create function private.book_orders(ids text[], courier text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.order_audit (order_id, actor, actor_id, before, after)
  select
    id, 'admin', auth.uid(),
    jsonb_build_object('courier', details.courier), jsonb_build_object('courier', book_orders.courier)
  from unnest(ids) as id
  left join private.order_details as details on details.order_id = id
  where details.courier is distinct from book_orders.courier;
  insert into private.order_details (order_id, courier)
  select id, book_orders.courier from unnest(ids) as id
  on conflict (order_id) do update set courier = excluded.courier;
  perform private.keep_parcel(id) from unnest(ids) as id;
end
$$;
comment on function private.book_orders(text[], text) is
  'Books open orders with a courier, or with none, logs it, and keeps their parcels in step.';

create function private.read_batch(p jsonb) returns private.export_batches
language plpgsql volatile set search_path = '' as $$
declare
  batch private.export_batches;
begin
  perform private.check_request(
    p, 32768, array['courier', 'ids', 'includeExported', 'include', 'batch']
  );
  perform private.require_courier(p ->> 'courier');
  if coalesce(jsonb_typeof(p -> 'includeExported'), 'null') not in ('null', 'boolean') then
    perform private.refuse('bad_field', 'includeExported');
  end if;
  if coalesce(jsonb_typeof(p -> 'batch'), 'null') not in ('null', 'number') then
    perform private.refuse('bad_field', 'batch');
  end if;

  -- One export at a time: the second one finds booked what the first one took.
  perform pg_advisory_xact_lock(hashtextextended('export', 0));
  if jsonb_typeof(p -> 'batch') = 'number' then
    select * into batch from private.export_batches as saved
    where saved.id::numeric = (p ->> 'batch')::numeric
      and saved.courier = p ->> 'courier' and saved.undone_at is null;
    if not found then
      perform private.refuse('not_found', 'batch', 200);
    end if;
  end if;
  return batch;
end
$$;
comment on function private.read_batch(jsonb) is
  'The batch that a request of admin_create_batch() adds to, or null for a new one. Refuses an invalid request,
and a batch that was undone or is of another courier.';

create function private.save_batch(batch private.export_batches, courier text, ids text[])
returns private.export_batches
language plpgsql volatile set search_path = '' as $$
begin
  if batch.id is null then
    insert into private.export_batches (courier, actor_id) values (save_batch.courier, auth.uid())
    returning * into batch;
  end if;
  perform private.book_orders(ids, batch.courier);
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
    position = default, cells = null, sent_at = null, left_at = null;
  return batch;
end
$$;
comment on function private.save_batch(private.export_batches, text, text[]) is
  'Adds orders to a batch, or to a new one where it is null, and books them with its courier.';

create function private.sort_out(ids text[], includes_exported boolean, included jsonb)
returns table (id text, reason text)
language sql stable set search_path = '' as $$
  select listed.id, case
    when o.id is null then 'not_found'
    when o.joined_into is not null then 'joined'
    when private.is_final(o.status) then 'closed'
    when o.is_booked and not includes_exported then
      case when private.is_exported(o.id) then 'exported' else 'booked' end
    else (private.reasons_left(o.reasons, included))[1]
  end
  from unnest(ids) as listed (id)
  left join private.packable as o on o.id = listed.id
$$;
comment on function private.sort_out(text[], boolean, jsonb) is
  'Why an order is left out of a batch, or null.';

-- Security definer: batches and details cannot be changed through the API. Without sequential scans, which
-- Postgres chooses for 500 orders in a trigger, where it has no estimate of their number.
create function public.admin_create_batch(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  batch_size constant integer := 500;
  ids text[];
  included jsonb;
  batch private.export_batches;
  taken text[];
  left_out jsonb;
begin
  perform private.require_admin();
  batch := private.read_batch(p);
  ids := private.read_ids(p);
  included := private.read_included(p);
  if ids is null then
    -- The oldest first.
    ids := array(
      select id from private.packable
      where status = any (private.open_statuses()) and not is_booked
        and private.reasons_left(reasons, included) = '{}'
      order by date, id limit batch_size
    );
  end if;

  -- Locked in the order of their ids, like every other change of several orders. The statement that
  -- follows sees what other transactions did to them before.
  perform from public.orders as o where o.id = any (ids) order by o.id for update;
  select
    coalesce(array_agg(id order by id) filter (where reason is null), '{}'),
    coalesce(
      jsonb_agg(jsonb_build_object('id', id, 'reason', reason) order by id)
        filter (where reason is not null),
      '[]'
    )
  into taken, left_out
  from private.sort_out(ids, coalesce((p ->> 'includeExported')::boolean, false), included);

  if cardinality(taken) > 0 then
    batch := private.save_batch(batch, p ->> 'courier', taken);
  end if;
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'batch', (select to_jsonb(saved) from private.batches as saved where saved.id = batch.id),
    'exported', to_jsonb(taken),
    'leftOut', left_out,
    'remaining', case when jsonb_typeof(p -> 'ids') = 'array' then 0 else (
      select count(*) from private.packable
      where status = any (private.open_statuses()) and not is_booked
        and private.reasons_left(reasons, included) = '{}'
    ) end
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_create_batch(jsonb) to authenticated;
comment on function public.admin_create_batch(jsonb) is
  'Books at most 500 orders with a courier as a batch, of {courier, ids?, includeExported?, include?, batch?}: these ids,
or else the oldest that no courier has. Orders with a reason of private.packable stay out, but for those that "include"
names: marked, unconfirmed, changed. For admins.';
