/*
 * A schema without protection: one table that the public key may do
 * everything with, `security definer` functions, and nothing that validates a request.
 * For the control run only: the cases of tests/api-security must fail with it.
 */
create table public.orders (
  id text primary key,
  items jsonb not null,
  total numeric not null,
  shipping_address jsonb not null,
  payment_method text not null default 'cash_on_delivery',
  status text not null default 'pending',
  date timestamptz not null default now(),
  estimated_delivery date not null default current_date + 7,
  tracking_number text,
  tracking_history jsonb not null default '[]'
);
grant all on public.orders to anon, authenticated;

-- What the tests themselves need: the local backend's one admin, the limits they fill, the keys.
create schema private;
create table private.store_admins (user_id uuid primary key);
create function private.is_erased(address jsonb) returns boolean language sql as 'select false';
create function private.change_count(purpose text, client text, change integer, max_count integer)
returns integer
language sql as 'select 0';
create table private.catalogue_sizes (id text, active boolean);
create table private.order_keys (order_id text primary key, first_tracked_at timestamptz);

create function public.order_json(shown public.orders) returns jsonb
language sql as $$
  select jsonb_build_object(
    'id', shown.id, 'items', shown.items, 'total', shown.total, 'status', shown.status,
    'date', shown.date, 'estimatedDelivery', shown.estimated_delivery,
    'trackingNumber', shown.tracking_number, 'trackingHistory', shown.tracking_history,
    'paymentMethod', shown.payment_method, 'masked', false,
    'shippingAddress', shown.shipping_address
  )
$$;

create function public.place_order(p jsonb) returns jsonb
language plpgsql security definer as $$
declare
  saved public.orders;
begin
  insert into public.orders (id, items, total, shipping_address, payment_method, status)
  values (
    p ->> 'id', p -> 'items', (p ->> 'total')::numeric, p -> 'shippingAddress',
    coalesce(p ->> 'paymentMethod', ''), coalesce(p ->> 'status', 'pending')
  )
  on conflict (id) do update set
    items = excluded.items, total = excluded.total, shipping_address = excluded.shipping_address
  returning * into saved;
  perform set_config('response.status', '201', true);
  return jsonb_build_object('ok', true, 'replay', false, 'order', public.order_json(saved));
end
$$;

create function public.get_order(p_id text, p_token text default null) returns jsonb
language sql stable security definer as $$
  select coalesce(
    (select jsonb_build_object('ok', true, 'order', public.order_json(known))
     from public.orders as known where id = p_id),
    '{"ok": false, "code": "not_found"}'
  )
$$;

create function public.track_order(p_id text, p_token text default null) returns jsonb
language plpgsql security definer as $$
begin
  update public.orders set
    status = 'processing',
    tracking_history = tracking_history || '[{"status": "processing"}]'
  where id = p_id;
  return public.get_order(p_id, p_token);
end
$$;

create table private.contact_messages (
  id text primary key, name text, email text, subject text, message text
);

create function public.send_message(p jsonb) returns jsonb
language sql security definer as $$
  insert into private.contact_messages
  values (p ->> 'messageId', p ->> 'name', p ->> 'email', p ->> 'subject', p ->> 'message')
  on conflict (id) do update set message = excluded.message;
  select '{"ok": true}'::jsonb
$$;

-- Two functions of the admin stand for all.
create function public.admin_orders(p jsonb default '{}') returns setof public.orders
language sql security definer as $$ select * from public.orders $$;

create function public.admin_dashboard() returns jsonb
language sql security definer as $$ select jsonb_agg(orders) from public.orders $$;

create function public.find_order(p jsonb) returns jsonb
language sql security definer as $$ select public.get_order(p ->> 'id') $$;

create function public.change_order(p jsonb) returns jsonb
language sql security definer as $$
  update public.orders set shipping_address = p -> 'shippingAddress' where id = p ->> 'id';
  select public.get_order(p ->> 'id')
$$;

create function public.cancel_order(p jsonb) returns jsonb
language sql security definer as $$
  update public.orders set status = 'cancelled' where id = p ->> 'id';
  select public.get_order(p ->> 'id')
$$;

create function public.request_help(p jsonb) returns jsonb
language sql security definer as $$ select public.get_order(p ->> 'id') $$;
