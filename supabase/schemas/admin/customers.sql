/*
 * Customers, updated as orders change: a name and a phone are one customer.
 */

create table private.customers (
  key text primary key,
  full_name text not null,
  phone text not null,
  city text not null,
  state text not null,
  order_count bigint not null,
  total_spent numeric(16,2) not null,
  last_order_id text not null,
  last_order_date timestamptz not null,
  -- Includes the made-up email that the admin shows.
  search_text text not null generated always as (private.fold_letters(
    full_name || E'\n' || phone || E'\n' || private.phone_digits(phone)
    || E'\n' || regexp_replace(full_name, ' +', '.', 'g') || '@customers.invalid'
  ) || E'\n' || private.sounds_of(full_name)) stored
);
create index customers_last_order_idx on private.customers (last_order_date desc, key desc);
create index customers_trigrams_idx on private.customers
  using gin (search_text extensions.gin_trgm_ops);
create index customers_short_ngrams_idx on private.customers
  using gin (private.short_ngrams(search_text));

comment on table private.customers is
  'Customers by name and phone, as their latest orders describe them. Cancelled orders are not spent.';

alter table private.customers enable row level security;
create policy "Nobody reads the customers through the API" on private.customers
  for all using (false);

create function private.customer_key(o public.orders) returns text
language sql immutable set search_path = '' as $$
  select lower(coalesce(o.shipping_address ->> 'fullName', '')) || ' ' || o.phone_key
$$;
comment on function private.customer_key(public.orders) is
  'Orders with the same customer key have the same customer: a name in any case, and a phone.';

create table private.customer_changes (
  id bigint generated always as identity primary key,
  customers bigint not null
);

comment on table private.customer_changes is
  'How many rows came to or left private.customers. Rows are only added, and folded into one.';

alter table private.customer_changes enable row level security;
create policy "Nobody reads the changes of the number of customers through the API"
  on private.customer_changes for all using (false);

create function private.count_customers() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.customer_changes (customers)
  select count(*) * tg_argv[0]::integer from changed having count(*) > 0;
  return null;
end
$$;
comment on function private.count_customers() is 'Records how many customers came or left.';

create trigger count_new_customers after insert on private.customers
  referencing new table as changed
  for each statement execute function private.count_customers('1');
create trigger count_deleted_customers after delete on private.customers
  referencing old table as changed
  for each statement execute function private.count_customers('-1');

create view private.customer_total as
  select coalesce(sum(customers), 0)::bigint as customers from private.customer_changes;
comment on view private.customer_total is 'How many rows private.customers has.';
