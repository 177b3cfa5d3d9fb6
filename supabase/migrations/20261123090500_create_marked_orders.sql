/*
 * Orders that were saved although a limit was reached. Customers share an address, and others know a phone, so such
 * an order is marked for the admin instead of refused: docs/decisions/limits.md.
 */
create table private.marked_orders (
  order_id text not null references public.orders (id) on delete cascade,
  mark text not null
    check (mark in ('many_from_connection', 'many_of_phone', 'unconfirmed', 'large_amount')),
  group_key text not null check (group_key ~ '^[0-9a-f]{12}$'),
  marked_at timestamptz not null default now(),
  primary key (order_id, mark)
);
alter table private.marked_orders enable row level security;
create policy "Nobody reads the marked orders through the API" on private.marked_orders
  for all using (false);
comment on table private.marked_orders is
  'Orders above a limit. A sheet leaves them out until an admin has looked at them.';
comment on column private.marked_orders.group_key is
  'Orders with the same mark for the same reason share it: part of a keyed hash, of which nobody reads an
address or a phone.';
