/*
 * Orders: what a customer bought, at the prices of that day.
 *
 * The table holds what the admin may see, so that the admin can read whole rows. The proof that an
 * order belongs to a device is in `private`. The id is a name that people read out on the phone, not a
 * secret: see docs/decisions/order-ids.md.
 */
create type public.order_status as enum (
  'pending', 'processing', 'shipped', 'delivered', 'cancelled'
);
comment on type public.order_status is 'The statuses of an order, in the order of its way.';

create function private.is_open(status public.order_status) returns boolean
language sql immutable set search_path = '' as $$
  select status in ('pending', 'processing')
$$;
comment on function private.is_open(public.order_status) is
  'Whether an order with this status has not been shipped yet.';

create function private.is_closed(status public.order_status) returns boolean
language sql immutable set search_path = '' as $$
  select status in ('delivered', 'cancelled')
$$;
-- A constraint of orders calls this with the rights of the admin.
grant execute on function private.is_closed(public.order_status) to authenticated;
comment on function private.is_closed(public.order_status) is
  'Whether an order with this status is finished.';

create function private.counts_as_revenue(status public.order_status) returns boolean
language sql immutable set search_path = '' as $$
  select status <> 'cancelled'
$$;
comment on function private.counts_as_revenue(public.order_status) is
  'Whether the total of an order with this status is revenue.';

create table public.orders (
  id text primary key check (id ~ '^[0-9A-Z]{8}$'),
  items jsonb not null,
  total numeric(12,2) not null check (total > 0),
  shipping_address jsonb not null,
  payment_method text not null check (payment_method = 'cash_on_delivery'),
  status public.order_status not null default 'pending',
  date timestamptz not null default now(),
  estimated_delivery date not null,
  tracking_number text check (tracking_number ~ '^[A-Za-z0-9][A-Za-z0-9 ./_-]{0,63}$'),
  tracking_history jsonb not null default '[]',
  version integer not null default 1,
  phone_key text not null generated always as
    (private.phone_key(shipping_address ->> 'phone')) stored,
  search_text text not null generated always as (lower(private.fold_digits(
    id || E'\n' || coalesce(shipping_address ->> 'fullName', '')
    || E'\n' || coalesce(shipping_address ->> 'city', '')
    || E'\n' || coalesce(tracking_number, '')
    || E'\n' || private.phone_digits(shipping_address ->> 'phone')
  ))) stored
);
create index orders_date_idx on public.orders (date desc, id desc);
create index orders_phone_key_idx on public.orders (phone_key, date desc, id desc);

comment on table public.orders is 'What customers bought. Only place_order() adds to it.';
comment on column public.orders.items is 'A list of {id, name, image, price, quantity, size}.';
comment on column public.orders.total is 'In rupees.';
comment on column public.orders.tracking_history is
  'A list of {status, at, by, trackingNumber?}, written by the database at each change.';
comment on column public.orders.version is
  'Counts the changes of the order and its details. An update names the version that it changes.';
comment on column public.orders.phone_key is 'Orders with the same phone key have the same phone.';
comment on column public.orders.search_text is
  'Id, name, city, tracking number and phone. No search term has a line end, so none matches across two.';

-- All but the first condition are always true. The planner expects each to hold for one row of 200,
-- and so estimates one row, however many orders there are. PostgREST returns that estimate to any user
-- who sends `Prefer: count=planned`.
alter table public.orders enable row level security;
create policy "Admins read orders" on public.orders
  for select to authenticated
  using (
    (select private.is_admin())
    and id || '' = id
    and status::text || '' = status::text
    and payment_method || '' = payment_method
  );
grant select on public.orders to authenticated;

create policy "Admins update orders" on public.orders
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));
grant update (status, tracking_number) on public.orders to authenticated;

create table private.order_keys (
  order_id text primary key references public.orders (id) on delete cascade,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  request_hash bytea not null check (octet_length(request_hash) = 32),
  first_tracked_at timestamptz
);

