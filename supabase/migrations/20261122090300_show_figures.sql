/*
 * The figures of the dashboard and beside the filters, read from the counts. Revenue is what was
 * ordered and not cancelled.
 */
create function private.revenue_between(first_day date, last_day date) returns numeric
language sql stable set search_path = '' as $$
  select coalesce(sum(revenue), 0) from private.day_totals where day between first_day and last_day
$$;
comment on function private.revenue_between(date, date) is 'The revenue of some days, in rupees.';

create function private.figures_of_days(first_day date, last_day date) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_agg(
    jsonb_build_object(
      'day', shown.day, 'orders', coalesce(orders, 0), 'revenue', coalesce(revenue, 0.00)
    )
    order by shown.day
  )
  from (
    select first_day + ahead as day from generate_series(0, last_day - first_day) as ahead
  ) as shown
  left join private.day_totals as known on known.day = shown.day
$$;
comment on function private.figures_of_days(date, date) is
  'Orders and revenue of each day, those without orders included.';

create function private.newest_orders(most integer) returns jsonb
language sql stable set search_path = '' as $$
  select private.summarize_orders(array(
    select id from public.orders order by date desc, id desc limit most
  ))
$$;
comment on function private.newest_orders(integer) is 'The newest orders, as lines of a list.';

-- Security definer: the counts have no address in the API.
create function private.admin_order_counts() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.answer(200, (
    select jsonb_build_object(
      'all', coalesce(sum(orders), 0),
      'pending', coalesce(sum(orders) filter (where status = 'pending'), 0),
      'processing', coalesce(sum(orders) filter (where status = 'processing'), 0),
      'shipped', coalesce(sum(orders) filter (where status = 'shipped'), 0),
      'delivered', coalesce(sum(orders) filter (where status = 'delivered'), 0),
      'cancelled', coalesce(sum(orders) filter (where status = 'cancelled'), 0)
    )
    from private.status_totals
  ));
end
$$;
grant execute on function private.admin_order_counts() to authenticated;
comment on function private.admin_order_counts() is 'What public.admin_order_counts() does.';

create function public.admin_order_counts() returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_order_counts()
$$;
grant execute on function public.admin_order_counts() to authenticated;
comment on function public.admin_order_counts() is 'How many orders have each status, for admins.';

-- Security definer: the counts have no address in the API.
create function private.admin_dashboard() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  today constant date := private.shop_day(now());
begin
  perform private.require_admin();
  perform private.apply_retention_if_due();
  return private.answer(200, (
    select jsonb_build_object(
      'totalOrders', coalesce(sum(orders), 0),
      'totalRevenue', coalesce(sum(revenue) filter (where status <> 'cancelled'), 0),
      'pendingOrders',
        coalesce(sum(orders) filter (where status in ('pending', 'processing')), 0),
      'completedOrders', coalesce(sum(orders) filter (where status = 'delivered'), 0),
      'revenue30', private.revenue_between(today - 29, today),
      'revenuePrevious30', private.revenue_between(today - 59, today - 30),
      'days', private.figures_of_days(today - 29, today),
      'recent', private.newest_orders(5),
      'pastRetention', private.orders_past_retention()
    )
    from private.status_totals
  ));
end
$$;
grant execute on function private.admin_dashboard() to authenticated;
comment on function private.admin_dashboard() is 'What public.admin_dashboard() does.';

create function public.admin_dashboard() returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_dashboard()
$$;
grant execute on function public.admin_dashboard() to authenticated;
comment on function public.admin_dashboard() is
  'Totals, the last 30 days of Karachi and the 5 newest orders, for admins.';
