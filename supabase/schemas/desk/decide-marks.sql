/*
 * The acts on marked orders: "release" ends marks, "discard" ends them and cancels their orders, and "delete" deletes
 * cancelled orders for good.
 */

create function private.decide_rows(act text, rows jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' set enable_seqscan = off as $$
declare
  ids constant text[] := array(select asked ->> 'id' from jsonb_array_elements(rows) as asked);
  decided text[];
  statuses jsonb;
  moment timestamptz;
begin
  perform private.check_request(asked, 1024, array['id']) from jsonb_array_elements(rows) as asked;
  perform from public.orders where id = any (ids) order by id for update;
  -- Later than that of every act on these orders before.
  moment := clock_timestamp();
  decided := array(select distinct order_id from private.undecided_marks where order_id = any (ids));
  update private.marked_orders set ended_at = moment where order_id = any (decided) and ended_at is null;
  statuses := (select jsonb_object_agg(id, status) from public.orders where id = any (decided));
  perform private.log_changes('admin', id, '{"decision": null}', jsonb_build_object('decision', act))
  from unnest(decided) as id;
  if act = 'discard' then
    perform private.set_orders(
      array(select row(id, 'cancelled', null)::private.order_state from unnest(decided) as id), 'admin'
    );
  end if;
  return array(
    select case when o.id is null then jsonb_build_object('id', asked -> 'id', 'ok', false, 'code', 'decided')
      else jsonb_build_object('id', o.id, 'ok', true, 'version', o.version, 'before', jsonb_build_object(
        'act', act, 'endedAt', moment, 'status', statuses -> o.id, 'version', o.version
      )) end
    from jsonb_array_elements(rows) with ordinality as listed (asked, nth)
    left join public.orders as o on o.id = asked ->> 'id' and o.id = any (decided)
    order by nth
  );
end
$$;
comment on function private.decide_rows(text, jsonb) is
  'Releases or discards marked orders that are open and not booked: rows of {id}. A result has the version after it.';

create function private.undo_decided(before jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' set enable_seqscan = off as $$
declare
  restored constant text[] := array(
    select o.id from public.orders as o join jsonb_each(before) as former on former.key = o.id
    where to_jsonb(o.version) = former.value -> 'version'
  );
begin
  update private.marked_orders set ended_at = null
  where order_id = any (restored) and ended_at = (before #>> array[order_id, 'endedAt'])::timestamptz;
  perform private.set_orders(array(
    select row(id, before #>> array[id, 'status'], null)::private.order_state from unnest(restored) as id
    where before #>> array[id, 'act'] = 'discard'
  ), 'admin');
  perform private.log_changes(
    'admin', id, jsonb_build_object('decision', before #> array[id, 'act']), '{"decision": null}'
  ) from unnest(restored) as id;
  return array(
    select private.row_result(id, case when id <> all (restored) then 'stale' end)
    from jsonb_object_keys(before) as id order by id
  );
end
$$;
comment on function private.undo_decided(jsonb) is
  'Marks the orders of a decision again, with the status of before, where nobody changed them since.';

create function private.delete_rows(rows jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' set enable_seqscan = off as $$
declare
  ids constant text[] := array(select asked ->> 'id' from jsonb_array_elements(rows) as asked);
  deleted text[];
begin
  perform from public.orders where id = any (ids) order by id for update;
  deleted := array(
    select o.id from public.orders as o join jsonb_array_elements(rows) as asked on asked ->> 'id' = o.id
    where to_jsonb(o.version) = asked -> 'version' and private.may_be_deleted(o)
  );
  perform private.delete_orders(deleted);
  return array(
    select private.row_result(id, case when id <> all (deleted) then 'not_deletable' end)
    from unnest(ids) with ordinality as listed (id, nth) order by nth
  );
end
$$;
comment on function private.delete_rows(jsonb) is
  'Deletes for good these versions of orders that are cancelled and were never booked: rows of {id, version}.';
