/*
 * Courier sheets. A batch is the list of orders that were exported together: it books them with a courier,
 * so that none is exported twice without being asked. What may not leave stays out (packable.sql).
 */

create table private.export_batches (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  courier text not null check (courier ~ '^[a-z0-9-]{1,40}$'),
  actor_id uuid,
  undone_at timestamptz,
  printed_at timestamptz
);

comment on table private.export_batches is 'Which sheets were made, when, by whom, for which courier.';
comment on column private.export_batches.printed_at is 'When its slips, load sheet or pick list were printed last.';

alter table private.export_batches enable row level security;
create policy "Nobody reads the batches of orders through the API" on private.export_batches
  for all using (false);

create table private.exported_orders (
  batch_id bigint not null references private.export_batches (id) on delete cascade,
  order_id text not null references public.orders (id) on delete cascade,
  position bigint generated always as identity,
  cells jsonb check (jsonb_typeof(cells) = 'array'),
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
    undone_at as "undoneAt",
    (
      select request from private.acts where act = 'batch' and orders @> array[batch.id::text] order by at limit 1
    ) as request,
    printed_at as "printedAt"
  from private.export_batches as batch;
comment on view private.batches is 'Batches with their number of orders and the act that undoes them, as the API has them.';

create function private.is_exported(p_id text) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from private.exported_orders as exported
    join private.export_batches as batch on batch.id = exported.batch_id
    where exported.order_id = p_id and exported.left_at is null and batch.undone_at is null
  )
$$;
comment on function private.is_exported(text) is 'Whether an order is in a batch that was not undone.';

create function private.set_courier(ids text[], courier text) returns void
language sql volatile set search_path = '' as $$
  select private.save_bookings(array(
    select row(order_id, status, set_courier.courier, tracking_number, outcome, end_reason, state)::private.bookings
    from private.bookings where order_id = any (ids)
  ))
$$;
comment on function private.set_courier(text[], text) is 'Books open orders with a courier, or with none.';

create function private.save_batch(courier text, ids text[]) returns private.export_batches
language plpgsql volatile set search_path = '' as $$
declare
  batch private.export_batches;
begin
  insert into private.export_batches (courier, actor_id) values (save_batch.courier, auth.uid())
  returning * into batch;
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
  ), o.date, o.id;
  return batch;
end
$$;
comment on function private.save_batch(text, text[]) is
  'Books orders with a courier as a new batch.';

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

create function private.batch_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  batch private.export_batches;
  ids constant text[] := private.read_ids(asked);
  included constant jsonb := private.read_included(asked);
  taken text[];
  left_out jsonb;
  formers jsonb;
begin
  perform private.check_request(asked, 32768, array['id', 'courier', 'ids', 'includeExported', 'include']);
  perform private.require_courier(asked ->> 'courier');
  if coalesce(jsonb_typeof(asked -> 'includeExported'), 'null') not in ('null', 'boolean') then
    perform private.refuse('bad_field', 'includeExported');
  end if;
  if ids is null then
    perform private.refuse('bad_field', 'ids');
  end if;
  -- One export at a time: the second one finds booked what the first one took.
  perform pg_advisory_xact_lock(hashtextextended('export', 0));

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
  from private.sort_out(ids, coalesce((asked ->> 'includeExported')::boolean, false), included);

  formers := (select jsonb_object_agg(id, before) from private.former_bookings where id = any (taken));
  if cardinality(taken) > 0 then
    batch := private.save_batch(asked ->> 'courier', taken);
  end if;
  return jsonb_build_object(
    'id', asked ->> 'id',
    'ok', true,
    'batch', (select to_jsonb(saved) from private.batches as saved where saved.id = batch.id),
    'exported', to_jsonb(taken),
    'leftOut', left_out,
    'befores', (
      select coalesce(jsonb_object_agg(id, former || since), '{}')
      from jsonb_each(formers) as saved (id, former) join private.shown_bookings using (id)
    )
  );
end
$$;
comment on function private.batch_row(jsonb) is
  'The row of the act "batch": it books at most 500 orders with a courier, {id, courier, ids, includeExported?, include?}.
Orders with a reason of private.packable stay out, but for those that "include" names: marked, unconfirmed, changed.';
