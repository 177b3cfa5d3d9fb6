/*
 * The returns desk.
 */

create function private.desk_json(p private.parcels) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'orderId', o.id, 'fullName', o.shipping_address ->> 'fullName', 'city', o.shipping_address ->> 'city',
    'contents', (
      select string_agg(concat(line ->> 'quantity', ' × ', line ->> 'name', ' (', line ->> 'size', ')'), ', ' order by nth)
      from jsonb_array_elements(o.items) with ordinality as listed (line, nth)
    ),
    'courier', p.courier, 'trackingNumber', p.tracking_number, 'toCollect', p.to_collect, 'damaged', p.damaged
  )
  from public.orders as o where o.id = p.order_id
$$;
comment on function private.desk_json(private.parcels) is 'A parcel as the returns desk shows it.';

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

create function private.check_in(p private.parcels, act text, p_token uuid) returns text
language plpgsql volatile set search_path = '' as $$
declare
  o_outcome constant text := (select outcome from private.order_details where order_id = p.order_id);
  e private.parcel_events := private.admin_event(
    p.id,
    case
      when act in ('damaged', 'received_back') or p.state = 'received_back' and act in ('returned', 'refused')
        then 'received_back'
      when act = 'lost' then 'lost'
      when act = 'found' then 'handed_over'
      else 'returned'
    end::private.parcel_state,
    case when act = 'refused' then act end
  );
begin
  if e.state = p.state and (act <> 'damaged' or p.damaged)
    and (act <> 'refused' or not p.is_current or o_outcome is not distinct from 'refused') then
    return 'unchanged';
  elsif act = 'found' and p.state <> 'lost' then
    return case when p.state = 'handed_over' then 'unchanged' else 'not_lost' end;
  elsif act = 'lost' and p.state in ('delivered', 'received_back', 'cancelled') then
    return p.state;
  elsif not p.is_current and act in ('found', 'lost') and p.state = 'received_back' then
    return 'sent_again';
  end if;
  e.token := p_token;
  return private.move_parcels(array[e], case when act = 'refused' then act end) ->> p.id::text;
end
$$;
comment on function private.check_in(private.parcels, text, uuid) is
  'What an act of the returns desk does to a parcel whose order is locked. Returns why it does nothing, or null.';

-- Security definer: the API writes no table.
create function public.admin_check_in(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  ids bigint[];
  before private.parcels;
  after private.parcels;
  done private.parcel_events;
  why text;
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['code', 'act', 'token']);
  if coalesce(p ->> 'act', '') not in ('returned', 'refused', 'received_back', 'damaged', 'lost', 'found') then
    perform private.refuse('bad_field', 'act');
  end if;
  ids := private.scanned_parcels(p ->> 'code');
  if cardinality(ids) > 1 then
    perform private.refuse('several', null, 409, jsonb_build_object('parcels', (
      select jsonb_agg(private.desk_json(scanned) || jsonb_build_object('state', state) order by id)
      from private.parcels as scanned where id = any (ids)
    )));
  elsif cardinality(ids) = 0 then
    perform private.refuse('not_found', null, 200);
  end if;
  perform private.lock_parcels(ids);
  select * into before from private.parcels where id = ids[1];
  select * into done from private.parcel_events where token = (p ->> 'token')::uuid;
  if found then
    return private.respond(200, private.desk_json(before) || jsonb_build_object(
      'ok', true, 'from', done.before #> '{parcel,state}', 'to', done.state
    ));
  end if;
  why := private.check_in(before, p ->> 'act', (p ->> 'token')::uuid);
  if why is null and p ->> 'act' = 'damaged' then
    update private.parcels set damaged = true where id = before.id;
  elsif why <> 'unchanged' then
    perform private.refuse('conflict', null, 409, private.desk_json(before) || jsonb_build_object('why', why));
  end if;
  select * into after from private.parcels where id = before.id;
  return private.respond(200, private.desk_json(after) || jsonb_build_object(
    'ok', true, 'from', before.state, 'to', after.state
  ) || case when why is null then '{}' else '{"unchanged": true}' end::jsonb);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_check_in(jsonb) to authenticated;
comment on function public.admin_check_in(jsonb) is
  'Checks in a parcel at the returns desk, once per token: {code, act, token}; the act is returned, refused,
received_back, damaged, lost or found. For admins.';

-- Security definer: as public.admin_check_in().
create function public.admin_undo_check_in(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  e private.parcel_events;
  undone private.parcels;
  why text;
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['token']);
  select * into e from private.parcel_events where token = (p ->> 'token')::uuid;
  perform private.lock_parcels(array[e.parcel_id]);
  -- Another request may have undone it meanwhile.
  select * into e from private.parcel_events where token = (p ->> 'token')::uuid;
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  why := private.undo_events(array[e]) #>> '{0,why}';
  if why is not null then
    perform private.refuse(why, null, 409);
  end if;
  select * into undone from private.parcels where id = e.parcel_id;
  return private.respond(200, private.desk_json(undone) || jsonb_build_object(
    'ok', true, 'from', e.state, 'to', undone.state
  ));
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_undo_check_in(jsonb) to authenticated;
comment on function public.admin_undo_check_in(jsonb) is
  'Takes back the check-in of {token}, unless something newer happened. For admins.';
