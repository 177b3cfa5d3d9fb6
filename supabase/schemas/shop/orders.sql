/*
 * Orders: what a customer bought, at the prices of that day.
 *
 * The table holds what the admin may see, so that the admin can read whole rows. Nothing writes it through the API:
 * each act has its function. The proof that an order belongs to a device is in private.order_keys. The id is a name
 * that people read out on the phone, not a secret: see docs/decisions/order-ids.md.
 */

create function private.shop_day(moment timestamptz) returns date
language sql immutable set search_path = '' as $$
  select (moment at time zone 'Asia/Karachi')::date
$$;
comment on function private.shop_day(timestamptz) is 'The day of a moment in the time zone of the shop.';

create extension if not exists pg_trgm with schema extensions;

create function private.short_ngrams(search_text text) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array(
    select substr(search_text, start, length)
    from generate_series(1, length(search_text)) as start, generate_series(1, 2) as length
  )
$$;
comment on function private.short_ngrams(text) is
  'Every one and two characters of a text, for an index. Trigrams find no text shorter than three.';

create table public.orders (
  id text primary key check (id ~ '^[0-9A-Z]{8}$'),
  items jsonb not null,
  total numeric(12,2) not null,
  shipping_address jsonb not null,
  payment_method text not null check (payment_method = 'cash_on_delivery'),
  status public.order_status not null default 'pending',
  date timestamptz not null default now(),
  estimated_delivery date not null,
  tracking_number text check (tracking_number ~ '^[A-Za-z0-9][A-Za-z0-9 ./_-]{0,63}$'),
  tracking_history jsonb not null default '[]',
  version integer not null default 1,
  phone_key text not null,
  search_text text not null default '',
  replaces text references public.orders (id),
  extras jsonb not null default '{}',
  -- A replacement is no sale.
  constraint sales_have_a_total check (total >= 0 and (total = 0) = (replaces is not null)),
  -- A courier's page shows name, phone and address for a tracking number.
  constraint erased_orders_stay_closed check (
    not private.is_erased(shipping_address)
    or (private.is_final(status) and tracking_number is null and extras = '{}')
  )
);
create index orders_date_idx on public.orders (date desc, id desc);
create index orders_phone_key_idx on public.orders (phone_key, date desc, id desc);
create index orders_with_personal_data_idx on public.orders (date)
  where not private.is_erased(shipping_address);
create index orders_status_date_idx on public.orders (status, date, id);
create index orders_delivered_phone_idx on public.orders (phone_key) where status = 'delivered';
create index orders_replaces_idx on public.orders (replaces, date desc, id desc)
  where replaces is not null;
create index orders_trigrams_idx on public.orders using gin (search_text extensions.gin_trgm_ops);
create index orders_short_ngrams_idx on public.orders using gin (private.short_ngrams(search_text));

comment on table public.orders is 'What customers bought, and what was sent to replace it.';
comment on column public.orders.items is 'A list of {id, name, image, price, quantity, size}.';
comment on column public.orders.total is 'In rupees.';
comment on column public.orders.tracking_history is
  'A list of {status, at, by, trackingNumber?}, written by the database at each change.';
comment on column public.orders.version is
  'Counts the changes of the order and its details. An update names the version that it changes.';
comment on column public.orders.phone_key is 'Orders with the same phone key have the same phone.';
comment on column public.orders.search_text is
  'Id, name and its sound, city and its names, tracking number and phones, written by triggers. No search term has
a line end, so none matches across two.';

comment on column public.orders.replaces is
  'The order whose items this one replaces. It has no price, and is in no figure of sales.';
comment on column public.orders.extras is
  'The optional fields of the address that are not blank.';

alter table public.orders enable row level security;

