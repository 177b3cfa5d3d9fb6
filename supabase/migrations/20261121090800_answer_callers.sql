/*
 * How the functions answer: always a value, with the HTTP status beside it, and never kept by a cache.
 */
create function private.answer(status integer, body jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  perform set_config('response.status', status::text, true);
  perform set_config('response.headers', '[{"Cache-Control": "no-store"}]', true);
  return body;
end
$$;
comment on function private.answer(integer, jsonb) is 'An answer with its HTTP status, for PostgREST.';

create function private.answer_refusal(status integer, code text, field text default null) returns jsonb
language sql volatile set search_path = '' as $$
  select private.answer(
    status,
    jsonb_strip_nulls(jsonb_build_object('ok', false, 'code', code, 'field', field))
  )
$$;
comment on function private.answer_refusal(integer, text, text) is
  'A refusal by its code. Not an error, so that its HTTP status is ours.';

create function private.is_read_only() returns boolean
language sql stable set search_path = '' as $$
  select current_setting('transaction_read_only') = 'on'
$$;
comment on function private.is_read_only() is
  'Whether the call came by GET, where nothing can be counted and so nothing may be answered.';

create function private.mask_address(address jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when private.is_erased(address) then address else jsonb_build_object(
    'fullName', left(address ->> 'fullName', 1) || '•••',
    'address', '•••',
    'city', address ->> 'city',
    'state', address ->> 'state',
    'postalCode', '•••',
    'country', address ->> 'country',
    'phone', '•••' || right(private.digits(address ->> 'phone'), 3)
  ) end
$$;
comment on function private.mask_address(jsonb) is
  'What somebody who only knows an order''s id may see of its address.';

create function private.show_order(shown public.orders, in_full boolean) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object(
    'id', shown.id,
    'items', shown.items,
    'total', shown.total,
    'status', shown.status,
    'date', shown.date,
    'estimatedDelivery', shown.estimated_delivery,
    'trackingNumber', shown.tracking_number,
    'trackingHistory', shown.tracking_history,
    'paymentMethod', shown.payment_method,
    'masked', not in_full,
    'shippingAddress',
      case when in_full then shown.shipping_address
      else private.mask_address(shown.shipping_address) end
  )
$$;
comment on function private.show_order(public.orders, boolean) is 'An order as the customer sees it.';
