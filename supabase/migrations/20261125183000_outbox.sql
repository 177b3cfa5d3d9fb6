/*
 * The outbox: what the admin is told although no page of the admin is open. An act writes one row in its own
 * transaction. claim_notices() and report_notices() empty it, apart from any act: the program that sends
 * (supabase/functions/outbox) calls them with the service role, which the host gives to such programs only.
 *
 * A claim is a lease: what it took comes again after 1, 5 and then every 30 minutes, until every target was told.
 * So each notice is sent at least once, and its tag lets a device show it once. A notice has no personal data.
 */

create table private.notice_settings (
  only_row boolean primary key default true check (only_row),
  kinds_off text[] not null default '{}'
    check (kinds_off <@ array['order', 'cancelled', 'changed', 'help', 'message', 'limit']),
  -- Hours of the shop's day. The same hour twice: never.
  quiet_from smallint not null default 0 check (quiet_from between 0 and 23),
  quiet_until smallint not null default 0 check (quiet_until between 0 and 23),
  vapid_public text,
  vapid_private text,
  claimed_at timestamptz
);
insert into private.notice_settings default values;

comment on table private.notice_settings is
  'Which acts are told and when, and the keys of Web Push, which the sending program makes at its first claim.';

alter table private.notice_settings enable row level security;
create policy "Nobody reads the settings of notices through the API" on private.notice_settings
  for all using (false);

create table private.notice_targets (
  id uuid primary key default gen_random_uuid(),
  way text not null check (way in ('push', 'ntfy', 'form')),
  url text not null check (url ~ '^https://[^/\s@]+/\S*$' and length(url) <= 1000),
  p256dh text check (p256dh ~ '^[A-Za-z0-9_-]{87}=?$'),
  auth text check (auth ~ '^[A-Za-z0-9_-]{22}(==)?$'),
  name text not null default '' check (length(name) <= 100),
  user_id uuid references private.store_admins (user_id) on delete cascade,
  added_at timestamptz not null default now(),
  told_at timestamptz,
  failure text,
  failed_at timestamptz,
  order_id text references public.orders (id) on delete cascade,
  unique nulls not distinct (url, order_id),
  check (way <> 'push' or (p256dh is not null and auth is not null and num_nonnulls(user_id, order_id) = 1))
);
create index notice_targets_user_idx on private.notice_targets (user_id);
create index notice_targets_order_idx on private.notice_targets (order_id) where order_id is not null;

comment on table private.notice_targets is
  'Where notices are sent: devices of admins by Web Push, a topic of ntfy, a form service; and devices of customers,
which are told of the steps of one order. A device goes with its admin or its order.';

alter table private.notice_targets enable row level security;
create policy "Nobody reads where notices are sent through the API" on private.notice_targets
  for all using (false);

create table private.outbox (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  kind text not null check (
    kind in (
      'order', 'cancelled', 'changed', 'help', 'message', 'limit', 'several', 'digest', 'test', 'step'
    )
  ),
  subject text not null default '',
  counts jsonb,
  amount numeric(12,2),
  told uuid[] not null default '{}',
  attempts smallint not null default 0,
  claimed_at timestamptz,
  unreported boolean not null default false,
  next_at timestamptz not null default now(),
  ended_at timestamptz
);
create index outbox_open_idx on private.outbox (next_at) where ended_at is null;
create index outbox_claimed_idx on private.outbox (claimed_at) where claimed_at is not null;

comment on table private.outbox is 'What is to be told, and to whom it was. Rows go after a week.';
comment on column private.outbox.subject is
  'The id of an order or a message, the mark of a limit, the target of a test; nothing for several.';
comment on column private.outbox.counts is 'How many acts of each kind a notice of several tells.';
comment on column private.outbox.amount is 'The rupees of all new orders that a notice of several tells.';
comment on column private.outbox.unreported is
  'It was claimed, and what came of it is not known. It may have been shown, so it goes out under its own tag again.';
comment on column private.outbox.told is 'The targets that were told, or that can never be.';

alter table private.outbox enable row level security;
create policy "Nobody reads the outbox through the API" on private.outbox
  for all using (false);

create function private.write_outbox() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  case tg_table_name
    when 'order_audit' then
      insert into private.outbox (kind, subject)
      values (case when new.after ? 'cancelReason' then 'cancelled' else 'changed' end, new.order_id);
    when 'help_requests' then
      insert into private.outbox (kind, subject) values ('help', new.order_id);
    when 'contact_messages' then
      insert into private.outbox (kind, subject) values ('message', new.id);
    when 'marked_orders' then
      -- Once for a group that waits for a decision, without a lock that its orders would share.
      insert into private.outbox (kind, subject)
      select 'limit', new.mark
      where not exists (
        select from private.marked_orders as other
        where other.mark = new.mark and other.group_key = new.group_key
          and other.decision_id is null and other.order_id <> new.order_id
      );
  end case;
  return null;
end
$$;
comment on function private.write_outbox() is
  'Writes what a customer did to the outbox, in the same transaction. New orders are written by place_order().';

