/*
 * The orders that were added, in their stages. What waits for a reply or comes later, and what a courier did not deliver,
 * is as much as one woman has at a time, in any shop: a page or two. Of the others three of ten are to be packed and
 * three have no number yet.
 */
create temporary table added on commit drop as
select id, phone_key, row_number() over (order by id) as nth from public.orders where id ~ '^[0-9]{8}$';

create temporary table staged on commit drop as
select *, case
  when nth <= 10 then 'waiting' when nth <= 20 then 'later' when nth <= 80 then 'not_delivered' when nth <= 140 then 'came_back'
  when nth <= 240 then 'to_tell' when nth % 10 < 3 then 'to_pack' when nth % 10 < 6 then 'needs_number'
end as stage
from added;

insert into private.confirmation_attempts (order_id, at, actor, act)
select id, now(), 'admin', case stage when 'waiting' then 'asked' when 'later' then 'tomorrow' else 'yes' end
from staged where stage in ('waiting', 'later', 'to_pack');

update public.orders as o set status = case stage when 'came_back' then 'cancelled' else 'shipped' end::public.order_status,
  tracking_number = 'BENCH-' || o.id
from staged where staged.id = o.id and stage in ('not_delivered', 'came_back', 'to_tell');

insert into private.parcels (
  order_id, nth, courier, tracking_number, state, to_collect, outcome, reason, booked_at, handed_over_at, state_at, ended_at
)
select o.id, 1, 'postex', o.tracking_number,
  case stage when 'not_delivered' then 'attempt_failed' when 'came_back' then 'returned' when 'to_tell' then 'handed_over'
    else 'booked' end::private.parcel_state,
  o.total * 100, case stage when 'came_back' then 'returned' end, case when stage in ('not_delivered', 'came_back') then 'refused' end,
  now(), case stage when 'needs_number' then null else now() end, now() - interval '1 second' * staged.nth,
  case stage when 'came_back' then now() end
from staged join public.orders as o using (id) where stage in ('not_delivered', 'came_back', 'to_tell', 'needs_number');
