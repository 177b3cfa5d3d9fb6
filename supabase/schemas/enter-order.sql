/*
 * Orders that an admin enters by phone or WhatsApp. A customer who could not reach the shop sends her order by
 * WhatsApp. The message has a code of her device, so that her late attempt becomes that order and no other
 * device's does.
 */

create function private.device_code(token text) returns text
language sql immutable set search_path = '' as $$
  select upper(left(regexp_replace(token, '[-_]', '', 'g'), 8))
$$;
comment on function private.device_code(text) is
  'The code of a device''s token, which the message to the shop carries. The token cannot be computed back.';

create function private.is_claimable(o public.orders) returns boolean
language sql stable set search_path = '' as $$
  select o.date > now() - interval '48 hours' and not private.is_erased(o.shipping_address)
    and not exists (select from private.order_keys where order_id = o.id)
    and exists (
      select from private.order_details where order_id = o.id and source <> 'website'
    )
$$;
comment on function private.is_claimable(public.orders) is
  'Whether an admin entered an order in the last 48 hours and no device has it yet.';

create function private.claim_manual_order(p jsonb, ids text[]) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  claimed_id text;
begin
  -- Most ids are new.
  if not exists (select from public.orders where id = any (ids)) then
    return null;
  end if;
  insert into private.order_keys (order_id, token_hash, request_hash)
  select o.id, private.hash_token(p ->> 'token'), private.hash_request(p)
  from public.orders as o
  join private.order_details as details on details.order_id = o.id
  where o.id = any (ids) and private.is_claimable(o)
    and details.device_code_hash = private.hash_token(private.device_code(p ->> 'token'))
  order by o.id = p ->> 'id' desc
  limit 1
  returning order_id into claimed_id;
  if claimed_id is null then
    return null;
  end if;
  return private.respond_order(claimed_id, true) || '{"replay": true}';
end
$$;
comment on function private.claim_manual_order(jsonb, text[]) is
  'Recognizes a late attempt at an order that an admin entered, by the code of its message: the device
becomes the order''s. Returns null for any other attempt.';

create function private.save_manual_details(p jsonb) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if not coalesce(p -> 'source' <@ '["phone", "whatsapp"]', false) then
    perform private.refuse('bad_field', 'source');
  end if;
  if coalesce(p ->> 'deviceCode', 'ABCDEFGH') !~ '^[A-Z0-9]{8}$' then
    perform private.refuse('bad_field', 'deviceCode');
  end if;
  if coalesce(p ->> 'messageId', 'ABCDEFGH') !~ '^[0-9A-Z]{8}$' then
    perform private.refuse('bad_field', 'messageId');
  end if;
  insert into private.order_details (
    order_id, source, advance, admin_token_hash, device_code_hash, message_id,
    landmark, second_phone, rider_note
  )
  select
    p ->> 'id',
    p ->> 'source',
    private.read_advance(p, 0, (p ->> 'total')::numeric),
    private.hash_token(p ->> 'token'),
    private.hash_token(p ->> 'deviceCode'),
    p ->> 'messageId',
    extra.*
  from private.clean_extras(coalesce(p -> 'extras', '{}')) as extra;
  if p ? 'note' then
    insert into private.order_notes (order_id, actor_id, note)
    values (p ->> 'id', auth.uid(), private.clean_note('note', p -> 'note', 1000));
  end if;
end
$$;
comment on function private.save_manual_details(jsonb) is
  'Saves what an order that an admin entered has beside its columns.';

-- Security definer: an admin has no right to add orders.
create function public.admin_create_order(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  entered_by bytea;
  refused text;
begin
  perform private.require_admin();
  perform private.check_request(p, 16384, array[
    'id', 'token', 'items', 'total', 'shippingAddress', 'extras', 'source', 'advance', 'note',
    'deviceCode', 'messageId'
  ]);
  -- The lock of place_order(): the customer's own attempt may arrive at the same time.
  perform private.lock_new_order(p);
  if exists (select from public.orders where id = p ->> 'id') then
    select admin_token_hash into entered_by from private.order_details where order_id = p ->> 'id';
    if entered_by is distinct from private.hash_token(p ->> 'token') then
      perform private.refuse('id_taken', null, 409);
    end if;
    return private.respond_order(p ->> 'id') || '{"replay": true}';
  end if;
  perform private.check_prices(p -> 'items');
  perform private.save_new_order(p, true);
  return private.respond_order(p ->> 'id') || '{"replay": false}';
exception
  when sqlstate 'SHREF' then
    get stacked diagnostics refused = pg_exception_detail;
    return private.respond_refusal(refused);
  -- Such an error shows the failing row to the caller. Others show no row, and temporary ones are retried.
  when data_exception or integrity_constraint_violation then
    return private.respond(422, '{"ok": false, "code": "invalid"}');
end
$$;
grant execute on function public.admin_create_order(jsonb) to authenticated;
comment on function public.admin_create_order(jsonb) is
  'Saves an order by phone or WhatsApp, once per id and token, for admins: {id, token, items, total,
shippingAddress, extras?, source, advance?, note?, deviceCode?, messageId?}. The last two are of the
customer''s message.';
