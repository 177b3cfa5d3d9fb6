/*
 * Whether an order may leave, decided in one place: docs/desk-rules.md, rules 21.46 to 21.48. Sheets, bookings and
 * the stage of an order (order-stage.sql) read the view.
 */

-- Scalar subqueries: a query computes the columns that it names, and no others.
create view private.packable as
select *,
  array_remove(array[
    case when is_booked then 'booked' end,
    case when joined_into is not null then 'joined' end,
    case when replaced_by is not null then 'replaced' end,
    case when is_held then 'held' end,
    case when is_marked then 'marked' end,
    case when not said_yes and not is_known then 'unconfirmed' end,
    case when is_changed then 'changed' end
  ], null) as reasons
from (
  select
    o.id, o.date, o.status,
    o.status <> all ((select private.open_statuses())::public.order_status[])
      or p.id is not null as is_booked,
    p.courier, p.tracking_number, p.state, p.outcome, p.paid < p.to_collect as is_unpaid,
    (select into_id from private.joined_orders where order_id = o.id) as joined_into,
    (
      select later.id from public.orders as later where later.replaces = o.id and later.status <> 'cancelled'
      order by later.date desc, later.id desc limit 1
    ) as replaced_by,
    coalesce((
      select act = 'hold' from private.confirmation_attempts
      where order_id = o.id and act in ('hold', 'resume') order by at desc, id desc limit 1
    ), false) as is_held,
    exists (
      select from private.marked_orders as marked
      where marked.order_id = o.id and marked.ended_at is null and not exists (
        select from private.confirmation_attempts as seen
        where seen.order_id = o.id and seen.actor = 'admin' and seen.act = 'yes' and seen.at >= marked.marked_at
      )
    ) as is_marked,
    coalesce((
      select act = 'yes' from private.confirmation_attempts
      where order_id = o.id and act in ('yes', 'reset') order by at desc, id desc limit 1
    ), false) as said_yes,
    -- The second of the others, by the index of delivered orders.
    o.replaces is not null or o.phone_key <> '' and exists (
      select from public.orders as other
      where other.phone_key = o.phone_key and other.id <> o.id and other.status = 'delivered'
      offset 1
    ) and not exists (
      select from public.orders as other
      join private.parcels as other_parcel on other_parcel.order_id = other.id and other_parcel.is_current
      where other.phone_key = o.phone_key and other.id <> o.id and other_parcel.outcome is not null
    ) as is_known,
    exists (
      select from private.order_audit as entry
      where entry.order_id = o.id and entry.actor = 'customer'
        and not entry.after ?| array['status', 'cancelReason']
        and not exists (
          select from private.acts_seen as seen where seen.order_id = o.id and seen.at >= entry.at
        )
        and not exists (
          select from private.confirmation_attempts as seen
          where seen.order_id = o.id and seen.actor = 'admin' and seen.act = 'yes' and seen.at >= entry.at
        )
    ) as is_changed
  from public.orders as o
  left join private.parcels as p on p.order_id = o.id and p.is_current
) as facts;
comment on view private.packable is
  'Why an order may not leave, and its current parcel. It is booked: a courier has or had it, or it is not open. It
went with another order''s parcel, another order replaces it, or it is held: it leaves in no case. It is marked, not
confirmed, or changed by its customer: an admin is asked, unless one has noted a yes since, or opened the changed order.
Whoever said yes needs no question, and neither does a phone with two delivered
orders and none that came back, or a replacement.';

create view private.undecided_marks as
  select marked.* from private.marked_orders as marked join private.packable as o on o.id = marked.order_id
  where marked.ended_at is null and not o.is_booked and o.is_marked
    -- By the index of open orders: the marks of closed ones stay.
    and o.status = any (private.open_statuses());
comment on view private.undecided_marks is
  'The marks that keep open orders out of sheets. What was booked or closed all the same is left out.';

create function private.asked_reasons() returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb '["marked", "unconfirmed", "changed"]'
$$;
comment on function private.asked_reasons() is 'The reasons that an admin is asked about, and may include.';

create function private.reasons_left(reasons text[], included jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select array(
    select reason from unnest(reasons) with ordinality as listed (reason, nth)
    where reason in ('joined', 'replaced', 'held')
      -- Asked before the first booking.
      or private.asked_reasons() ? reason and not 'booked' = any (reasons)
        and not coalesce(included, '[]') ? reason
    order by nth
  )
$$;
comment on function private.reasons_left(text[], jsonb) is
  'Which of the reasons keep an order from leaving, where an admin included some of marked, unconfirmed and changed.';

create function private.read_included(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  included constant jsonb := coalesce(nullif(p -> 'include', 'null'), '[]');
begin
  if jsonb_typeof(included) <> 'array' or not included <@ private.asked_reasons() then
    perform private.refuse('bad_field', 'include');
  end if;
  return included;
end
$$;
comment on function private.read_included(jsonb) is
  'The reasons that an admin included after a question, as a list. Refuses any other.';

create function private.read_ids(p jsonb) returns text[]
language plpgsql volatile set search_path = '' as $$
begin
  if coalesce(jsonb_typeof(p -> 'ids'), 'null') = 'null' then
    return null;
  end if;
  if jsonb_typeof(p -> 'ids') <> 'array' then
    perform private.refuse('bad_field', 'ids');
  end if;
  if jsonb_array_length(p -> 'ids') > 500 then
    perform private.refuse('too_many', 'ids');
  end if;
  return array(select distinct id from jsonb_array_elements_text(p -> 'ids') as id order by id);
end
$$;
comment on function private.read_ids(jsonb) is
  'The ids of a request, each once and sorted, or null where it has none. Refuses what is no list, and more than 500.';

-- Security definer: attempts and marks cannot be read through the API.
create function public.admin_packable(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  ids text[];
begin
  perform private.require_admin();
  perform private.check_request(p, 32768, array['ids']);
  ids := private.read_ids(p);
  return private.respond(200, (
    select jsonb_build_object('orders', coalesce(jsonb_agg(jsonb_build_object(
      'id', o.id, 'fullName', o.shipping_address ->> 'fullName', 'reasons', listed.reasons,
      'toCollect', private.cash_of(o)
    ) order by o.date, o.id), '[]'))
    from (
      select id, reasons from private.packable
      where case when ids is null then status = any (private.open_statuses()) and not is_booked
        else id = any (ids) end
      order by date, id limit 1000
    ) as listed
    join public.orders as o using (id)
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_packable(jsonb) to authenticated;
comment on function public.admin_packable(jsonb) is
  'What is asked before orders are sent: why each of {ids?}, or else each of the 1,000 oldest that no courier has, may not
leave, and what it brings, as {orders: [{id, fullName, reasons, toCollect}]}. For admins.';
