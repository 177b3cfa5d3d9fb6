/*
 * Customers' devices, which are told of the steps of one order.
 */

alter table private.notice_targets
  add column order_id text references public.orders (id) on delete cascade,
  drop constraint notice_targets_url_key,
  drop constraint notice_targets_check,
  add unique nulls not distinct (url, order_id),
  add constraint notice_targets_check
    check (way <> 'push' or (p256dh is not null and auth is not null and num_nonnulls(user_id, order_id) = 1));
create index notice_targets_order_idx on private.notice_targets (order_id) where order_id is not null;
comment on table private.notice_targets is
  'Where notices are sent: devices of admins by Web Push, a topic of ntfy, a form service; and devices of customers,
which are told of the steps of one order. A device goes with its admin or its order.';

alter table private.outbox
  drop constraint outbox_kind_check,
  add constraint outbox_kind_check check (
    kind in (
      'order', 'cancelled', 'changed', 'help', 'message', 'limit', 'several', 'digest', 'test', 'step'
    )
  );

create function private.write_step() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.outbox (kind, subject)
  select 'step', new.id where exists (select from private.notice_targets where order_id = new.id);
  return null;
end
$$;
comment on function private.write_step() is
  'Writes to the outbox that an order was sent or has arrived, where its customer wants to be told.';

create trigger write_step after update on public.orders
  for each row when (old.status is distinct from new.status and new.status in ('shipped', 'delivered'))
  execute function private.write_step();

create or replace function private.targets_of(notice private.outbox) returns setof private.notice_targets
language sql stable set search_path = '' as $$
  select target.* from private.notice_targets as target
  where case notice.kind
      when 'test' then target.id::text = notice.subject
      when 'step' then target.order_id = notice.subject
      else target.order_id is null
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
  delete from private.outbox where ended_at is null and kind not in ('test', 'step') and (
    kind = any (settings.kinds_off)
    or not exists (select from private.notice_targets where order_id is null)
  );
  late := array(
    select id from private.outbox
    where ended_at is null and next_at <= now() and kind not in ('test', 'step') and not unreported
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
    where ended_at is null and next_at <= now() and kind not in ('digest', 'test', 'step')
      and not unreported
    for update skip locked
  );
  select count(*), min(claimed_at) into recent, oldest from private.outbox
  where claimed_at > now() - span and kind not in ('digest', 'test', 'step') and id <> all (due);
  if recent >= most then
    update private.outbox set next_at = oldest + span where id = any (due);
  elsif cardinality(due) > 1 and recent + cardinality(due) > most then
    perform private.merge_notices(due, 'several');
  end if;
end
$$;
comment on function private.gather_notices(private.notice_settings) is
  'Forgets what is not told, and makes one notice of what is a day late, and of more than five in ten minutes.';

