/*
 * A customer's device that wants to be told when its order is sent and when it has arrived. Asked for after ordering,
 * by the holder of the token, and withdrawn in the same way. The desk sends the notices.
 */

create function private.is_push_service(url text) returns boolean
language sql immutable set search_path = '' as $$
  select url ~ '^https://(fcm\.googleapis\.com|([a-z0-9-]+\.)*(push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com))/'
$$;
comment on function private.is_push_service(text) is
  'Whether a URL is of a push service of a browser. A customer chooses it, and the shop sends requests there.';

-- Security definer: customers have no right to any table.
create function public.watch_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '1s' as $$
declare
  o public.orders;
begin
  perform private.require_plain_call();
  perform private.check_request(p, 4096, array['id', 'token', 'url', 'p256dh', 'auth']);
  -- Right calls are counted too: each writes a row.
  if private.is_refused('watch', 100) then
    perform private.refuse('rate_limited', null, 429);
  end if;
  o := private.lock_own_order(p);
  if p ? 'p256dh' and (private.is_push_service(p ->> 'url') is not true or private.is_final(o.status)) then
    perform private.refuse('bad_field', 'url');
  end if;
  return private.respond(200, jsonb_build_object('ok', true, 'publicKey', private.desk_watches(o, p)));
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.count_refused_change(private.respond_error(sqlstate, sqlerrm), o);
end
$$;
grant execute on function public.watch_order(jsonb) to anon, authenticated;
comment on function public.watch_order(jsonb) is
  'Tells a device of the steps of its order from now on: {id, token, url, p256dh, auth}; without keys no more; without
a URL it changes nothing. Responds with the public key that a subscription needs.';
