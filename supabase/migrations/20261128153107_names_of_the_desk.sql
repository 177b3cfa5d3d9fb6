-- A rush is marked unusual_rush, since unconfirmed is a reason, and what was checked in is counted apart from came_back.
alter table private.marked_orders drop constraint marked_orders_mark_check;

create or replace function private.mark_new_order() returns trigger
language plpgsql volatile set search_path = '' as $$
declare
  days constant integer := 28;
  o public.orders;
  -- Ten times the average hour of these days, and 60 orders for a shop that sells little.
  max_orders_of_hour constant bigint := greatest(60, (
    select coalesce(sum(orders), 0) * 10 / (days * 24) from private.day_totals
    where day >= private.shop_day(now()) - days and day < private.shop_day(now())
  ));
begin
  select * into o from public.orders where id = new.order_id;
  perform private.mark_client(o, exists (
    select from public.orders where date > now() - interval '1 hour'
    order by date desc offset max_orders_of_hour limit 1
  ));
  -- src/config/settings.ts has the same sum, for the sentence at the checkout.
  if o.total > 200000 then
    perform private.mark_order(o, 'large_amount', o.phone_key);
  end if;
  if new.is_known then
    return null;
  end if;
  if private.is_one_of_many(o) then
    perform private.mark_order(o, 'many_of_phone', o.phone_key);
  end if;
  -- What one client has beyond its third order counts for nobody else.
  if exists (
    select from private.order_clients where at > now() - interval '1 hour' and nth <= 3
    order by at desc offset max_orders_of_hour limit 1
  ) then
    -- Not as a date: a caller may choose the time zone of its request.
    perform private.mark_order(o, 'unusual_rush', floor(extract(epoch from o.date) / 3600)::text);
  end if;
  return null;
end
$$;

comment on function private.mark_new_order() is
  'Marks an order whose client was saved, where it is above a limit: docs/product.md, section 17.';

create or replace function private.batch_stages(p_id bigint) returns jsonb
language sql stable set search_path = '' set enable_seqscan = off set jit = off as $$
  select coalesce(jsonb_object_agg(stage, orders), '{}') from (
    select case when staged.stage in ('cancelled', 'replaced') and exists (
      select from private.parcels where order_id = exported.order_id and is_current and state = 'received_back'
    ) then 'checked_in' else staged.stage end as stage, count(*) as orders
    from private.exported_orders as exported
    join private.staged_orders as staged on staged.order_id = exported.order_id
    where exported.batch_id = p_id and exported.left_at is null group by 1
  ) as counted
$$;

comment on function private.batch_stages(bigint) is
  'How many orders of a batch are at which stage as of the last fold, without those that left. What came back and was
checked in counts as checked_in, whatever became of its order.';

update private.marked_orders set mark = 'unusual_rush' where mark = 'unconfirmed';
alter table private.marked_orders add constraint marked_orders_mark_check
  check (mark in ('many_from_connection', 'many_of_phone', 'unusual_rush', 'large_amount'));
