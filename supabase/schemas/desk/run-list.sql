/* The orders beside the one on screen in the run: docs/desk-rules.md, rule 21.3. */

-- Security definer: attempts and leases cannot be read through the API.
create function public.admin_run_list(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off set jit = off as $$
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['device']);
  -- First, as in public.admin_next_order(), which a page asks at the same time: each would wait for the other.
  perform private.fold_stages();
  -- What is on screen stays with its device. A press of another one may have taken it.
  update private.order_leases set ends_at = now() + private.lease_time() where order_id in (
    select order_id from private.order_leases where device = p ->> 'device' for update skip locked
  );
  return private.respond(200, jsonb_build_object('ok', true, 'orders', (
    with placed as (
      select listed.* from unnest('{waiting,later}'::text[]) as places (place) cross join lateral (
        select order_id as id, due_at, stage as place from private.staged_orders
        where stage = places.place order by due_at nulls first, order_id limit 200
      ) as listed
      union all
      select order_id, null, 'elsewhere'
      from private.order_leases as lease join private.staged_orders using (order_id)
      where device <> coalesce(p ->> 'device', '') and ends_at > now() and stage = 'to_confirm'
    )
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', o.id, 'place', place, 'at', coalesce(tried.last_at, o.date), 'noAnswers', tried.no_answers,
          'dueAt', due_at,
          'fullName', o.shipping_address ->> 'fullName', 'city', o.shipping_address ->> 'city',
          'items', o.items, 'total', o.total,
          'advance', coalesce((select advance from private.order_details where order_id = o.id), 0)
        )
        order by due_at nulls first, o.date, o.id
      ),
      '[]'
    )
    from placed
    join public.orders as o on o.id = placed.id
    cross join lateral (
      select count(*) filter (where act = 'no_answer') as no_answers, max(at) as last_at
      from private.confirmation_attempts where order_id = o.id
    ) as tried
  )));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_run_list(jsonb) to authenticated;
comment on function public.admin_run_list(jsonb) is
  'The orders that wait for a reply, and those that come later or wait for a decision, the first 200 of both, and those on
the screen of another device, as {orders: [{id, place, at, dueAt, noAnswers, fullName, city, items, total, advance}]}:
those that an admin decides first, then by when they are due: {device}. What this device has stays with it. For admins.';
