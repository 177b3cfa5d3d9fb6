-- Whole orders say whether their parcel is lost: nothing is to be collected of it in an export.
create or replace view private.desk_of_whole_orders as
  select o.id, jsonb_build_object(
    'confirmation', private.confirmation_json(o),
    'reasons', (select reasons from private.packable where id = o.id),
    'stage', (select stage from private.order_stage where id = o.id),
    'isLost', coalesce(parcel.state = 'lost', false),
    'told', (select told from private.order_pages where id = o.id)
  ) as beside
  from public.orders as o left join private.parcels as parcel on parcel.order_id = o.id and parcel.is_current;