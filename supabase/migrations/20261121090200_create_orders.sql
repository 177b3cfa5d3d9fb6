/*
 * Orders: what a customer bought, at the price it had that day.
 *
 * The table holds what the owner may see, so that the admin can read whole rows. What proves that an
 * order is one's own stands beside it in `private`. The id is a name that people read out on the
 * phone, not a secret: see docs/decisions/order-ids.md.
 */
create table public.orders (
  id text primary key check (id ~ '^[0-9A-Z]{8}$'),
  items jsonb not null,
  total numeric(12,2) not null check (total > 0),
  shipping_address jsonb not null,
  payment_method text not null check (payment_method = 'cash_on_delivery'),
  status text not null default 'pending'
    check (status in ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
  date timestamptz not null default now(),
  estimated_delivery date not null,
  tracking_number text check (tracking_number ~ '^[A-Za-z0-9][A-Za-z0-9 ./_-]{0,63}$'),
  tracking_history jsonb not null default '[]'
);
create index orders_date_idx on public.orders (date desc, id desc);

alter table public.orders enable row level security;

comment on table public.orders is 'What customers bought. Only place_order() adds to it.';
comment on column public.orders.items is 'A list of {id, name, image, price, quantity, size}.';
comment on column public.orders.total is 'In rupees.';
comment on column public.orders.tracking_history is
  'A list of {status, at, by, trackingNumber?}, written by the database at each change.';

create table private.order_keys (
  order_id text primary key references public.orders (id) on delete cascade,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  request_hash bytea not null check (octet_length(request_hash) = 32),
  phone_key text not null,
  placed_at timestamptz not null default now(),
  first_tracked_at timestamptz
);
create index order_keys_phone_key_idx on private.order_keys (phone_key, placed_at desc);

alter table private.order_keys enable row level security;
create policy "Nobody reaches the keys of orders through the API" on private.order_keys
  for all using (false);

comment on table private.order_keys is
  'Which device placed an order (a hash of its token), with which request, and when it first looked.';