-- A change of status has an entry of its own.
create trigger write_outbox after insert on private.order_audit
  for each row when (new.actor = 'customer' and not new.after ? 'status')
  execute function private.write_outbox();
create trigger write_outbox after insert on private.help_requests
  for each row execute function private.write_outbox();
create trigger write_outbox after insert on private.contact_messages
  for each row execute function private.write_outbox();
create trigger write_outbox after insert on private.marked_orders
  for each row execute function private.write_outbox();

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

/*
 * Emptying the outbox: what the program that sends calls. A claim gathers what is due, and a report says what came of
 * it.
 */

create function private.is_quiet(settings private.notice_settings) returns boolean
language sql stable set search_path = '' as $$
  select case
    when settings.quiet_from <= settings.quiet_until
      then hour >= settings.quiet_from and hour < settings.quiet_until
    else hour >= settings.quiet_from or hour < settings.quiet_until
  end
  from extract(hour from now() at time zone 'Asia/Karachi') as hour
$$;
comment on function private.is_quiet(private.notice_settings) is
  'Whether it is one of the hours in which no act is told.';

create function private.targets_of(notice private.outbox) returns setof private.notice_targets
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

create function private.gather_notices(settings private.notice_settings) returns void
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

-- Security definer: the service role has no right to any table of ours.
create function public.claim_notices() returns jsonb
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

/*
 * What admins set about notices: which acts are told and when, on which devices, and by which second way.
 */

create function private.notice_state() returns jsonb
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
  'The settings of notices as {publicKey, claimedAt, kindsOff, quietFrom, quietUntil, targets}, for admins.';

-- Security definer: the API writes no table.
create function public.admin_save_notices(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['kindsOff', 'quietFrom', 'quietUntil']);
  update private.notice_settings set
    kinds_off = array(select jsonb_array_elements_text(p -> 'kindsOff')),
    quiet_from = (p ->> 'quietFrom')::smallint,
    quiet_until = (p ->> 'quietUntil')::smallint
  where only_row;
  return private.respond(200, private.notice_state());
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_save_notices(jsonb) to authenticated;
comment on function public.admin_save_notices(jsonb) is
  'Saves which acts are not told and in which hours of the day none is, for admins: {kindsOff, quietFrom,
quietUntil}.';

-- Security definer: the API writes no table.
create function public.admin_add_target(p jsonb default '{}') returns jsonb
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
comment on function public.admin_remove_target(jsonb) is 'Forgets the device or second way of {id}, for admins.';

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
  'Sends a test notice to the target of {id}, in quiet hours too, for admins.';

/*
 * A customer's device that wants to be told when its order is sent and when it has arrived. Asked for after ordering,
 * by the holder of the token, and withdrawn in the same way.
 */

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

create or replace function private.place_once(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  response jsonb;
  extras jsonb;
  o public.orders;
begin
  if p -> 'paymentMethod' is distinct from '"cash_on_delivery"' then
    perform private.refuse('bad_field', 'paymentMethod');
  end if;
  response := private.find_attempt(p);
  if response is not null then
    return response;
  end if;
  -- Old prices and pauses are not counted as a refusal, so they are refused before the id is looked up: they must not say
  -- which ids exist.
  perform private.check_prices(p -> 'items');
  perform private.check_pauses(p -> 'items');

  select * into o from public.orders where id = p ->> 'id';
  if found then
    if not exists (select from private.claimable_orders where id = o.id) then
      perform private.refuse('id_taken', null, 409);
    end if;
    -- Number and phone show an order that an admin entered and give no right to it. Without the code it is a
    -- try to find an order, with the limit of one. Responses, so that it is counted.
    case private.try_phone(o.id, private.phone_key(p #>> '{shippingAddress,phone}'))
      when 'too_many_tries' then
        return private.respond(429, '{"ok": false, "code": "too_many_tries"}');
      when 'not_found' then
        return private.respond(409, '{"ok": false, "code": "id_taken"}');
      else
        return private.respond_order(o.id) || '{"replay": true}';
    end case;
  end if;

  -- Before the order is written: rows that a refusal rolls back take space until they are vacuumed.
  extras := private.clean_address(coalesce(p -> 'extras', '{}'), are_required => false);
  insert into public.orders (id, items, total, shipping_address, payment_method)
  values (
    p ->> 'id', p -> 'items', (p ->> 'total')::numeric, p -> 'shippingAddress', 'cash_on_delivery'
  )
  returning * into o;
  insert into private.order_keys (order_id, token_hash, request_hash)
  values (o.id, private.hash_token(p ->> 'token'), private.hash_request(p));
  if p ? 'extras' then
    insert into private.order_details (order_id, landmark, second_phone, rider_note)
    values (o.id, extras ->> 'landmark', extras ->> 'secondPhone', extras ->> 'riderNote');
  end if;
  insert into private.outbox (kind, subject) values ('order', o.id);
  perform private.mark_new_order(o, p -> 'earlier');
  return private.respond_order(o.id, true, 201) || '{"replay": false}';
end
$$;
comment on function private.place_once(jsonb) is
  'Places an order of a request of the right shape, or responds as to the first request of its attempt.';

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