create function private.price_lines(p_replaces text, items jsonb, out priced jsonb, out total numeric)
language plpgsql stable set search_path = '' as $$
begin
  if p_replaces is null then
    select listed.priced, listed.total into priced, total from private.price_items(items) as listed;
    return;
  end if;
  total := 0;
  if jsonb_typeof(items) is distinct from 'array' then
    perform private.refuse('items_invalid');
  end if;
  select jsonb_agg(
    sold.line || jsonb_build_object('price', 0, 'quantity', chosen.quantity) order by chosen.nth
  )
  into priced
  from (
    select item ->> 'id' as id, item ->> 'size' as size, sum((item ->> 'quantity')::integer) as quantity,
      min(nth) as nth
    from jsonb_array_elements(items) with ordinality as listed (item, nth)
    group by 1, 2
  ) as chosen
  join (
    select line ->> 'id' as id, line ->> 'size' as size, (array_agg(line order by nth))[1] as line,
      sum((line ->> 'quantity')::integer) as quantity
    from public.orders as o, jsonb_array_elements(o.items) with ordinality as listed (line, nth)
    where o.id = p_replaces
    group by 1, 2
  ) as sold using (id, size)
  where chosen.quantity between 1 and sold.quantity;
  if priced is null or jsonb_array_length(priced) <> jsonb_array_length(items) then
    perform private.refuse('item_unknown');
  end if;
end
$$;
comment on function private.price_lines(text, jsonb) is
  'The lines of an order as they are saved, and their total: at the prices of record, or without a price where they
replace lines of this order. Refuses what that order does not have.';

-- In plpgsql, which caches its plans: every new order waits for it.
create function private.order_search_text(o public.orders) returns text
language plpgsql stable set search_path = '' as $$
begin
  if private.is_erased(o.shipping_address) then
    return lower(o.id);
  end if;
  return private.fold_letters(concat_ws(
    E'\n',
    o.id,
    o.shipping_address ->> 'fullName',
    o.shipping_address ->> 'city',
    private.phone_digits(o.shipping_address ->> 'phone'),
    nullif(private.phone_digits(o.extras ->> 'secondPhone'), ''),
    (
      -- All names of the city, where the shop knows it.
      select coalesce(string_agg(distinct other.folded, ' ') || ' ' || lower(min(other.name)), '')
      from private.city_names as typed
      join private.city_names as other on other.name = typed.name
      where typed.folded
        = regexp_replace(private.fold_letters(o.shipping_address ->> 'city'), '[\s[:punct:]]+', '', 'g')
    )
  )) || E'\n' || private.sounds_of(o.shipping_address ->> 'fullName') || coalesce(E'\n' || lower(o.tracking_number), '');
end
$$;
comment on function private.order_search_text(public.orders) is
  'What the search of the admin finds an order by. A tracking number is its last line.';

-- In UTC, because a caller may choose the time zone of its request, and `at` becomes text.
create function private.prepare_order() returns trigger
language plpgsql volatile set search_path = '' set timezone = 'UTC' as $$
begin
  -- The address of a replacement was valid when the order was placed, and cannot be corrected there any more.
  if new.replaces is null then
    new := private.read_contents(
      new, jsonb_build_object('shippingAddress', new.shipping_address, 'extras', new.extras)
    );
  end if;
  new := private.read_contents(new, jsonb_build_object('items', new.items, 'total', new.total));
  new.status := 'pending';
  new.date := now();
  new.estimated_delivery := private.shop_day(now()) + 7;
  new.tracking_number := null;
  new.version := 1;
  new.tracking_history :=
    jsonb_build_array(jsonb_build_object('status', 'pending', 'at', now(), 'by', 'customer'));
  new.search_text := private.order_search_text(new);
  return new;
end
$$;
comment on function private.prepare_order() is
  'Validates a new order and sets every column that its sender does not decide, however it is inserted.';

create trigger prepare_order before insert on public.orders
  for each row execute function private.prepare_order();

create function private.set_phone_key() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  new.phone_key := private.phone_key(new.shipping_address ->> 'phone');
  return new;
end
$$;
comment on function private.set_phone_key() is 'Sets the phone key of an address, also where the statement sets another.';

-- Not a generated column: beside a trigger before updates, Postgres computes one at each change of the order.
create trigger set_phone_key before insert or update of shipping_address on public.orders
  for each row execute function private.set_phone_key();

-- In plpgsql, which caches its plans: every new order waits for it.
create function private.is_booked(o public.orders) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return not private.is_open(o.status) or o.tracking_number is not null or private.desk_has_sent(o);
end
$$;
comment on function private.is_booked(public.orders) is
  'Whether a courier has or had the order, or it is not open any more.';
