/* What the TypeScript of the shop and of the admin calls is theirs: the desk fills its slots. */

create or replace function private.desk_watches(o public.orders, p jsonb) returns text
language plpgsql volatile set search_path = '' as $$
begin
  return null;
end
$$;

comment on function private.desk_watches(public.orders, jsonb) is
  'Slot: tells a device of the steps of an order from now on, or no more, as public.watch_order() asks. Returns the public
key that a subscription needs, null where nobody is told.';

-- Security definer: customers have no right to any table.
create or replace function public.watch_order(p jsonb) returns jsonb
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

-- Security definer: the API writes no table.
create or replace function public.admin_forget_devices() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.desk_forgets_devices();
  return private.respond(200, '{"ok": true}');
end
$$;

grant execute on function public.admin_forget_devices() to authenticated;

comment on function public.admin_forget_devices() is
  'Forgets all devices of the calling admin, who logs out everywhere.';

create or replace function private.desk_of_stages() returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  return '{"stages": {}, "nextDueAt": null, "leases": {}}';
end
$$;

comment on function private.desk_of_stages() is
  'Slot: brings the stages of orders up to date, and says what admin_stages() does of them.';

create or replace function private.desk_forgets_devices() returns void
language plpgsql volatile set search_path = '' as $$
begin
end
$$;

comment on function private.desk_forgets_devices() is 'Slot: forgets the devices of the calling admin.';

-- Security definer: stages cannot be read through the API.
create or replace function public.admin_stages() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, private.desk_of_stages() || jsonb_build_object(
    'ok', true,
    'lastBackup', (select max(made_at) from private.backups)
  ));
end
$$;

grant execute on function public.admin_stages() to authenticated;

comment on function public.admin_stages() is
  'How many orders are in each stage, when the next one is to be tried again, how many each device has on the screen of
its run, and when the last backup was made, as {stages: {to_confirm, …}, nextDueAt, leases: {device: orders},
lastBackup}, for admins.';

create or replace function private.desk_of_stages() returns jsonb
language plpgsql volatile set search_path = '' set enable_seqscan = off set jit = off as $$
begin
  perform private.fold_stages();
  return jsonb_build_object(
    'stages', (
      select coalesce(jsonb_object_agg(stage, orders), '{}') from private.stage_counts
      where orders > 0
    ),
    'nextDueAt', (
      select min(due_at) from private.staged_orders where stage in ('waiting', 'later') and due_at is not null
    ),
    'leases', (
      select coalesce(jsonb_object_agg(device, orders), '{}') from (
        select device, count(*) as orders
        from private.order_leases join private.staged_orders using (order_id)
        where ends_at > now() and stage = 'to_confirm'
        group by device
      ) as leased
    )
  );
end
$$;

create or replace function private.desk_forgets_devices() returns void
language plpgsql volatile set search_path = '' as $$
begin
  delete from private.notice_targets where user_id = auth.uid();
end
$$;

create or replace function private.desk_watches(o public.orders, p jsonb) returns text
language plpgsql volatile set search_path = '' as $$
declare
  most constant integer := 5;
begin
  if p ? 'p256dh' then
    insert into private.notice_targets (way, url, p256dh, auth, order_id)
    values ('push', p ->> 'url', p ->> 'p256dh', p ->> 'auth', o.id)
    on conflict (url, order_id) do update set p256dh = excluded.p256dh, auth = excluded.auth;
    delete from private.notice_targets where id in (
      select id from private.notice_targets where order_id = o.id
      order by url = p ->> 'url' desc, added_at desc offset most
    );
  elsif p ? 'url' then
    delete from private.notice_targets where order_id = o.id and url = p ->> 'url';
  end if;
  return (select vapid_public from private.notice_settings);
end
$$;