create or replace function public.claim_notices() returns jsonb
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
  -- Two programs would make two notices of the same acts.
  if pg_try_advisory_xact_lock(hashtextextended('outbox', 0)) then
    if not is_quiet then
      perform private.gather_notices(settings);
    end if;
    with due as (
      select id from private.outbox
      where ended_at is null and next_at <= now() and (kind in ('test', 'step') or not is_quiet)
      order by next_at, id limit 20
      for update skip locked
    ),
    leased as (
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
    select coalesce(array_agg(id), '{}') into claimed from leased;
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
grant execute on function public.claim_notices() to service_role;
comment on function public.claim_notices() is
  'Takes up to 20 notices that are due, as {notices: [{id, kind, subject, status, counts, amount, city, targets}], vapid}, for
the program that sends them. Each comes again until report_notices() says that all targets were told.';

create or replace function private.notice_state() returns jsonb
language sql stable set search_path = '' set timezone = 'UTC' as $$
  select jsonb_build_object(
    'ok', true,
    'publicKey', settings.vapid_public,
    'claimedAt', settings.claimed_at,
    'kindsOff', to_jsonb(settings.kinds_off),
    'quietFrom', settings.quiet_from,
    'quietUntil', settings.quiet_until,
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
  'What the admin sees of notices: the settings, when the outbox was last emptied, and all targets.';

create or replace function public.admin_add_target(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.check_request(p, 4096, array['way', 'url', 'p256dh', 'auth', 'name']);
  -- There is one topic and one form service.
  delete from private.notice_targets where way = p ->> 'way' and way <> 'push';
  insert into private.notice_targets (way, url, p256dh, auth, name, user_id)
  values (
    p ->> 'way', p ->> 'url', p ->> 'p256dh', p ->> 'auth', coalesce(p ->> 'name', ''),
    case when p ->> 'way' = 'push' then auth.uid() end
  )
  on conflict (url, order_id) do update set
    way = excluded.way, p256dh = excluded.p256dh, auth = excluded.auth, name = excluded.name,
    user_id = excluded.user_id, failure = null, failed_at = null;
  return private.respond(200, private.notice_state());
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_add_target(jsonb) to authenticated;
comment on function public.admin_add_target(jsonb) is
  'Tells the caller''s device from now on, or the topic or form service in place of the last one, for admins: {way,
url, p256dh?, auth?, name?}.';

create or replace function public.admin_remove_target(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  delete from private.notice_targets where id::text = p ->> 'id' and order_id is null;
  return private.respond(200, private.notice_state());
end
$$;
grant execute on function public.admin_remove_target(jsonb) to authenticated;
comment on function public.admin_remove_target(jsonb) is 'Forgets the device or second way of {id}, for admins.';

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
  'Sends a test notice to the target of {id}, in quiet hours too, for admins.';

create or replace function private.erase_orders(ids text[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update private.order_keys set
    -- Hashed once more, the token opens nothing, and a late retry of the attempt is still recognized.
    token_hash = sha256(token_hash),
    request_hash = sha256(convert_to(order_id, 'UTF8'))
  where order_id = any (ids);
  update private.order_audit set
    before = private.erase_logged(before), after = private.erase_logged(after)
  where order_id = any (ids);
  delete from private.order_notes where order_id = any (ids);
  delete from private.help_requests where order_id = any (ids);
  delete from private.marked_orders where order_id = any (ids);
  delete from private.confirm_codes where order_id = any (ids);
  delete from private.notice_targets where order_id = any (ids);
  update private.exported_orders set cells = null where order_id = any (ids) and cells is not null;
  update private.confirmation_attempts set text = null where order_id = any (ids) and text is not null;
  update private.parcels set tracking_number = null
  where order_id = any (ids) and tracking_number is not null;
  update private.parcel_events as event set word = null
  from private.parcels as p
  where p.id = event.parcel_id and p.order_id = any (ids) and event.word is not null;
  update private.told_messages set phone_key = '' where order_id = any (ids);
  -- Without its hash, the token of a manual order returns it no more.
  update private.order_details set
    landmark = null, second_phone = null, rider_note = null, cancel_text = null,
    admin_token_hash = null
  where order_id = any (ids);
  update public.orders set shipping_address = (
    select jsonb_object_agg(field, erased_text) from private.address_fields() where required
  ) where id = any (ids);
end
$$;
comment on function private.erase_orders(text[]) is
  'Erases the personal data of orders that are delivered or cancelled.';

create function private.is_push_service(url text) returns boolean
language sql immutable set search_path = '' as $$
  select url ~ '^https://(fcm\.googleapis\.com|([a-z0-9-]+\.)*(push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com))/'
$$;
comment on function private.is_push_service(text) is
  'Whether a URL is of a push service of a browser. A customer chooses it, and the shop sends requests there.';

-- Security definer: customers have no right to any table.
create function public.watch_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  most constant integer := 5;
  o public.orders;
begin
  perform private.require_plain_call();
  perform private.check_request(p, 4096, array['id', 'token', 'url', 'p256dh', 'auth']);
  o := private.lock_own_order(p);
  if p ? 'p256dh' then
    if private.is_push_service(p ->> 'url') is not true or private.is_final(o.status) then
      perform private.refuse('bad_field', 'url');
    end if;
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
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'publicKey', (select vapid_public from private.notice_settings)
  ));
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.count_refused_change(private.respond_error(sqlstate, sqlerrm), o);
end
$$;
grant execute on function public.watch_order(jsonb) to anon, authenticated;
comment on function public.watch_order(jsonb) is
  'Tells a device of the steps of its order from now on: {id, token, url, p256dh, auth}; without keys no more; without
a URL it changes nothing. Responds with the public key that a subscription needs.';

create or replace function private.apply_retention() returns integer
language plpgsql volatile set search_path = '' as $$
declare
  batch constant integer := 500;
  limit_date constant timestamptz := now() - private.retention_time();
  -- An order that another transaction is changing waits for the next batch.
  ids constant text[] := array(
    select id from public.orders
    where not private.is_erased(shipping_address)
      and date < limit_date and private.is_final(status)
    order by date
    limit batch
    for update skip locked
  );
begin
  delete from private.contact_messages where received_at < limit_date;
  delete from private.outbox where at < now() - interval '7 days';
  -- Customers are told of no later step.
  delete from private.notice_targets as target using public.orders as o
  where o.id = target.order_id and private.is_final(o.status) and target.added_at < now() - interval '7 days';
  if cardinality(ids) > 0 then
    perform private.erase_orders(ids);
    insert into private.erasures (actor, orders) values ('system', cardinality(ids));
  end if;
  if cardinality(ids) < batch then
    update private.last_retention set at = now() where only_row;
  end if;
  return cardinality(ids);
end
$$;
comment on function private.apply_retention() is
  'Erases at most 500 orders that are older than the retention time, old messages, and notices of a week ago. Returns
how many orders.';
