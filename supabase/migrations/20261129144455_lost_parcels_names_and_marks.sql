-- Marks of a page by one reading of each phone; lost parcels for customers; names of cities one by one.

-- In plpgsql, which caches its plans: every row of a list calls it. Without sequential scans, which a plan
-- from a day with few marks would make on a day with many.
create or replace function private.order_marks(o public.orders) returns jsonb
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  marks text[] := array(
    select mark from private.marked_orders
    where order_id = o.id and ended_at is null
    union all
    select 'many_wrong_finds' from private.wrong_finds
    where order_id = o.id and limit_reached_at is not null
    union all
    -- The last change of its customer, until the admin has opened the order since. A change of status has an
    -- entry of its own.
    (
      select case when entry.after ? 'cancelReason' then 'customer_cancelled' else 'customer_changed' end
      from private.order_audit as entry
      where entry.order_id = o.id and entry.actor = 'customer' and not entry.after ? 'status'
        and entry.at > now() - interval '14 days'
        and not exists (
          select from private.acts_seen as seen where seen.order_id = o.id and seen.at >= entry.at
        )
      order by entry.id desc limit 1
    )
    order by mark
  );
begin
  if private.units_of(o.items) > 10 then
    marks := marks || text 'unusual_quantity';
  end if;
  -- An erased order has no phone.
  if private.is_erased(o.shipping_address) then
    return to_jsonb(marks);
  end if;
  if private.phone_digits(o.shipping_address ->> 'phone') !~ '^3([0-247]\d|3[0-79]|55|64)\d{7}$' then
    marks := marks || text 'not_mobile';
  end if;
  return to_jsonb(marks);
end
$$;

comment on function private.order_marks(public.orders) is
  'The marks of an order alone: the stored ones that no decision has ended, many_wrong_finds, what its customer did,
unusual_quantity and not_mobile.';

-- For all orders of a page at once: anyone can place hundreds with one phone, and each phone is read once. Without
-- sequential scans, as above, and by subqueries: joins would read whole tables where many orders are erased, which all
-- have the same empty phone.
create or replace function private.marks_of(ids text[]) returns table (id text, marks jsonb)
language sql stable set search_path = '' set enable_seqscan = off as $$
  with of_phones as materialized (
    select o.id, o.phone_key, o.date,
      o.status <> 'cancelled' and o.replaces is null as may_repeat,
      o.status = 'cancelled' and coalesce((
        select end_reason from private.order_details where order_id = o.id
      ), '') not in ('joined', 'double') as is_ended,
      o.status = 'cancelled' and (
        select outcome from private.parcels where order_id = o.id and is_current
      ) is not null as came_back
    from public.orders as o
    where o.phone_key in (
      -- An erased order has no phone.
      select phone_key from public.orders where id = any (ids) and not private.is_erased(shipping_address)
    )
  ),
  compared as (
    select of_phones.id,
      may_repeat and (
        lag(date) over repeats >= date - interval '24 hours' or lead(date) over repeats <= date + interval '24 hours'
      ) as is_duplicate,
      bool_or(is_ended and not came_back) over earlier as was_cancelled,
      bool_or(is_ended and came_back) over earlier as was_returned
    from of_phones
    window repeats as (partition by phone_key, may_repeat order by date, of_phones.id),
      earlier as (
        partition by phone_key order by date, of_phones.id rows between unbounded preceding and 1 preceding
      )
  )
  select o.id, private.order_marks(o) || to_jsonb(array_remove(array[
    case when is_duplicate then 'duplicate' end,
    case when was_cancelled then 'cancelled_before' end,
    case when was_returned then 'returned_before' end
  ], null))
  from public.orders as o left join compared using (id)
  where o.id = any (ids)
$$;

comment on function private.marks_of(text[]) is
  'The marks of each of these orders: its own, and those that follow from the other orders of its phone: duplicate,
cancelled_before and returned_before.';

create or replace function private.desk_of_rows(ids text[]) returns table (id text, beside jsonb)
language sql stable set search_path = '' as $$
  select o.id, jsonb_build_object(
    'booked', packed.is_booked,
    'courier', packed.courier,
    'marks', marked.marks,
    'reasons', packed.reasons,
    'stage', (select stage from private.order_stage where id = o.id),
    'confirmation', case when private.is_open(o.status) then private.confirmation_json(o) end,
    'outcome', packed.outcome,
    'replacedBy', packed.replaced_by
  )
  from public.orders as o
  join private.packable as packed using (id)
  join private.marks_of(ids) as marked using (id)
  where o.id = any (ids)
$$;

comment on function private.desk_of_rows(text[]) is
  'Slot: whether each of these orders is booked, and what its row in the list has beside the order.';

