-- Unpaid orders that another replaces stay at "Delivered, unpaid"; none on hold is joined; a notice of a step that was
-- taken back is not sent; lists of parcels and of requests for help have their orders; no number is long as text; a
-- booking that comes back by undoing a file has the cash of its order as it is now.

create or replace function private.check_request(p jsonb, max_bytes integer, fields text[]) returns void
language plpgsql volatile set search_path = '' as $$
declare
  unknown_field text;
begin
  -- A GET, where nothing can be counted.
  if current_setting('transaction_read_only') = 'on' then
    perform private.refuse('use_post', null, 405);
  end if;
  if jsonb_typeof(p) is distinct from 'object' then
    perform private.refuse('bad_request', null, 400);
  end if;
  if pg_column_size(p) > max_bytes then
    perform private.refuse('too_large', null, 413);
  end if;
  select left(key, 40) into unknown_field from jsonb_object_keys(p) as key
  where key <> all (fields);
  if found then
    perform private.refuse('unknown_field', unknown_field, 400);
  end if;
  -- Sixteen bytes of "1e131071" are 131,072 digits as text: a field that is a list of them takes seconds and 400 MB.
  if exists (
    select from jsonb_path_query(p, 'strict $.** ? (@.type() == "number")') as number
    where length(number::text) > 1000
  ) then
    perform private.refuse('bad_request', null, 400);
  end if;
end
$$;

comment on function private.check_request(jsonb, integer, text[]) is
  'Refuses a request that is no object, too large, has an unknown field or a number of more than 1,000 digits.';

-- No function: for 500 orders it took two and a half times as long.
create or replace view private.whole_orders as
select
  o.id,
  private.order_json(o, true) || jsonb_build_object(
    'endReason', (select end_reason from private.order_details where order_id = o.id)
  ) || (select beside from private.desk_of_whole_orders where id = o.id) as whole
from public.orders as o;

comment on view private.whole_orders is
  'Each order with everything but its history: with the reason of a cancellation, and what the desk has beside it.';

-- Security definer: details cannot be read through the API.
create or replace function public.admin_whole_orders(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, jsonb_build_object('orders', (
    select coalesce(jsonb_agg(whole order by listed.nth), '[]')
    from jsonb_array_elements_text(p -> 'ids') with ordinality as listed (id, nth)
    join private.whole_orders using (id)
    where listed.nth <= 500
  )));
end
$$;

grant execute on function public.admin_whole_orders(jsonb) to authenticated;

comment on function public.admin_whole_orders(jsonb) is
  'The first 500 orders of {ids} in full, in their order, without unknown ones. For admins.';

create or replace function private.join_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  main public.orders;
  added public.orders;
  before jsonb;
  after jsonb;
begin
  perform private.check_request(asked, 1024, array['id', 'version', 'into', 'intoVersion']);
  perform from public.orders as o where o.id in (asked ->> 'id', asked ->> 'into') order by o.id for update;
  select * into main from public.orders where id = asked ->> 'into';
  select * into added from public.orders where id = asked ->> 'id';
  if main.id is null or added.id is null or main.id = added.id then
    perform private.refuse('not_found');
  elsif private.is_booked(main) or private.is_booked(added) then
    perform private.refuse('booked');
  elsif (added.version, main.version)
    is distinct from ((asked ->> 'version')::integer, (asked ->> 'intoVersion')::integer) then
    perform private.refuse('stale');
  elsif coalesce(main.replaces, added.replaces) is not null then
    perform private.refuse('replacement');
  elsif exists (select from private.packable where id in (main.id, added.id) and is_held) then
    -- It would leave with the other.
    perform private.refuse('held');
  elsif main.phone_key <> added.phone_key then
    perform private.refuse('other_phone');
  end if;
  before := jsonb_build_object(
    'items', main.items, 'total', main.total, 'advance', private.advance_of(main.id), 'addedStatus', added.status
  );
  after := jsonb_build_object(
    'items', private.joined_items(main.items, added.items),
    'total', main.total + added.total,
    'advance', private.advance_of(main.id) + private.advance_of(added.id)
  );
  if jsonb_array_length(after -> 'items') > 20 then
    perform private.refuse('cart_too_large');
  end if;
  perform private.write_contents(
    'admin', main, jsonb_populate_record(main, after), (after ->> 'advance')::numeric
  );
  insert into private.joined_orders (order_id, into_id, actor_id, before, after)
  values (added.id, main.id, auth.uid(), before, after);
  perform private.save_bookings(
    array[row(added.id, 'cancelled', null, null, null, 'joined', null)::private.bookings]
  );
  return private.joined_result(added.id, main.id);
end
$$;

comment on function private.join_row(jsonb) is
  'Joins the order of {id, version, into, intoVersion} into another open one of the same phone.';

create or replace function private.may_join(o public.orders) returns setof public.orders
language sql stable set search_path = '' as $$
  select other.* from public.orders as other
  where other.phone_key = o.phone_key and other.id <> o.id and not private.is_booked(other)
    and not private.is_erased(o.shipping_address) and coalesce(o.replaces, other.replaces) is null
$$;

