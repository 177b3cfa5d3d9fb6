/*
 * What dashboard, list and order page show besides: how many orders are marked, how large the database is,
 * whether an order may be deleted, and when too many wrong phones were tried at it. The former functions
 * become parts of the new ones, and are no longer called through the API.
 */
create function private.count_marked() returns bigint
language sql stable set search_path = '' as $$
  select count(distinct order_id) from (
    select order_id from private.undecided_orders(null, null, null) limit 1000
  ) as undecided
$$;
comment on function private.count_marked() is
  'How many marked orders are open and not booked, of the first 1,000 marks.';

alter function private.admin_dashboard() rename to dashboard_figures;
alter function private.dashboard_figures() security invoker;
revoke execute on function private.dashboard_figures() from authenticated;
comment on function private.dashboard_figures() is 'What private.admin_dashboard() says of orders.';

-- Security definer: the totals cannot be read through the API.
create function private.admin_dashboard() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.dashboard_figures() || jsonb_build_object(
    'markedOrders', private.count_marked(),
    'unsentCopies', private.count_unsent_copies(),
    'databaseBytes', pg_database_size(current_database())
  );
end
$$;
grant execute on function private.admin_dashboard() to authenticated;
comment on function private.admin_dashboard() is 'The implementation of public.admin_dashboard().';
comment on function public.admin_dashboard() is
  'Totals, the last 30 days of Karachi, the 5 newest orders, how many requests for help are open, how many
orders are marked, how many copies of orders were not sent, and the bytes of the database, for admins.';

alter function private.admin_order_counts() rename to status_counts;
alter function private.status_counts() security invoker;
revoke execute on function private.status_counts() from authenticated;
comment on function private.status_counts() is 'How many orders have each status.';

-- Security definer: as private.admin_dashboard().
create function private.admin_order_counts() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.status_counts() || jsonb_build_object('marked', private.count_marked());
end
$$;
grant execute on function private.admin_order_counts() to authenticated;
comment on function private.admin_order_counts() is 'The implementation of public.admin_order_counts().';
comment on function public.admin_order_counts() is
  'How many orders have each status, and how many are marked, for admins.';

alter function private.admin_order(text) rename to order_in_full;
alter function private.order_in_full(text) security invoker;
revoke execute on function private.order_in_full(text) from authenticated;
comment on function private.order_in_full(text) is
  'One order with its earlier orders, marks, source, outcome, notes and changes; or null.';

-- Security definer: as private.admin_dashboard().
create function private.admin_order(p_id text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  -- Of an unknown order: null.
  return private.order_in_full(p_id) || (
    select jsonb_build_object(
      'mayBeDeleted', private.may_be_deleted(o),
      'manyTriesAt', (select limit_reached_at from private.wrong_finds where order_id = p_id)
    )
    from public.orders as o where o.id = p_id
  );
end
$$;
grant execute on function private.admin_order(text) to authenticated;
comment on function private.admin_order(text) is 'The implementation of public.admin_order().';
comment on function public.admin_order(text) is
  'One order in full, how many orders its phone placed before by status, its marks, source and outcome, its
notes and its changes, oldest first, whether it may be deleted, and when too many wrong phones were tried at
it; or null. For admins.';
