/*
 * A cancelled order that was never booked can be deleted for good, with everything that names its customer.
 * Its log goes with it. What stays is that it was deleted.
 */

create table private.deleted_orders (
  id bigint generated always as identity primary key,
  order_id text not null,
  at timestamptz not null default now(),
  actor_id uuid,
  total numeric(12,2) not null
);

comment on table private.deleted_orders is
  'Which orders were deleted, when, by whom, and for how many rupees. Of the customer it has nothing.';

alter table private.deleted_orders enable row level security;
create policy "Nobody reads the log of deleted orders through the API" on private.deleted_orders
  for all using (false);

create function private.may_be_deleted(o public.orders) returns boolean
language sql stable set search_path = '' as $$
  select o.status = 'cancelled' and o.tracking_number is null
    and not exists (
      select from jsonb_array_elements(o.tracking_history) as change
      where change ->> 'status' in ('shipped', 'delivered') or change ->> 'trackingNumber' is not null
    )
    and not exists (select from private.parcels as parcel where parcel.order_id = o.id)
    and not exists (
      select from private.order_audit as entry
      where entry.order_id = o.id and entry.after ->> 'courier' is not null
    )
$$;
comment on function private.may_be_deleted(public.orders) is
  'Whether an order is cancelled and never had a courier, a batch or a tracking number.';

create function private.delete_orders(ids text[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.deleted_orders (order_id, actor_id, total)
  select id, auth.uid(), total from public.orders where id = any (ids) order by id;
  delete from private.order_audit where order_id = any (ids);
  delete from public.orders where id = any (ids);
end
$$;
comment on function private.delete_orders(text[]) is
  'Deletes orders with all that is saved of them, and logs that they were deleted.';
