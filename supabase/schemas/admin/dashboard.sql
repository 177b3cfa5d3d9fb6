/*
 * What the admin's first page shows: totals, the last days, the newest orders, and what waits for a decision.
 * Orders that replace others are no sales, and in no total.
 */

-- Security definer: the totals cannot be read through the API.
create function public.admin_dashboard() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  today constant date := private.shop_day(now());
  figures jsonb;
begin
  perform private.require_admin();
  -- As TRUNCATE does, before the tables that depend on it: in another order the two could wait for each other.
  lock table public.orders in access share mode;
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
  ) || (
    select jsonb_build_object(
      'openRequests', open_requests,
      'pastRetention', past_retention,
      'unsentCopies', unsent_copies,
      'paused', paused,
      'databaseBytes', pg_database_size(current_database()),
      'databaseLimitMb', (select megabytes from private.database_limit),
      'recent', private.order_summaries(array(select id from public.orders order by date desc, id desc limit 5))
    )
    from private.waiting
  ) || private.desk_of_dashboard();
  -- Last, when orders were read: a TRUNCATE of them, which waits for a fold, cannot have begun.
  perform private.fold_totals();
  return private.respond(200, figures);
end
$$;
grant execute on function public.admin_dashboard() to authenticated;
comment on function public.admin_dashboard() is
  'Totals, the last 30 days of Karachi without cancelled orders, the 5 newest orders, how many requests for help are
open, how many copies of orders were not sent, what is paused, and the bytes of the database and its limit, for admins.';
