/*
 * The catalogue of record: what a size costs when an order is placed, whatever a browser says.
 *
 * The set_prices migrations fill it from the same price list as the pages. A size that is no longer
 * sold is made inactive instead of deleted, so that it can come back.
 */
create table private.catalogue_sizes (
  product_id text not null,
  size text not null,
  name text not null,
  image text not null,
  -- Twenty lines of 999 at this ceiling still fit the total of an order, numeric(12,2).
  unit_price numeric(8,2) not null check (unit_price > 0 and unit_price <= 500000),
  active boolean not null default true,
  primary key (product_id, size)
);

alter table private.catalogue_sizes enable row level security;
create policy "Nobody reaches the catalogue of record through the API" on private.catalogue_sizes
  for all using (false);

comment on table private.catalogue_sizes is 'What is sold and for how much, in rupees a unit.';
