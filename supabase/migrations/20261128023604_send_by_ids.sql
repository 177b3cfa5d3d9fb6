-- Orders are sent by their ids alone, after a question that names each with its reasons and its cash. The stages of batches
-- are read from their rows.

-- Security definer: attempts and marks cannot be read through the API.
create or replace function public.admin_packable(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  ids text[];
begin
  perform private.require_admin();
  perform private.check_request(p, 32768, array['ids']);
  ids := private.read_ids(p);
  return private.respond(200, (
    select jsonb_build_object('orders', coalesce(jsonb_agg(jsonb_build_object(
      'id', o.id, 'fullName', o.shipping_address ->> 'fullName', 'reasons', listed.reasons,
      'toCollect', private.cash_of(o, details)
    ) order by o.date, o.id), '[]'))
    from (
      select id, reasons from private.packable
      where case when ids is null then status = any (private.open_statuses()) and not is_booked
        else id = any (ids) end
      order by date, id limit 1000
    ) as listed
    join public.orders as o using (id)
    left join private.order_details as details on details.order_id = o.id
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_packable(jsonb) to authenticated;

comment on function public.admin_packable(jsonb) is
  'What is asked before orders are sent: why each of {ids?}, or else each of the 1,000 oldest that no courier has, may not
leave, and what it brings, as {orders: [{id, fullName, reasons, toCollect}]}. For admins.';

create or replace function private.save_batch(courier text, ids text[]) returns private.export_batches
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

create or replace function private.batch_row(asked jsonb) returns jsonb
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
    'before', private.undoable(formers)
  );
end
$$;

comment on function private.batch_row(jsonb) is
  'The row of the act "batch": it books at most 500 orders with a courier, {id, courier, ids, includeExported?, include?}.
Orders with a reason of private.packable stay out, but for those that "include" names: marked, unconfirmed, changed.';

create or replace function private.batch_stages(p_id bigint) returns jsonb
language sql stable set search_path = '' set enable_seqscan = off set jit = off as $$
  select coalesce(jsonb_object_agg(stage, orders), '{}') from (
    select case when staged.stage in ('cancelled', 'replaced') and exists (
      select from private.parcels where order_id = exported.order_id and is_current and state = 'received_back'
    ) then 'came_back' else staged.stage end as stage, count(*) as orders
    from private.exported_orders as exported
    join private.staged_orders as staged on staged.order_id = exported.order_id
    where exported.batch_id = p_id and exported.left_at is null group by 1
  ) as counted
$$;

comment on function private.batch_stages(bigint) is
  'How many orders of a batch are at which stage as of the last fold, without those that left. What came back stays so
once it is checked in.';

-- Security definer: batches cannot be read through the API.
create or replace function public.admin_batches(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page_size constant integer := 25;
  older_than constant numeric := (p ->> 'older')::numeric;
  shown bigint[];
begin
  perform private.require_admin();
  perform private.fold_stages();
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
  perform private.fold_stages();
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

grant execute on function public.admin_batch(jsonb) to authenticated;

comment on function public.admin_batch(jsonb) is
  'The batch of {id, after?} and at most 500 of its orders in full after this position, in the order of its sheet,
with the rows that were sent and when an order left; or null. Its first page counts the stages, and names
the acts that can be undone. For admins.';

drop function private.read_batch(jsonb);

drop function private.save_batch(private.export_batches,text,text[]);