/*
 * The page Day and week: what went out, was delivered, came back and was paid on some days, and what is on the road,
 * unpaid or to be paid back now.
 */

create function private.open_cash() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'onTheRoad', (
      select jsonb_build_object('parcels', count(*), 'toCollect', coalesce(sum(to_collect), 0))
      from private.parcels
      -- One on its way back collects nothing.
      where state in ('handed_over', 'out_for_delivery', 'attempt_failed')
    ),
    'unpaid', (
      select jsonb_agg(
        jsonb_build_object(
          'age', listed.age, 'parcels', coalesce(parcels, 0), 'amount', coalesce(amount, 0)
        )
        order by nth
      )
      from unnest(array['0-7', '8-14', '15-30', '30+']) with ordinality as listed (age, nth)
      left join (
        select case when days <= 7 then '0-7' when days <= 14 then '8-14' when days <= 30 then '15-30' else '30+' end
            as age,
          count(*) as parcels, sum(to_collect - paid) as amount
        from (
          select to_collect, paid, (select private.shop_day(now())) - delivered_on as days from private.parcels
          where paid < to_collect and delivered_on is not null
        ) as aged
        group by 1
      ) as unpaid on unpaid.age = listed.age
    ),
    -- Cash of parcels that no file and no admin has called delivered.
    'paidUndelivered', (
      select jsonb_build_object('parcels', count(*), 'amount', coalesce(sum(least(paid, to_collect)), 0))
      from private.parcels where state <> 'delivered' and paid <> 0
    )
  )
$$;
comment on function private.open_cash() is
  'What is on the road to customers, what of delivered parcels is unpaid by the days since, and what was paid of others.';

create function private.open_claims() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'advancesToPayBack', (
      select coalesce(jsonb_agg(
        jsonb_build_object('orderId', o.id, 'fullName', o.shipping_address ->> 'fullName', 'amount', amount)
        order by o.date desc, o.id
      ), '[]')
      from (
        select order_id, (advance * 100)::bigint as amount from private.order_details
        -- The advance of an order that was joined is that of the other.
        where advance > 0 and end_reason is distinct from 'joined'
      ) as paid
      join public.orders as o on o.id = paid.order_id
      where o.status = 'cancelled' and not private.is_erased(o.shipping_address)
    ),
    'claims', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'orderId', order_id, 'courier', courier, 'trackingNumber', tracking_number,
          'toCollect', to_collect - paid
        )
        order by ended_at, id
      ), '[]')
      -- One without cash is claimed too, until something is paid.
      from private.parcels where state = 'lost' and (paid < to_collect or paid = 0)
    )
  )
$$;
comment on function private.open_claims() is
  'The advances of cancelled orders, which are to be paid back, and the lost parcels, which are claimed until
they are paid, with what is left.';

-- Security definer: the parcels cannot be read through the API.
create function public.admin_evening(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  first_day date;
  last_day date;
  first_at timestamptz;
  end_at timestamptz;
begin
  perform private.require_admin();
  -- Here, where an invalid day is caught.
  first_day := coalesce((p ->> 'from')::date, '-infinity');
  last_day := coalesce((p ->> 'until')::date, 'infinity');
  first_at := first_day::timestamp at time zone 'Asia/Karachi';
  -- Infinity and a day is infinity.
  end_at := (last_day + interval '1 day') at time zone 'Asia/Karachi';
  return private.respond(200, private.payment_figures(first_day, last_day) || jsonb_build_object(
    'handedOver', (
      select jsonb_build_object('parcels', count(*), 'toCollect', coalesce(sum(to_collect), 0))
      from private.parcels where handed_over_at >= first_at and handed_over_at < end_at
    ),
    'cameBack', (
      select coalesce(jsonb_agg(to_jsonb(groups) order by parcels desc, reason), '[]')
      from (
        select coalesce(reason, 'returned') as reason, count(*) as parcels, sum(to_collect) as amount
        from private.parcels
        where state in ('returned', 'received_back') and ended_at >= first_at and ended_at < end_at
        group by 1
      ) as groups
    ),
    'delivered', (
      select jsonb_build_object('parcels', coalesce(sum(parcels), 0), 'toCollect', coalesce(sum(expected), 0))
      from private.cash_changes where day between first_day and last_day
    )
  ) || (
    select jsonb_build_object(
      'fees', coalesce(sum(amount) filter (where kind = 'fee'), 0),
      'taxes', coalesce(sum(amount) filter (where kind = 'tax'), 0),
      'returnFees', coalesce(sum(amount) filter (where kind = 'return_fee'), 0),
      'adjustments', coalesce(sum(amount) filter (where kind = 'adjustment'), 0)
    )
    from private.money_lines
    where kind <> 'cash' and dated between first_day and last_day
  ) || private.open_cash() || private.open_claims());
exception
  when data_exception then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_evening(jsonb) to authenticated;
comment on function public.admin_evening(jsonb) is
  'The figures of the days of Karachi {from?, until?}, both included: handed over, delivered, came back; of what was
paid then, what customers paid, what couriers kept of it and for what, and what is in the bank; and as of now, on the
road, unpaid by age, paid but not delivered, advances to pay back and claims. For admins.';
