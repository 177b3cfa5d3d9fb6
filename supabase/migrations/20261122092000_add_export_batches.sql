/*
 * Courier sheets. A batch is the list of orders that were exported together: it books them with a courier,
 * so that none is exported twice without being asked.
 */
create table private.export_batches (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  courier text not null check (courier ~ '^[a-z0-9-]{1,40}$'),
  actor_id uuid,
  undone_at timestamptz
);
alter table private.export_batches enable row level security;
create policy "Nobody reads the batches of orders through the API" on private.export_batches
  for all using (false);
comment on table private.export_batches is 'Which sheets were made, when, by whom, for which courier.';

create table private.exported_orders (
  batch_id bigint not null references private.export_batches (id) on delete cascade,
  order_id text not null references public.orders (id) on delete cascade,
  primary key (batch_id, order_id)
);
create index exported_orders_order_id_idx on private.exported_orders (order_id);
alter table private.exported_orders enable row level security;
create policy "Nobody reads the orders of batches through the API" on private.exported_orders
  for all using (false);
comment on table private.exported_orders is 'The orders of a batch. Erased orders stay in theirs.';

create function private.batch_json(batch private.export_batches) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', batch.id,
    'at', batch.at,
    'courier', batch.courier,
    'orders', (select count(*) from private.exported_orders where batch_id = batch.id),
    'undoneAt', batch.undone_at
  )
$$;
comment on function private.batch_json(private.export_batches) is 'A batch with its number of orders.';

create function private.is_exported(p_id text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.exported_orders as exported
    join private.export_batches as batch on batch.id = exported.batch_id
    where exported.order_id = p_id and batch.undone_at is null
  )
$$;
comment on function private.is_exported(text) is 'Whether an order is in a batch that was not undone.';

create function private.open_order_ids() returns setof text
language sql stable set search_path = '' as $$
  -- By the index on status and date: few of all orders are open.
  select o.id from public.orders as o
  left join private.order_details as details on details.order_id = o.id
  where o.status in ('pending', 'processing') and not private.is_booked(o, details)
  order by o.date, o.id
$$;
comment on function private.open_order_ids() is 'The orders that no courier has yet, oldest first.';

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
end
$$;
comment on function private.book_orders(text[], text) is
  'Books open orders with a courier, or with none, and logs it.';

create function private.check_batch_request(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  refusal constant jsonb :=
    private.check_request(p, 32768, array['courier', 'ids', 'includeExported', 'batch']);
begin
  if refusal is not null then
    return refusal;
  end if;
  if coalesce(p ->> 'courier', '') !~ '^[a-z0-9-]{1,40}$' then
    return private.respond_refusal(422, 'courier_invalid', 'courier');
  end if;
  if coalesce(jsonb_typeof(p -> 'ids'), 'null') not in ('null', 'array') then
    return private.respond_refusal(422, 'bad_field', 'ids');
  end if;
  if jsonb_typeof(p -> 'ids') = 'array' and jsonb_array_length(p -> 'ids') > 500 then
    return private.respond_refusal(422, 'too_many', 'ids');
  end if;
  if coalesce(jsonb_typeof(p -> 'includeExported'), 'null') not in ('null', 'boolean') then
    return private.respond_refusal(422, 'bad_field', 'includeExported');
  end if;
  if coalesce(jsonb_typeof(p -> 'batch'), 'null') not in ('null', 'number') then
    return private.respond_refusal(422, 'bad_field', 'batch');
  end if;
  return null;
end
$$;
comment on function private.check_batch_request(jsonb) is
  'Refuses an invalid request of admin_create_batch(). Otherwise returns null.';

-- Security definer: batches and details cannot be changed through the API. Without sequential scans, which
-- Postgres chooses for 500 orders in a trigger, where it has no estimate of their number.
create function private.admin_create_batch(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  batch_size constant integer := 500;
  ids text[];
  includes_exported boolean;
  batch private.export_batches;
  taken text[];
  left_out jsonb;
  refusal jsonb;
begin
  perform private.require_admin();
  refusal := private.check_batch_request(p);
  if refusal is not null then
    return refusal;
  end if;
  includes_exported := coalesce((p ->> 'includeExported')::boolean, false);

  -- One export at a time: the second one finds booked what the first one took.
  perform pg_advisory_xact_lock(hashtextextended('export', 0));
  if jsonb_typeof(p -> 'batch') = 'number' then
    select * into batch from private.export_batches as saved
    where saved.id::numeric = (p ->> 'batch')::numeric
      and saved.courier = p ->> 'courier' and saved.undone_at is null;
    if not found then
      return private.respond_refusal(200, 'not_found', 'batch');
    end if;
  end if;
  if jsonb_typeof(p -> 'ids') = 'array' then
    ids := array(select distinct id from jsonb_array_elements_text(p -> 'ids') as id order by id);
  else
    ids := array(select id from private.open_order_ids() as id limit batch_size);
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
  from (
    select listed.id, case
      when o.id is null then 'not_found'
      when private.is_closed(o.status) then 'closed'
      when includes_exported or not private.is_booked(o, details) then null
      when private.is_exported(o.id) then 'exported'
      else 'booked'
    end as reason
    from unnest(ids) as listed (id)
    left join public.orders as o on o.id = listed.id
    left join private.order_details as details on details.order_id = o.id
  ) as candidates;

  if cardinality(taken) > 0 then
    if batch.id is null then
      insert into private.export_batches (courier, actor_id) values (p ->> 'courier', auth.uid())
      returning * into batch;
    end if;
    insert into private.exported_orders (batch_id, order_id)
    select batch.id, id from unnest(taken) as id
    on conflict do nothing;
    perform private.book_orders(taken, batch.courier);
  end if;
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'batch', case when batch.id is not null then private.batch_json(batch) end,
    'exported', to_jsonb(taken),
    'leftOut', left_out,
    'remaining', case when jsonb_typeof(p -> 'ids') = 'array' then 0
      else (select count(*) from private.open_order_ids()) end
  ));
