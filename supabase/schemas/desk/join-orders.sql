/*
 * Two open orders of one phone become one parcel: the later goes into the earlier and is cancelled as joined,
 * which counts against no customer. Both can be taken apart again until they are booked.
 */

create table private.joined_orders (
  order_id text primary key references public.orders (id) on delete cascade,
  into_id text not null references public.orders (id) on delete cascade,
  at timestamptz not null default now(),
  actor_id uuid,
  before jsonb not null,
  after jsonb not null
);
create index joined_orders_into_idx on private.joined_orders (into_id);

comment on table private.joined_orders is
  'Orders that go with another one''s parcel. What is taken apart again has no row.';
comment on column private.joined_orders.before is 'Items, total and advance of the other order before.';
comment on column private.joined_orders.after is 'The same, with what was added.';

alter table private.joined_orders enable row level security;
create policy "Nobody reads the joined orders through the API" on private.joined_orders
  for all using (false);

create function private.joined_items(items jsonb, added jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  -- Lines of the same size and price are one line, in the order of the first.
  select jsonb_agg(line || jsonb_build_object('quantity', quantity) order by nth)
  from (
    select (array_agg(line order by nth))[1] as line, min(nth) as nth,
      sum((line ->> 'quantity')::integer) as quantity
    from jsonb_array_elements(items || added) with ordinality as listed (line, nth)
    group by line ->> 'id', line ->> 'size', line ->> 'price'
  ) as lines
$$;
comment on function private.joined_items(jsonb, jsonb) is 'The lines of two orders as those of one.';

-- Security definer: the API writes no table.
create function public.admin_join_orders(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  main public.orders;
  added public.orders;
  main_details private.order_details;
  added_details private.order_details;
  before jsonb;
  after jsonb;
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['id', 'version', 'into', 'intoVersion']);
  perform from public.orders as o where o.id in (p ->> 'id', p ->> 'into') order by o.id for update;
  select * into main from public.orders where id = p ->> 'into';
  select * into added from public.orders where id = p ->> 'id';
  if main.id is null or added.id is null or main.id = added.id then
    perform private.refuse('not_found', null, 200);
  end if;
  select * into main_details from private.order_details where order_id = main.id;
  select * into added_details from private.order_details where order_id = added.id;
  if private.is_booked(main, main_details) then
    perform private.refuse_change('booked', main, false);
  elsif private.is_booked(added, added_details) then
    perform private.refuse_change('booked', added, false);
  elsif main.version is distinct from (p ->> 'intoVersion')::integer then
    perform private.refuse_change('stale', main, false);
  elsif added.version is distinct from (p ->> 'version')::integer then
    perform private.refuse_change('stale', added, false);
  elsif coalesce(main.replaces, added.replaces) is not null then
    perform private.refuse('replacement');
  elsif main.phone_key <> added.phone_key then
    perform private.refuse('other_phone');
  end if;
  before := jsonb_build_object(
    'items', main.items, 'total', main.total, 'advance', coalesce(main_details.advance, 0)
  );
  after := jsonb_build_object(
    'items', private.joined_items(main.items, added.items),
    'total', main.total + added.total,
    'advance', coalesce(main_details.advance, 0) + coalesce(added_details.advance, 0)
  );
  if jsonb_array_length(after -> 'items') > 20 then
    perform private.refuse('cart_too_large');
  end if;
  perform private.write_contents(
    'admin', main, jsonb_populate_record(main, after), (after ->> 'advance')::numeric
  );
  insert into private.joined_orders (order_id, into_id, actor_id, before, after)
  values (added.id, main.id, auth.uid(), before, after);
  perform set_config('shop.actor', 'admin', true);
  update public.orders set status = 'cancelled' where id = added.id;
  perform set_config('shop.actor', '', true);
  insert into private.order_details (order_id, end_reason) values (added.id, 'joined')
  on conflict (order_id) do update set end_reason = excluded.end_reason;
  return private.respond_order(main.id);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_join_orders(jsonb) to authenticated;
comment on function public.admin_join_orders(jsonb) is
  'Joins the order of {id, version, into, intoVersion} into another open one of the same phone, for admins.';

-- Security definer: the API writes no table.
create function public.admin_take_apart(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  main public.orders;
  added public.orders;
  details private.order_details;
  joined private.joined_orders;
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['id']);
  select * into joined from private.joined_orders where order_id = p ->> 'id';
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  perform from public.orders as o where o.id in (joined.order_id, joined.into_id) order by o.id for update;
  select * into main from public.orders where id = joined.into_id;
  select * into added from public.orders where id = joined.order_id;
  select * into details from private.order_details where order_id = main.id;
  if private.is_booked(main, details) then
    perform private.refuse_change('booked', main, false);
  end if;
  -- What was corrected since would be lost.
  if (main.items, main.total, private.advance_of(main.id))
    <> (joined.after -> 'items', (joined.after ->> 'total')::numeric, (joined.after ->> 'advance')::numeric)
    or added.status <> 'cancelled' then
    perform private.refuse_change('stale', main, false);
  end if;
  perform private.write_contents(
    'admin', main, jsonb_populate_record(main, joined.before), (joined.before ->> 'advance')::numeric
  );
  delete from private.joined_orders where order_id = joined.order_id;
  perform set_config('shop.actor', 'admin', true);
  update public.orders set status = 'pending' where id = added.id;
  perform set_config('shop.actor', '', true);
  return private.respond_order(main.id);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_take_apart(jsonb) to authenticated;
comment on function public.admin_take_apart(jsonb) is
  'Takes the joined order of {id} out of the other one''s parcel again, until that is booked. For admins.';
