/*
 * Parcels as the admin's pages have them.
 */

create function private.parcels_json(p_id text) returns jsonb
language sql stable set search_path = '' as $$
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
  from private.parcels as p where p.order_id = p_id
$$;
comment on function private.parcels_json(text) is
  'The parcels of an order, what happened to them and their money, oldest first.';
