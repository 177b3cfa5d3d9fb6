/* Deliveries that failed, and parcels that were lost: the orders of the stage not_delivered. */

-- Security definer: the parcels cannot be read through the API.
create function public.admin_failed_parcels(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page_size constant integer := 50;
  -- The oldest first, so the next page is of newer ones.
  after_id constant bigint := (p #>> '{older,id}')::bigint;
  after_at constant timestamptz := coalesce((p #>> '{older,at}')::timestamptz, '-infinity');
  shown private.parcels[];
begin
  perform private.require_admin();
  shown := array(
    select failed from (
      select parcel from private.parcels as parcel where state = 'attempt_failed'
      union all
      select parcel from private.parcels as parcel where state = 'lost'
    ) as listed (failed)
    join private.order_stage as staged on staged.id = (failed).order_id and staged.stage = 'not_delivered'
    where (failed).is_current and ((failed).state_at, (failed).id) > (after_at, coalesce(after_id, 0))
    order by (failed).state_at, (failed).id limit page_size + 1
  );
  return private.respond(200, jsonb_build_object(
    'parcels', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'orderId', o.id, 'fullName', o.shipping_address ->> 'fullName',
          'phone', o.shipping_address ->> 'phone', 'city', o.shipping_address ->> 'city',
          'courier', failed.courier, 'trackingNumber', failed.tracking_number, 'reason', failed.reason,
          'toCollect', failed.to_collect, 'word', event.word, 'at', failed.state_at,
          'days', private.shop_day(now()) - private.shop_day(failed.state_at),
          'toldAt', (
            select max(at) from private.told_messages
            where order_id = o.id and kind = 'failed' and at >= failed.state_at
          )
        )
        order by failed.state_at, failed.id
      ), '[]')
      from unnest(shown[1:page_size]) as failed
      join public.orders as o on o.id = failed.order_id
      left join lateral (
        select word from private.parcel_events where parcel_id = failed.id order by id desc limit 1
      ) as event on true
    ),
    'older', case when cardinality(shown) > page_size then jsonb_build_object(
      'id', (shown[page_size]).id, 'at', (shown[page_size]).state_at
    ) end
  ));
end
$$;
grant execute on function public.admin_failed_parcels(jsonb) to authenticated;
comment on function public.admin_failed_parcels(jsonb) is
  'A page of parcels whose delivery failed, the oldest first, and when their customers were told since: {older?}. For
admins.';
