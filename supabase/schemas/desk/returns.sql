/*
 * What an admin says of parcels that left: it came back, is lost or found, is to be tried again or brought back.
 */

create function private.scanned_parcels(code text) returns bigint[]
language plpgsql stable set search_path = '' as $$
declare
  key constant text := private.number_key(left(private.clean_code(code), 100));
  ids bigint[];
begin
  ids := array(
    select id from private.parcels where order_id = key order by is_current desc, nth desc limit 1
  );
  if ids = '{}' then
    -- Of a number that an order has again, the last parcel.
    ids := array(
      select max(id) from private.parcels
      where private.number_key(tracking_number) = key and key <> '' group by order_id limit 20
    );
  end if;
  if ids = '{}' and private.clean_code(code) ~ '^#' and length(key) between 4 and 7 then
    -- Only parcels that may come back.
    ids := array(
      select id from private.parcels
      where is_current and starts_with(order_id, key)
        and (state in ('handed_over', 'out_for_delivery', 'attempt_failed', 'returning')
          or state in ('returned', 'received_back') or state = 'lost')
      order by id limit 20
    );
  end if;
  return ids;
end
$$;
comment on function private.scanned_parcels(text) is
  'The parcels of an order''s id, of a tracking number, or of "#" and how the id of an order begins.';

create function private.check_in(p private.parcels, act text) returns text
language plpgsql volatile set search_path = '' as $$
declare
  e private.parcel_events := private.admin_event(
    p.id,
    case act
      when 'lost' then 'lost'
      when 'found' then 'handed_over'
      -- Not handed_over: a courier's file of before would say anew that it was not delivered.
      when 'try_again' then 'out_for_delivery'
      when 'bring_back' then 'returning'
      else 'received_back'
    end::private.parcel_state
  );
begin
  if e.state = p.state and (act <> 'damaged' or p.damaged) then
    return 'unchanged';
  elsif p.state = 'booked' or p.state = 'cancelled' and p.handed_over_at is null then
    return 'not_sent';
  elsif act = 'found' and p.state <> 'lost' then
    return case when p.state = 'handed_over' then 'unchanged' else 'not_lost' end;
  elsif act = 'lost' and p.state in ('delivered', 'received_back', 'cancelled')
    or act in ('try_again', 'bring_back') and p.state <> 'attempt_failed' then
    return p.state;
  elsif not p.is_current and act in ('found', 'lost') and p.state = 'received_back' then
    return 'sent_again';
  end if;
  return private.move_parcels(array[e]) ->> p.id::text;
end
$$;
comment on function private.check_in(private.parcels, text) is
  'What an act of the check-in does to a parcel whose order is locked. Returns why it does nothing, or null.';

create function private.check_in_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  ids bigint[];
  before private.parcels;
  after private.parcels;
  why text;
begin
  perform private.check_request(asked, 1024, array['id', 'act']);
  if coalesce(asked ->> 'act', '') not in (
    'received_back', 'damaged', 'lost', 'found', 'try_again', 'bring_back'
  ) then
    perform private.refuse('bad_field', 'act');
  end if;
  ids := private.scanned_parcels(asked ->> 'id');
  if cardinality(ids) > 1 then
    perform private.refuse('several', null, 409, jsonb_build_object('parcels', (
      select jsonb_agg(jsonb_build_object(
        'orderId', o.id, 'fullName', o.shipping_address ->> 'fullName', 'courier', scanned.courier
      ) order by scanned.id)
      from private.parcels as scanned join public.orders as o on o.id = scanned.order_id
      where scanned.id = any (ids)
    )));
  elsif cardinality(ids) = 0 then
    perform private.refuse('not_found');
  end if;
  perform private.lock_parcels(ids);
  select * into before from private.parcels where id = ids[1];
  why := private.check_in(before, asked ->> 'act');
  if why is null and asked ->> 'act' = 'damaged' then
    update private.parcels set damaged = true where id = before.id;
  elsif why <> 'unchanged' then
    perform private.refuse('conflict', null, 409, jsonb_build_object('orderId', before.order_id, 'why', why));
  end if;
  select * into after from private.parcels where id = before.id;
  return jsonb_build_object(
    'id', asked ->> 'id', 'ok', true, 'orderId', before.order_id, 'from', before.state, 'to', after.state,
    'order', (
      select jsonb_build_object(
        'fullName', o.shipping_address ->> 'fullName', 'city', o.shipping_address ->> 'city', 'items', o.items
      )
      from public.orders as o where o.id = before.order_id
    )
  ) || case when why is null then jsonb_build_object('befores', (
    select jsonb_build_object(max(id), before.order_id) from private.parcel_events where parcel_id = before.id
  )) else '{"unchanged": true}' end;
end
$$;
comment on function private.check_in_row(jsonb) is
  'A row of the act "check_in": {id, act}, where the id is a code and the act is received_back, damaged, lost, found,
try_again or bring_back: the last two of what was not delivered.';

create function private.check_in_rows(rows jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
begin
  perform private.lock_parcels(array(
    select unnest(private.scanned_parcels(listed ->> 'id')) from jsonb_array_elements(rows) as listed
  ));
  return private.each_row('private.check_in_row', rows);
end
$$;
comment on function private.check_in_rows(jsonb) is 'Checks parcels in that are locked in one sequence.';

create function private.undo_checked_in(before jsonb) returns jsonb[]
language sql volatile set search_path = '' as $$
  with done as (
    select order_id, event
    from jsonb_each_text(before) as saved (event_id, order_id)
    left join private.parcel_events as event on event.id = event_id::bigint
  ), stays as (
    select * from jsonb_to_recordset(private.undo_events(array(
      select event from done where (event).id is not null order by (event).id desc
    ))) as (why text, "orderId" text)
  )
  select array(
    select private.row_result(order_id, why) from (
      select order_id, coalesce(min(stays.why), case when bool_and((event).id is null) then 'not_found' end) as why
      from done left join stays on "orderId" = order_id group by order_id
    ) as undone order by order_id
  )
$$;
comment on function private.undo_checked_in(jsonb) is
  'Takes back the events of check-ins, {event: order}, unless something newer happened.';
