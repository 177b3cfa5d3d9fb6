/* What the desk shows beside an order. */

create function private.may_join(o public.orders) returns setof public.orders
language sql stable set search_path = '' as $$
  -- Anyone can place thousands with one phone: private.is_booked() would take 20 microseconds for each. None without a
  -- parcel has a tracking number.
  select other.* from public.orders as other
  where other.phone_key = o.phone_key and other.id <> o.id and other.status = any (private.open_statuses())
    and not exists (select from private.parcels where order_id = other.id and is_current)
    and not private.is_erased(o.shipping_address) and coalesce(o.replaces, other.replaces) is null
$$;
comment on function private.may_join(public.orders) is
  'Other open orders of the phone that no courier has: each may be joined with this one, unless one is on hold.';

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
          'city', other.shipping_address ->> 'city',
          'isHeld', (select is_held from private.packable where id = other.id)
        )
        order by other.date, other.id
      ), '[]')
      -- Anyone can place hundreds with one phone.
      from (select * from private.may_join(o) order by date desc, id desc limit 20) as other
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
                'state', state, 'at', at, 'word', word, 'reason', reason,
                'statement', statement_id, 'undo', (
                  select done.request from private.acts as done
                  where done.act = 'check_in' and done.orders @> array[o.id] and done.before ? event.id::text
                    and done.undone_at is null
                    and not exists (select from jsonb_each_text(done.before) where value <> o.id)
                )
              )
              order by id
            ), '[]')
            from private.parcel_events as event where parcel_id = p.id
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
    (select replaced_by from private.packable where id = o.id) as "replacedBy",
    (select count(*) from private.may_join(o)) as "sameCustomerCount"
  from public.orders as o;
comment on view private.order_pages is
  'What the admin sees beside an order, oldest first: notes, attempts to confirm it, messages about it and the
language of the last one to its phone, the 20 newest orders that may be joined with it and how many there are, the order
that it was joined into, those that were joined into it, its parcels with what happened to them (of a check-in the act
that can be undone) and their money, and the newest order that replaces it and was not cancelled.';
