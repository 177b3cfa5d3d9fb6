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
  'One-time codes of messages to customers that were sent. A code ends by use, booking, seven days or five wrong tries.';
comment on column private.confirm_codes.code_hash is 'A hash of the whole code.';

alter table private.confirm_codes enable row level security;
create policy "Nobody reads the codes of confirm links through the API" on private.confirm_codes
  for all using (false);

create function private.erase_confirm_codes(ids text[]) returns void
language sql volatile set search_path = '' as $$
  delete from private.confirm_codes where order_id = any (ids)
$$;
comment on function private.erase_confirm_codes(text[]) is 'Deletes the codes of erased orders.';

create function private.save_code(o public.orders, code text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if code !~ '^[A-Za-z0-9]{24}$' then
    perform private.refuse('bad_field', 'code');
  end if;
  insert into private.confirm_codes (selector, order_id, code_hash)
  values (left(code, 8), o.id, private.hash_token(code))
  on conflict (selector) do nothing;
  -- Three messages an order. The oldest link ends where a fourth is sent.
  delete from private.confirm_codes where order_id = o.id and used_at is null and selector not in (
    select selector from private.confirm_codes
    where order_id = o.id and used_at is null order by made_at desc, selector limit 3
  );
end
$$;
comment on function private.save_code(public.orders, text) is
  'Saves the hash of a code that the admin''s device has made and sent: once, for a retry too.';

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
    and wrong_tries < 5 and (used_at is null or used_at > now() - interval '1 hour');
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
  'The code of an order''s confirm link that has not ended; used or not, for an hour after its use: a retry has lost
its response. Null for any other, and counts a wrong second part. Locks nothing where the code is right.';

create function private.lock_by_code(p jsonb) returns private.confirm_codes
language plpgsql volatile set search_path = '' as $$
declare
  tried private.confirm_codes;
begin
  -- Who has no code makes nobody wait for a locked order.
  tried := private.try_code(p ->> 'id', p ->> 'code');
  perform from public.orders where id = tried.order_id for update;
  -- As it is after the lock: another press may have used it, or a fourth message have ended it.
  select * into tried from private.confirm_codes where selector = tried.selector for update;
  return tried;
end
$$;
comment on function private.lock_by_code(jsonb) is
  'The code of a request''s id and code, locked with its order. Null for a code that gives no right.';

create function private.use_code(tried private.confirm_codes, act text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update private.confirm_codes set used_at = now(), used_for = act where selector = tried.selector;
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
  tried private.confirm_codes;
begin
  perform private.require_plain_call();
  perform private.check_request(p, 1024, array['id', 'code']);
  tried := private.lock_by_code(p);
  if tried.selector is null then
    return private.refuse_code();
  end if;
  select * into o from public.orders where id = tried.order_id;
  if private.is_booked(o) then
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
