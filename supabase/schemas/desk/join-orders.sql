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
comment on column private.joined_orders.before is 'Items, total and advance of the other order before, and the status of this one.';
comment on column private.joined_orders.after is 'Items, total and advance of the other order, with what was added.';

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

create function private.joined_result(added_id text, main_id text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', added.id, 'ok', true, 'before', jsonb_build_object(
    'version', added.version, 'into', main.id, 'intoVersion', main.version
  ))
  from public.orders as added, public.orders as main where added.id = added_id and main.id = main_id
$$;
comment on function private.joined_result(text, text) is
  'The result of a row that joined two orders or took them apart, with the row that does the opposite.';

create function private.join_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  main public.orders;
  added public.orders;
  before jsonb;
  after jsonb;
begin
  perform private.check_request(asked, 1024, array['id', 'version', 'into', 'intoVersion']);
  perform from public.orders as o where o.id in (asked ->> 'id', asked ->> 'into') order by o.id for update;
  select * into main from public.orders where id = asked ->> 'into';
  select * into added from public.orders where id = asked ->> 'id';
  if main.id is null or added.id is null or main.id = added.id then
    perform private.refuse('not_found');
  elsif private.is_booked(main) or private.is_booked(added) then
    perform private.refuse('booked');
  elsif (added.version, main.version)
    is distinct from ((asked ->> 'version')::integer, (asked ->> 'intoVersion')::integer) then
    perform private.refuse('stale');
  elsif coalesce(main.replaces, added.replaces) is not null then
    perform private.refuse('replacement');
  elsif exists (select from private.packable where id in (main.id, added.id) and is_held) then
    -- It would leave with the other.
    perform private.refuse('held');
  elsif main.phone_key <> added.phone_key then
    perform private.refuse('other_phone');
  end if;
  before := jsonb_build_object(
    'items', main.items, 'total', main.total, 'advance', private.advance_of(main.id), 'addedStatus', added.status
  );
  after := jsonb_build_object(
    'items', private.joined_items(main.items, added.items),
    'total', main.total + added.total,
    'advance', private.advance_of(main.id) + private.advance_of(added.id)
  );
  if jsonb_array_length(after -> 'items') > 20 then
    perform private.refuse('cart_too_large');
  end if;
  perform private.write_contents(
    'admin', main, jsonb_populate_record(main, after), (after ->> 'advance')::numeric
  );
  insert into private.joined_orders (order_id, into_id, actor_id, before, after)
  values (added.id, main.id, auth.uid(), before, after);
  perform private.save_bookings(
    array[row(added.id, 'cancelled', null, null, null, 'joined', null)::private.bookings]
  );
  return private.joined_result(added.id, main.id);
end
$$;
comment on function private.join_row(jsonb) is
  'Joins the order of {id, version, into, intoVersion} into another open one of the same phone.';

create function private.take_apart_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  main public.orders;
  added public.orders;
  joined private.joined_orders;
begin
  perform private.check_request(asked, 1024, array['id', 'version', 'into', 'intoVersion']);
  select * into joined from private.joined_orders where order_id = asked ->> 'id';
  if not found then
    perform private.refuse('not_found');
  end if;
  perform from public.orders as o where o.id in (joined.order_id, joined.into_id) order by o.id for update;
  select * into main from public.orders where id = joined.into_id;
  select * into added from public.orders where id = joined.order_id;
  if private.is_booked(main) then
    perform private.refuse('booked');
  end if;
  -- What was corrected since would be lost.
  if (main.items, main.total, private.advance_of(main.id))
    <> (joined.after -> 'items', (joined.after ->> 'total')::numeric, (joined.after ->> 'advance')::numeric)
    or added.status <> 'cancelled'
    or (asked ->> 'version')::integer <> added.version
    or (asked ->> 'intoVersion')::integer is distinct from main.version then
    perform private.refuse('stale');
  end if;
  perform private.write_contents(
    'admin', main, jsonb_populate_record(main, joined.before), (joined.before ->> 'advance')::numeric
  );
  delete from private.joined_orders where order_id = joined.order_id;
  perform private.save_bookings(array[row(
    added.id, coalesce(joined.before ->> 'addedStatus', 'pending'), null, null, null, null, null
  )::private.bookings]);
  return private.joined_result(added.id, main.id);
end
$$;
comment on function private.take_apart_row(jsonb) is
  'Takes the joined order of {id, version?, intoVersion} out of the other one''s parcel again, until that is booked. Of two
that went into the same order an act takes out one, so that it is undone exactly.';
