/*
 * A group of marked orders is released or discarded, and either is undone. A request decides on 500 orders at
 * most, and the next one goes on with the same decision, so that one press has one Undo. Every request locks
 * the decision first and then its orders, in the order of their ids.
 */

create view private.decisions as
  select id, at, act, mark, group_key as "group", orders,
    (
      select count(distinct order_id) from private.marked_orders where decision_id = decision.id
    ) as "left",
    undone_at as "undoneAt"
  from private.mark_decisions as decision;
comment on view private.decisions is
  'Decisions as the API has them, with how many orders each had and how many it still ends a mark of.';

-- Security definer: marks cannot be read through the API.
create function public.admin_marked_groups() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, jsonb_build_object(
    'groups', (
      with undecided as (
        select marked.mark, marked.group_key, o.total, o.date, o.phone_key,
          o.shipping_address ->> 'city' as city
        from private.undecided_orders(null, null, null) as marked
        join public.orders as o on o.id = marked.order_id
      ),
      newest as (
        select mark, group_key, count(*) as orders, sum(total) as total,
          count(distinct phone_key) as phones, min(date) as first_at, max(date) as last_at
        from undecided group by mark, group_key order by last_at desc, mark, group_key limit 50
      )
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'mark', mark, 'group', group_key, 'orders', orders, 'total', total, 'phones', phones,
          'firstAt', first_at, 'lastAt', last_at,
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
      select coalesce(jsonb_agg(to_jsonb(made) order by made.id desc), '[]')
      from (select * from private.decisions order by id desc limit 10) as made
    )
  ));
end
$$;
grant execute on function public.admin_marked_groups() to authenticated;
comment on function public.admin_marked_groups() is
  'The 50 newest groups of marked orders that are open and not booked, {mark, group, orders, total, phones,
firstAt, lastAt, cities}, and the last 10 decisions, for admins.';

create table private.discarded_orders (
  order_id text primary key references public.orders (id) on delete cascade,
  decision_id bigint not null references private.mark_decisions (id),
  status public.order_status not null,
  version integer not null
);
create index discarded_orders_decision_idx on private.discarded_orders (decision_id, order_id);

comment on table private.discarded_orders is
  'Orders that a decision cancelled, with their status before it and their version after it.';

alter table private.discarded_orders enable row level security;
create policy "Nobody reads the discarded orders through the API" on private.discarded_orders
  for all using (false);

create function private.read_decision(p jsonb) returns private.mark_decisions
language plpgsql volatile set search_path = '' as $$
declare
  decision private.mark_decisions;
begin
  perform private.check_request(p, 16384, array['act', 'mark', 'group', 'ids', 'decision']);
  if coalesce(p ->> 'act', '') not in ('release', 'discard') then
    perform private.refuse('bad_field', 'act');
  end if;
  if coalesce(jsonb_typeof(p -> 'decision'), 'number') <> 'number' then
    perform private.refuse('bad_field', 'decision');
  end if;
  -- A group, or a list of orders. Neither would be every marked order.
  if p ? 'ids' then
    if p ? 'mark' or p ? 'group' or private.read_ids(p) is null then
      perform private.refuse('bad_field', 'ids');
    end if;
  elsif jsonb_typeof(p -> 'mark') is distinct from 'string' then
    perform private.refuse('bad_field', 'mark');
  elsif jsonb_typeof(p -> 'group') is distinct from 'string' then
    perform private.refuse('bad_field', 'group');
  end if;
  if p ? 'decision' then
    select * into decision from private.mark_decisions as saved
    where saved.id::numeric = (p ->> 'decision')::numeric and saved.undone_at is null
      and (saved.act, saved.mark, saved.group_key)
        is not distinct from (p ->> 'act', p ->> 'mark', p ->> 'group')
    for update;
    if not found then
      perform private.refuse('not_found', 'decision', 200);
    end if;
  end if;
  return decision;
end
$$;
comment on function private.read_decision(jsonb) is
  'The decision that a request of admin_decide_marked() goes on with, locked; or null for a new one. Refuses an
invalid request, and a decision that was undone or is about others.';

-- Security definer: as public.admin_marked_groups(). Without sequential scans, as
-- public.admin_create_batch().
create function public.admin_decide_marked(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  ids text[];
  decision private.mark_decisions;
begin
  perform private.require_admin();
  decision := private.read_decision(p);
  ids := array(
    select distinct order_id from private.undecided_orders(p ->> 'mark', p ->> 'group', private.read_ids(p))
    order by order_id limit 500
  );
  perform from public.orders as o where o.id = any (ids) order by o.id for update;
  -- The statement that follows sees what others decided on them, or booked, before.
  ids := array(
    select distinct order_id from private.undecided_orders(p ->> 'mark', p ->> 'group', ids)
    order by order_id
  );
  if cardinality(ids) > 0 then
    if decision.id is null then
      insert into private.mark_decisions (actor_id, act, mark, group_key)
      values (auth.uid(), p ->> 'act', p ->> 'mark', p ->> 'group') returning * into decision;
    end if;
    -- A group is released of its own mark. A cancelled order needs no other look.
    update private.marked_orders set decision_id = decision.id
    where order_id = any (ids) and decision_id is null
      and (p ? 'ids' or decision.act = 'discard'
        or (mark, group_key) = (decision.mark, decision.group_key));
    perform private.log_changes('admin', id, '{"decision": null}', jsonb_build_object('decision', decision.act))
    from unnest(ids) as id;
    if decision.act = 'discard' then
      -- The triggers of orders add 1 to the version.
      insert into private.discarded_orders (order_id, decision_id, status, version)
      select id, decision.id, status, version + 1 from public.orders where id = any (ids)
      on conflict (order_id) do update set
        decision_id = excluded.decision_id, status = excluded.status, version = excluded.version;
      perform set_config('shop.actor', 'admin', true);
      update public.orders set status = 'cancelled' where id = any (ids);
      perform set_config('shop.actor', '', true);
    end if;
    update private.mark_decisions set orders = orders + cardinality(ids) where id = decision.id
    returning * into decision;
  end if;
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'decision', (select to_jsonb(made) from private.decisions as made where made.id = decision.id),
    'changed', cardinality(ids),
    'remaining', case when p ? 'ids' then 0 else (
      select count(distinct order_id)
      from private.undecided_orders(p ->> 'mark', p ->> 'group', null)
    ) end
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_decide_marked(jsonb) to authenticated;
comment on function public.admin_decide_marked(jsonb) is
  'Releases or discards at most 500 marked orders that are open and not booked, of {act, mark, group,
decision?} or {act, ids}, and says how many remain in the group. Discarding cancels them. For admins.';
