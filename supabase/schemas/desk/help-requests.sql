/* The admin's list of requests for help. */

-- Security definer: requests cannot be read through the API.
create function public.admin_help_requests(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page_size constant integer := 25;
  older_than numeric;
  shown bigint[];
begin
  perform private.require_admin();
  older_than := (p ->> 'older')::numeric;
  -- One more than a page says whether there is a next page.
  shown := array(
    select id from private.help_requests
    where (older_than is null or id < older_than) and (p ->> 'state' is null or state = p ->> 'state')
    order by id desc limit page_size + 1
  );
  return private.respond(200, jsonb_build_object(
    'requests', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'orderId', o.id, 'at', request.at, 'kind', kind, 'text', text, 'state', state,
          'order', whole,
          -- Pages that were loaded before the order was part of its request read these.
          'fullName', o.shipping_address ->> 'fullName', 'phone', o.shipping_address ->> 'phone'
        )
        order by request.id desc
      ), '[]')
      from private.help_requests as request join public.orders as o on o.id = request.order_id
      join private.whole_orders as full_order on full_order.id = o.id
      where request.id = any (shown[1:page_size])
    ),
    'open', (select open_requests from private.waiting),
    'older', case when cardinality(shown) > page_size then shown[page_size] end
  ));
end
$$;
grant execute on function public.admin_help_requests(jsonb) to authenticated;
comment on function public.admin_help_requests(jsonb) is
  'A page of requests for help for {state?, older?}, newest first, with their orders in full, and how many are open. For admins.';

-- Security definer: as public.admin_help_requests().
create function public.admin_mark_help_request(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['id', 'state']);
  if coalesce(p ->> 'state', '') not in ('open', 'answered', 'closed') then
    perform private.refuse('bad_field', 'state');
  end if;
  update private.help_requests set state = p ->> 'state' where order_id = p ->> 'id';
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  return private.respond(200, jsonb_build_object('ok', true, 'unread', (select unread from private.waiting)));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_mark_help_request(jsonb) to authenticated;
comment on function public.admin_mark_help_request(jsonb) is
  'Sets the state of the request for help with the order of {id, state}, for admins.';
