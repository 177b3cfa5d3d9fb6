/*
 * Erasing of personal data: docs/decisions/erasing.md. Each table erases its own: private.erase_<table>(ids) stands
 * beside it. Items, totals and dates stay, so every total is the same before and after. An erased order is closed and
 * has no tracking number, because a courier's page shows name, phone and address for one. Erasing a customer also
 * reaches the log of orders that were corrected to another customer, and messages that do not name the phone of the
 * address.
 */

create table private.erasures (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor text not null check (actor in ('admin', 'system')),
  actor_id uuid,
  orders integer not null
);

comment on table private.erasures is
  'When personal data was erased, by which admin or by the retention time, and of how many orders.';

alter table private.erasures enable row level security;
create policy "Nobody reads the log of erasures through the API" on private.erasures
  for all using (false);

create function private.erase_orders(ids text[]) returns void
language plpgsql volatile set search_path = '' as $$
declare
  erase_rows text;
begin
  for erase_rows in
    select 'erase_' || relname from pg_catalog.pg_class
    where relnamespace = 'private'::regnamespace and relkind = 'r'
      and to_regprocedure(format('private.%I(text[])', 'erase_' || relname)) is not null
  loop
    execute format('select private.%I($1)', erase_rows) using ids;
  end loop;
  update public.orders set extras = '{}', shipping_address = (
    select jsonb_object_agg(field, erased_text) from private.address_fields() where required
  ) where id = any (ids);
end
$$;
comment on function private.erase_orders(text[]) is
  'Erases the personal data of orders that are delivered or cancelled: in each table by its function
private.erase_<table>(ids), and in the orders.';

create function private.logged_as(before jsonb, name text, phone text)
returns table (has_name boolean, has_phone boolean)
language sql immutable set search_path = '' as $$
  select * from (
    select
      lower(before #>> '{shippingAddress,fullName}') = name as has_name,
      -- Reading a phone takes a hundred times as long, of none too.
      case when before -> 'shippingAddress' ? 'phone'
        then nullif(private.phone_key(before #>> '{shippingAddress,phone}'), '') = phone
      end as has_phone
  ) as compared
  -- The log has what differs: a name or a phone that an entry does not have is that of a later one.
  where coalesce(has_name, has_phone) and coalesce(has_phone, has_name)
$$;
comment on function private.logged_as(jsonb, text, text) is
  'Whether an entry of the log may be of this lower-case name and phone key: without a row where it is of another customer.';

create function private.erase_former(name text, phone text, ids text[]) returns void
language sql volatile set search_path = '' as $$
  with former as (
    select logged.order_id, max(logged.id) as last_entry, max(logged.at) as until
    from private.order_audit as logged
    cross join private.logged_as(logged.before, erase_former.name, erase_former.phone)
    left join public.orders as o on o.id = logged.order_id
    where logged.order_id = any (ids) and logged.before ? 'shippingAddress'
    group by logged.order_id, o.phone_key, o.shipping_address
    having (coalesce(bool_or(has_name), false)
        or lower(o.shipping_address ->> 'fullName') = erase_former.name)
      and (coalesce(bool_or(has_phone), false) or o.phone_key = erase_former.phone)
  ),
  erased as (
    update private.order_audit as entry set
      before = private.erase_logged(entry.before),
      after = case
        when entry.id < former.last_entry then private.erase_logged(entry.after) else entry.after
      end
    from former
    where entry.order_id = former.order_id and entry.id <= former.last_entry
  ),
  unnumbered as (
    update public.orders as o set tracking_history = private.history_without_numbers(o.tracking_history, former.until)
    from former
    where o.id = former.order_id
      and o.tracking_history <> private.history_without_numbers(o.tracking_history, former.until)
  ),
  ended as (
    delete from private.confirm_codes as code using former
    where code.order_id = former.order_id and code.made_at <= former.until
  )
  select private.desk_erases_former(order_id, until) from former
$$;
comment on function private.erase_former(text, text, text[]) is
  'Erases what these orders were until they were corrected from this lower-case name and phone key to another customer: from
the log and the history, and what the desk has.';

-- Security definer: the API writes no table.
create function public.admin_erase_customer(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  customer text := p ->> 'key';
  customer_name text;
  customer_phone text;
  locked text[];
  ids text[];
  open_orders integer;
begin
  perform private.require_admin();
  if p ? 'order' then
    select private.customer_key(o) into customer from public.orders as o where o.id = p ->> 'order';
  end if;
  -- Without one it is erased already.
  customer_phone := nullif(substring(customer from '[0-9]*$'), '');
  customer_name := left(customer, -length(customer_phone) - 1);
  -- Locked in the order of their ids, as acts lock theirs, so that none is reopened meanwhile; with those that
  -- private.erase_former() may change. The statement that follows sees what others did to them before.
  locked := array(
    select o.id from public.orders as o where o.phone_key = customer_phone and private.customer_key(o) = customer
    union
    select logged.order_id
    from private.order_audit as logged cross join private.logged_as(logged.before, customer_name, customer_phone)
    where logged.before ? 'shippingAddress'
  );
  perform from public.orders where id = any (locked) order by id for update;
  select array_agg(id), count(*) filter (where not private.is_final(status)) into ids, open_orders
  from public.orders as o
  where o.phone_key = customer_phone and private.customer_key(o) = customer
    and not private.is_erased(o.shipping_address);
  if ids is null then
    return private.respond(200, '{"ok": false, "code": "not_found"}');
  end if;
  if open_orders > 0 then
    return private.respond(200, jsonb_build_object('ok', false, 'code', 'open_orders', 'orders', open_orders));
  end if;

  perform private.erase_orders(ids);
  perform private.erase_former(customer_name, customer_phone, locked);
  -- And all messages from the e-mail addresses of those with the name or the phone. A second phone may be
  -- somebody else's, who wrote to the shop as well.
  with found as (
    select id, email_key from private.contact_messages as message
    where lower(message.name) = customer_name
      or strpos(private.digits(message::text), customer_phone) > 0
  )
  delete from private.contact_messages
  where id in (select id from found) or email_key in (select email_key from found);
  insert into private.erasures (actor, actor_id, orders)
  values ('admin', auth.uid(), cardinality(ids));
  return private.respond(200, jsonb_build_object('ok', true, 'orders', cardinality(ids), 'otherNames', (
    select count(distinct private.customer_key(o)) from public.orders as o
    where o.phone_key = customer_phone
  )));
end
$$;
grant execute on function public.admin_erase_customer(jsonb) to authenticated;
comment on function public.admin_erase_customer(jsonb) is
  'Erases for good the personal data of the customer with this {key} or {order}, unless an order is open; and
says how many orders, and how many other customers have the same phone. For admins.';
