-- A batch has at most 500 orders, so that it comes whole, without pages.
-- Security definer: as public.admin_batches().
create or replace function public.admin_batch(p jsonb default '{}') returns jsonb
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
      where exported.batch_id = found_id
    )
  ));
end
$$;

grant execute on function public.admin_batch(jsonb) to authenticated;

comment on function public.admin_batch(jsonb) is
  'The batch of {id} and its orders in full, in the order of its sheet, with the rows that were sent and when an order
left; or null. It counts the stages, and names the acts that can be undone. For admins.';