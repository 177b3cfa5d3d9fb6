/*
 * The batches of courier sheets: their list, the orders of one, and undoing one.
 */

-- Security definer: as public.admin_create_batch().
create function public.admin_batches(p jsonb default '{}') returns jsonb
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
grant execute on function public.admin_batches(jsonb) to authenticated;
comment on function public.admin_batches(jsonb) is
  'A page of batches for {older?}, newest first, for admins.';

-- Security definer: as public.admin_create_batch().
create function public.admin_batch(p jsonb default '{}') returns jsonb
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
grant execute on function public.admin_batch(jsonb) to authenticated;
comment on function public.admin_batch(jsonb) is
  'The batch of {id, after?} and at most 500 of its orders in full, after this order id; or null. For admins.';

-- Security definer: as public.admin_create_batch().
create function public.admin_undo_batch(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  batch private.export_batches;
  ids text[];
  unbooked text[] := '{}'::text[];
  refused text;
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(hashtextextended('export', 0));
  select * into batch from private.export_batches as saved
  where saved.id::numeric = (p ->> 'id')::numeric;
  if not found then
    perform private.refuse('not_found', null, 200);
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
exception
  when sqlstate 'SHREF' then
    get stacked diagnostics refused = pg_exception_detail;
    return private.respond_refusal(refused);
end
$$;
grant execute on function public.admin_undo_batch(jsonb) to authenticated;
comment on function public.admin_undo_batch(jsonb) is
  'Unbooks the orders of the batch of {id} that are open and have no tracking number, for admins.';
