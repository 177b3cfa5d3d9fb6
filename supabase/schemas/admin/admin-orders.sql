/*
 * What the admin reads of orders: the list, one order, orders in full, and how many have each status.
 *
 * Each function of the admin calls require_admin() first, because `security definer` passes by row level
 * security.
 */

-- All but the first condition are always true. The planner expects each to hold for one row of 200,
-- and so estimates one row, however many orders there are. PostgREST returns that estimate to any user
-- who sends `Prefer: count=planned`.
create policy "Admins read orders" on public.orders
  for select to authenticated
  using (
    (select private.is_admin())
    and id || '' = id
    and status::text || '' = status::text
    and payment_method || '' = payment_method
  );
grant select on public.orders to authenticated;

-- Security definer: a search uses indexes only without row level security.
create function public.admin_orders(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page private.list_page;
  beside jsonb;
begin
  perform private.require_admin();
  beside := private.desk_of_list();
  page := private.read_page('orders', p);
  return private.respond(200, beside || jsonb_build_object(
    'orders', private.order_summaries(page.keys), 'older', page.older, 'newer', page.newer
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_orders(jsonb) to authenticated;
comment on function public.admin_orders(jsonb) is
  'A page of orders for {search?, status?, filter?, older?, newer?, limit?}, newest first, for admins. A filter that is
not known is refused.';

-- Security definer: the details and the log cannot be read through the API.
create function public.admin_order(p_id text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  shown public.orders;
  details private.order_details;
begin
  perform private.require_admin();
  select * into shown from public.orders where id = p_id;
  if not found then
    return private.respond(200, null);
  end if;
  select * into details from private.order_details where order_id = p_id;
  return private.respond(200, jsonb_build_object(
    'order', private.order_json(shown, true),
    -- Pages that were loaded before know it by this name.
    'earlier', (
      select jsonb_build_object('count', sum(orders)) || jsonb_object_agg(became, orders)
      from (
        select listed.became, count(other.id) as orders
        -- What went with another order's parcel was cancelled by nobody.
        from unnest(enum_range(null::public.order_status)::text[] || text 'joined') as listed (became)
        left join (
          select o.id, case when beside.end_reason = 'joined' then 'joined' else o.status::text end as became
          from public.orders as o left join private.order_details as beside on beside.order_id = o.id
          where o.phone_key = shown.phone_key and o.id <> shown.id
            and not private.is_erased(shown.shipping_address)
        ) as other using (became)
        group by listed.became
      ) as counts
    ),
    'source', coalesce(details.source, 'website'),
    'endReason', details.end_reason,
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
    ),
    'manyTriesAt', (select limit_reached_at from private.wrong_finds where order_id = p_id)
  ) || private.desk_of_page(shown));
end
$$;
grant execute on function public.admin_order(text) to authenticated;
comment on function public.admin_order(text) is
  'One order in full, how many other orders its phone has by status, those that were joined into another apart, its source
and its changes, oldest first, and when too many wrong phones were tried at it; or null. For admins.';

-- No function: for 500 orders it took two and a half times as long.
create view private.whole_orders as
select
  o.id,
  private.order_json(o, true) || jsonb_build_object(
    'endReason', (select end_reason from private.order_details where order_id = o.id)
  ) || (select beside from private.desk_of_whole_orders where id = o.id) as whole
from public.orders as o;
comment on view private.whole_orders is
  'Each order with everything but its history: with the reason of a cancellation, and what the desk has beside it.';

-- Security definer: details cannot be read through the API.
create function public.admin_whole_orders(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, jsonb_build_object('orders', (
    select coalesce(jsonb_agg(whole order by listed.nth), '[]')
    from jsonb_array_elements_text(p -> 'ids') with ordinality as listed (id, nth)
    join private.whole_orders using (id)
    where listed.nth <= 500
  )));
end
$$;
grant execute on function public.admin_whole_orders(jsonb) to authenticated;
comment on function public.admin_whole_orders(jsonb) is
  'The first 500 orders of {ids} in full, in their order, without unknown ones. For admins.';

-- Security definer: the totals cannot be read through the API.
create function public.admin_order_counts() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, (
    select jsonb_build_object('all', coalesce(sum(orders), 0))
      || jsonb_object_agg(listed.status, coalesce(orders, 0)) || private.desk_of_counts()
    from unnest(enum_range(null::public.order_status)) as listed (status)
    left join private.status_totals as total on total.status = listed.status
  ));
end
$$;
grant execute on function public.admin_order_counts() to authenticated;
comment on function public.admin_order_counts() is
  'How many orders have each status, for admins.';

-- Security definer: stages cannot be read through the API.
create function public.admin_stages() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, private.desk_of_stages() || jsonb_build_object(
    'ok', true,
    'lastBackup', (select max(made_at) from private.backups)
  ));
end
$$;
grant execute on function public.admin_stages() to authenticated;
comment on function public.admin_stages() is
  'How many orders are in each stage, when the next one is to be tried again, how many each device has on the screen of
its run, and when the last backup was made, as {stages: {to_confirm, …}, nextDueAt, leases: {device: orders},
lastBackup}, for admins.';
