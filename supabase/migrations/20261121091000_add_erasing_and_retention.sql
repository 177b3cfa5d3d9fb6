/*
 * Erasing of personal data: docs/decisions/erasing.md. Items, totals and dates stay, so every total is the
 * same before and after. An erased order is closed and has no tracking number, because a courier's page
 * shows name, phone and address for one.
 */
alter table public.orders add constraint erased_orders_stay_closed check (
  not private.is_erased(shipping_address)
  or (private.is_closed(status) and tracking_number is null)
);
create index orders_with_personal_data_idx on public.orders (date)
  where not private.is_erased(shipping_address);

create table private.erasures (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor text not null check (actor in ('admin', 'system')),
  actor_id uuid,
  orders integer not null
);
alter table private.erasures enable row level security;
create policy "Nobody reads the log of erasures through the API" on private.erasures
  for all using (false);
comment on table private.erasures is
  'When personal data was erased, by which admin or by the retention time, and of how many orders.';

create function private.erase_logged(logged jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select logged - array[
    'tracking_number', 'shippingAddress', 'landmark', 'secondPhone', 'riderNote', 'cancelText'
  ]
$$;
comment on function private.erase_logged(jsonb) is
  'One side of an entry in the log of changes without personal data.';

create function private.erase_orders(ids text[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update private.order_keys set
    -- Hashed once more, the token opens nothing, and a late retry of the attempt is still recognized.
    token_hash = sha256(token_hash),
    request_hash = sha256(convert_to(order_id, 'UTF8'))
  where order_id = any (ids);
  update private.order_audit set
    before = private.erase_logged(before), after = private.erase_logged(after)
  where order_id = any (ids);
  delete from private.order_notes where order_id = any (ids);
  delete from private.help_requests where order_id = any (ids);
  -- Without its hash, the token of a manual order returns it no more.
  update private.order_details set
    landmark = null, second_phone = null, rider_note = null, cancel_text = null,
    admin_token_hash = null
  where order_id = any (ids);
  -- Last: its triggers lock the rows of the totals, for which every new order waits.
  update public.orders set shipping_address = private.erased_address() where id = any (ids);
end
$$;
comment on function private.erase_orders(text[]) is
  'Erases the personal data of orders that are delivered or cancelled.';

create function private.erase_customer(customer text) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  phone constant text := substring(customer from '[0-9]*$');
  ids text[];
  open_orders integer;
begin
  -- Locked, so that none is reopened meanwhile.
  select array_agg(id), count(*) filter (where not private.is_closed(status))
  into ids, open_orders
  from (
    select id, status from public.orders as o
    where o.phone_key = phone and private.customer_key(o) = customer
      and not private.is_erased(o.shipping_address)
    order by id
    for update
  ) as locked;
  if ids is null then
    return jsonb_build_object('ok', false, 'code', 'not_found');
  end if;
  if open_orders > 0 then
    return jsonb_build_object('ok', false, 'code', 'open_orders', 'orders', open_orders);
  end if;

  perform private.erase_orders(ids);
  -- Messages that contain the phone.
  delete from private.contact_messages as message
  where strpos(private.digits(message::text), phone) > 0;
  insert into private.erasures (actor, actor_id, orders)
  values ('admin', auth.uid(), cardinality(ids));
  return jsonb_build_object('ok', true, 'orders', cardinality(ids), 'otherNames', (
    select count(distinct private.customer_key(o)) from public.orders as o where o.phone_key = phone
  ));
end
$$;
comment on function private.erase_customer(text) is
  'Erases a customer by key, or returns why not; and how many other customers have the same phone.';

-- Security definer: an admin may update the status and the tracking number of an order only.
create function private.admin_erase_customer(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  customer text := p ->> 'key';
begin
  perform private.require_admin();
  if p ? 'order' then
    select private.customer_key(o) into customer from public.orders as o where o.id = p ->> 'order';
  end if;
  return private.respond(200, private.erase_customer(customer));
end
$$;
grant execute on function private.admin_erase_customer(jsonb) to authenticated;
comment on function private.admin_erase_customer(jsonb) is
  'The implementation of public.admin_erase_customer().';

create function public.admin_erase_customer(p jsonb default '{}') returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_erase_customer(p)
$$;
grant execute on function public.admin_erase_customer(jsonb) to authenticated;
comment on function public.admin_erase_customer(jsonb) is
  'Erases for good the personal data of the customer with this {key} or {order}, for admins.';

/*
 * The retention time. apply_retention() erases one batch. It is called every ten minutes by pg_cron where
 * that extension is available, by the local backend at its start and once a day, and by the dashboard
 * where nothing else has called it for a day.
 */
create function private.retention_time() returns interval
language sql immutable set search_path = '' as $$
  select interval '24 months'
$$;
comment on function private.retention_time() is
  'How long after its date an order has personal data, unless it is still open. The privacy page says so.';

create table private.last_retention (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null
);
insert into private.last_retention (at) values ('-infinity');
alter table private.last_retention enable row level security;
create policy "Nobody reads the time of the last erasing through the API" on private.last_retention
  for all using (false);
comment on table private.last_retention is 'When nothing was left to erase.';

create function private.apply_retention() returns integer
language plpgsql volatile set search_path = '' as $$
declare
  batch constant integer := 500;
  limit_date constant timestamptz := now() - private.retention_time();
  -- An order that another transaction is changing waits for the next batch.
  ids constant text[] := array(
    select id from public.orders
    where not private.is_erased(shipping_address)
      and date < limit_date and private.is_closed(status)
    order by date
    limit batch
    for update skip locked
  );
begin
  delete from private.contact_messages where received_at < limit_date;
  if cardinality(ids) > 0 then
    perform private.erase_orders(ids);
    insert into private.erasures (actor, orders) values ('system', cardinality(ids));
  end if;
  if cardinality(ids) < batch then
    update private.last_retention set at = now() where only_row;
  end if;
  return cardinality(ids);
end
$$;
comment on function private.apply_retention() is
  'Erases at most 500 orders that are older than the retention time, and old messages. Returns how many
orders.';

create function private.apply_retention_if_due() returns void
language plpgsql volatile set search_path = '' as $$
begin
  -- One caller at a time, and no other caller waits. A GET can change nothing.
  if private.is_read_only() then
    return;
  end if;
  perform from private.last_retention where at < now() - interval '1 day' for update skip locked;
  if found then
    perform private.apply_retention();
  end if;
end
$$;
comment on function private.apply_retention_if_due() is
  'Erases a batch where none was erased for a day, or more than a batch was left.';

create function private.orders_past_retention() returns bigint
language sql stable set search_path = '' as $$
  select count(*) from (
    select from public.orders
    where not private.is_erased(shipping_address)
      -- Closed orders are erased within a day; the second day is for a late run.
      and date < now() - private.retention_time() - interval '2 days'
    limit 1000
  ) as late
$$;
comment on function private.orders_past_retention() is
  'How many orders have personal data longer than they should, up to 1,000: most are still open.';

do $$
begin
  if not exists (select from pg_catalog.pg_available_extensions where name = 'pg_cron') then
    raise notice 'Without pg_cron the dashboard applies the retention time.';
    return;
  end if;
  create extension if not exists pg_cron;
  perform cron.schedule('apply_retention', '*/10 * * * *', 'select private.apply_retention()');
exception
  -- Installed, but not loaded with the server, or in another database of it.
  when others then
    raise warning 'pg_cron cannot be used (%): the dashboard applies the retention time.', sqlerrm;
end
$$;
