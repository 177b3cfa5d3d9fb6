/*
 * What the admin reads of orders: the list, one order, orders in full, and how many have each status.
 *
 * Each function of the admin calls require_admin() first, because `security definer` passes by row level
 * security.
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
  'A page of orders for {search?, status?, mark?, group?, older?, newer?, limit?}, newest first, for admins.
A mark is that of private.marked_orders, and finds orders on which nobody has decided.';

create function private.order_in_full(p_id text) returns jsonb
language plpgsql volatile set search_path = '' as $$
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

create function public.admin_order(p_id text) returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_order(p_id)
$$;
grant execute on function public.admin_order(text) to authenticated;
comment on function public.admin_order(text) is
  'One order in full, how many orders its phone placed before by status, its marks, source and outcome, its
notes and its changes, oldest first, whether it may be deleted, and when too many wrong phones were tried at
it; or null. For admins.';

-- Security definer: details cannot be read through the API.
create function private.admin_whole_orders(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, jsonb_build_object('orders', (
    select coalesce(jsonb_agg(private.order_json(o, true) order by listed.nth), '[]')
    from jsonb_array_elements_text(p -> 'ids') with ordinality as listed (id, nth)
    join public.orders as o on o.id = listed.id
    where listed.nth <= 500
  )));
end
$$;
grant execute on function private.admin_whole_orders(jsonb) to authenticated;
comment on function private.admin_whole_orders(jsonb) is 'The implementation of public.admin_whole_orders().';

create function public.admin_whole_orders(p jsonb default '{}') returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_whole_orders(p)
$$;
grant execute on function public.admin_whole_orders(jsonb) to authenticated;
comment on function public.admin_whole_orders(jsonb) is
  'The first 500 orders of {ids} in full, in their order, without unknown ones. For admins.';

create function private.status_counts() returns jsonb
language plpgsql volatile set search_path = '' as $$
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

create function public.admin_order_counts() returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_order_counts()
$$;
grant execute on function public.admin_order_counts() to authenticated;
comment on function public.admin_order_counts() is
  'How many orders have each status, and how many are marked, for admins.';
