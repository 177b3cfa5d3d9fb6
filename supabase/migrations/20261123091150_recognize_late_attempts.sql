/*
 * A customer who could not reach the shop sends her order by WhatsApp, and an admin enters it. The message has
 * a code of her device, so that her late attempt becomes that order and no other device's does.
 */
alter table private.order_details
  add column device_code_hash bytea check (octet_length(device_code_hash) = 32),
  add column message_id text check (message_id ~ '^[0-9A-Z]{8}$');
create index order_details_message_id_idx on private.order_details (message_id)
  where message_id is not null;
comment on column private.order_details.device_code_hash is
  'A hash of the code in the message by which a customer asked an admin to enter the order.';
comment on column private.order_details.message_id is
  'The number in that message, where another order had it already.';

create function private.device_code(token text) returns text
language sql immutable set search_path = '' as $$
  select upper(left(regexp_replace(token, '[-_]', '', 'g'), 8))
$$;
comment on function private.device_code(text) is
  'The code of a device''s token, which the message to the shop carries. The token cannot be computed back.';

create or replace function private.save_manual_details(p jsonb) returns void
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

-- It takes {deviceCode?, messageId?} as well.
create or replace function private.admin_create_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refusal jsonb;
  entered_by bytea;
begin
  perform private.require_admin();
  refusal := coalesce(
    private.check_request(p, 16384, array[
      'id', 'token', 'items', 'total', 'shippingAddress', 'extras', 'source', 'advance', 'note',
      'deviceCode', 'messageId'
    ]),
    -- The lock of place_order(): the customer's own attempt may arrive at the same time.
    private.lock_new_order(p)
  );
  if refusal is not null then
    return refusal;
  end if;
  if exists (select from public.orders where id = p ->> 'id') then
    select admin_token_hash into entered_by from private.order_details where order_id = p ->> 'id';
    if entered_by is distinct from private.hash_token(p ->> 'token') then
      return private.respond_refusal(409, 'id_taken');
    end if;
    return private.respond_order(p ->> 'id') || '{"replay": true}';
  end if;
  return coalesce(
    private.check_prices(p -> 'items'),
    private.save_new_order(p, true),
    private.respond_order(p ->> 'id') || '{"replay": false}'
  );
end
$$;
comment on function public.admin_create_order(jsonb) is
  'Saves an order by phone or WhatsApp, once per id and token, for admins: {id, token, items, total,
shippingAddress, extras?, source, advance?, note?, deviceCode?, messageId?}. The last two are of the
customer''s message.';

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

drop function private.claim_manual_order(public.orders, jsonb);
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

create function private.find_taken_order(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
begin
  select * into o from public.orders where id = p ->> 'id';
  if not found then
    return null;
  end if;
  if not private.is_claimable(o) then
    return private.respond_refusal(409, 'id_taken');
  end if;
  -- Without the code it is a try to find an order, with the limit of one.
  if private.count_find(o.id) then
    return private.respond_refusal(429, 'too_many_tries');
  end if;
  if private.phone_key(p #>> '{shippingAddress,phone}') is distinct from o.phone_key then
    return private.respond_refusal(409, 'id_taken');
  end if;
  perform private.uncount_find(o.id);
  return private.respond_order(o.id) || '{"replay": true}';
end
$$;
comment on function private.find_taken_order(jsonb) is
  'Responds to an attempt whose id an order has already. Number and phone show an order that an admin entered
and give no right to it. Returns null where the id is free.';

create function private.place_once(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  hash constant bytea := private.hash_token(p ->> 'token');
  -- An admin may have entered the order of a message under another number than the message has.
  ids constant text[] := array(
    select order_id from private.order_details where message_id = p ->> 'id'
  ) || (p ->> 'id');
  key private.order_keys;
begin
  if p -> 'paymentMethod' is distinct from '"cash_on_delivery"' then
    return private.respond_refusal(422, 'bad_field', 'paymentMethod');
  end if;

  -- An attempt that was saved before gets its order.
  select * into key from private.order_keys
  where order_id = any (ids) and token_hash in (hash, sha256(hash));
  if found then
    -- private.erase_orders() leaves a hash of the hash. The order is not placed a second time.
    if key.token_hash <> hash then
      return private.respond_refusal(410, 'order_erased');
    end if;
    if key.request_hash <> private.hash_request(p) then
      return private.respond_refusal(422, 'attempt_reused');
    end if;
    return private.respond_order(key.order_id, true) || '{"replay": true}';
  end if;

  return coalesce(
    private.claim_manual_order(p, ids),
    -- Old prices are not counted as a refusal, so they are refused before the id is looked up: they must not
    -- say which ids exist.
    private.check_prices(p -> 'items'),
    private.find_taken_order(p),
    private.save_new_order(p, false),
    private.respond_order(p ->> 'id', true, 201) || '{"replay": false}'
  );
end
$$;
comment on function private.place_once(jsonb) is
  'Places an order of a request of the right shape, or responds as to the first request of its attempt.';

create or replace function private.place_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  response jsonb;
begin
  perform private.require_plain_call();
  -- coalesce() evaluates an argument only where those before it are null.
  response := coalesce(
    private.check_request(p, 16384, array[
      'id', 'token', 'items', 'total', 'shippingAddress', 'extras', 'paymentMethod', 'earlier'
    ]),
    private.lock_new_order(p),
    private.place_once(p)
  );
  -- A customer whose page has old prices, or whose token was saved with another order, is told so, whoever
  -- else shares the client address. A GET can count nothing.
  if not (response ->> 'ok')::boolean
    and response ->> 'code' not in ('price_changed', 'attempt_reused', 'order_erased', 'use_post')
    and private.is_refused('refused', 30) then
    return private.respond_refusal(429, 'rate_limited');
  end if;
  return response;
end
$$;

drop function private.check_open_orders(text);
