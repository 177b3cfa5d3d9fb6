/*
 * What is done with a decision on marked orders afterwards: undo it, or delete what it discarded.
 */

-- Security definer: as public.admin_decide_marked().
create function public.admin_undo_decision(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  max_orders constant integer := 500;
  decision private.mark_decisions;
  ids text[];
  restored text[];
begin
  perform private.require_admin();
  update private.mark_decisions set undone_at = coalesce(undone_at, now())
  where id::numeric = (p ->> 'id')::numeric
  returning * into decision;
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  ids := array(
    select distinct order_id from private.marked_orders where decision_id = decision.id
    order by order_id limit max_orders
  );
  perform from public.orders as o where o.id = any (ids) order by o.id for update;
  restored := array(
    select o.id from public.orders as o
    left join private.discarded_orders as discarded
      on discarded.order_id = o.id and discarded.decision_id = decision.id
    where o.id = any (ids) and (decision.act = 'release' or discarded.version = o.version)
    order by o.id
  );

  perform set_config('shop.actor', 'admin', true);
  update public.orders as o set status = discarded.status
  from private.discarded_orders as discarded
  where discarded.order_id = o.id and discarded.decision_id = decision.id and o.id = any (restored);
  perform set_config('shop.actor', '', true);
  perform private.log_changes(
    'admin', id, jsonb_build_object('decision', decision.act), '{"decision": null}'
  ) from unnest(restored) as id;
  delete from private.discarded_orders where order_id = any (ids) and decision_id = decision.id;
  update private.marked_orders set decision_id = null
  where order_id = any (ids) and decision_id = decision.id;
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'decision', (select to_jsonb(made) from private.decisions as made where made.id = decision.id),
    'restored', cardinality(restored),
    'notRestored', cardinality(ids) - cardinality(restored)
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_undo_decision(jsonb) to authenticated;
comment on function public.admin_undo_decision(jsonb) is
  'Undoes the decision {id} for at most 500 of its orders: they are marked again, and have the status of
before where nobody changed them since. In the decision, "left" says how many remain. For admins.';

create view private.deletable_orders as
  select discarded.decision_id, o.id from private.discarded_orders as discarded
  join public.orders as o on o.id = discarded.order_id and o.version = discarded.version
  where private.may_be_deleted(o);
comment on view private.deletable_orders is
  'The orders that a decision discarded, that nobody changed since, and that may be deleted.';

-- Security definer: as public.admin_delete_order(). Without sequential scans, as
-- public.admin_create_batch().
create function public.admin_delete_discarded(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  max_orders constant integer := 500;
  decision private.mark_decisions;
  ids text[];
begin
  perform private.require_admin();
  -- Locked, so that it is not undone meanwhile.
  select * into decision from private.mark_decisions as saved
  where saved.id::numeric = (p ->> 'id')::numeric for update;
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  ids := array(
    select id from private.deletable_orders where decision_id = decision.id
    order by id limit max_orders
  );
  perform from public.orders as o where o.id = any (ids) order by o.id for update;
  ids := array(
    select id from private.deletable_orders
    where decision_id = decision.id and id = any (ids) order by id
  );
  perform private.delete_orders(ids);
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'decision', (select to_jsonb(made) from private.decisions as made where made.id = decision.id),
    'deleted', cardinality(ids),
    'remaining', (
      select count(*) from private.deletable_orders where decision_id = decision.id
    )
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_delete_discarded(jsonb) to authenticated;
comment on function public.admin_delete_discarded(jsonb) is
  'Deletes for good at most 500 orders that the decision {id} discarded and nobody changed since, and says
how many remain. For admins.';
