/*
 * The prices of record: what a size costs when an order is placed, whatever a browser sends.
 *
 * The set_prices migrations fill the table from the same price list as the pages. A size that is no
 * longer sold becomes inactive instead of being deleted, so that it can be sold again.
 */

create table private.catalogue_sizes (
  product_id text not null,
  size text not null,
  name text not null,
  image text not null,
  -- Twenty lines of 999 units at the highest price fit the total of an order, numeric(12,2).
  unit_price numeric(8,2) not null check (unit_price > 0 and unit_price <= 500000),
  active boolean not null default true,
  primary key (product_id, size)
);

comment on table private.catalogue_sizes is 'The sizes of products and their prices, in rupees a unit.';

alter table private.catalogue_sizes enable row level security;
create policy "Nobody reads the prices of record through the API" on private.catalogue_sizes
  for all using (false);

create function private.price_items(items jsonb, out priced jsonb, out total numeric)
language plpgsql stable set search_path = '' as $$
declare
  item jsonb;
  sold private.catalogue_sizes;
  quantity numeric;
begin
  priced := '[]';
  total := 0;
  if jsonb_typeof(items) is distinct from 'array' then
    perform private.refuse('items_invalid');
  end if;
  if jsonb_array_length(items) not between 1 and 20 then
    perform private.refuse('items_count');
  end if;

  for item in select * from jsonb_array_elements(items) loop
    if jsonb_typeof(item) is distinct from 'object'
      or jsonb_typeof(item -> 'id') is distinct from 'string'
      or jsonb_typeof(item -> 'size') is distinct from 'string'
      or jsonb_typeof(item -> 'quantity') is distinct from 'number'
      or jsonb_typeof(item -> 'price') is distinct from 'number' then
      perform private.refuse('item_invalid');
    end if;

    select * into sold from private.catalogue_sizes as listed
    where listed.product_id = item ->> 'id' and listed.size = item ->> 'size' and listed.active;
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

    -- Containment: an earlier line with the same id and size, whatever its quantity.
    if priced @> jsonb_build_array(jsonb_build_object('id', sold.product_id, 'size', sold.size)) then
      perform private.refuse('duplicate_line', sold.product_id);
    end if;
    priced := priced || jsonb_build_array(jsonb_build_object(
      'id', sold.product_id, 'name', sold.name, 'image', sold.image,
      'price', sold.unit_price, 'quantity', quantity::integer, 'size', sold.size
    ));
    total := total + sold.unit_price * quantity::integer;
  end loop;
end
$$;
comment on function private.price_items(jsonb) is
  'The lines of an order with names, pictures and prices of record, and their sum in rupees. Refuses a price
that differs instead of correcting it, so that nobody pays a total that was never shown.';

create function private.check_prices(items jsonb) returns void
language plpgsql volatile set search_path = '' as $$
declare
  refusal jsonb;
begin
  perform private.price_items(items);
exception
  -- Saving the order refuses what is no list of lines.
  when data_exception then
    return;
  when sqlstate 'SHREF' then
    refusal := sqlerrm::jsonb -> 'body';
    if refusal ->> 'code' in ('price_changed', 'item_unknown') then
      perform private.refuse(refusal ->> 'code', refusal ->> 'field', 422, (
        select jsonb_strip_nulls(jsonb_build_object(
          -- A line without a price is not sold any more.
          'items', coalesce(jsonb_agg(jsonb_build_object(
            'id', line ->> 'id', 'size', line ->> 'size', 'price', sold.unit_price
          ) order by nth), '[]'),
          'total', sum(case
            when jsonb_typeof(line -> 'quantity') = 'number'
              and (line ->> 'quantity')::numeric between 1 and 999
            then sold.unit_price * (line ->> 'quantity')::numeric
          end)
        ))
        from jsonb_array_elements(items) with ordinality as listed (line, nth)
        left join private.catalogue_sizes as sold
          on sold.product_id = line ->> 'id' and sold.size = line ->> 'size' and sold.active
      ));
    end if;
end
$$;
comment on function private.check_prices(jsonb) is
  'Refuses lines with an old price or of an unknown size, with what all lines cost now: {items: {id, size,
price?}, total}, in rupees.';
