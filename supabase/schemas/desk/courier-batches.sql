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
      select coalesce(jsonb_agg(to_jsonb(batch) order by id desc), '[]')
      from private.batches as batch where id = any (shown[1:page_size])
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
    'batch', (select to_jsonb(saved) from private.batches as saved where saved.id = batch.id),
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
with the rows that were sent and when an order left; or null. For admins.';

-- Security definer: as public.admin_create_batch().
create function public.admin_save_rows(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  saved integer;
begin
  perform private.require_admin();
  perform private.check_request(p, 4000000, array['batch', 'rows']);
  if jsonb_typeof(p -> 'batch') is distinct from 'number' then
    perform private.refuse('bad_field', 'batch');
  end if;
  if jsonb_typeof(p -> 'rows') is distinct from 'array' or jsonb_array_length(p -> 'rows') > 500
    or exists (
      select from jsonb_array_elements(p -> 'rows') as sent
      where jsonb_typeof(sent -> 'cells') is distinct from 'array'
    ) then
    perform private.refuse('bad_field', 'rows');
  end if;
  update private.exported_orders as exported set cells = sent -> 'cells', sent_at = now()
  from jsonb_array_elements(p -> 'rows') as sent
  where exported.batch_id = (p ->> 'batch')::bigint and exported.order_id = sent ->> 'id'
    and exported.left_at is null
    -- What a courier was sent stays as it is, unless it is sent anew.
    and exported.cells is distinct from sent -> 'cells';
  get diagnostics saved = row_count;
  return private.respond(200, jsonb_build_object('ok', true, 'saved', saved));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_save_rows(jsonb) to authenticated;
comment on function public.admin_save_rows(jsonb) is
  'Keeps the rows of a batch as they were sent to the courier: {batch, rows: [{id, cells}]}, for admins.';

-- Security definer: as public.admin_create_batch().
create function public.admin_undo_batch(p jsonb default '{}') returns jsonb
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
    perform private.refuse('not_found', null, 200);
  end if;
  ids := array(
    select order_id from private.exported_orders
    where batch_id = batch.id and left_at is null order by order_id
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
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_undo_batch(jsonb) to authenticated;
comment on function public.admin_undo_batch(jsonb) is
  'Unbooks the orders of the batch of {id} that are open and have no tracking number, for admins.';
