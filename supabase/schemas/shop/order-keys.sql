/*
 * Which device an order belongs to: the one that has its token. Only a hash of the token is saved.
 */

create table private.order_keys (
  order_id text primary key references public.orders (id) on delete cascade,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  request_hash bytea not null check (octet_length(request_hash) = 32),
  first_tracked_at timestamptz,
  counted_in bigint not null default 0,
  reads integer not null default 0,
  changes integer not null default 0
);

comment on table private.order_keys is
  'Which device placed an order (a hash of its token), with which request, and when it was first tracked.';
comment on column private.order_keys.counted_in is
  'The number of the window in which reads are counted, of private.window_number().';
comment on column private.order_keys.reads is 'How often the device has read its order in that window.';
comment on column private.order_keys.changes is
  'How often the device has changed or cancelled its order or asked for help, in all.';

alter table private.order_keys enable row level security;
create policy "Nobody reads the keys of orders through the API" on private.order_keys
  for all using (false);

create function private.erase_order_keys(ids text[]) returns void
language sql volatile set search_path = '' as $$
  update private.order_keys set
    -- Hashed once more, the token opens nothing, and a late retry of the attempt is still recognized.
    token_hash = sha256(token_hash),
    request_hash = sha256(convert_to(order_id, 'UTF8'))
  where order_id = any (ids)
$$;
comment on function private.erase_order_keys(text[]) is 'Leaves hashes of the hashes of erased orders.';

create function private.hash_token(token text) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(token, 'UTF8'))
$$;
comment on function private.hash_token(text) is 'The token as it is saved. It cannot be computed back.';

create function private.lock_own_order(p jsonb) returns public.orders
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
begin
  select own.* into o from public.orders as own
  join private.order_keys as key on key.order_id = own.id
  where own.id = p ->> 'id' and key.token_hash = private.hash_token(p ->> 'token')
  for update of own;
  if not found then
    -- A wrong token gets the response of an unknown id, and counts like one.
    if private.is_refused('miss', 20) then
      perform private.refuse('rate_limited', null, 429);
    end if;
    perform private.refuse('not_found', null, 200);
  end if;
  return o;
end
$$;
comment on function private.lock_own_order(jsonb) is
  'The order of a request''s id and token, locked. Refuses a token that opens no order.';