create or replace function private.order_summaries(ids text[]) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'id', o.id,
        'date', o.date,
        'status', o.status,
        'total', o.total,
        'version', o.version,
        'trackingNumber', o.tracking_number,
        'fullName', o.shipping_address ->> 'fullName',
        'phone', o.shipping_address ->> 'phone',
        'city', o.shipping_address ->> 'city',
        'state', o.shipping_address ->> 'state',
        'postalCode', o.shipping_address ->> 'postalCode',
        'items', o.items,
        'advance', coalesce(details.advance, 0),
        'source', coalesce(details.source, 'website'),
        'endReason', details.end_reason,
        'replaces', o.replaces
      ) || desk.beside
      order by array_position(ids, o.id)
    ),
    '[]'
  )
  from public.orders as o
  join private.desk_of_rows(ids) as desk using (id)
  left join private.order_details as details on details.order_id = o.id
  where o.id = any (ids)
$$;

drop view private.desk_of_rows;

create or replace function private.may_join(o public.orders) returns setof public.orders
language sql stable set search_path = '' as $$
  select other.* from public.orders as other
  where other.phone_key = o.phone_key and other.id <> o.id and not private.is_booked(other)
    and not private.is_erased(o.shipping_address) and coalesce(o.replaces, other.replaces) is null
$$;

comment on function private.may_join(public.orders) is
  'Other open orders of the phone that no courier has: each may be joined with this one.';

create or replace view private.order_pages as
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

create or replace function private.desk_of_page(o public.orders) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'couriers', private.courier_list(),
    'marks', (select marks from private.marks_of(array[o.id])),
    'reasons', (select reasons from private.packable where id = o.id),
    'stage', (select stage from private.order_stage where id = o.id),
    'confirmation', private.confirmation_json(o)
  ) || (select to_jsonb(page) - 'id' from private.order_pages as page where page.id = o.id);
end
$$;

-- Security definer: the details and the log cannot be read through the API.
create or replace function public.admin_order(p_id text) returns jsonb
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

comment on function public.admin_order(text) is
  'One order in full, how many other orders its phone has by status, those that were joined into another apart, its source
and its changes, oldest first, and when too many wrong phones were tried at it; or null. For admins.';

create or replace function private.desk_of_order(o public.orders, is_full boolean) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  p private.parcels;
  courier private.couriers;
begin
  select * into p from private.parcels where order_id = o.id and is_current;
  if is_full and p.courier is not null then
    select * into courier from private.couriers where id = p.courier;
  end if;
  return jsonb_build_object(
    'booked', p.id is not null or not private.is_open(o.status),
    'courier', case when is_full then p.courier end,
    'courierName', courier.name,
    -- A tracking number has no other character that a URL escapes.
    'trackingPage', replace(
      courier.tracking_url, '{number}', replace(replace(o.tracking_number, ' ', '%20'), '/', '%2F')
    ),
    'outcome', case when is_full then p.outcome end,
    -- Where it says more than the status.
    'parcelState', case when p.state in ('out_for_delivery', 'attempt_failed', 'returning', 'lost') then p.state end,
    -- Not with which one: whoever knows a phone may place an order with it, and must not learn that customer's number.
    'joined', exists (select from private.joined_orders where order_id = o.id)
  );
end
$$;

create or replace view private.desk_of_whole_orders as
  select o.id, jsonb_build_object(
    'confirmation', private.confirmation_json(o),
    'reasons', (select reasons from private.packable where id = o.id),
    'stage', (select stage from private.order_stage where id = o.id),
    -- Pages that were loaded before the state of a lost parcel was part of its order read it here.
    'isLost', exists (select from private.parcels where order_id = o.id and is_current and state = 'lost'),
    'told', (select told from private.order_pages where id = o.id)
  ) as beside
  from public.orders as o;

-- Security definer: as public.admin_couriers().
create or replace function public.admin_save_courier(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.check_request(p, 4000000, array[
    'courier', 'columns', 'cities', 'cityNames', 'statementColumns', 'statementWords'
  ]);
  perform private.require_courier(p ->> 'courier');
  insert into private.courier_settings as saved (
    courier, columns, cities, city_names, statement_columns, statement_words
  )
  values (
    p ->> 'courier', coalesce(p -> 'columns', '[]'), coalesce(p -> 'cities', '[]'),
    jsonb_strip_nulls(coalesce(p -> 'cityNames', '{}')), coalesce(p -> 'statementColumns', '{}'),
    coalesce(p -> 'statementWords', '{}')
  )
  on conflict (courier) do update set
    columns = coalesce(p -> 'columns', saved.columns),
    cities = coalesce(p -> 'cities', saved.cities),
    statement_columns = coalesce(p -> 'statementColumns', saved.statement_columns),
    -- The others stay, but for a name of null.
    city_names = jsonb_strip_nulls(saved.city_names || coalesce(p -> 'cityNames', '{}')),
    statement_words = saved.statement_words || excluded.statement_words;
  return private.respond(200, '{"ok": true}');
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

comment on function public.admin_save_courier(jsonb) is
  'Saves what is given of {courier, columns?, cities?, cityNames?, statementColumns?, statementWords?}, for
admins. Names and words are added to those that are saved; a city name of null is removed.';
