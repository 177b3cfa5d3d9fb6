-- Batches look their orders up one by one, whatever the statistics of the tables say.

create or replace function private.batch_stages(p_id bigint) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(stage, orders), '{}') from (
    -- By order: joined, all orders may be read.
    select case when p.state = 'received_back' then 'came_back' else (
      select stage from private.order_stage where id = exported.order_id
    ) end as stage, count(*) as orders
    from private.exported_orders as exported
    left join private.parcels as p on p.order_id = exported.order_id and p.is_current
    where exported.batch_id = p_id and exported.left_at is null group by 1
  ) as counted
$$;

comment on function private.batch_stages(bigint) is
  'How many orders of a batch are at which stage, without those that left. What came back stays so once it is checked in.';