/*
 * The batches of courier sheets: their list, the orders of one, printing and undoing one.
 */

create function private.batch_stages(p_id bigint) returns jsonb
language sql stable set search_path = '' set enable_seqscan = off set jit = off as $$
  select coalesce(jsonb_object_agg(stage, orders), '{}') from (
    select counted.stage, count(*) as orders
    from private.exported_orders as exported
    join private.staged_orders as staged on staged.order_id = exported.order_id
    left join private.parcels as p on p.order_id = exported.order_id and p.is_current
    cross join lateral (values
      (case
        when staged.stage in ('cancelled', 'replaced') and p.state = 'received_back' then 'checked_in'
        when staged.stage = 'replaced' and p.state = 'delivered' then 'paid'
        when staged.stage = 'replaced' and p.state = 'lost' then 'not_delivered'
        else staged.stage
      end),
      (case when staged.stage = 'held' and p.tracking_number is null then 'held_without_number' end)
    ) as counted (stage)
    where exported.batch_id = p_id and exported.left_at is null and counted.stage is not null group by 1
  ) as counted
$$;
comment on function private.batch_stages(bigint) is
  'How many orders of a batch are at which stage as of the last fold, without those that left. What came back and was
checked in counts as checked_in, and what arrived or is lost as that, whatever became of its order.
Those on hold without a number are counted once more, apart.';

-- Security definer: batches cannot be read through the API.
create function public.admin_batches(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page_size constant integer := 25;
  older_than numeric;
  shown bigint[];
begin
  perform private.require_admin();
  older_than := (p ->> 'older')::numeric;
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

create function private.batch_acts(p_id bigint) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(done) - 'at' order by at desc), '[]')
  from (select array_agg(order_id) as ids from private.exported_orders where batch_id = p_id and left_at is null) as batch,
    lateral (
      select made.request, made.at, array_agg(result ->> 'id') as ids,
        coalesce(bool_or(
          result #>> '{order,trackingNumber}' <> coalesce(former #>> '{order,trackingNumber}', '')
        ), false) as numbers,
        coalesce(bool_or(
          result #>> '{order,status}' = 'shipped' and former #>> '{order,status}' <> 'shipped'
        ), false) as ships,
        coalesce(bool_or(former ? 'message'), false) as tells
      from private.acts as made, jsonb_array_elements(made.response -> 'results') as result,
        lateral (select made.before -> (result ->> 'id') as former) as saved, public.orders as o
      where made.act in ('book', 'tell') and made.undone_at is null and made.orders && batch.ids and made.orders <@ batch.ids
        -- What was changed since stays as it is.
        and o.id = result ->> 'id' and (former ? 'message' or o.version = (former ->> 'version')::integer)
      group by made.request, made.at
    ) as done
  where numbers or ships or tells
$$;
comment on function private.batch_acts(bigint) is
  'The acts that gave orders of a batch numbers, shipped them or told their customers so, the newest first, with those
that can still be undone.';

-- Security definer: as public.admin_batches().
create function public.admin_batch(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_id bigint;
begin
  perform private.require_admin();
  select id into found_id from private.export_batches where id::numeric = (p ->> 'id')::numeric;
  if not found then
    return private.respond(200, null);
  end if;
  perform private.fold_stages();
  return private.respond(200, jsonb_build_object(
    'batch', (
      select to_jsonb(batch) || jsonb_build_object('stages', private.batch_stages(id), 'acts', private.batch_acts(id))
      from private.batches as batch where id = found_id
    ),
    'orders', (
      select coalesce(
        jsonb_agg(
          private.order_json(o, true) || jsonb_build_object(
            'reasons', (select reasons from private.packable where id = o.id),
            'cells', exported.cells,
            'leftAt', exported.left_at
          )
          order by exported.position
        ),
        '[]'
      )
      from private.exported_orders as exported
      join public.orders as o on o.id = exported.order_id
      where exported.batch_id = found_id
    )
  ));
end
$$;
grant execute on function public.admin_batch(jsonb) to authenticated;
comment on function public.admin_batch(jsonb) is
  'The batch of {id} and its orders in full, in the order of its sheet, with the rows that were sent and when an order
left; or null. It counts the stages, and names the acts that can be undone. For admins.';

create function private.print_row(asked jsonb) returns jsonb
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

create function private.sheet_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  perform private.check_request(asked, 32768, array['id', 'batch', 'cells']);
  -- Locked, so that it is not erased meanwhile.
  perform from public.orders where id = asked ->> 'id' and not private.is_erased(shipping_address) for share;
  if not found then
    perform private.refuse('not_found');
  end if;
  update private.exported_orders set cells = asked -> 'cells'
  where batch_id = (asked ->> 'batch')::bigint and order_id = asked ->> 'id' and left_at is null;
  if not found then
    perform private.refuse('not_found');
  end if;
  return jsonb_build_object('id', asked ->> 'id', 'ok', true);
end
$$;
comment on function private.sheet_row(jsonb) is
  'A row of the act "sheet": the row of a batch as it was sent to the courier, {id, batch, cells}.';

create function private.undo_batch(p_id bigint) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
declare
  batch private.export_batches;
  ids text[];
  undone text[];
  unbooked text[];
begin
  update private.export_batches set undone_at = now() where id = p_id and undone_at is null returning * into batch;
  -- An order that is in another batch as well stays booked.
  ids := array(select order_id from private.exported_orders where batch_id = batch.id and left_at is null);
  undone := array(
    select result ->> 'id' from unnest(private.undo_booked((
      select coalesce(jsonb_object_agg(key, value), '{}')
      from private.acts as made, jsonb_each(made.before)
      where made.act = 'batch' and made.orders @> array[batch.id::text]
        and key = any (ids) and not private.is_exported(key)
    ))) as result where (result ->> 'ok')::boolean
  );
  -- What was changed since is not as before, but no longer booked where it has not left.
  unbooked := array(
    select order_id from private.bookings
    where order_id = any (ids) and order_id <> all (undone) and private.is_open(status) and tracking_number is null
      and courier = batch.courier and not private.is_exported(order_id)
  );
  perform private.set_courier(unbooked, null);
  return array(
    select private.row_result(id, case when id <> all (undone || unbooked) then 'booked' end)
    from unnest(ids) as id order by id
  );
end
$$;
comment on function private.undo_batch(bigint) is
  'Undoes a batch, with all acts that added to it: its orders are as before, or where they were changed since no longer
booked. Those that are closed, have a tracking number, or are in another batch stay.';
