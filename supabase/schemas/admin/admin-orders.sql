/*
 * What the admin reads of orders: the list, one order, orders in full, and how many have each status.
 *
 * Each function of the admin calls require_admin() first, because `security definer` passes by row level
 * security.
 */

-- Security definer: a search uses indexes only without row level security.
create function public.admin_orders(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page private.list_page;
begin
  perform private.require_admin();
  perform private.fold_stages();
  page := private.read_page('orders', p);
  return private.respond(200, jsonb_build_object(
    'orders', private.order_summaries(page.keys), 'older', page.older, 'newer', page.newer,
    'couriers', private.courier_list()
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_orders(jsonb) to authenticated;
comment on function public.admin_orders(jsonb) is
  'A page of orders for {search?, status?, filter?, older?, newer?, limit?}, newest first, and all couriers, for admins.
A filter that is not known is refused.';

create view private.order_pages as
  select
    o.id,
    (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'at', at, 'note', note) order by id), '[]')
      from private.order_notes where order_id = o.id
    ) as notes,
    (
      select coalesce(
        jsonb_agg(to_jsonb(attempt) - array['order_id', 'actor_id'] order by at, id), '[]'
      )
      from private.confirmation_attempts as attempt where order_id = o.id
    ) as attempts,
    jsonb_build_object(
      'messages', (
        select coalesce(
          jsonb_agg(jsonb_build_object('at', at, 'kind', kind, 'language', language) order by at, id), '[]'
        )
        from private.told_messages where order_id = o.id
      ),
      'language', (
        select language from private.told_messages
        where phone_key = o.phone_key and phone_key <> '' order by at desc, id limit 1
      )
    ) as told,
    (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'id', other.id, 'version', other.version, 'date', other.date, 'total', other.total,
          'items', other.items, 'fullName', other.shipping_address ->> 'fullName',
          'city', other.shipping_address ->> 'city'
        )
        order by other.date, other.id
      ), '[]')
      from public.orders as other
      where other.phone_key = o.phone_key and other.id <> o.id and not private.is_booked(other) and not private.is_erased(o.shipping_address)
        and coalesce(o.replaces, other.replaces) is null
    ) as "sameCustomer",
    jsonb_build_object(
      'into', (select into_id from private.joined_orders where order_id = o.id),
      'from', (
        select coalesce(jsonb_agg(order_id order by at, order_id), '[]')
        from private.joined_orders where into_id = o.id
      )
    ) as joined,
    (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'nth', p.nth, 'courier', p.courier, 'trackingNumber', p.tracking_number, 'state', p.state,
          'reason', p.reason, 'damaged', p.damaged, 'toCollect', p.to_collect, 'paid', p.paid,
          'isCurrent', p.is_current, 'stateAt', p.state_at,
          'events', (
            select coalesce(jsonb_agg(
              jsonb_build_object(
                'state', state, 'at', at, 'source', source, 'word', word, 'reason', reason,
                'statement', statement_id
              )
              order by id
            ), '[]')
            from private.parcel_events where parcel_id = p.id
          ),
          'money', (
            select coalesce(jsonb_agg(
              jsonb_build_object('kind', kind, 'amount', amount, 'dated', dated, 'statement', statement_id)
              order by id
            ), '[]')
            from private.money_lines where parcel_id = p.id
          )
        )
        order by p.nth
      ), '[]')
      from private.parcels as p where p.order_id = o.id
    ) as parcels,
    (select replaced_by from private.packable where id = o.id) as "replacedBy"
  from public.orders as o;
comment on view private.order_pages is
  'What the admin sees beside an order, oldest first: notes, attempts to confirm it, messages about it and the
language of the last one to its phone, other open orders of the phone that no courier has, which may be joined
with it, the order that it was joined into, those that were joined into it, its parcels with what happened to them and
their money, and the newest order that replaces it and was not cancelled.';

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
    'couriers', private.courier_list(),
    -- Pages that were loaded before know it by this name.
    'earlier', (
      select jsonb_build_object('count', sum(orders)) || jsonb_object_agg(status, orders)
      from (
        select listed.status, count(other.id) as orders
        from unnest(enum_range(null::public.order_status)) as listed (status)
        left join public.orders as other on other.status = listed.status
          and other.phone_key = shown.phone_key and other.id <> shown.id
          and not private.is_erased(shown.shipping_address)
        group by listed.status
      ) as counts
    ),
    'marks', private.order_marks(shown),
    'reasons', (select reasons from private.packable where id = p_id),
    'stage', (select stage from private.order_stage where id = p_id),
    'source', coalesce(details.source, 'website'),
    'outcome', (select outcome from private.parcels where order_id = p_id and is_current),
    'endReason', details.end_reason,
    'confirmation', private.confirmation_json(shown),
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
    'mayBeDeleted', private.may_be_deleted(shown),
    'manyTriesAt', (select limit_reached_at from private.wrong_finds where order_id = p_id)
  ) || (select to_jsonb(page) - 'id' from private.order_pages as page where page.id = p_id));
end
$$;
grant execute on function public.admin_order(text) to authenticated;
comment on function public.admin_order(text) is
  'One order in full, how many other orders its phone has by status, its marks, source and outcome, its
notes and its changes, oldest first, its stage, whether it may be deleted, when too many wrong phones were tried at it, and
all couriers; or null. For admins.';

-- Security definer: details cannot be read through the API.
create function public.admin_whole_orders(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, jsonb_build_object('orders', (
    select coalesce(
      jsonb_agg(
        private.order_json(o, true) || jsonb_build_object(
          'endReason', details.end_reason, 'confirmation', private.confirmation_json(o),
          'reasons', (select reasons from private.packable where id = o.id),
          'stage', (select stage from private.order_stage where id = o.id),
          'told', (select told from private.order_pages where id = o.id)
        )
        order by listed.nth
      ),
      '[]'
    )
    from jsonb_array_elements_text(p -> 'ids') with ordinality as listed (id, nth)
    join public.orders as o on o.id = listed.id
    left join private.order_details as details on details.order_id = o.id
    where listed.nth <= 500
  )));
end
$$;
grant execute on function public.admin_whole_orders(jsonb) to authenticated;
comment on function public.admin_whole_orders(jsonb) is
  'The first 500 orders of {ids} in full, in their order, without unknown ones, with confirmation, the reason of a
cancellation and the messages to their customers. For admins.';

-- Security definer: the totals cannot be read through the API.
create function public.admin_order_counts() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, (
    select jsonb_build_object(
        'all', coalesce(sum(orders), 0),
        'marked', (select marked_orders from private.waiting),
        'groups', (select marked_groups from private.waiting)
      )
      || jsonb_object_agg(listed.status, coalesce(orders, 0))
    from unnest(enum_range(null::public.order_status)) as listed (status)
    left join private.status_totals as total on total.status = listed.status
  ));
end
$$;
grant execute on function public.admin_order_counts() to authenticated;
comment on function public.admin_order_counts() is
  'How many orders have each status and are marked, and the largest groups of marked ones, {mark, group, orders}, for
admins.';
