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

alter table private.catalogue_sizes enable row level security;
create policy "Nobody reads the prices of record through the API" on private.catalogue_sizes
  for all using (false);

comment on table private.catalogue_sizes is 'The sizes of products and their prices, in rupees a unit.';