comment on function private.may_join(public.orders) is
  'Other open orders of the phone that no courier has: each may be joined with this one, unless one is on hold.';

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

-- Scalar subqueries, as in private.packable: an order pays only for the facts that its own stage depends on. What they
-- read has the triggers of staged-orders.sql.
create or replace view private.order_stage as
select
  id, date, status,
  case
    when status = 'cancelled' then case
      when joined_into is not null then 'joined'
      when state = 'returned' then 'came_back'
      when replaced_by is not null then 'replaced'
      else 'cancelled'
    end
    when status = 'delivered' then case
      -- Its cash is due, whatever replaces it. One that no courier had is in no payment.
      when is_unpaid is not false then 'delivered'
      when replaced_by is not null then 'replaced'
      else 'paid'
    end
    when status = 'shipped' then case
      when state = 'attempt_failed' then 'not_delivered'
      when state = 'lost' and replaced_by is not null then 'replaced'
      when state = 'lost' then 'not_delivered'
      when state = 'returning' then 'coming_back'
      when is_told then 'on_the_way'
      else 'to_tell'
    end
    when replaced_by is not null then 'replaced'
    when is_held then 'held'
    when is_booked and tracking_number is null then 'needs_number'
    when is_booked then 'to_ship'
    when (said_yes or is_known) and not is_marked and not is_changed then 'to_pack'
    when back_at > now() then case last_act when 'asked' then 'waiting' else 'later' end
    when no_answers >= 3 then 'later'
    else 'to_confirm'
  end as stage,
  case when back_at > now() and (no_answers < 3 or last_act = 'asked') then back_at end as due_at,
  case when is_marked or is_changed then 1 when is_large then 2 else 3 end::smallint as turn
from (
  select
    packed.*,
    exists (
      select from private.told_messages where order_id = packed.id and kind = 'shipped'
    ) as is_told,
    (
      select act from private.confirmation_attempts
      where order_id = packed.id order by at desc, id desc limit 1
    ) as last_act,
    (
      select private.due_at(act, at) from private.confirmation_attempts
      where order_id = packed.id order by at desc, id desc limit 1
    ) as back_at,
    (
      select count(*) from private.confirmation_attempts where order_id = packed.id and act = 'no_answer'
    ) as no_answers,
    (select total >= 5000 from public.orders where id = packed.id) as is_large
  from private.packable as packed
) as facts;

comment on view private.order_stage is
  'The one stage of each order; when a waiting or postponed one is to be tried again, null where an admin decides; and its
turn among those to confirm: 1 where it is marked or was changed, so that its customer is asked first, 2 from 5,000 rupees
on, else 3.';

-- Without sequential scans of orders and parcels, which a plan for a full outbox would make.
create or replace function private.gather_notices() returns void
language plpgsql volatile set search_path = '' set enable_seqscan = off as $$
declare
  most constant integer := 5;
  span constant interval := interval '10 minutes';
  due bigint[];
  late bigint[];
  recent integer;
  oldest timestamptz;
begin
  delete from private.outbox where ended_at is null and not private.is_sent_alone(kind)
    and not exists (select from private.notice_targets where user_id is not null);
  -- A step that was taken back, or of a parcel that does not come.
  delete from private.outbox as notice where ended_at is null and kind = 'step' and not exists (
    select from public.orders as o where o.id = notice.subject and o.status in ('shipped', 'delivered')
      and not exists (
        select from private.parcels where order_id = o.id and is_current and state in ('returning', 'lost')
      )
  );
  late := array(
    select id from private.outbox
    where ended_at is null and next_at <= now() and not private.is_sent_alone(kind) and not unreported
      and at < now() - interval '1 day'
    for update skip locked
  );
  if cardinality(late) > 1 or exists (
    select from private.outbox where id = any (late) and kind <> 'digest'
  ) then
    perform private.merge_notices(late, 'digest');
  end if;

  due := array(
    select id from private.outbox
    where ended_at is null and next_at <= now() and kind <> 'digest' and not private.is_sent_alone(kind)
      and not unreported
    for update skip locked
  );
  select count(*), min(claimed_at) into recent, oldest from private.outbox
  where claimed_at > now() - span and kind <> 'digest' and not private.is_sent_alone(kind)
    and id <> all (due);
  if recent >= most then
    update private.outbox set next_at = oldest + span where id = any (due);
  elsif cardinality(due) > 1 and recent + cardinality(due) > most then
    perform private.merge_notices(due, 'several');
  end if;
end
$$;

comment on function private.gather_notices() is
  'Forgets what nobody is told and what is true no more, and makes one notice of what is a day late, and of more than five in ten minutes.';

create or replace function private.batch_stages(p_id bigint) returns jsonb
language sql stable set search_path = '' set enable_seqscan = off set jit = off as $$
  select coalesce(jsonb_object_agg(stage, orders), '{}') from (
    select counted.stage, count(*) as orders
    from private.exported_orders as exported
    join private.staged_orders as staged on staged.order_id = exported.order_id
    left join private.parcels as p on p.order_id = exported.order_id and p.is_current
    cross join lateral (values
      (case
        when staged.stage in ('cancelled', 'replaced') and p.state = 'received_back' then 'checked_in'
        when staged.stage = 'replaced' and p.state = 'delivered' then 'paid'
        when staged.stage = 'replaced' and p.state = 'lost' then 'not_delivered'
        else staged.stage
      end),
      (case when staged.stage = 'held' and p.tracking_number is null then 'held_without_number' end)
    ) as counted (stage)
    where exported.batch_id = p_id and exported.left_at is null and counted.stage is not null group by 1
  ) as counted
