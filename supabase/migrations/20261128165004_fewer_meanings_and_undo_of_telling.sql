-- That customers were told can be undone; parcels on their way back are not on the road, and a paid lost one is no
-- claim. The next order and the list of the run do not wait for each other. A rush is marked unusual_rush, what was
-- checked in is counted as checked_in, and placing again is place_or_replay.
alter table private.marked_orders drop constraint marked_orders_mark_check;

create or replace function private.place_or_replay(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  response jsonb;
  o public.orders;
begin
  if jsonb_typeof(p -> 'token') is distinct from 'string'
    or p ->> 'token' !~ '^[A-Za-z0-9_-]{22,64}$' then
    perform private.refuse('bad_field', 'token');
  end if;
  if p -> 'paymentMethod' is distinct from '"cash_on_delivery"' then
    perform private.refuse('bad_field', 'paymentMethod');
  end if;
  response := private.find_attempt(p);
  if response is not null then
    return response;
  end if;
  -- Old prices and pauses are not counted as a refusal, so they are refused before the id is looked up: they must not say
  -- which ids exist.
  perform private.check_prices(p -> 'items');
  perform private.check_pauses(p -> 'items');

  select * into o from public.orders where id = p ->> 'id';
  if found then
    if not exists (select from private.claimable_orders where id = o.id) then
      perform private.refuse('id_taken', null, 409);
    end if;
    -- Number and phone show an order that an admin entered and give no right to it. Without the code it is a
    -- try to find an order, with the limit of one. Responses, so that it is counted.
    case private.try_phone(o.id, private.phone_key(p #>> '{shippingAddress,phone}'))
      when 'too_many_tries' then
        return private.respond(429, '{"ok": false, "code": "too_many_tries"}');
      when 'not_found' then
        return private.respond(409, '{"ok": false, "code": "id_taken"}');
      else
        return private.respond_order(o.id) || '{"replay": true}';
    end case;
  end if;

  -- Before the order is written: rows that a refusal rolls back take space until they are vacuumed.
  perform private.check_client(p ->> 'id');
  o := private.set_contents('customer', null, p);
  insert into private.order_keys (order_id, token_hash, request_hash)
  values (o.id, private.hash_token(p ->> 'token'), private.hash_request(p));
  perform private.save_client(o, p -> 'earlier');
  return private.respond_order(o.id, true, 201) || '{"replay": false}';
end
$$;

comment on function private.place_or_replay(jsonb) is
  'Places an order of a request of the right shape, or responds as to the first request of its attempt.';

-- Security definer: customers have no right to any table.
create or replace function public.place_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  response jsonb;
begin
  perform private.require_plain_call();
  begin
    perform private.check_request(p, 16384, array[
      'id', 'token', 'items', 'total', 'shippingAddress', 'extras', 'paymentMethod', 'earlier'
    ]);
    perform private.lock_new_order(p);
    response := private.place_or_replay(p);
  exception
    when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
      response := private.respond_error(sqlstate, sqlerrm);
  end;
  -- A customer whose page has old prices, or whose token was saved with another order, is told so, whoever
  -- else shares the client address. A GET can count nothing.
  if not (response ->> 'ok')::boolean
    and response ->> 'code' not in (
      'price_changed', 'item_paused', 'attempt_reused', 'order_erased', 'too_many_orders', 'use_post'
    )
    and private.is_refused('refused', 30) then
    return private.respond(429, '{"ok": false, "code": "rate_limited"}');
  end if;
  return response;
end
$$;

grant execute on function public.place_order(jsonb) to anon, authenticated;

comment on function public.place_order(jsonb) is
  'Places an order of {id, token, items, total, shippingAddress, paymentMethod, extras?, earlier?}, once
per id and token.';

comment on function private.desk_undoes(private.acts) is 'Slot: undoes an act, and returns the results of its rows.';

-- Security definer: the totals cannot be read through the API.
create or replace function public.admin_dashboard() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  today constant date := private.shop_day(now());
  figures jsonb;
begin
  perform private.require_admin();
  -- As TRUNCATE does, before the tables that depend on it: in another order the two could wait for each other.
  lock table public.orders in access share mode;
  -- Erases where nothing else did for a day. One caller at a time, and no other caller waits.
  if current_setting('transaction_read_only') = 'off' then
    perform from private.last_retention where at < now() - interval '1 day' for update skip locked;
    if found then
      perform private.apply_retention();
    end if;
  end if;
  figures := (
    select jsonb_build_object(
      'totalOrders', coalesce(sum(orders - replacements), 0),
      'totalRevenue', coalesce(sum(revenue) filter (where private.counts_as_revenue(status)), 0),
      'pendingOrders', coalesce(sum(orders - replacements) filter (where private.is_open(status)), 0),
      'completedOrders', coalesce(sum(orders - replacements) filter (where status = 'delivered'), 0)
    )
    from private.status_totals
  ) || (
    -- Days without orders included.
    select jsonb_build_object(
      'revenue30', coalesce(sum(revenue) filter (where listed.day > today - 30), 0),
      'revenuePrevious30', coalesce(sum(revenue) filter (where listed.day <= today - 30), 0),
      'days', jsonb_agg(
        jsonb_build_object('day', listed.day, 'orders', coalesce(orders, 0), 'revenue', coalesce(revenue, 0.00))
        order by listed.day
      ) filter (where listed.day > today - 30)
    )
    from (select today - nth as day from generate_series(0, 59) as nth) as listed
    left join (
      -- Named here as well: Postgres would sum up all days for the join.
      select * from private.day_totals where day between today - 59 and today
    ) as total on total.day = listed.day
  ) || (
    select jsonb_build_object(
      'openRequests', open_requests,
      'pastRetention', past_retention,
      'unsentCopies', unsent_copies,
      'paused', paused,
      'databaseBytes', pg_database_size(current_database()),
      'databaseLimitMb', (select megabytes from private.database_limit),
      'recent', private.order_summaries(array(select id from public.orders order by date desc, id desc limit 5))
    )
    from private.waiting
  ) || private.desk_of_dashboard();
  -- Last, when orders were read: a TRUNCATE of them, which waits for a fold, cannot have begun.
  perform private.fold_totals();
  return private.respond(200, figures);
end
$$;

grant execute on function public.admin_dashboard() to authenticated;

comment on function public.admin_dashboard() is
  'Totals, the last 30 days of Karachi without cancelled orders, the 5 newest orders, how many requests for help are
open, how many copies of orders were not sent, what is paused, and the bytes of the database and its limit, for admins.';

create or replace function private.mark_new_order() returns trigger
language plpgsql volatile set search_path = '' as $$
declare
  days constant integer := 28;
  o public.orders;
  -- Ten times the average hour of these days, and 60 orders for a shop that sells little.
  max_orders_of_hour constant bigint := greatest(60, (
    select coalesce(sum(orders), 0) * 10 / (days * 24) from private.day_totals
    where day >= private.shop_day(now()) - days and day < private.shop_day(now())
  ));
begin
  select * into o from public.orders where id = new.order_id;
  perform private.mark_client(o, exists (
    select from public.orders where date > now() - interval '1 hour'
    order by date desc offset max_orders_of_hour limit 1
  ));
  -- src/config/settings.ts has the same sum, for the sentence at the checkout.
  if o.total > 200000 then
    perform private.mark_order(o, 'large_amount', o.phone_key);
  end if;
  if new.is_known then
    return null;
  end if;
  if private.is_one_of_many(o) then
    perform private.mark_order(o, 'many_of_phone', o.phone_key);
  end if;
  -- What one client has beyond its third order counts for nobody else.
  if exists (
    select from private.order_clients where at > now() - interval '1 hour' and nth <= 3
    order by at desc offset max_orders_of_hour limit 1
  ) then
    -- Not as a date: a caller may choose the time zone of its request.
    perform private.mark_order(o, 'unusual_rush', floor(extract(epoch from o.date) / 3600)::text);
  end if;
  return null;
end
$$;

comment on function private.mark_new_order() is
  'Marks an order whose client was saved, where it is above a limit: docs/product.md, section 17.';

create or replace function private.tell_row(listed jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
  message uuid;
  waiting uuid;
begin
  perform private.check_request(listed, 1024, array['id', 'kind', 'language', 'code']);
  select * into o from public.orders where id = listed ->> 'id';
  if not found then
    perform private.refuse('not_found');
  end if;
  insert into private.told_messages (order_id, actor_id, kind, language, phone_key)
  values (o.id, auth.uid(), listed ->> 'kind', listed ->> 'language', o.phone_key)
  returning id into message;
  -- The order waits for the reply.
  if listed ->> 'kind' = 'confirm' and private.is_open(o.status) then
    insert into private.confirmation_attempts (order_id, at, actor, actor_id, act)
    values (o.id, now(), 'admin', auth.uid(), 'asked')
    returning id into waiting;
    delete from private.order_leases where order_id = o.id;
  end if;
  if listed ? 'code' then
    perform private.save_code(o, listed ->> 'code');
  end if;
  return private.attempt_result(o.id, waiting) || case when listed ->> 'kind' = 'shipped' then
    jsonb_build_object('before', jsonb_build_object('message', message)) else '{}'
  end || jsonb_build_object(
    'told', (select told from private.order_pages where id = o.id),
    'chats', (select chats from private.new_chats)
  );
end
$$;

comment on function private.tell_row(jsonb) is
  'Notes that the admin opened a chat about an order: {id, kind, language, code?}, the code of the message''s link. An open
order that was asked to confirm waits for the reply. Returns all messages about the order, and how many new chats the
last hour had.';

create or replace function private.undo_told(before jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
declare
  attempts jsonb;
  results jsonb[];
begin
  select coalesce(jsonb_object_agg(key, value) filter (where value ? 'attempt'), '{}') into attempts
  from jsonb_each(before);
  with gone as (
    delete from private.told_messages where id in (
      select (value ->> 'message')::uuid from jsonb_each(before)
    )
    returning order_id
  )
  select array_agg(private.row_result(key, case when order_id is null then 'not_found' end) order by key) into results
  from jsonb_each(before) left join gone on order_id = key
  where value ? 'message';
  return private.undo_attempts(attempts) || results;
end
$$;

comment on function private.undo_told(jsonb) is
  'That customers were told that their parcels are on the way is forgotten. Of an order that was asked to confirm only the
attempt ends: private.undo_attempts().';

-- Security definer: attempts and leases cannot be read through the API.
create or replace function public.admin_run_list(p jsonb default '{}') returns jsonb
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

create or replace function private.batch_stages(p_id bigint) returns jsonb
language sql stable set search_path = '' set enable_seqscan = off set jit = off as $$
  select coalesce(jsonb_object_agg(stage, orders), '{}') from (
    select case when staged.stage in ('cancelled', 'replaced') and exists (
      select from private.parcels where order_id = exported.order_id and is_current and state = 'received_back'
    ) then 'checked_in' else staged.stage end as stage, count(*) as orders
    from private.exported_orders as exported
    join private.staged_orders as staged on staged.order_id = exported.order_id
    where exported.batch_id = p_id and exported.left_at is null group by 1
  ) as counted
$$;

comment on function private.batch_stages(bigint) is
  'How many orders of a batch are at which stage as of the last fold, without those that left. What came back and was
checked in counts as checked_in, whatever became of its order.';

create or replace function private.batch_acts(p_id bigint) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(done) - 'at' order by at desc), '[]')
  from (select array_agg(order_id) as ids from private.exported_orders where batch_id = p_id and left_at is null) as batch,
    lateral (
      select made.request, made.at, array_agg(result ->> 'id') as ids,
        coalesce(bool_or(
          result #>> '{order,trackingNumber}' <> coalesce(former #>> '{order,trackingNumber}', '')
        ), false) as numbers,
        coalesce(bool_or(
          result #>> '{order,status}' = 'shipped' and former #>> '{order,status}' <> 'shipped'
        ), false) as ships,
        coalesce(bool_or(former ? 'message'), false) as tells
      from private.acts as made, jsonb_array_elements(made.response -> 'results') as result,
        lateral (select made.before -> (result ->> 'id') as former) as saved, public.orders as o
      where made.act in ('book', 'tell') and made.undone_at is null and made.orders && batch.ids and made.orders <@ batch.ids
        -- What was changed since stays as it is.
        and o.id = result ->> 'id' and (former ? 'message' or o.version = (former ->> 'version')::integer)
      group by made.request, made.at
    ) as done
  where numbers or ships or tells
$$;

comment on function private.batch_acts(bigint) is
  'The acts that gave orders of a batch numbers, shipped them or told their customers so, the newest first, with those
that can still be undone.';

create or replace function private.undo_events(events private.parcel_events[]) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  e private.parcel_events;
  p private.parcels;
  b private.bookings;
  former private.parcels;
  why text;
  bookings private.bookings[] := '{}';
  remaining jsonb := '[]';
begin
  foreach e in array events loop
    select * into p from private.parcels where id = e.parcel_id;
    select * into b from private.bookings where order_id = p.order_id;
    former := jsonb_populate_record(p, e.before -> 'parcel');
    why := case
      when p.is_current <> (former.is_current and e.state <> 'cancelled') or exists (
        select from private.parcel_events as later
        join private.parcels as of_order on of_order.id = later.parcel_id
        where of_order.order_id = p.order_id and later.id > e.id
      ) then 'changed_since'
      when exists (
        select from public.orders where id = p.order_id and private.is_erased(shipping_address)
      ) then 'erased'
    end;
    if why is not null then
      remaining := remaining || jsonb_build_object('why', why, 'orderId', p.order_id);
      continue;
    end if;
    delete from private.parcel_events where id = e.id;
    update private.parcels set
      is_current = former.is_current, state = former.state, to_collect = former.to_collect,
      reason = former.reason, damaged = former.damaged, handed_over_at = former.handed_over_at,
      state_at = former.state_at, ended_at = former.ended_at, outcome = former.outcome
    where id = p.id;
    perform private.log_changes(
      'admin', p.order_id, jsonb_build_object('parcel', p.state, 'courier', b.courier),
      jsonb_build_object(
        'parcel', former.state, 'courier', case when former.is_current then p.courier else b.courier end
      )
    );
    if former.is_current and (p.state = 'cancelled'
      or private.plain_state(p.state) <> private.plain_state(former.state)
      or b.outcome is distinct from e.before #>> '{order,outcome}') then
      bookings := bookings || row(
        p.order_id, e.before #>> '{order,status}', p.courier, p.tracking_number, e.before #>> '{order,outcome}',
        e.before #>> '{order,endReason}', former.state
      )::private.bookings;
    end if;
  end loop;
  -- Of several events of an order the oldest says what it was before all of them.
  perform private.save_bookings(array(
    select distinct on (order_id)
      row(order_id, status, courier, tracking_number, outcome, end_reason, state)::private.bookings
    from unnest(bookings) with ordinality order by order_id, ordinality desc
  ));
  return remaining;
end
$$;

comment on function private.undo_events(private.parcel_events[]) is
  'Takes back what a file or the check-in did to parcels and their orders, which are locked, the newest event
first. Returns {why, orderId} of what it cannot take back: something newer happened, or the order is erased.';

create or replace function private.check_in(p private.parcels, act text) returns text
language plpgsql volatile set search_path = '' as $$
declare
  e private.parcel_events := private.admin_event(
    p.id,
    case act
      when 'lost' then 'lost'
      when 'found' then 'handed_over'
      -- Not handed_over: a courier's file of before would say anew that it was not delivered.
      when 'try_again' then 'out_for_delivery'
      when 'bring_back' then 'returning'
      else 'received_back'
    end::private.parcel_state
  );
begin
  if e.state = p.state and (act <> 'damaged' or p.damaged) then
    return 'unchanged';
  elsif p.state = 'booked' or p.state = 'cancelled' and p.handed_over_at is null then
    return 'not_sent';
  elsif act = 'found' and p.state <> 'lost' then
    return case when p.state = 'handed_over' then 'unchanged' else 'not_lost' end;
  elsif act = 'lost' and p.state in ('delivered', 'received_back', 'cancelled')
    or act in ('try_again', 'bring_back') and p.state <> 'attempt_failed' then
    return p.state;
  elsif not p.is_current and act in ('found', 'lost') and p.state = 'received_back' then
    return 'sent_again';
  end if;
  return private.move_parcels(array[e]) ->> p.id::text;
end
$$;

comment on function private.check_in(private.parcels, text) is
  'What an act of the check-in does to a parcel whose order is locked. Returns why it does nothing, or null.';

create or replace function private.open_cash() returns jsonb
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

create or replace function private.open_claims() returns jsonb
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
          'toCollect', to_collect - paid, 'at', ended_at
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

create or replace function private.desk_undoes(own private.acts) returns jsonb[]
language plpgsql volatile set search_path = '' set enable_seqscan = off as $$
declare
  rows constant jsonb := (
    select jsonb_agg(former || jsonb_build_object('id', key)) from jsonb_each(own.before) as saved (key, former)
  );
begin
  return case own.act
    when 'book' then private.undo_booked(own.before)
    when 'correct' then private.each_row('private.restore_contents', rows)
    when 'join' then private.each_row('private.take_apart_row', rows)
    when 'take_apart' then private.each_row('private.join_row', rows)
    when 'attempt' then private.undo_attempts(own.before)
    when 'tell' then private.undo_told(own.before)
    when 'delete_note' then private.each_row('private.restore_note', rows)
    when 'release' then private.undo_decided(own.before)
    when 'discard' then private.undo_decided(own.before)
    when 'batch' then private.undo_batch((own.response #>> '{results,0,batch,id}')::bigint)
    when 'apply' then private.undo_applied(own.before)
    when 'check_in' then private.undo_checked_in(own.before)
    else '{}'
  end;
end
$$;

drop function private.place_once(jsonb);
update private.marked_orders set mark = 'unusual_rush' where mark = 'unconfirmed';
alter table private.marked_orders add constraint marked_orders_mark_check
  check (mark in ('many_from_connection', 'many_of_phone', 'unusual_rush', 'large_amount'));
