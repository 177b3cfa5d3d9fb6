/*
 * A group of marked orders is released or discarded, and either is undone. A request decides on 500 orders at
 * most, and the next one goes on with the same decision, so that one press has one Undo. Every request locks
 * the decision first and then its orders, in the order of their ids.
 */

create function private.decision_json(decision private.mark_decisions) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'id', decision.id,
    'at', decision.at,
    'act', decision.act,
    'mark', decision.mark,
    'group', decision.group_key,
    'orders', decision.orders,
    'left', (
      select count(distinct order_id) from private.marked_orders where decision_id = decision.id
    ),
    'undoneAt', decision.undone_at
  )
$$;
comment on function private.decision_json(private.mark_decisions) is
  'A decision, with how many orders it had and how many it still ends a mark of.';

create function private.marked_groups(max_groups integer) returns jsonb
language sql stable set search_path = '' as $$
  with undecided as (
    select marked.mark, marked.group_key, o.total, o.date, o.phone_key,
      o.shipping_address ->> 'city' as city
    from private.undecided_orders(null, null, null) as marked
    join public.orders as o on o.id = marked.order_id
  ),
  newest as (
    select mark, group_key, count(*) as orders, sum(total) as total,
      count(distinct phone_key) as phones, min(date) as first_at, max(date) as last_at
    from undecided group by mark, group_key order by last_at desc, mark, group_key limit max_groups
  )
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'mark', mark, 'group', group_key, 'orders', orders, 'total', total, 'phones', phones,
      'firstAt', first_at, 'lastAt', last_at,
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
$$;
comment on function private.marked_groups(integer) is
  'The newest groups of marked orders that are open and not booked, each with its three most frequent
cities.';

-- Security definer: marks cannot be read through the API.
create function public.admin_marked_groups() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, jsonb_build_object(
    'groups', private.marked_groups(50),
    'decisions', (
      select coalesce(jsonb_agg(private.decision_json(decision) order by decision.id desc), '[]')
      from (select * from private.mark_decisions order by id desc limit 10) as decision
    )
  ));
end
$$;
grant execute on function public.admin_marked_groups() to authenticated;
comment on function public.admin_marked_groups() is
  'The 50 newest groups of marked orders, {mark, group, orders, total, phones, firstAt, lastAt, cities}, and
the last 10 decisions, for admins.';

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

create function private.check_decision(p jsonb) returns void
language plpgsql volatile set search_path = '' as $$
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
    if p ? 'mark' or p ? 'group' or jsonb_typeof(p -> 'ids') <> 'array' then
      perform private.refuse('bad_field', 'ids');
    end if;
    if jsonb_array_length(p -> 'ids') > 500 then
      perform private.refuse('too_many', 'ids');
    end if;
  elsif jsonb_typeof(p -> 'mark') is distinct from 'string' then
    perform private.refuse('bad_field', 'mark');
  elsif jsonb_typeof(p -> 'group') is distinct from 'string' then
    perform private.refuse('bad_field', 'group');
  end if;
end
$$;
comment on function private.check_decision(jsonb) is
  'Refuses an invalid request of admin_decide_marked().';

create function private.log_decision(ids text[], before text, after text) returns void
language sql volatile set search_path = '' as $$
  insert into private.order_audit (order_id, actor, actor_id, before, after)
  select id, 'admin', auth.uid(), jsonb_build_object('decision', before),
    jsonb_build_object('decision', after)
  from unnest(ids) as id
$$;
comment on function private.log_decision(text[], text, text) is 'Logs a decision with each of its orders.';

create function private.discard_orders(ids text[], decision bigint) returns void
language plpgsql volatile set search_path = '' as $$
begin
  -- The triggers of orders add 1 to the version.
  insert into private.discarded_orders as saved (order_id, decision_id, status, version)
  select id, decision, status, version + 1 from public.orders where id = any (ids)
  on conflict (order_id) do update set
    decision_id = excluded.decision_id, status = excluded.status, version = excluded.version;
  perform set_config('shop.actor', 'admin', true);
  update public.orders set status = 'cancelled' where id = any (ids);
  perform set_config('shop.actor', '', true);
end
$$;
comment on function private.discard_orders(text[], bigint) is
  'Cancels open orders, and saves what their status was.';

create function private.lock_decision(p jsonb) returns private.mark_decisions
language plpgsql volatile set search_path = '' as $$
declare
  decision private.mark_decisions;
begin
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
comment on function private.lock_decision(jsonb) is
  'The decision that a request goes on with, locked; or null. Refuses one that was undone, or is about others.';

-- Security definer: as public.admin_marked_groups(). Without sequential scans, as
-- public.admin_create_batch().
create function public.admin_decide_marked(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  max_orders constant integer := 500;
  ids text[];
  decision private.mark_decisions;
  refused text;
begin
  perform private.require_admin();
  perform private.check_decision(p);
  decision := private.lock_decision(p);

  if p ? 'ids' then
    ids := array(select jsonb_array_elements_text(p -> 'ids'));
  end if;
  ids := array(
    select distinct order_id from private.undecided_orders(p ->> 'mark', p ->> 'group', ids)
    order by order_id limit max_orders
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
    perform private.log_decision(ids, null, decision.act);
    if decision.act = 'discard' then
      perform private.discard_orders(ids, decision.id);
    end if;
    update private.mark_decisions set orders = orders + cardinality(ids) where id = decision.id
    returning * into decision;
  end if;
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'decision', case when decision.id is not null then private.decision_json(decision) end,
    'changed', cardinality(ids),
    'remaining', case when p ? 'ids' then 0 else (
      select count(distinct order_id)
      from private.undecided_orders(p ->> 'mark', p ->> 'group', null)
    ) end
  ));
exception
  when sqlstate 'SHREF' then
    get stacked diagnostics refused = pg_exception_detail;
    return private.respond_refusal(refused);
end
$$;
grant execute on function public.admin_decide_marked(jsonb) to authenticated;
comment on function public.admin_decide_marked(jsonb) is
  'Releases or discards at most 500 marked orders that are open and not booked, of {act, mark, group,
decision?} or {act, ids}, and says how many remain in the group. Discarding cancels them. For admins.';
