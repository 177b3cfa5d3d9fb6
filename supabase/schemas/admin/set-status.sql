/* Status and tracking number, as an admin sets them. The desk books the parcel of the order with them: dispatch.sql. */

create function private.is_tracking_number(typed text) returns boolean
language sql immutable set search_path = '' as $$
  select typed ~ '^[A-Za-z0-9][A-Za-z0-9 ./_-]{0,63}$'
$$;
comment on function private.is_tracking_number(text) is
  'Whether a text may be a tracking number, of an admin or of a courier''s file; null for none.';

create function private.read_state(s private.order_state, p jsonb) returns private.order_state
language plpgsql volatile set search_path = '' as $$
begin
  if p ? 'status' then
    if not p -> 'status' <@ to_jsonb(enum_range(null::public.order_status)) then
      perform private.refuse('status_invalid', 'status');
    end if;
    s.status := (p ->> 'status')::public.order_status;
  end if;
  if p ? 'trackingNumber' then
    s.tracking_number := nullif(private.clean_code(left(p ->> 'trackingNumber', 200)), '');
    if jsonb_typeof(p -> 'trackingNumber') not in ('string', 'null')
      or not private.is_tracking_number(s.tracking_number) then
      perform private.refuse('tracking_invalid', 'trackingNumber');
    end if;
  end if;
  return s;
end
$$;
comment on function private.read_state(private.order_state, jsonb) is
  'An order on its way with the {status?, trackingNumber?} of a request. Refuses invalid ones.';

create function private.set_status_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
  s private.order_state;
begin
  -- What the desk is asked about before an order leaves is sent without it too.
  perform private.check_request(asked, 16384, array['id', 'version', 'status', 'trackingNumber', 'include']);
  select * into o from public.orders where id = asked ->> 'id' for update;
  perform private.check_version(o, asked, is_holder => false, is_booking => true);
  s := private.read_state(row(o.id, o.status, o.tracking_number), asked);
  if private.is_erased(o.shipping_address) and (s.tracking_number is not null or not private.is_final(s.status)) then
    perform private.refuse('erased');
  end if;
  perform private.set_orders(array[s], 'admin');
  select * into o from public.orders where id = o.id;
  return jsonb_build_object('id', o.id, 'ok', true, 'order', jsonb_build_object(
    'version', o.version, 'status', o.status, 'trackingNumber', o.tracking_number, 'booked', private.is_booked(o)
  ));
end
$$;
comment on function private.set_status_row(jsonb) is
  'Sets status and tracking number of an order: {id, version, status?, trackingNumber?}.';
