/*
 * Groups of marked orders, and the acts on them: "release" ends marks, "discard" ends them and cancels their orders, and
 * "delete" deletes cancelled orders for good.
 */

-- Security definer: marks cannot be read through the API.
create function public.admin_marked_groups() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, jsonb_build_object(
    'groups', (
      with undecided as (
        select marked.mark, marked.group_key, o.id, o.total, o.date, o.phone_key,
          o.shipping_address ->> 'city' as city
        from private.undecided_marks as marked
        join public.orders as o on o.id = marked.order_id
      ),
      newest as (
        select mark, group_key, count(*) as orders, sum(total) as total,
          count(distinct phone_key) as phones, min(date) as first_at, max(date) as last_at,
          -- As many as one act takes.
          (array_agg(id order by id))[:500] as ids
        from undecided group by mark, group_key order by last_at desc, mark, group_key limit 50
      )
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'mark', mark, 'group', group_key, 'orders', orders, 'total', total, 'phones', phones,
          'firstAt', first_at, 'lastAt', last_at, 'ids', ids,
          -- The three most frequent.
          'cities', (
            select jsonb_agg(jsonb_build_object('city', city, 'orders', most.orders) order by nth)
            from (
              select city, count(*) as orders, row_number() over (order by count(*) desc, city) as nth
              from undecided
              where (undecided.mark, undecided.group_key) = (newest.mark, newest.group_key)
              group by city order by nth limit 3
            ) as most
          )
        )
        order by last_at desc, mark, group_key
      ), '[]')
      from newest
    ),
    'decisions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'request', request, 'at', at, 'act', act, 'undoneAt', undone_at,
        'mark', jsonb_path_query_first(before, '$.*.mark'),
        'orders', jsonb_array_length(jsonb_path_query_array(response, '$.results[*] ? (@.ok == true)')),
        'rows', case when undone_at is null then (
          select coalesce(jsonb_agg(jsonb_build_object('id', key, 'version', value -> 'version') order by key), '[]')
          from jsonb_each(before)
        ) else '[]' end
      ) order by at desc), '[]')
      from (
        select * from private.acts
        where act in ('release', 'discard') and response @? '$.results[*] ? (@.ok == true)'
        order by at desc limit 10
      ) as made
    )
  ));
end
$$;
grant execute on function public.admin_marked_groups() to authenticated;
comment on function public.admin_marked_groups() is
  'The 50 newest groups of marked orders that are open and not booked, {mark, group, orders, total, phones, firstAt,
lastAt, cities, ids}, with the ids that one act takes; and the last 10 acts on such orders with what they still end,
{request, at, act, undoneAt, mark, orders, rows}. For admins.';

create function private.decide_rows(act text, rows jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' set enable_seqscan = off as $$
declare
  ids constant text[] := array(select asked ->> 'id' from jsonb_array_elements(rows) as asked);
  decided text[];
  statuses jsonb;
  moment timestamptz;
begin
  perform private.check_request(asked, 1024, array['id', 'mark']) from jsonb_array_elements(rows) as asked;
  perform from public.orders where id = any (ids) order by id for update;
  -- Later than that of every act on these orders before.
  moment := clock_timestamp();
  decided := array(
    select distinct marked.order_id from private.undecided_marks as marked
    join jsonb_array_elements(rows) as asked on marked.order_id = asked ->> 'id'
      and marked.mark = coalesce(asked ->> 'mark', marked.mark)
    where marked.order_id = any (ids)
  );
  -- A group is released of its own mark, an order of all. A cancelled order needs no other look.
  update private.marked_orders as marked set ended_at = moment
  from jsonb_array_elements(rows) as asked
  where marked.order_id = any (decided) and marked.order_id = asked ->> 'id' and marked.ended_at is null
    and (act = 'discard' or marked.mark = coalesce(asked ->> 'mark', marked.mark));
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
      else jsonb_build_object('id', o.id, 'ok', true, 'before', jsonb_build_object(
        'act', act, 'mark', asked -> 'mark', 'endedAt', moment, 'status', statuses -> o.id, 'version', o.version
      )) end
    from jsonb_array_elements(rows) with ordinality as listed (asked, nth)
    left join public.orders as o on o.id = asked ->> 'id' and o.id = any (decided)
    order by nth
  );
end
$$;
comment on function private.decide_rows(text, jsonb) is
  'Releases or discards marked orders that are open and not booked: rows of {id, mark?}. Without a mark all of
them count.';

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
    select jsonb_build_object('id', id) || case when id = any (restored) then '{"ok": true}'::jsonb
      else '{"ok": false, "code": "stale"}' end
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
    select jsonb_build_object('id', id) || case when id = any (deleted) then '{"ok": true}'::jsonb
      else '{"ok": false, "code": "not_deletable"}' end
    from unnest(ids) with ordinality as listed (id, nth) order by nth
  );
end
$$;
comment on function private.delete_rows(jsonb) is
  'Deletes for good these versions of orders that are cancelled and were never booked: rows of {id, version}.';