alter table private.order_keys enable row level security;
create policy "Nobody reads the keys of orders through the API" on private.order_keys
  for all using (false);

comment on table private.order_keys is
  'Which device placed an order (a hash of its token), with which request, and when it was first tracked.';

create function private.price_items(items jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  item jsonb;
  sold private.catalogue_sizes;
  quantity numeric;
  priced jsonb := '[]'::jsonb;
begin
  if jsonb_typeof(items) is distinct from 'array' then
    perform private.refuse('items_invalid');
  end if;
  if jsonb_array_length(items) not between 1 and 20 then
    perform private.refuse('items_count');
  end if;

  for item in select * from jsonb_array_elements(items) loop
    if jsonb_typeof(item) is distinct from 'object'
      or jsonb_typeof(item -> 'id') is distinct from 'string'
      or jsonb_typeof(item -> 'size') is distinct from 'string'
      or jsonb_typeof(item -> 'quantity') is distinct from 'number'
      or jsonb_typeof(item -> 'price') is distinct from 'number' then
      perform private.refuse('item_invalid');
    end if;

    select * into sold from private.catalogue_sizes as listed
    where listed.product_id = item ->> 'id' and listed.size = item ->> 'size' and listed.active;
    if not found then
      perform private.refuse('item_unknown', left(item ->> 'id', 40));
    end if;

    quantity := (item ->> 'quantity')::numeric;
    if quantity not between 1 and 999 or quantity <> trunc(quantity) then
      perform private.refuse('quantity_invalid', sold.product_id);
    end if;
    if (item ->> 'price')::numeric <> sold.unit_price then
      perform private.refuse('price_changed', sold.product_id);
    end if;

    -- Containment: an earlier line with the same id and size, whatever its quantity.
    if priced @> jsonb_build_array(jsonb_build_object('id', sold.product_id, 'size', sold.size)) then
      perform private.refuse('duplicate_line', sold.product_id);
    end if;
    priced := priced || jsonb_build_array(jsonb_build_object(
      'id', sold.product_id, 'name', sold.name, 'image', sold.image,
      'price', sold.unit_price, 'quantity', quantity::integer, 'size', sold.size
    ));
  end loop;
  return priced;
end
$$;
comment on function private.price_items(jsonb) is
  'The lines of an order with names, pictures and prices of record. Refuses a price that differs
instead of correcting it, so that nobody pays a total that was never shown.';

create function private.total_of(priced jsonb) returns numeric
language sql immutable set search_path = '' as $$
  select sum((line ->> 'price')::numeric * (line ->> 'quantity')::integer)
  from jsonb_array_elements(priced) as line
$$;
comment on function private.total_of(jsonb) is 'The sum of priced lines, in rupees.';

create function private.shop_day(moment timestamptz) returns date
language sql immutable set search_path = '' as $$
  select (moment at time zone 'Asia/Karachi')::date
$$;
comment on function private.shop_day(timestamptz) is 'The day of a moment in the time zone of the shop.';

-- In UTC, because a caller may choose the time zone of its request, and `at` becomes text.
create function private.prepare_order() returns trigger
language plpgsql volatile set search_path = '' set timezone = 'UTC' as $$
begin
  new.shipping_address := private.clean_address(new.shipping_address);
  new.items := private.price_items(new.items);
  if new.total is distinct from private.total_of(new.items) then
    perform private.refuse('total_mismatch');
  end if;
  new.status := 'pending';
  new.date := now();
  new.estimated_delivery := private.shop_day(now()) + 7;
  new.tracking_number := null;
  new.version := 1;
  new.tracking_history :=
    jsonb_build_array(jsonb_build_object('status', 'pending', 'at', now(), 'by', 'customer'));
  return new;
end
$$;
comment on function private.prepare_order() is
  'Validates a new order and sets every column that its sender does not decide, however it is inserted.';

create trigger prepare_order before insert on public.orders
  for each row execute function private.prepare_order();
