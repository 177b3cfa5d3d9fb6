/* Parcels that somebody has to do something about: those that were not delivered, and those that came back. */

create index parcels_listed_idx on private.parcels (state_at, id)
  where is_current and state in ('attempt_failed', 'lost', 'returned');

-- Security definer: the parcels cannot be read through the API.
create function public.admin_parcels(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['stage']);
  if coalesce(p ->> 'stage', '') not in ('not_delivered', 'came_back') then
    perform private.refuse('bad_field', 'stage');
  end if;
  perform private.fold_stages();
  return private.respond(200, jsonb_build_object(
    'parcels', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'orderId', o.id, 'order', whole,
          -- Pages that were loaded before the order was part of its parcel read these.
          'fullName', o.shipping_address ->> 'fullName',
          'phone', o.shipping_address ->> 'phone', 'city', o.shipping_address ->> 'city',
          'courier', listed.courier, 'trackingNumber', listed.tracking_number, 'reason', listed.reason,
          'state', listed.state, 'word', event.word, 'at', listed.state_at,
          'days', private.shop_day(now()) - private.shop_day(listed.state_at),
          'toldAt', (
            select max(at) from private.told_messages
            where order_id = o.id and kind = 'failed' and at >= listed.state_at
          )
        )
        order by listed.state_at, listed.id
      ), '[]')
      from (
        select parcel.* from private.parcels as parcel join private.staged_orders as staged using (order_id)
        where is_current and state in ('attempt_failed', 'lost', 'returned') and staged.stage = p ->> 'stage'
        -- Far more than a day's work.
        order by state_at, id limit 500
      ) as listed
      join public.orders as o on o.id = listed.order_id
      join private.whole_orders as full_order on full_order.id = o.id
      left join lateral (
        select word from private.parcel_events where parcel_id = listed.id order by id desc limit 1
      ) as event on true
    ),
    -- The same pages ask for more until there is none.
    'older', null
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_parcels(jsonb) to authenticated;
comment on function public.admin_parcels(jsonb) is
  'The 500 oldest parcels at a {stage}, not_delivered or came_back, the oldest first, with their orders in full, and when
their customers were told since. For admins.';
