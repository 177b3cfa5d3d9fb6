/*
 * Notices go by push alone: topics, form services, quiet hours and kinds go. The copy of each order at the form
 * service is the second way, and devices have quiet hours of their own. npm run upgrade names what a project had set.
 */

delete from private.notice_targets where way in ('ntfy', 'form');
alter table private.notice_targets drop constraint notice_targets_way_check;
alter table private.notice_targets add constraint notice_targets_way_check check (way in ('push', 'build'));
alter table private.notice_settings drop column kinds_off, drop column quiet_from, drop column quiet_until;

comment on table private.notice_settings is
  'The keys of Web Push, which the sending program makes at its first claim, and when it last claimed.';
comment on table private.notice_targets is
  'Where notices are sent by Web Push: devices of admins, and of customers, which are told of the steps of one order;
and the build hook of the host. A device goes with its admin or its order.';

create or replace function private.is_sent_alone(kind text) returns boolean
language sql immutable set search_path = '' as $$
  select kind in ('test', 'step', 'build')
$$;

comment on function private.is_sent_alone(text) is
  'Whether a notice of this kind is never made one with others.';

create or replace function private.targets_of(notice private.outbox) returns setof private.notice_targets
language sql stable set search_path = '' as $$
  select target.* from private.notice_targets as target
  where case notice.kind
      when 'test' then target.id::text = notice.subject
      when 'step' then target.order_id = notice.subject
      when 'build' then target.way = 'build'
      else target.user_id is not null
    end
    and target.id <> all (notice.told)
$$;

comment on function private.targets_of(private.outbox) is 'Who is still to be told of a notice.';

create or replace function private.gather_notices() returns void
language plpgsql volatile set search_path = '' as $$
declare
  most constant integer := 5;
  span constant interval := '10 minutes';
  due bigint[];
  late bigint[];
  recent integer;
  oldest timestamptz;
begin
  delete from private.outbox where ended_at is null and not private.is_sent_alone(kind)
    and not exists (select from private.notice_targets where user_id is not null);
  late := array(
    select id from private.outbox
    where ended_at is null and next_at <= now() and not private.is_sent_alone(kind) and not unreported
      and at < now() - interval '1 day'
    for update skip locked
  );
  if cardinality(late) > 1 or exists (
    select from private.outbox where id = any (late) and kind <> 'digest'
  ) then
    perform private.merge_notices(late, 'digest');
  end if;

  due := array(
    select id from private.outbox
    where ended_at is null and next_at <= now() and kind <> 'digest' and not private.is_sent_alone(kind)
      and not unreported
    for update skip locked
  );
  select count(*), min(claimed_at) into recent, oldest from private.outbox
  where claimed_at > now() - span and kind <> 'digest' and not private.is_sent_alone(kind)
    and id <> all (due);
  if recent >= most then
    update private.outbox set next_at = oldest + span where id = any (due);
  elsif cardinality(due) > 1 and recent + cardinality(due) > most then
    perform private.merge_notices(due, 'several');
  end if;
end
$$;

comment on function private.gather_notices() is
  'Forgets what nobody is told, and makes one notice of what is a day late, and of more than five in ten minutes.';

create or replace function private.take_notices() returns bigint[]
language sql volatile set search_path = '' as $$
  with due as (
    select id from private.outbox
    where ended_at is null and next_at <= now()
    order by next_at, id limit 20
    for update skip locked
  ),
  taken as (
    update private.outbox as notice set
      attempts = notice.attempts + 1,
      claimed_at = now(),
      unreported = true,
      next_at = now() + case notice.attempts
        when 0 then interval '1 minute' when 1 then interval '5 minutes' else interval '30 minutes'
      end
    from due where notice.id = due.id
    returning notice.id
  )
  select coalesce(array_agg(id), '{}') from taken
$$;

comment on function private.take_notices() is
  'Takes up to 20 notices that are due, and says when each comes again if nothing is reported of it.';

