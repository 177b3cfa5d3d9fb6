/* Correcting an order until it is booked, by the admin. */

create function private.correct_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
  former jsonb;
  response jsonb;
begin
  perform private.check_request(
    asked, 16384, array['id', 'version', 'shippingAddress', 'extras', 'items', 'total', 'advance']
  );
  select * into o from public.orders where id = asked ->> 'id' for update;
  perform private.check_version(o, asked, false);
  former := private.contents_json(o, private.advance_of(o.id));
  perform private.set_contents('admin', o, asked);
  response := private.respond_order(o.id);
  return response || jsonb_build_object(
    'id', o.id, 'before', former || jsonb_build_object('version', response #> '{order,version}')
  );
end
$$;
comment on function private.correct_row(jsonb) is
  'Corrects an order that is not booked: {id, version, shippingAddress?, extras?, items?, total?, advance?}. Lines have
the prices of today.';

create function private.restore_contents(former jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
begin
  select * into o from public.orders where id = former ->> 'id' for update;
  perform private.check_version(o, former, false);
  perform private.write_contents('admin', o, jsonb_populate_record(o, jsonb_build_object(
    'shipping_address', former -> 'shippingAddress', 'extras', former -> 'extras',
    'items', former -> 'items', 'total', former -> 'total'
  )), (former ->> 'advance')::numeric);
  return jsonb_build_object('id', o.id, 'ok', true);
end
$$;
comment on function private.restore_contents(jsonb) is
  'Gives an order that is not booked the contents of before its correction, at the prices of then.';