end
$$;
grant execute on function private.admin_create_batch(jsonb) to authenticated;
comment on function private.admin_create_batch(jsonb) is 'The implementation of public.admin_create_batch().';

create function public.admin_create_batch(p jsonb default '{}') returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_create_batch(p)
$$;
grant execute on function public.admin_create_batch(jsonb) to authenticated;
comment on function public.admin_create_batch(jsonb) is
  'Books at most 500 orders with a courier as a batch, of {courier, ids?, includeExported?, batch?}: these
ids, or else the oldest that are open and not booked. For admins.';

-- Security definer: as private.admin_create_batch().
create function private.admin_batches(p jsonb) returns jsonb
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
      select coalesce(jsonb_agg(private.batch_json(batch) order by id desc), '[]')
      from private.export_batches as batch where id = any (shown[1:page_size])
    ),
    'older', case when cardinality(shown) > page_size then shown[page_size] end
  ));
end
$$;
grant execute on function private.admin_batches(jsonb) to authenticated;
comment on function private.admin_batches(jsonb) is 'The implementation of public.admin_batches().';

create function public.admin_batches(p jsonb default '{}') returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_batches(p)
$$;
grant execute on function public.admin_batches(jsonb) to authenticated;
comment on function public.admin_batches(jsonb) is
  'A page of batches for {older?}, newest first, for admins.';

-- Security definer: as private.admin_create_batch().
create function private.admin_batch(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page_size constant integer := 500;
  batch private.export_batches;
  shown text[];
begin
  perform private.require_admin();
  select * into batch from private.export_batches as saved
  where saved.id::numeric = (p ->> 'id')::numeric;
  if not found then
    return private.respond(200, null);
  end if;
  shown := array(
    select order_id from private.exported_orders
    where batch_id = batch.id and order_id > coalesce(p ->> 'after', '')
    order by order_id limit page_size + 1
  );
  return private.respond(200, jsonb_build_object(
    'batch', private.batch_json(batch),
    'orders', (
      select coalesce(
        jsonb_agg(
          private.order_json(o, true) || jsonb_build_object('units', private.units_of(o.items))
          order by o.id
        ),
        '[]'
      )
      from public.orders as o where o.id = any (shown[1:page_size])
    ),
    'next', case when cardinality(shown) > page_size then shown[page_size] end
  ));
end
$$;
grant execute on function private.admin_batch(jsonb) to authenticated;
comment on function private.admin_batch(jsonb) is 'The implementation of public.admin_batch().';

create function public.admin_batch(p jsonb default '{}') returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_batch(p)
$$;
grant execute on function public.admin_batch(jsonb) to authenticated;
comment on function public.admin_batch(jsonb) is
  'The batch of {id, after?} and at most 500 of its orders in full, after this order id; or null. For admins.';

-- Security definer: as private.admin_create_batch().
create function private.admin_undo_batch(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  batch private.export_batches;
  ids text[];
  unbooked text[] := '{}'::text[];
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('export', 0));
  select * into batch from private.export_batches as saved
  where saved.id::numeric = (p ->> 'id')::numeric;
  if not found then
    return private.respond_refusal(200, 'not_found');
  end if;
  ids := array(
    select order_id from private.exported_orders where batch_id = batch.id order by order_id
  );
  if batch.undone_at is null then
    update private.export_batches set undone_at = now() where id = batch.id;
    perform from public.orders as o where o.id = any (ids) order by o.id for update;
    -- An order that is in another batch as well stays booked.
    unbooked := array(
      select o.id from public.orders as o
      join private.order_details as details on details.order_id = o.id
      where o.id = any (ids) and private.is_open(o.status) and o.tracking_number is null
        and details.courier = batch.courier and not private.is_exported(o.id)
    );
    perform private.book_orders(unbooked, null);
  end if;
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'unbooked', cardinality(unbooked),
    'stillBooked', cardinality(ids) - cardinality(unbooked)
  ));
end
$$;
grant execute on function private.admin_undo_batch(jsonb) to authenticated;
comment on function private.admin_undo_batch(jsonb) is 'The implementation of public.admin_undo_batch().';

create function public.admin_undo_batch(p jsonb default '{}') returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_undo_batch(p)
$$;
grant execute on function public.admin_undo_batch(jsonb) to authenticated;
comment on function public.admin_undo_batch(jsonb) is
  'Unbooks the orders of the batch of {id} that are open and have no tracking number, for admins.';
