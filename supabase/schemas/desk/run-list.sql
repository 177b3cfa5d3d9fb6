/* The orders beside the one on screen in the run: docs/product.md, rule 21.3. */

create index confirmation_attempts_put_off_idx on private.confirmation_attempts (at)
  where act in ('asked', 'no_answer', 'later', 'tomorrow');

-- Security definer: attempts and leases cannot be read through the API.
create function public.admin_run_list(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  hours int4range;
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['device', 'from', 'until']);
  hours := int4range((p ->> 'from')::integer, (p ->> 'until')::integer);
  if lower(hours) is null or upper(hours) is null or hours <@ int4range(0, 25) is not true then
    perform private.refuse('bad_field', 'from');
  end if;
  return private.respond(200, jsonb_build_object('ok', true, 'orders', (
    with asked as materialized (
      select distinct order_id as id from private.confirmation_attempts
      where act in ('asked', 'no_answer', 'later', 'tomorrow') and at > now() - interval '7 days'
      union
      select order_id from private.order_leases
      where device <> coalesce(p ->> 'device', '') and ends_at > now()
    ),
    listed as (
      select
        o.*, tried.no_answers, tried.last_at, lease.device is not null as is_elsewhere, packed.is_waiting,
        private.due_at(tried.last_act, tried.last_at, hours) as due_at
      from asked
      join public.orders as o on o.id = asked.id and o.status = any (private.open_statuses())
      join private.packable as packed on packed.id = o.id
        and not packed.is_booked and not packed.is_held and not packed.said_yes and not packed.is_known
      left join private.order_leases as lease on lease.order_id = o.id
        and lease.device <> coalesce(p ->> 'device', '') and lease.ends_at > now()
      cross join lateral (
        select
          count(*) filter (where act = 'no_answer') as no_answers,
          (array_agg(act order by at desc, attempt.id desc))[1] as last_act, max(at) as last_at
        from private.confirmation_attempts as attempt where order_id = o.id
      ) as tried
    ),
    placed as (
      select *, case
        when is_waiting then 'waiting'
        when due_at > now() or no_answers >= 3 then 'later'
        when is_elsewhere then 'elsewhere'
      end as place
      from listed
    )
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'id', id, 'place', place, 'at', coalesce(last_at, date), 'noAnswers', no_answers,
          'dueAt', case when place = 'waiting' or due_at > now() then due_at end,
          'fullName', shipping_address ->> 'fullName', 'city', shipping_address ->> 'city',
          'items', items, 'total', total,
          'advance', coalesce((select advance from private.order_details where order_id = placed.id), 0)
        )
        order by due_at nulls last, date, id
      ),
      '[]'
    )
    from placed where place is not null
  )));
exception
  when sqlstate 'SHREF' or data_exception then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_run_list(jsonb) to authenticated;
comment on function public.admin_run_list(jsonb) is
  'The orders that wait for a reply, come later or wait for a decision after a contact of the last seven days, and those on
the screen of another device, as {orders: [{id, place, at, dueAt, noAnswers, fullName, city, items, total, advance}]}, by
when they are due: {device, from, until}, with the hours of calls. For admins.';
