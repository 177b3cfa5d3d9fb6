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

drop function private.claim_manual_order(public.orders, jsonb);
create function private.claim_manual_order(p jsonb, ids text[]) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  code_hash constant bytea := private.hash_token(private.device_code(p ->> 'token'));
  claimed_id text;
  is_coded boolean;
  phone text;
begin
  select o.id, details.device_code_hash is not distinct from code_hash, o.phone_key
  into claimed_id, is_coded, phone
  from private.order_details as details
  join public.orders as o on o.id = details.order_id
  where details.order_id = any (ids) and details.source <> 'website'
    and o.date > now() - interval '48 hours' and not private.is_erased(o.shipping_address)
    and not exists (select from private.order_keys as key where key.order_id = o.id)
  order by 2 desc, o.id = p ->> 'id' desc
  limit 1;
  if claimed_id is null or (not is_coded and claimed_id <> p ->> 'id') then
    return private.respond_refusal(409, 'id_taken');
  end if;
  if is_coded then
    insert into private.order_keys (order_id, token_hash, request_hash)
    values (claimed_id, private.hash_token(p ->> 'token'), private.hash_request(p));
    return private.respond_order(claimed_id, true) || '{"replay": true}';
  end if;

  -- Without the code it is a try to find an order, with the limit of one.
  if private.count_find(claimed_id) then
    return private.respond_refusal(429, 'too_many_tries');
  end if;
  if private.phone_key(p #>> '{shippingAddress,phone}') <> phone then
    return private.respond_refusal(409, 'id_taken');
  end if;
  perform private.uncount_find(claimed_id);
  return private.respond_order(claimed_id) || '{"replay": true}';
end
$$;
comment on function private.claim_manual_order(jsonb, text[]) is
  'Recognizes a customer''s late attempt at an order that an admin entered meanwhile. With the code of its
message the device becomes the order''s. Without it, number and phone show the order and give no right to
it. Any other order has its id taken.';

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

  if exists (select from public.orders where id = p ->> 'id') then
    return private.claim_manual_order(p, ids);
  end if;
  return coalesce(
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
  -- A customer whose page has old prices is told the new ones, whoever else shares the client address. A
  -- GET can count nothing.
  if not (response ->> 'ok')::boolean and response ->> 'code' not in ('price_changed', 'use_post')
    and private.is_refused('refused', 30) then
    return private.respond_refusal(429, 'rate_limited');
  end if;
  return response;
end
$$;

drop function private.check_open_orders(text);
