/* On which devices admins are told. */

create function private.notice_state() returns jsonb
language sql stable set search_path = '' set timezone = 'UTC' as $$
  select jsonb_build_object(
    'ok', true,
    'publicKey', settings.vapid_public,
    'claimedAt', settings.claimed_at,
    -- Pages of the former deployment show these.
    'kindsOff', '[]'::jsonb, 'quietFrom', 0, 'quietUntil', 0,
    'targets', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', target.id,
        'way', target.way,
        'url', target.url,
        'name', target.name,
        'toldAt', target.told_at,
        'failure', target.failure,
        'failedAt', target.failed_at
      ) order by target.added_at, target.id), '[]')
      from private.notice_targets as target where target.order_id is null
    )
  )
  from private.notice_settings as settings
$$;
comment on function private.notice_state() is
  'What the admin sees of notices: when the outbox was last emptied, and all targets.';

-- Security definer: the settings cannot be read through the API.
create function public.admin_notices() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, private.notice_state());
end
$$;
grant execute on function public.admin_notices() to authenticated;
comment on function public.admin_notices() is
  'What is told where, as {publicKey, claimedAt, targets}, for admins.';

-- Security definer: the API writes no table.
create function public.admin_add_target(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.check_request(p, 4096, array['way', 'url', 'p256dh', 'auth', 'name']);
  -- Pages of the former deployment send a way, and no keys where it is another than push.
  insert into private.notice_targets (way, url, p256dh, auth, name, user_id)
  values (
    'push', p ->> 'url', p ->> 'p256dh', p ->> 'auth', coalesce(p ->> 'name', ''), auth.uid()
  )
  on conflict (url, order_id) do update set
    p256dh = excluded.p256dh, auth = excluded.auth, name = excluded.name, user_id = excluded.user_id,
    failure = null, failed_at = null;
  return private.respond(200, private.notice_state());
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_add_target(jsonb) to authenticated;
comment on function public.admin_add_target(jsonb) is
  'Tells the caller''s device from now on, for admins: {url, p256dh, auth, name?}.';

-- Security definer: the API writes no table.
create function public.admin_remove_target(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  delete from private.notice_targets where id::text = p ->> 'id' and order_id is null;
  return private.respond(200, private.notice_state());
end
$$;
grant execute on function public.admin_remove_target(jsonb) to authenticated;
comment on function public.admin_remove_target(jsonb) is 'Forgets the device of {id}, for admins.';

create or replace function private.desk_forgets_devices() returns void
language plpgsql volatile set search_path = '' as $$
begin
  delete from private.notice_targets where user_id = auth.uid();
end
$$;

-- Security definer: the API writes no table.
create function public.admin_test_target(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  insert into private.outbox (kind, subject)
  select 'test', id from private.notice_targets where id::text = p ->> 'id' and order_id is null;
  return private.respond(200, private.notice_state());
end
$$;
grant execute on function public.admin_test_target(jsonb) to authenticated;
comment on function public.admin_test_target(jsonb) is
  'Sends a test notice to the target of {id}, for admins.';
