/*
 * Orders that were saved although a limit was reached. Customers share an address, and others know a phone, so
 * such an order is marked for the admin instead of refused: docs/decisions/limits.md. It is marked until an
 * act ends its mark, and a sheet leaves it out until then. A group is the orders with the same mark and
 * group key.
 */

create table private.marked_orders (
  order_id text not null references public.orders (id) on delete cascade,
  mark text not null
    check (mark in ('many_from_connection', 'many_of_phone', 'unusual_rush', 'large_amount')),
  group_key text not null check (group_key ~ '^[0-9a-f]{12}$'),
  marked_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (order_id, mark)
);
create index marked_orders_group_idx on private.marked_orders (mark, group_key, order_id) where ended_at is null;

comment on table private.marked_orders is
  'Orders above a limit. A sheet leaves them out until an admin has looked at them.';
comment on column private.marked_orders.group_key is
  'Orders with the same mark for the same reason share it: part of a keyed hash, of which nobody reads an
address or a phone.';
comment on column private.marked_orders.ended_at is 'The moment of the act that ended the mark. Null while none has.';

alter table private.marked_orders enable row level security;
create policy "Nobody reads the marked orders through the API" on private.marked_orders
  for all using (false);

create function private.erase_marked_orders(ids text[]) returns void
language sql volatile set search_path = '' as $$
  delete from private.marked_orders where order_id = any (ids)
$$;
comment on function private.erase_marked_orders(text[]) is 'Deletes the marks of erased orders.';

-- What private.mark_new_order() counts of the whole shop's hour.
create index order_clients_at_idx on private.order_clients (at) where nth <= 3;

-- In plpgsql, which caches its plans, like the functions that follow: every new order waits for them.
create function private.mark_order(o public.orders, mark text, reason text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.marked_orders (order_id, mark, group_key)
  values (o.id, mark, left(encode(private.hash_counted(mark, reason), 'hex'), 12))
  on conflict do nothing;
end
$$;
comment on function private.mark_order(public.orders, text, text) is
  'Marks an order. Orders with the same mark and reason are one group.';

create function private.is_one_of_many(o public.orders) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  -- An order that is saved at the same moment is one of many too. Nobody waits for it.
  return not pg_try_advisory_xact_lock(hashtextextended('phone:' || o.phone_key, 0)) or (
    select count(*) = 5 from (
      select from public.orders as other
      where other.phone_key = o.phone_key and other.id <> o.id
        and other.date > now() - interval '24 hours' and private.is_open(other.status)
      limit 5
    ) as others
  );
end
$$;
comment on function private.is_one_of_many(public.orders) is
  'Whether the phone of an order has five other open orders of the last 24 hours.';

create function private.mark_client(o public.orders, is_busy_hour boolean) returns void
language plpgsql volatile set search_path = '' as $$
declare
  counted constant bytea := private.client_hash(o.id);
  max_of_ten_minutes constant integer := 300;
  max_of_busy_hour constant integer := 10;
  -- The devices that are known are marked with the others by this limit only.
  is_many constant boolean :=
    private.count_saved(counted, max_of_ten_minutes + 1, '10 minutes') > max_of_ten_minutes;
  is_first boolean;
  one public.orders;
begin
  if not is_many and not (
    is_busy_hour and private.count_saved(counted, max_of_busy_hour + 1, '1 hour') > max_of_busy_hour
  ) then
    return;
  end if;
  -- No order waits: of several at one moment one marks the earlier ones, and those that somebody is changing are
  -- left to the next order.
  is_first := pg_try_advisory_xact_lock(hashtextextended('client:' || encode(counted, 'hex'), 0));
  for one in
    select of_client.*
    from private.order_clients as saved join public.orders as of_client on of_client.id = saved.order_id
    where saved.client = counted and saved.at > now() - interval '1 hour'
      and (is_many or not saved.is_known) and (is_first or saved.order_id = o.id)
      and not exists (
        select from private.marked_orders as marked
        where marked.order_id = saved.order_id and marked.mark = 'many_from_connection'
      )
    for key share of of_client skip locked
  loop
    perform private.mark_order(
      one, 'many_from_connection', encode(counted, 'hex') || private.shop_day(o.date)
    );
  end loop;
end
$$;
comment on function private.mark_client(public.orders, boolean) is
  'Marks an order and the earlier ones of its client within an hour, as one group, where the client has more than 300
in ten minutes, or more than 10 in an hour in which the shop has more than it could expect.';

create function private.mark_new_order() returns trigger
language plpgsql volatile set search_path = '' as $$
declare
  days constant integer := 28;
  o public.orders;
  -- Ten times the average hour of these days, and 60 orders for a shop that sells little.
  max_orders_of_hour constant bigint := greatest(60, (
    select coalesce(sum(orders), 0) * 10 / (days * 24) from private.day_totals
    where day >= private.shop_day(now()) - days and day < private.shop_day(now())
  ));
begin
  select * into o from public.orders where id = new.order_id;
  perform private.mark_client(o, exists (
    select from public.orders where date > now() - interval '1 hour'
    order by date desc offset max_orders_of_hour limit 1
  ));
  -- src/config/settings.ts has the same sum, for the sentence at the checkout.
  if o.total > 200000 then
    perform private.mark_order(o, 'large_amount', o.phone_key);
  end if;
  if new.is_known then
    return null;
  end if;
  if private.is_one_of_many(o) then
    perform private.mark_order(o, 'many_of_phone', o.phone_key);
  end if;
  -- What one client has beyond its third order counts for nobody else.
  if exists (
    select from private.order_clients where at > now() - interval '1 hour' and nth <= 3
    order by at desc offset max_orders_of_hour limit 1
  ) then
    -- Not as a date: a caller may choose the time zone of its request.
    perform private.mark_order(o, 'unusual_rush', floor(extract(epoch from o.date) / 3600)::text);
  end if;
  return null;
end
$$;
comment on function private.mark_new_order() is
  'Marks an order whose client was saved, where it is above a limit: docs/product.md, section 17.';

create function private.mark_new_phone() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  if private.is_one_of_many(new) then
    perform private.mark_order(new, 'many_of_phone', new.phone_key);
  end if;
  return null;
end
$$;
comment on function private.mark_new_phone() is
  'Marks an order that its customer gave another phone, which has five other open orders.';