$$;

comment on function private.batch_stages(bigint) is
  'How many orders of a batch are at which stage as of the last fold, without those that left. What came back and was
checked in counts as checked_in, and what arrived or is lost as that, whatever became of its order.
Those on hold without a number are counted once more, apart.';

-- Security definer: requests cannot be read through the API.
create or replace function public.admin_help_requests(p jsonb default '{}') returns jsonb
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

create or replace function private.undo_events(events private.parcel_events[]) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  e private.parcel_events;
  p private.parcels;
  b private.bookings;
  former private.parcels;
  why text;
  bookings private.bookings[] := '{}'::private.bookings[];
  remaining jsonb := '[]'::jsonb;
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
      is_current = former.is_current, state = former.state,
      -- As in private.set_parcels(): until it is handed over its order may have changed.
      to_collect = case when not former.is_current or former.handed_over_at is not null then former.to_collect else (
        select private.cash_of(o, details) from public.orders as o
        left join private.order_details as details on details.order_id = o.id
        where o.id = p.order_id
      ) end,
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

-- Security definer: as public.admin_statements(). Without sequential scans, as public.admin_act().
create or replace function public.admin_statement(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  listed private.listed_payments;
begin
  perform private.require_admin();
  select * into listed from private.listed_payments where id = (p ->> 'id')::bigint;
  if not found then
    return private.respond(200, null);
  end if;
  return private.respond(200, jsonb_build_object(
    'statement', to_jsonb(listed),
    'lines', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'parcel', saved.id, 'orderId', o.id, 'fullName', o.shipping_address ->> 'fullName',
          'city', o.shipping_address ->> 'city', 'trackingNumber', saved.tracking_number, 'state', saved.state,
          'toCollect', saved.to_collect, 'paid', saved.paid, 'overpaid', greatest(saved.paid - saved.to_collect, 0),
          'money', (
            select coalesce(
              jsonb_agg(jsonb_build_object('kind', kind, 'amount', amount, 'dated', dated) order by id), '[]'
            )
            from private.money_lines where parcel_id = saved.id and statement_id = listed.id
          )
        )
        order by saved.id
      ), '[]')
      from unnest(private.parcels_of(listed.id)) as shown (id)
      join private.parcels as saved using (id)
      join public.orders as o on o.id = saved.order_id
    ),
    -- Pages that were loaded before all parcels came at once, which a file of 4 MB bounds, ask for more until there is none.
    'next', null
  ));
end
$$;

grant execute on function public.admin_statement(jsonb) to authenticated;

comment on function public.admin_statement(jsonb) is
  'The file of an {id} and its parcels, with their money in it and what all files paid of them; or null. For admins.';

-- Security definer: the parcels cannot be read through the API.
create or replace function public.admin_parcels(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['stage']);
  if coalesce(p ->> 'stage', '') not in ('not_delivered', 'came_back') then
    perform private.refuse('bad_field', 'stage');
  end if;
  perform private.fold_stages();
  return private.respond(200, jsonb_build_object(
    'parcels', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'orderId', o.id, 'order', whole,
          -- Pages that were loaded before the order was part of its parcel read these.
          'fullName', o.shipping_address ->> 'fullName',
          'phone', o.shipping_address ->> 'phone', 'city', o.shipping_address ->> 'city',
          'courier', listed.courier, 'trackingNumber', listed.tracking_number, 'reason', listed.reason,
          'state', listed.state, 'word', event.word, 'at', listed.state_at,
          'days', private.shop_day(now()) - private.shop_day(listed.state_at),
          'toldAt', (
            select max(at) from private.told_messages
            where order_id = o.id and kind = 'failed' and at >= listed.state_at
          )
        )
        order by listed.state_at, listed.id
      ), '[]')
      from (
        select parcel.* from private.parcels as parcel join private.staged_orders as staged using (order_id)
        where is_current and state in ('attempt_failed', 'lost', 'returned') and staged.stage = p ->> 'stage'
        -- Far more than a day's work.
        order by state_at, id limit 500
      ) as listed
      join public.orders as o on o.id = listed.order_id
      join private.whole_orders as full_order on full_order.id = o.id
      left join lateral (
        select word from private.parcel_events where parcel_id = listed.id order by id desc limit 1
      ) as event on true
    ),
    -- The same pages ask for more until there is none.
    'older', null
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_parcels(jsonb) to authenticated;

comment on function public.admin_parcels(jsonb) is
  'The 500 oldest parcels at a {stage}, not_delivered or came_back, the oldest first, with their orders in full, and when
their customers were told since. For admins.';

-- Their stage may be another one now.
insert into private.stage_changes (order_id) select order_id from private.staged_orders where stage = 'replaced';
