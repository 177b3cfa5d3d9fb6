/* The figures of the dashboard are read at once, and a claim of notices takes them itself. */

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

-- Security definer: the totals cannot be read through the API.
create or replace function public.admin_dashboard() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  today constant date := private.shop_day(now());
  figures jsonb;
begin
  perform private.require_admin();
  -- Erases where nothing else did for a day. One caller at a time, and no other caller waits.
  if current_setting('transaction_read_only') = 'off' then
    perform from private.last_retention where at < now() - interval '1 day' for update skip locked;
    if found then
      perform private.apply_retention();
    end if;
  end if;
  figures := (
    select jsonb_build_object(
      'totalOrders', coalesce(sum(orders - replacements), 0),
      'totalRevenue', coalesce(sum(revenue) filter (where private.counts_as_revenue(status)), 0),
      'pendingOrders', coalesce(sum(orders - replacements) filter (where private.is_open(status)), 0),
      'completedOrders', coalesce(sum(orders - replacements) filter (where status = 'delivered'), 0)
    )
    from private.status_totals
  ) || (
    -- Days without orders included.
    select jsonb_build_object(
      'revenue30', coalesce(sum(revenue) filter (where listed.day > today - 30), 0),
      'revenuePrevious30', coalesce(sum(revenue) filter (where listed.day <= today - 30), 0),
      'days', jsonb_agg(
        jsonb_build_object('day', listed.day, 'orders', coalesce(orders, 0), 'revenue', coalesce(revenue, 0.00))
        order by listed.day
      ) filter (where listed.day > today - 30)
    )
    from (select today - nth as day from generate_series(0, 59) as nth) as listed
    left join (
      -- Named here as well: Postgres would sum up all days for the join.
      select * from private.day_totals where day between today - 59 and today
    ) as total on total.day = listed.day
  ) || private.payment_figures('-infinity', 'infinity') || (
    select jsonb_build_object(
      'cashExpected', (select coalesce(sum(expected), 0) from private.cash_changes),
      'openRequests', open_requests,
      'pastRetention', past_retention,
      'markedOrders', marked_orders,
      'unsentCopies', unsent_copies,
      'standingNotices', private.standing_notices(),
      'databaseBytes', pg_database_size(current_database()),
      'databaseLimitMb', (select megabytes from private.database_limit),
      'recent', private.order_summaries(array(select id from public.orders order by date desc, id desc limit 5))
    )
    from private.waiting
  );
  -- Last, when orders were read: a TRUNCATE of them, which waits for a fold, cannot have begun.
  perform private.fold_totals();
  return private.respond(200, figures);
end
$$;

grant execute on function public.admin_dashboard() to authenticated;

comment on function public.admin_dashboard() is
  'Totals, what is to be collected of all delivered parcels, what customers paid of it, what couriers kept and what is
in the bank, the last 30 days of Karachi without cancelled orders, the 5 newest orders, how many requests for help are
open, how many orders are marked, how many copies of orders were not sent, since when notices stand still, and the
bytes of the database and its limit, for admins.';

drop function private.take_notices();