-- Security definer: the service role has no right to any table of ours.
create or replace function public.claim_notices(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC' as $$
declare
  settings private.notice_settings;
  claimed bigint[] := '{}';
begin
  select * into settings from private.notice_settings;
  update private.notice_settings set claimed_at = now()
  where claimed_at is null or claimed_at < now() - interval '1 minute';
  if (p ->> 'hasBuildHook')::boolean then
    insert into private.notice_targets (way) values ('build') on conflict do nothing;
  else
    delete from private.notice_targets where way = 'build';
  end if;
  -- Two programs would make two notices of the same acts.
  if pg_try_advisory_xact_lock(hashtextextended('outbox', 0)) then
    -- Pauses that have ended by themselves.
    delete from private.pauses where until <= private.shop_day(now());
    perform private.gather_notices();
    claimed := private.take_notices();
  end if;
  return jsonb_build_object(
    'vapid', case when settings.vapid_private is not null then jsonb_build_object(
      'publicKey', settings.vapid_public, 'privateKey', settings.vapid_private
    ) end,
    'notices', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', notice.id,
        'kind', notice.kind,
        'subject', notice.subject,
        'status', case when notice.kind = 'step' then o.status end,
        'counts', notice.counts,
        'amount', case when notice.kind <> 'step' then coalesce(notice.amount, o.total) end,
        -- Not as it was typed: a customer may type anything there.
        'city', (
          select name from private.city_names where folded = regexp_replace(
            private.fold_letters(o.shipping_address ->> 'city'), '[\s[:punct:]]+', '', 'g'
          )
        ),
        'targets', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'id', target.id, 'way', target.way, 'url', target.url,
            'p256dh', target.p256dh, 'auth', target.auth
          )), '[]')
          from private.targets_of(notice) as target
        )
      ) order by notice.id), '[]')
      from private.outbox as notice
      left join public.orders as o on o.id = notice.subject and notice.kind not in ('message', 'test')
      where notice.id = any (claimed)
    )
  );
end
$$;

grant execute on function public.claim_notices(jsonb) to service_role;

comment on function public.claim_notices(jsonb) is
  'Takes up to 20 notices that are due, as {notices: [{id, kind, subject, status, counts, amount, city, targets}], vapid}, for
the program that sends them, which says {hasBuildHook}. Each comes again until report_notices() says that all targets
were told.';

create or replace function private.standing_notices() returns jsonb
language plpgsql stable set search_path = '' set timezone = 'UTC' as $$
declare
  longest constant interval := '5 minutes';
  claimed timestamptz;
  oldest private.outbox;
begin
  select claimed_at into claimed from private.notice_settings;
  select * into oldest from private.outbox as notice
  where ended_at is null and told = '{}' and not private.is_sent_alone(kind)
    and exists (select from private.targets_of(notice))
    -- Others wait for the end of more than five in ten minutes.
    and (claimed is null or attempts > 0)
    -- One that is being sent.
    and not (unreported and claimed_at > now() - interval '1 minute')
  order by at, id limit 1;

  if claimed < now() - longest and exists (select from private.notice_targets) then
    return jsonb_build_object('stoppedAt', claimed, 'reason', private.outbox_failure());
  elsif oldest.at < now() - longest then
    return jsonb_build_object('stoppedAt', oldest.at, 'reason', coalesce(
      (select max(failure) from private.targets_of(oldest)), private.outbox_failure()
    ));
  end if;
  return null;
end
$$;

comment on function private.standing_notices() is
  'Since when nothing is told, and the reason where it is known, as {stoppedAt, reason}: nothing called claim_notices() for
five minutes, which pg_cron has called each minute, or no target took the oldest notice. Null while notices go out.';

create or replace function private.notice_state() returns jsonb
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
        'addedAt', target.added_at,
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
create or replace function public.admin_notices() returns jsonb
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
create or replace function public.admin_add_target(p jsonb default '{}') returns jsonb
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
create or replace function public.admin_remove_target(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  delete from private.notice_targets where id::text = p ->> 'id' and order_id is null;
  return private.respond(200, private.notice_state());
end
$$;

grant execute on function public.admin_remove_target(jsonb) to authenticated;

comment on function public.admin_remove_target(jsonb) is 'Forgets the device of {id}, for admins.';

-- Security definer: the API writes no table.
create or replace function public.admin_test_target(p jsonb default '{}') returns jsonb
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

drop function public.admin_save_notices(jsonb);

drop function private.gather_notices(private.notice_settings);

drop function private.is_quiet(private.notice_settings);

drop function private.take_notices(boolean);