/*
 * Erasing the personal data of a customer: docs/decisions/erasing.md. Items, sums and dates stay, so
 * every total is the same before and after. An erased order is closed and has no tracking number,
 * because a courier's page shows name, phone and address for one.
 */
alter table public.orders add constraint erased_orders_stay_closed check (
  not private.is_erased(shipping_address)
  or (status in ('delivered', 'cancelled') and tracking_number is null)
);

create table private.erasures (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor text not null check (actor in ('admin', 'system')),
  actor_id uuid,
  orders integer not null
);
alter table private.erasures enable row level security;
create policy "Nobody reaches the log of erasures through the API" on private.erasures
  for all using (false);
comment on table private.erasures is
  'When personal data was erased, by which admin or by the retention time, and of how many orders.';

create function private.erase_orders(ids text[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update private.order_keys set
    -- Hashed once more, the token opens nothing; a late retry of the attempt is still recognised.
    token_hash = sha256(token_hash),
    request_hash = sha256(convert_to(order_id, 'UTF8')),
    phone_key = ''
  where order_id = any (ids);
  update private.order_audit set
    before = before || '{"tracking_number": null}', after = after || '{"tracking_number": null}'
  where order_id = any (ids);
  -- Last: its triggers take the rows of the counts, for which every new order waits.
  update public.orders set shipping_address = private.erased_address() where id = any (ids);
end
$$;
comment on function private.erase_orders(text[]) is
  'Erases the personal data of orders that are delivered or cancelled.';

create function private.erase_messages(phone text) returns void
language sql volatile set search_path = '' as $$
  delete from private.contact_messages as message
  where strpos(private.digits(private.fold_digits(message::text)), phone) > 0
$$;
comment on function private.erase_messages(text) is
  'Deletes the contact messages that hold a phone, given as its last nine digits.';

create function private.erase_customer(customer text) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  phone constant text := substring(customer from '[0-9]*$');
  ids text[];
  open_orders integer;
begin
  -- Locked, so that none is reopened meanwhile.
  select array_agg(id), count(*) filter (where status not in ('delivered', 'cancelled'))
  into ids, open_orders
  from (
    select id, status from public.orders
    -- Written as in orders_phone_idx.
    where right(regexp_replace(coalesce(shipping_address ->> 'phone', ''), '[^0-9]', '', 'g'), 9)
        = phone
      and private.customer_key(shipping_address) = customer
      and not private.is_erased(shipping_address)
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
  perform private.erase_messages(phone);
  insert into private.erasures (actor, actor_id, orders)
  values ('admin', auth.uid(), cardinality(ids));
  return jsonb_build_object('ok', true, 'orders', cardinality(ids), 'otherNames', (
    select count(distinct private.customer_key(shipping_address)) from public.orders
    where right(regexp_replace(coalesce(shipping_address ->> 'phone', ''), '[^0-9]', '', 'g'), 9)
      = phone
  ));
end
$$;
comment on function private.erase_customer(text) is
  'Erases a customer by key, or says why not; names how many customers have the same phone.';

-- Security definer: an admin may change the status and the tracking number of an order only.
create function private.admin_erase_customer(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  customer text := p ->> 'key';
begin
  perform private.require_admin();
  if p ? 'order' then
    select private.customer_key(shipping_address) into customer
    from public.orders where id = p ->> 'order';
  end if;
  return private.answer(200, private.erase_customer(customer));
end
$$;
grant execute on function private.admin_erase_customer(jsonb) to authenticated;
comment on function private.admin_erase_customer(jsonb) is 'What public.admin_erase_customer() does.';

create function public.admin_erase_customer(p jsonb default '{}') returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_erase_customer(p)
$$;
grant execute on function public.admin_erase_customer(jsonb) to authenticated;
comment on function public.admin_erase_customer(jsonb) is
  'Erases for good the personal data of the customer with this {key} or {order}, for admins.';
