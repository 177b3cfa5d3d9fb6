/* The orders beside the one on screen in the run: docs/product.md, rule 21.3. */

-- Security definer: attempts and leases cannot be read through the API.
create function public.admin_run_list(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off set jit = off as $$
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['device']);
  return private.respond(200, jsonb_build_object('ok', true, 'orders', (
    with leased as materialized (
      select order_id as id from private.order_leases
      where device <> coalesce(p ->> 'device', '') and ends_at > now()
    ),
    asked as materialized (
      select id from public.orders as o
      where status = any (private.open_statuses()) and exists (
        select from private.confirmation_attempts
        where order_id = o.id and act in ('asked', 'no_answer', 'later', 'tomorrow')
      )
      union
      select id from leased
    ),
    placed as materialized (
      select id, due_at, case
        when stage in ('waiting', 'later') then stage
        when stage = 'to_confirm' and id in (select id from leased) then 'elsewhere'
      end as place
      from private.order_stage where id in (select id from asked) and status = any (private.open_statuses())
    )
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', o.id, 'place', place, 'at', coalesce(tried.last_at, o.date), 'noAnswers', tried.no_answers,
          'dueAt', case when place <> 'elsewhere' then due_at end,
          'fullName', o.shipping_address ->> 'fullName', 'city', o.shipping_address ->> 'city',
          'items', o.items, 'total', o.total,
          'advance', coalesce((select advance from private.order_details where order_id = o.id), 0)
        )
        order by due_at nulls last, o.date, o.id
      ),
      '[]'
    )
    from placed
    join public.orders as o on o.id = placed.id
    cross join lateral (
      select count(*) filter (where act = 'no_answer') as no_answers, max(at) as last_at
      from private.confirmation_attempts where order_id = o.id
    ) as tried
    where place is not null
  )));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_run_list(jsonb) to authenticated;
comment on function public.admin_run_list(jsonb) is
  'The open orders that wait for a reply, come later or wait for a decision, and those on the screen of another device, as
{orders: [{id, place, at, dueAt, noAnswers, fullName, city, items, total, advance}]}, by when they are due: {device}. For
admins.';
