/*
 * A change of a pause starts a build of the site, by the outbox and the build hook of the host. Logging out everywhere
 * ends the notices on an admin's devices.
 */

alter table private.notice_targets alter column url drop not null;
alter table private.notice_targets drop constraint notice_targets_way_check;
alter table private.notice_targets
  add constraint notice_targets_way_check check (way in ('push', 'ntfy', 'form', 'build'));
alter table private.notice_targets add check ((way = 'build') = (url is null));

comment on table private.notice_targets is
  'Where notices are sent: devices of admins by Web Push, a topic of ntfy, a form service; the build hook of the host;
and devices of customers, which are told of the steps of one order. A device goes with its admin or its order.';

alter table private.outbox drop constraint outbox_kind_check;
alter table private.outbox add constraint outbox_kind_check check (
  kind in (
    'order', 'cancelled', 'changed', 'help', 'message', 'limit', 'several', 'digest', 'test', 'step', 'build'
  )
);
create unique index outbox_build_idx on private.outbox (kind)
  where kind = 'build' and attempts = 0 and ended_at is null;

create function private.write_build() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  if not exists (select from private.notice_targets where way = 'build') then
    return null;
  end if;
  -- The next build has what one that failed would have had.
  delete from private.outbox where kind = 'build' and attempts > 0 and ended_at is null;
  insert into private.outbox (kind, next_at) values ('build', now() + interval '2 minutes')
  on conflict (kind) where kind = 'build' and attempts = 0 and ended_at is null
  -- This locks it, so no claim takes it before the pause can be read.
  do update set at = now();
  return null;
end
$$;
comment on function private.write_build() is
  'Writes to the outbox that the site is to be built, once for all pauses that change within two minutes.';

create trigger write_build after insert or update or delete on private.pauses
  for each row execute function private.write_build();

create function private.is_sent_alone(kind text) returns boolean
language sql immutable set search_path = '' as $$
  select kind in ('test', 'step', 'build')
$$;
comment on function private.is_sent_alone(text) is
  'Whether a notice of this kind is sent in quiet hours too, and never made one with others.';

create or replace function private.targets_of(notice private.outbox) returns setof private.notice_targets
language sql stable set search_path = '' as $$
  select target.* from private.notice_targets as target
  where case notice.kind
      when 'test' then target.id::text = notice.subject
      when 'step' then target.order_id = notice.subject
      when 'build' then target.way = 'build'
      else target.order_id is null and target.way <> 'build'
    end
    and target.id <> all (notice.told)
$$;
comment on function private.targets_of(private.outbox) is 'Who is still to be told of a notice.';

create or replace function private.gather_notices(settings private.notice_settings) returns void
language plpgsql volatile set search_path = '' as $$
declare
  most constant integer := 5;
  span constant interval := '10 minutes';
  due bigint[];
  late bigint[];
  recent integer;
  oldest timestamptz;
begin
  delete from private.outbox where ended_at is null and not private.is_sent_alone(kind) and (
    kind = any (settings.kinds_off)
    or not exists (select from private.notice_targets where order_id is null and way <> 'build')
  );
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
comment on function private.gather_notices(private.notice_settings) is
  'Forgets what is not told, and makes one notice of what is a day late, and of more than five in ten minutes.';

drop function public.claim_notices();

create function private.take_notices(is_quiet boolean) returns bigint[]
language sql volatile set search_path = '' as $$
  with due as (
    select id from private.outbox
    where ended_at is null and next_at <= now() and (private.is_sent_alone(kind) or not is_quiet)
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
comment on function private.take_notices(boolean) is
  'Takes up to 20 notices that are due, and says when each comes again if nothing is reported of it.';

-- Security definer: the service role has no right to any table of ours.
create function public.claim_notices(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC' as $$
declare
  settings private.notice_settings;
  is_quiet boolean;
  claimed bigint[] := '{}';
begin
  select * into settings from private.notice_settings;
  is_quiet := private.is_quiet(settings);
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
    if not is_quiet then
      perform private.gather_notices(settings);
    end if;
    claimed := private.take_notices(is_quiet);
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

-- Security definer: the API writes no table.
create function public.admin_forget_devices() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  delete from private.notice_targets where user_id = auth.uid();
  return private.respond(200, '{"ok": true}');
end
$$;
grant execute on function public.admin_forget_devices() to authenticated;
comment on function public.admin_forget_devices() is
  'Forgets all devices of the calling admin, who logs out everywhere.';
