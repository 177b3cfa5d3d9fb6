/*
 * What the admin calls: the lists of orders and customers, one order, and the dashboard.
 *
 * Each function calls require_admin() first, because `security definer` passes by row level security.
 */
-- Security definer: a search uses indexes only without row level security.
create function private.admin_orders(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page private.list_page;
begin
  perform private.require_admin();
  page := private.read_page('orders', p);
  return private.respond(200, jsonb_build_object(
    'orders', private.order_summaries(page.keys), 'older', page.older, 'newer', page.newer
  ));
end
$$;
grant execute on function private.admin_orders(jsonb) to authenticated;
comment on function private.admin_orders(jsonb) is 'The implementation of public.admin_orders().';

create function public.admin_orders(p jsonb default '{}') returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_orders(p)
$$;
grant execute on function public.admin_orders(jsonb) to authenticated;
comment on function public.admin_orders(jsonb) is
  'A page of orders for {search?, status?, older?, newer?, limit?}, newest first, for admins.';

-- Security definer: as private.admin_orders().
create function private.admin_order(p_id text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  shown public.orders;
  details private.order_details;
  earlier jsonb;
begin
  perform private.require_admin();
  select * into shown from public.orders where id = p_id;
  if not found then
    return private.respond(200, null);
  end if;
  select jsonb_build_object('count', sum(orders)) || jsonb_object_agg(status, orders) into earlier
  from (
    select listed.status, count(o.id) as orders
    from unnest(enum_range(null::public.order_status)) as listed (status)
    left join public.orders as o on o.status = listed.status
      and o.phone_key = shown.phone_key
      and (o.date, o.id) < (shown.date, shown.id)
      and not private.is_erased(shown.shipping_address)
    group by listed.status
  ) as counts;
  select * into details from private.order_details where order_id = p_id;
  return private.respond(200, jsonb_build_object(
    'order', private.order_json(shown, true),
    'earlier', earlier,
    'marks', private.order_marks(shown),
    'source', coalesce(details.source, 'website'),
    'outcome', details.outcome,
    'notes', private.notes_json(p_id),
    'changes', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'at', at, 'actor', actor, 'before', before - 'version', 'after', after - 'version'
          )
          order by id
        ),
        '[]'
      )
      from private.order_audit where order_id = p_id
    )
  ));
end
$$;
grant execute on function private.admin_order(text) to authenticated;
comment on function private.admin_order(text) is 'The implementation of public.admin_order().';

create function public.admin_order(p_id text) returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_order(p_id)
$$;
grant execute on function public.admin_order(text) to authenticated;
comment on function public.admin_order(text) is
  'One order in full, how many orders its phone placed before by status, its marks, source and outcome, its
notes and its changes, oldest first; or null. For admins.';

-- Security definer: customers cannot be read through the API.
create function private.admin_customers(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page private.list_page;
begin
  perform private.require_admin();
  page := private.read_page('customers', p);
  return private.respond(200, jsonb_build_object(
    'customers', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'key', key,
            'fullName', full_name,
            'phone', phone,
            'city', city,
            'state', state,
            'orderCount', order_count,
            'totalSpent', total_spent,
            'lastOrderDate', last_order_date
          )
          order by last_order_date desc, key desc
        ),
        '[]'
      )
      from private.customers where key = any (page.keys)
    ),
    'total', (select customers from private.customer_total),
    'older', page.older,
    'newer', page.newer
  ));
end
$$;
grant execute on function private.admin_customers(jsonb) to authenticated;
comment on function private.admin_customers(jsonb) is 'The implementation of public.admin_customers().';

create function public.admin_customers(p jsonb default '{}') returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_customers(p)
$$;
grant execute on function public.admin_customers(jsonb) to authenticated;
comment on function public.admin_customers(jsonb) is
  'A page of customers for {search?, older?, newer?, limit?}, latest orders first, for admins.';

-- Security definer: the totals cannot be read through the API.
create function private.admin_order_counts() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, (
    select jsonb_build_object('all', coalesce(sum(orders), 0))
      || jsonb_object_agg(listed.status, coalesce(orders, 0))
    from unnest(enum_range(null::public.order_status)) as listed (status)
    left join private.status_totals as total on total.status = listed.status
  ));
end
$$;
grant execute on function private.admin_order_counts() to authenticated;
comment on function private.admin_order_counts() is 'The implementation of public.admin_order_counts().';

create function public.admin_order_counts() returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_order_counts()
$$;
grant execute on function public.admin_order_counts() to authenticated;
comment on function public.admin_order_counts() is 'How many orders have each status, for admins.';

create function private.revenue_between(first_day date, last_day date) returns numeric
language sql stable set search_path = '' as $$
  select coalesce(sum(revenue), 0) from private.day_totals where day between first_day and last_day
$$;
comment on function private.revenue_between(date, date) is
  'The revenue of some days, in rupees.';

-- Security definer: the totals cannot be read through the API.
create function private.admin_dashboard() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  today constant date := private.shop_day(now());
  figures jsonb;
  days jsonb;
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
  -- Days without orders included.
  select jsonb_agg(
    jsonb_build_object(
      'day', listed.day, 'orders', coalesce(orders, 0), 'revenue', coalesce(revenue, 0.00)
    )
    order by listed.day
  )
  into days
  from (select today - nth as day from generate_series(0, 29) as nth) as listed
  left join private.day_totals as total on total.day = listed.day;

  return private.respond(200, figures || jsonb_build_object(
    'revenue30', private.revenue_between(today - 29, today),
    'revenuePrevious30', private.revenue_between(today - 59, today - 30),
    'days', days,
    'recent', private.order_summaries(array(
      select id from public.orders order by date desc, id desc limit 5
    )),
    'openRequests', private.count_open_help_requests(),
    'pastRetention', private.orders_past_retention()
  ));
end
$$;
grant execute on function private.admin_dashboard() to authenticated;
comment on function private.admin_dashboard() is 'The implementation of public.admin_dashboard().';

create function public.admin_dashboard() returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_dashboard()
$$;
grant execute on function public.admin_dashboard() to authenticated;
comment on function public.admin_dashboard() is
  'Totals, the last 30 days of Karachi, the 5 newest orders and how many requests for help are open, for admins.';
