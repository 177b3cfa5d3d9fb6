/*
 * What was bought is priced here. The browser sends the price it showed; one that differs from the
 * catalogue of record is refused rather than corrected, so that nobody pays a total never shown.
 */
create function private.price_item(item jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  sold private.catalogue_sizes;
  quantity numeric;
begin
  if jsonb_typeof(item) is distinct from 'object'
    or jsonb_typeof(item -> 'id') is distinct from 'string'
    or jsonb_typeof(item -> 'size') is distinct from 'string'
    or jsonb_typeof(item -> 'quantity') is distinct from 'number'
    or jsonb_typeof(item -> 'price') is distinct from 'number' then
    perform private.refuse('item_invalid');
  end if;

  select * into sold from private.catalogue_sizes as known
  where known.product_id = item ->> 'id' and known.size = item ->> 'size' and known.active;
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

  return jsonb_build_object(
    'id', sold.product_id, 'name', sold.name, 'image', sold.image,
    'price', sold.unit_price, 'quantity', quantity::integer, 'size', sold.size
  );
end
$$;
comment on function private.price_item(jsonb) is
  'One line of an order with name, picture and price of the catalogue; refuses what is not sold so.';

create function private.price_items(items jsonb) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  item jsonb;
  line jsonb;
  priced jsonb := '[]'::jsonb;
begin
  if jsonb_typeof(items) is distinct from 'array' then
    perform private.refuse('items_invalid');
  end if;
  if jsonb_array_length(items) not between 1 and 20 then
    perform private.refuse('items_count');
  end if;
  for item in select * from jsonb_array_elements(items) loop
    line := private.price_item(item);
    -- Containment: an earlier line with the same id and size, whatever its quantity.
    if priced @> jsonb_build_array(jsonb_build_object('id', line -> 'id', 'size', line -> 'size')) then
      perform private.refuse('duplicate_line', line ->> 'id');
    end if;
    priced := priced || jsonb_build_array(line);
  end loop;
  return priced;
end
$$;
comment on function private.price_items(jsonb) is 'All lines of an order, priced: 1 to 20, each size once.';

create function private.total_of(priced jsonb) returns numeric
language sql immutable set search_path = '' as $$
  select sum((line ->> 'price')::numeric * (line ->> 'quantity')::integer)
  from jsonb_array_elements(priced) as line
$$;
comment on function private.total_of(jsonb) is 'The sum of priced lines, in rupees.';

-- In UTC, because a caller may choose the time zone of its request, and `at` becomes text.
create function private.settle_order() returns trigger
language plpgsql volatile set search_path = '' set timezone = 'UTC' as $$
begin
  new.items := private.price_items(new.items);
  if new.total is distinct from private.total_of(new.items) then
    perform private.refuse('total_mismatch');
  end if;
  new.shipping_address := private.clean_address(new.shipping_address);
  new.status := 'pending';
  new.date := now();
  new.estimated_delivery := (now() at time zone 'Asia/Karachi')::date + 7;
  new.tracking_number := null;
  new.tracking_history :=
    jsonb_build_array(jsonb_build_object('status', 'pending', 'at', now(), 'by', 'customer'));
  return new;
end
$$;
comment on function private.settle_order() is
  'Everything about a new order that its sender does not decide, whatever way the row comes in.';

create trigger settle_order before insert on public.orders
  for each row execute function private.settle_order();
