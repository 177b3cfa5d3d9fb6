/*
 * What the admin's first page shows: totals, the last days, the newest orders, and what waits for a decision.
 */

create function private.revenue_between(first_day date, last_day date) returns numeric
language sql stable set search_path = '' as $$
  select coalesce(sum(revenue), 0) from private.day_totals where day between first_day and last_day
$$;
comment on function private.revenue_between(date, date) is
  'The revenue of some days, in rupees.';

create function private.figures_of_days(last_day date) returns jsonb
language sql stable set search_path = '' as $$
  -- Days without orders included.
  select jsonb_agg(
    jsonb_build_object(
      'day', listed.day, 'orders', coalesce(orders, 0), 'revenue', coalesce(revenue, 0.00)
    )
    order by listed.day
  )
  from (select last_day - nth as day from generate_series(0, 29) as nth) as listed
  left join (
    -- Named here as well: Postgres would sum up all days for the join.
    select * from private.day_totals where day between last_day - 29 and last_day
  ) as total on total.day = listed.day
$$;
comment on function private.figures_of_days(date) is
  'Orders and revenue of each of 30 days, up to this one.';

-- Security definer: the totals cannot be read through the API.
create function public.admin_dashboard() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  today constant date := private.shop_day(now());
  figures jsonb;
begin
  perform private.require_admin();
  perform private.apply_retention_if_due();
  select jsonb_build_object(
    'totalOrders', coalesce(sum(orders), 0),
    'totalRevenue', coalesce(sum(revenue) filter (where private.counts_as_revenue(status)), 0),
    'pendingOrders', coalesce(sum(orders) filter (where private.is_open(status)), 0),
    'completedOrders', coalesce(sum(orders) filter (where status = 'delivered'), 0)
  )
  into figures
  from private.status_totals;

  figures := figures || jsonb_build_object(
    'revenue30', private.revenue_between(today - 29, today),
    'revenuePrevious30', private.revenue_between(today - 59, today - 30),
    'days', private.figures_of_days(today),
    'recent', private.order_summaries(array(
      select id from public.orders order by date desc, id desc limit 5
    )),
    'openRequests', private.count_open_help_requests(),
    'pastRetention', private.orders_past_retention(),
    'markedOrders', private.count_marked(),
    'unsentCopies', private.count_unsent_copies(),
    'databaseBytes', pg_database_size(current_database())
  );
  -- Last, when orders were read: a TRUNCATE of them, which waits for a fold, cannot have begun.
  perform private.fold_totals();
  return private.respond(200, figures);
end
$$;
grant execute on function public.admin_dashboard() to authenticated;
comment on function public.admin_dashboard() is
  'Totals, the last 30 days of Karachi, the 5 newest orders, how many requests for help are open, how many
orders are marked, how many copies of orders were not sent, and the bytes of the database, for admins.';
