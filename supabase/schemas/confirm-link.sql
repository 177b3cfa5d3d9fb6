/*
 * The confirm link: a message of the admin ends in the order's URL with a code in its fragment. Whoever has the
 * code confirms, changes or cancels the order once, in any browser. A code is two parts: the first finds it, the
 * second proves it and is saved as a hash only. So wrong tries count at a code whose first part is known, and
 * who knows only the order's number ends no code.
 */

create table private.confirm_codes (
  selector text primary key check (selector ~ '^[A-Za-z0-9]{8}$'),
  order_id text not null references public.orders (id) on delete cascade,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  made_at timestamptz not null default now(),
  wrong_tries integer not null default 0,
  used_at timestamptz,
  used_for text check (used_for in ('confirm', 'correct', 'cancel'))
);
create index confirm_codes_order_idx on private.confirm_codes (order_id, made_at);

comment on table private.confirm_codes is
  'One-time codes of messages to customers. A code ends by use, booking, seven days or five wrong tries.';
comment on column private.confirm_codes.code_hash is 'A hash of the whole code.';

alter table private.confirm_codes enable row level security;
create policy "Nobody reads the codes of confirm links through the API" on private.confirm_codes
  for all using (false);

-- Security definer: the API writes no table.
create function public.admin_make_code(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  o public.orders;
  details private.order_details;
  code text;
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['id']);
  select * into o from public.orders where id = p ->> 'id' for update;
  if o.id is null then
    perform private.refuse('not_found', null, 200);
  end if;
  select * into details from private.order_details where order_id = o.id;
  if private.is_booked(o, details) then
    perform private.refuse_change('booked', o, false);
  end if;
  -- Three messages an order. The oldest link ends where a fourth is made.
  delete from private.confirm_codes where order_id = o.id and used_at is null and selector not in (
    select selector from private.confirm_codes
    where order_id = o.id and used_at is null order by made_at desc, selector limit 2
  );
  -- 62 signs for the remainder of two bytes: no sign is likelier than another by more than a thousandth.
  select string_agg(substr(
    'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
    1 + (get_byte(bytes, 2 * nth) * 256 + get_byte(bytes, 2 * nth + 1)) % 62, 1
  ), '')
  into code
  from (
    select sha512(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as bytes
  ) as random, generate_series(0, 23) as nth;
  insert into private.confirm_codes (selector, order_id, code_hash)
  values (left(code, 8), o.id, private.hash_token(code));
  return private.respond(200, jsonb_build_object('ok', true, 'code', code));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_make_code(jsonb) to authenticated;
comment on function public.admin_make_code(jsonb) is
  'Makes a one-time code for the confirm link of the order of {id}, for admins. Only its hash is saved.';

create function private.try_code(p_id text, p_code text) returns private.confirm_codes
language plpgsql volatile set search_path = '' as $$
declare
  tried private.confirm_codes;
begin
  if p_code !~ '^[A-Za-z0-9]{24}$' then
    return null;
  end if;
  select * into tried from private.confirm_codes
  where selector = left(p_code, 8) and order_id = p_id and made_at > now() - interval '7 days'
    and wrong_tries < 5
  for update;
  if not found then
    return null;
  end if;
  if tried.code_hash <> private.hash_token(p_code) then
    update private.confirm_codes set wrong_tries = wrong_tries + 1 where selector = tried.selector;
    return null;
  end if;
  return tried;
end
$$;
comment on function private.try_code(text, text) is
  'The code of an order''s confirm link that has not ended, locked; used or not. Null for any other, and counts a
wrong second part.';

create function private.use_code(tried private.confirm_codes, act text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update private.confirm_codes set used_at = now(), used_for = act where selector = tried.selector;
  -- Whoever changes the order by the link has confirmed the rest of it.
  if act <> 'cancel' then
    insert into private.confirmation_attempts (id, order_id, at, actor, act)
    values (gen_random_uuid(), tried.order_id, now(), 'customer', 'yes');
  end if;
end
$$;
comment on function private.use_code(private.confirm_codes, text) is
  'Ends a code by its use: confirm, correct or cancel.';

create function private.refuse_code() returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  if private.is_refused('miss', 20) then
    return private.respond(429, '{"ok": false, "code": "rate_limited"}');
  end if;
  return private.respond(200, '{"ok": false, "code": "code_ended"}');
end
$$;
comment on function private.refuse_code() is
  'Responds to a code that gives no right, and counts it for the client. Does not raise: a wrong try is counted.';

-- Security definer: customers have no right to any table.
create function public.confirm_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  o public.orders;
  details private.order_details;
  tried private.confirm_codes;
begin
  perform private.require_plain_call();
  perform private.check_request(p, 1024, array['id', 'code']);
  select * into o from public.orders where id = p ->> 'id' for update;
  tried := private.try_code(o.id, p ->> 'code');
  if tried.selector is null then
    return private.refuse_code();
  end if;
  select * into details from private.order_details where order_id = o.id;
  if private.is_booked(o, details) then
    -- Whoever has the code learns that it came too late, and nothing else.
    return private.respond(409, '{"ok": false, "code": "booked"}');
  elsif tried.used_at is null then
    perform private.use_code(tried, 'confirm');
  elsif tried.used_for <> 'confirm' then
    return private.refuse_code();
  end if;
  return private.respond_order(o.id);
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.confirm_order(jsonb) to anon, authenticated;
comment on function public.confirm_order(jsonb) is
  'Confirms an order by the code of its link: {id, code}. A retry gets the response of the first.';
