/*
 * Emptying the outbox: what the program that sends calls. A claim gathers what is due, and a report says what came of
 * it.
 */

create function private.is_sent_alone(kind text) returns boolean
language sql immutable set search_path = '' as $$
  select kind in ('test', 'step', 'build')
$$;
comment on function private.is_sent_alone(text) is
  'Whether a notice of this kind is never made one with others.';

create function private.targets_of(notice private.outbox) returns setof private.notice_targets
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

create function private.merge_notices(ids bigint[], merged_kind text) returns void
language sql volatile set search_path = '' as $$
  with merged as (
    delete from private.outbox where id = any (ids) returning *
  ),
  parts as (
    select merged.told, part.kind, min(merged.at) as at, max(merged.attempts) as attempts,
      sum(part.acts::integer) as acts,
      sum(coalesce(merged.amount, o.total)) filter (where part.kind = 'order') as amount
    from merged
    cross join lateral jsonb_each_text(
      coalesce(merged.counts, jsonb_build_object(merged.kind, 1))
    ) as part (kind, acts)
    left join public.orders as o on merged.kind = 'order' and o.id = merged.subject
    group by merged.told, part.kind
  )
  insert into private.outbox (kind, at, told, attempts, counts, amount)
  select merged_kind, min(at), told, max(attempts), jsonb_object_agg(kind, acts), sum(amount)
  from parts group by told
$$;
comment on function private.merge_notices(bigint[], text) is
  'Makes one notice of several, for each group of targets that were told already.';

-- Without sequential scans of orders and parcels, which a plan for a full outbox would make.
create function private.gather_notices() returns void
language plpgsql volatile set search_path = '' set enable_seqscan = off as $$
declare
  most constant integer := 5;
  span constant interval := interval '10 minutes';
  due bigint[];
  late bigint[];
  recent integer;
  oldest timestamptz;
begin
  delete from private.outbox where ended_at is null and not private.is_sent_alone(kind)
    and not exists (select from private.notice_targets where user_id is not null);
  -- A step that was taken back, or of a parcel that does not come.
  delete from private.outbox as notice where ended_at is null and kind = 'step' and not exists (
    select from public.orders as o where o.id = notice.subject and o.status in ('shipped', 'delivered')
      and not exists (
        select from private.parcels where order_id = o.id and is_current and state in ('returning', 'lost')
      )
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
comment on function private.gather_notices() is
  'Forgets what nobody is told and what is true no more, and makes one notice of what is a day late, and of more than five in ten minutes.';

-- Security definer: the service role has no right to any table of ours.
create function public.claim_notices(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC' as $$
declare
  settings private.notice_settings;
  claimed bigint[] := '{}'::bigint[];
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
    perform private.fold_stages();
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
        -- When it comes again if nothing is reported of it.
        next_at = now() + case notice.attempts
          when 0 then interval '1 minute' when 1 then interval '5 minutes' else interval '30 minutes'
        end
      from due where notice.id = due.id
      returning notice.id
    )
    select coalesce(array_agg(id), '{}') into claimed from taken;
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
        'toConfirm', case when notice.kind in ('order', 'several', 'digest') then (
          select orders from private.stage_counts where stage = 'to_confirm'
        ) end,
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
  'Takes up to 20 notices that are due, as {notices: [{id, kind, subject, status, counts, toConfirm, amount, city,
targets}], vapid}, for the program that sends them, which says {hasBuildHook}. Each comes again until report_notices()
says that all targets were told. Folds the stages, so that no reader has much to fold.';

-- Security definer: as public.claim_notices().
create function public.report_notices(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  notice private.outbox;
  settings private.notice_settings;
begin
  update private.notice_settings set
    vapid_public = p #>> '{vapid,publicKey}', vapid_private = p #>> '{vapid,privateKey}'
  where p ? 'vapid' and vapid_private is null;
  delete from private.notice_targets where id::text in (
    select jsonb_array_elements_text(p -> 'gone')
  );
  update private.notice_targets set told_at = now(), failure = null, failed_at = null
  where id::text in (select jsonb_array_elements_text(p -> 'told'));
  update private.notice_targets as target set failure = left(failed.value, 200), failed_at = now()
  from jsonb_each_text(coalesce(p -> 'failures', '{}')) as failed
  where target.id::text = failed.key;

  update private.outbox set
    unreported = false,
    told = told || array(
      select value::uuid from jsonb_array_elements_text(
        coalesce(p -> 'told', '[]') || coalesce(p -> 'never', '[]')
      )
    ),
    next_at = greatest(next_at, case
      when p ? 'wait' then now() + make_interval(secs => least((p ->> 'wait')::integer, 3600))
    end)
  where id = (p ->> 'id')::bigint
  returning * into notice;
  update private.outbox set ended_at = now()
  where id = notice.id
    and (kind = 'test' or not exists (select from private.targets_of(notice)));
  select * into settings from private.notice_settings;
  return jsonb_build_object(
    'publicKey', settings.vapid_public, 'privateKey', settings.vapid_private
  );
end
$$;
grant execute on function public.report_notices(jsonb) to service_role;
comment on function public.report_notices(jsonb) is
  'What came of sending a notice: {id, told, never, gone, failures, wait}, targets that were told, that it can never
reach, that are forgotten, and what else failed; or {vapid}, keys for Web Push, which are saved once and returned.';
