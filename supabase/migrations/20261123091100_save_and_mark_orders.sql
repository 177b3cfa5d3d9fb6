/*
 * Placing an order: a valid one is always saved. One above a limit is marked for the admin. Refused requests
 * count against refused requests only, so that nobody keeps another customer from ordering.
 */
create or replace function private.hash_request(p jsonb) returns bytea
language sql immutable set search_path = '' as $$
  -- The text of a jsonb value does not depend on the order of its keys. A retry may name another earlier
  -- order.
  select sha256(convert_to((p - array['token', 'earlier'])::text, 'UTF8'))
$$;

-- In plpgsql, which caches its plans, like the functions that follow: every new order waits for them.
create function private.mark_order(p_id text, mark text, reason text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.marked_orders (order_id, mark, group_key)
  values (p_id, mark, left(encode(private.hash_counted(mark, reason), 'hex'), 12))
  on conflict do nothing;
end
$$;
comment on function private.mark_order(text, text, text) is
  'Marks an order. Orders with the same mark and reason are one group.';

create function private.has_earlier_order(earlier jsonb, phone text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (
    select from private.order_keys as key
    join public.orders as o on o.id = key.order_id
    where key.order_id = earlier ->> 'id' and key.token_hash = private.hash_token(earlier ->> 'token')
      and o.phone_key = phone and o.status <> 'cancelled' and o.date <= now() - interval '24 hours'
  );
end
$$;
comment on function private.has_earlier_order(jsonb, text) is
  'Whether {id, token} are of an order of this phone key from the days before. A device proves by them that
the phone is its customer''s.';

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

create function private.is_unusual_hour() returns boolean
language plpgsql stable set search_path = '' as $$
declare
  days constant integer := 28;
  -- Ten times the average hour of these days, and 60 orders for a shop that sells little.
  max_orders constant bigint := greatest(60, (
    select coalesce(sum(orders), 0) * 10 / (days * 24) from private.day_totals
    where day >= private.shop_day(now()) - days and day < private.shop_day(now())
  ));
begin
  return exists (
    select from public.orders
    where date > now() - interval '1 hour'
    order by date desc
    offset max_orders limit 1
  );
end
$$;
comment on function private.is_unusual_hour() is
  'Whether the last hour has more than ten times the orders of a usual one.';

create function private.mark_new_order(o public.orders, earlier jsonb) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if coalesce(private.count_call('saved', 300), false) then
    perform private.mark_order(
      o.id, 'many_from_connection', private.client_address() || private.shop_day(o.date)
    );
  end if;
  if earlier is null or not private.has_earlier_order(earlier, o.phone_key) then
    if private.is_one_of_many(o) then
      perform private.mark_order(o.id, 'many_of_phone', o.phone_key);
    end if;
    if private.is_unusual_hour() then
      -- Not as a date: a caller may choose the time zone of its request.
      perform private.mark_order(
        o.id, 'unconfirmed', floor(extract(epoch from o.date) / 3600)::text
      );
    end if;
  end if;
  -- src/config/settings.ts has the same sum, for the sentence at the checkout.
  if o.total > 200000 then
    perform private.mark_order(o.id, 'large_amount', o.phone_key);
  end if;
end
$$;
comment on function private.mark_new_order(public.orders, jsonb) is
  'Marks a saved order that is above a limit: docs/product.md, section 17.';

create function private.respond_prices(code text, field text, items jsonb) returns jsonb
language sql volatile set search_path = '' as $$
  select private.respond(422, jsonb_strip_nulls(jsonb_build_object(
    'ok', false, 'code', code, 'field', field,
    'items', coalesce(jsonb_agg(jsonb_build_object(
      'id', line ->> 'id', 'size', line ->> 'size', 'price', sold.unit_price
    ) order by nth), '[]'),
    'total', sum(case
      when jsonb_typeof(line -> 'quantity') = 'number'
        and (line ->> 'quantity')::numeric between 1 and 999
      then sold.unit_price * (line ->> 'quantity')::numeric
    end)
  )))
  from jsonb_array_elements(items) with ordinality as listed (line, nth)
  left join private.catalogue_sizes as sold
    on sold.product_id = line ->> 'id' and sold.size = line ->> 'size' and sold.active
$$;
comment on function private.respond_prices(text, text, jsonb) is
  'Refuses an order with what its lines cost now: {items: {id, size, price?}, total}, in rupees. A line
without a price is not sold any more.';

create function private.check_prices(items jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  field text;
begin
  perform private.price_items(items);
  return null;
exception
  when sqlstate 'SH422' or data_exception then
    if sqlerrm in ('price_changed', 'item_unknown') then
      get stacked diagnostics field = pg_exception_detail;
      return private.respond_prices(sqlerrm, nullif(field, ''), items);
    end if;
    -- private.save_new_order() refuses it.
    return null;
end
$$;
comment on function private.check_prices(jsonb) is
  'Refuses lines with an old price or of an unknown size, with the prices of today. Otherwise returns null.';

create or replace function private.save_new_order(p jsonb, is_manual boolean) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  extra record;
  o public.orders;
  code text;
  field text;
begin
  -- Before the order is written: rows that a refusal rolls back take space until they are vacuumed.
  select * into extra from private.clean_extras(coalesce(p -> 'extras', '{}'));
  insert into public.orders (id, items, total, shipping_address, payment_method)
  values (
    p ->> 'id', p -> 'items', (p ->> 'total')::numeric, p -> 'shippingAddress', 'cash_on_delivery'
  )
  returning * into o;
  if is_manual then
    perform private.save_manual_details(p);
  else
    insert into private.order_keys (order_id, token_hash, request_hash)
    values (p ->> 'id', private.hash_token(p ->> 'token'), private.hash_request(p));
    if p ? 'extras' then
      insert into private.order_details (order_id, landmark, second_phone, rider_note)
      values (p ->> 'id', extra.landmark, extra.second_phone, extra.rider_note);
    end if;
    perform private.mark_new_order(o, p -> 'earlier');
  end if;
  return null;
exception
  when sqlstate 'SH422' then
    get stacked diagnostics code = message_text, field = pg_exception_detail;
    return private.respond_refusal(422, code, nullif(field, ''));
  -- Such an error of a security definer function shows the failing row to the caller, address
  -- included. Other errors show no row: Postgres logs them, and temporary ones are retried.
  when data_exception or integrity_constraint_violation then
    return private.respond_refusal(422, 'invalid');
end
$$;
