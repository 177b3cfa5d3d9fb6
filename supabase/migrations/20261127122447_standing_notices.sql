-- Says since when notices stand still, and why; and builds at most once in twelve hours where pauses change.

create or replace function private.write_build() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  if not exists (select from private.notice_targets where way = 'build') then
    return null;
  end if;
  -- The next build has what one that failed would have had.
  delete from private.outbox where kind = 'build' and attempts > 0 and ended_at is null;
  -- Hosts count builds. Open pages read pauses themselves.
  insert into private.outbox (kind, next_at)
  select 'build', greatest(
    now() + interval '2 minutes',
    (select told_at + interval '12 hours' from private.notice_targets where way = 'build')
  )
  on conflict (kind) where kind = 'build' and attempts = 0 and ended_at is null
  -- This locks it, so no claim takes it before the pause can be read.
  do update set at = now();
  return null;
end
$$;

comment on function private.write_build() is
  'Writes to the outbox that the site is to be built, once for all pauses that change within two minutes, and at most
once in twelve hours.';

create or replace function private.outbox_failure() returns text
language plpgsql stable set search_path = '' as $$
declare
  failure text;
begin
  -- Not named in a query of its own: projects have pg_net, other databases do not.
  execute $query$
    select coalesce(error_msg, concat_ws(' ', status_code, nullif(left(content, 300), '')))
    from net._http_response
    where (error_msg is not null or status_code >= 400) and created > now() - interval '10 minutes'
    order by created desc limit 1
  $query$ into failure;
  return failure;
exception
  when undefined_table or invalid_schema_name or insufficient_privilege then
    return null;
end
$$;

comment on function private.outbox_failure() is
  'What the program that sends notices responded to pg_cron in the last ten minutes, if it failed.';

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
    -- Others wait for the end of quiet hours, or of more than five in ten minutes.
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
  select jsonb_build_object(
    'totalOrders', coalesce(sum(orders - replacements), 0),
    'totalRevenue', coalesce(sum(revenue) filter (where private.counts_as_revenue(status)), 0),
    'pendingOrders', coalesce(sum(orders - replacements) filter (where private.is_open(status)), 0),
    'completedOrders', coalesce(sum(orders - replacements) filter (where status = 'delivered'), 0)
  )
  into figures
  from private.status_totals;

  select figures || jsonb_build_object(
    'revenue30', coalesce(sum(revenue) filter (where day > today - 30), 0),
    'revenuePrevious30', coalesce(sum(revenue) filter (where day <= today - 30), 0)
  )
  into figures
  from private.day_totals where day between today - 59 and today;

  -- Days without orders included.
  select figures || jsonb_build_object('days', jsonb_agg(
    jsonb_build_object(
      'day', listed.day, 'orders', coalesce(orders, 0), 'revenue', coalesce(revenue, 0.00)
    )
    order by listed.day
  ))
  into figures
  from (select today - nth as day from generate_series(0, 29) as nth) as listed
  left join (
    -- Named here as well: Postgres would sum up all days for the join.
    select * from private.day_totals where day between today - 29 and today
  ) as total on total.day = listed.day;

  select figures || private.cash_figures(null, null) || jsonb_build_object(
    'openRequests', open_requests,
    'pastRetention', past_retention,
    'markedOrders', marked_orders,
    'unsentCopies', unsent_copies,
    'standingNotices', private.standing_notices(),
    'databaseBytes', pg_database_size(current_database()),
    'databaseLimitMb', (select megabytes from private.database_limit),
    'recent', private.order_summaries(array(select id from public.orders order by date desc, id desc limit 5))
  )
  into figures
  from private.waiting;
  -- Last, when orders were read: a TRUNCATE of them, which waits for a fold, cannot have begun.
  perform private.fold_totals();
  return private.respond(200, figures);
end
$$;

grant execute on function public.admin_dashboard() to authenticated;

comment on function public.admin_dashboard() is
  'Totals, what is to be collected of all delivered parcels, what of it is in statements and in the bank, the last 30
days of Karachi without cancelled orders, the 5 newest orders, how many requests for help are open, how many
orders are marked, how many copies of orders were not sent, since when notices stand still, and the bytes of the database and its limit, for admins.';