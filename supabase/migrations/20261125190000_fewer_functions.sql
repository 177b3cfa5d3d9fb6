/* Refuses attempts on closed orders, has the newest reason of a failed delivery, and has fewer functions. */

create or replace function private.keep_parcel(p_id text) returns void
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
  details private.order_details;
  p private.parcels;
  wanted private.parcel_state;
begin
  select * into o from public.orders where id = p_id;
  select * into details from private.order_details where order_id = p_id;
  select * into p from private.parcels where order_id = p_id and is_current;
  wanted := case
    when o.status = 'shipped' then 'handed_over'
    when o.status = 'delivered' then 'delivered'
    when o.status = 'cancelled' and details.outcome is not null then 'returned'
    when o.status = 'cancelled' and p.id is not null then 'cancelled'
    when coalesce(details.courier, o.tracking_number) is null then null
    when o.status = 'cancelled' then 'cancelled'
    else 'booked'
  end;
  -- An order that is open again is sent by another parcel, unless the number is still that of this one.
  if p.id is not null and (wanted is null or wanted = 'booked'
    and p.state in ('returned', 'received_back', 'lost')
    and (o.tracking_number, p.courier) is distinct from (p.tracking_number, details.courier)) then
    perform private.leave_parcel(p);
    p := null;
  end if;
  if wanted is null then
    return;
  end if;
  if p.id is null then
    insert into private.parcels (order_id, nth, courier, tracking_number, state, to_collect, booked_at, state_at)
    select p_id, coalesce(max(nth), 0) + 1, details.courier, o.tracking_number, 'booked',
      private.cash_of(o, details), coalesce(details.booked_at, now()), now()
    from private.parcels where order_id = p_id
    returning * into p;
    perform private.set_parcels(array[private.admin_event(p.id, wanted, details.outcome)]);
    return;
  end if;
  if (p.courier, p.tracking_number) is distinct from (details.courier, o.tracking_number) then
    update private.parcels set courier = details.courier, tracking_number = o.tracking_number where id = p.id;
  end if;
  if private.plain_state(p.state) <> wanted then
    perform private.set_parcels(array[private.admin_event(p.id, wanted, case
      when details.outcome = 'refused' then 'refused' else coalesce(p.reason, details.outcome)
    end)]);
  end if;
end
$$;

-- Security definer: the API writes no table.
create or replace function public.admin_add_attempt(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  o public.orders;
  said text;
begin
  perform private.require_admin();
  perform private.check_request(p, 4096, array['id', 'attempt', 'act', 'at', 'reason', 'text']);
  if coalesce(p ->> 'attempt', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    perform private.refuse('bad_field', 'attempt');
  end if;
  if coalesce(p ->> 'act', '') not in ('yes', 'reset', 'no_answer', 'later', 'tomorrow', 'hold', 'resume') then
    perform private.refuse('bad_field', 'act');
  end if;
  if coalesce(p ->> 'reason', 'other') not in ('address', 'phone', 'stock', 'doubtful', 'payment', 'other')
    or (p ->> 'act' = 'hold') <> (p ? 'reason') then
    perform private.refuse('bad_field', 'reason');
  end if;
  -- A device may have been offline.
  if coalesce((p ->> 'at')::timestamptz < now() - interval '7 days', true) then
    perform private.refuse('bad_field', 'at');
  end if;
  if p ->> 'text' ~ '\S' then
    said := private.clean_note('text', p -> 'text', 300);
  end if;
  -- Locked, so that it is neither closed nor erased meanwhile.
  select * into o from public.orders where id = p ->> 'id' for share;
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  if private.is_erased(o.shipping_address) then
    perform private.refuse('erased', null, 409);
  end if;
  -- A retry whose response was lost is not refused.
  if private.is_final(o.status) and not exists (
    select from private.confirmation_attempts where id = (p ->> 'attempt')::uuid
  ) then
    perform private.refuse('closed', null, 409);
  end if;
  insert into private.confirmation_attempts (id, order_id, at, actor, actor_id, act, reason, text)
  values (
    -- By a clock that is ahead it would be the last one for a while.
    (p ->> 'attempt')::uuid, o.id, least((p ->> 'at')::timestamptz, now()), 'admin', auth.uid(),
    p ->> 'act', p ->> 'reason', said
  )
  on conflict (id) do nothing;
  delete from private.order_leases where order_id = o.id;
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'status', o.status,
    'confirmation', private.confirmation_json(o),
    'attempts', (select attempts from private.order_pages where id = o.id)
  ));
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
comment on function public.admin_add_attempt(jsonb) is
  'Adds an attempt to confirm an order that is not closed, once per its own id: {id, attempt, act, at, reason?, text?};
only a hold has a reason. For admins. Responds with what follows from all attempts, and the status.';

-- In plpgsql, which caches its plans: every new order waits for it.
create or replace function private.order_json(
  o public.orders, is_full boolean, is_holder boolean default false
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  details private.order_details;
  courier private.couriers;
begin
  select * into details from private.order_details where order_id = o.id;
  if is_full and details.courier is not null then
    select * into courier from private.couriers where id = details.courier;
  end if;
  return jsonb_build_object(
    'id', o.id,
    'items', o.items,
    'total', o.total,
    'status', o.status,
    'date', o.date,
    'estimatedDelivery', o.estimated_delivery,
    'version', o.version,
    'advance', coalesce(details.advance, 0),
    'booked', private.is_booked(o, details),
    'replaces', o.replaces,
    'mayChange', is_holder and not private.is_booked(o, details),
    'paymentMethod', o.payment_method,
    'masked', not is_full,
    'shippingAddress',
      case when is_full then o.shipping_address else private.mask_address(o.shipping_address) end,
    -- The page of a courier shows name, phone and address for a tracking number.
    'trackingNumber', case when is_full then o.tracking_number end,
    'trackingHistory', case
      when is_full then o.tracking_history
      else private.history_without_numbers(o.tracking_history)
    end,
    'courier', case when is_full then details.courier end,
    'courierName', courier.name,
    -- A tracking number has no other character that a URL escapes.
    'trackingPage', replace(
      courier.tracking_url, '{number}', replace(replace(o.tracking_number, ' ', '%20'), '/', '%2F')
    ),
    'landmark', case when is_full then details.landmark end,
    'secondPhone', case when is_full then details.second_phone end,
    'riderNote', case when is_full then details.rider_note end,
    'outcome', case when is_full then details.outcome end,
    'cancellation', case when is_full and details.cancel_reason is not null then
      jsonb_build_object('reason', details.cancel_reason, 'text', details.cancel_text)
    end,
    'request', case when is_full then (
      select jsonb_build_object('at', at, 'kind', kind, 'text', text, 'state', state)
      from private.help_requests where order_id = o.id
    ) end,
    'parcelState', case when o.status = 'shipped' then (
      select state from private.parcels
      where order_id = o.id and is_current and state in ('out_for_delivery', 'attempt_failed', 'returning')
    ) end
  );
end
$$;

-- Security definer: the API writes no table.
create or replace function public.admin_join_orders(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  main public.orders;
  added public.orders;
  main_details private.order_details;
  added_details private.order_details;
  before jsonb;
  after jsonb;
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['id', 'version', 'into', 'intoVersion']);
  perform from public.orders as o where o.id in (p ->> 'id', p ->> 'into') order by o.id for update;
  select * into main from public.orders where id = p ->> 'into';
  select * into added from public.orders where id = p ->> 'id';
  if main.id is null or added.id is null or main.id = added.id then
    perform private.refuse('not_found', null, 200);
  end if;
  select * into main_details from private.order_details where order_id = main.id;
  select * into added_details from private.order_details where order_id = added.id;
  if private.is_booked(main, main_details) then
    perform private.refuse_change('booked', main, false);
  elsif private.is_booked(added, added_details) then
    perform private.refuse_change('booked', added, false);
  elsif main.version is distinct from (p ->> 'intoVersion')::integer then
    perform private.refuse_change('stale', main, false);
  elsif added.version is distinct from (p ->> 'version')::integer then
    perform private.refuse_change('stale', added, false);
  elsif coalesce(main.replaces, added.replaces) is not null then
    perform private.refuse('replacement');
  elsif main.phone_key <> added.phone_key then
    perform private.refuse('other_phone');
  end if;
  before := jsonb_build_object(
    'items', main.items, 'total', main.total, 'advance', coalesce(main_details.advance, 0)
  );
  after := jsonb_build_object(
    'items', private.joined_items(main.items, added.items),
    'total', main.total + added.total,
    'advance', coalesce(main_details.advance, 0) + coalesce(added_details.advance, 0)
  );
  if jsonb_array_length(after -> 'items') > 20 then
    perform private.refuse('cart_too_large');
  end if;
  perform private.set_purchase(main, before, after);
  insert into private.joined_orders (order_id, into_id, actor_id, before, after)
  values (added.id, main.id, auth.uid(), before, after);
  perform set_config('shop.actor', 'admin', true);
  update public.orders set status = 'cancelled' where id = added.id;
  perform set_config('shop.actor', '', true);
  insert into private.order_details (order_id, end_reason) values (added.id, 'joined')
  on conflict (order_id) do update set end_reason = excluded.end_reason;
  return private.respond_order(main.id);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

-- In plpgsql, which caches its plans: every new order waits for it.
create or replace function private.update_customers(changes private.order_change[], former_keys text[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  -- Every transaction locks these rows in the same order, so that no deadlock is possible. Only orders of
  -- the same customer wait for each other.
  insert into private.customers as customer (
    key, full_name, phone, city, state, order_count, total_spent, last_order_id, last_order_date
  )
  select
    key,
    coalesce((newest).shipping_address ->> 'fullName', ''),
    coalesce((newest).shipping_address ->> 'phone', ''),
    coalesce((newest).shipping_address ->> 'city', ''),
    coalesce((newest).shipping_address ->> 'state', ''),
    order_count, total_spent, (newest).id, (newest).date
  from (
    select
      private.customer_key(o) as key,
      sum(sign) as order_count,
      coalesce(sum(sign * (o).total) filter (where private.counts_as_revenue((o).status)), 0)
        as total_spent,
      (array_agg(o order by (o).date desc, (o).id desc))[1] as newest
    from unnest(changes)
    -- Erased orders have no customer.
    where not private.is_erased((o).shipping_address)
    group by 1
    -- A new status alone changes no customer, unless it is or was cancelled.
    having sum(sign) <> 0 or sum(sign * (o).total) filter (where private.counts_as_revenue((o).status)) <> 0
  ) as changed
  order by key
  on conflict (key) do update set
    order_count = customer.order_count + excluded.order_count,
    total_spent = customer.total_spent + excluded.total_spent,
    (full_name, phone, city, state, last_order_id, last_order_date) = (
      select full_name, phone, city, state, last_order_id, last_order_date
      from (select customer.* union all select excluded.*) as version
      order by last_order_date desc, last_order_id desc
      limit 1
    );
  -- Statements after the lock: they see what the transactions that it waited for have written.
  if cardinality(former_keys) > 0 then
    delete from private.customers where key = any (former_keys) and order_count = 0;
    update private.customers as customer set
      full_name = coalesce(latest.shipping_address ->> 'fullName', ''),
      phone = coalesce(latest.shipping_address ->> 'phone', ''),
      city = coalesce(latest.shipping_address ->> 'city', ''),
      state = coalesce(latest.shipping_address ->> 'state', ''),
      last_order_id = latest.id,
      last_order_date = latest.date
    from unnest(former_keys) as former (key), lateral (
      select * from public.orders as o
      where o.phone_key = substring(former.key from '[0-9]*$')
        and private.customer_key(o) = former.key
      order by o.date desc, o.id desc
      limit 1
    ) as latest
    where customer.key = former.key;
  end if;
end
$$;

create or replace function private.save_bookings(bookings private.booking[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.log_changes(
    'admin', (o).id,
    jsonb_build_object(
      'courier', (former).courier, 'outcome', (former).outcome, 'endReason', (former).end_reason
    ),
    jsonb_build_object(
      'courier', (details).courier, 'outcome', (details).outcome, 'endReason', (details).end_reason
    )
  )
  from unnest(bookings)
  where ((former).courier, (former).outcome, (former).end_reason)
    is distinct from ((details).courier, (details).outcome, (details).end_reason);
  perform set_config('shop.actor', 'admin', true);
  update public.orders as saved set status = (booked.o).status, tracking_number = (booked.o).tracking_number
  from unnest(bookings) as booked
  where saved.id = (booked.o).id;
  perform set_config('shop.actor', '', true);
  insert into private.order_details as saved (order_id, courier, outcome, end_reason)
  select (o).id, (details).courier, (details).outcome, (details).end_reason
  from unnest(bookings)
  where coalesce(
    (details).order_id, (details).courier, (details).outcome, (details).end_reason, (o).tracking_number
  ) is not null
  on conflict (order_id) do update set
    courier = excluded.courier, outcome = excluded.outcome, end_reason = excluded.end_reason
  where (saved.courier, saved.outcome, saved.end_reason)
    is distinct from (excluded.courier, excluded.outcome, excluded.end_reason);
  perform private.keep_parcel((o).id) from unnest(bookings);
end
$$;

-- Security definer: as public.admin_correct_order().
create or replace function public.admin_book_order(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  o public.orders;
  details private.order_details;
begin
  perform private.require_admin();
  perform private.check_request(
    p, 16384, array['id', 'version', 'status', 'courier', 'trackingNumber', 'outcome', 'endReason']
  );
  select * into o from public.orders where id = p ->> 'id' for update;
  perform private.check_version(o, p, is_holder => false, is_booking => true);
  select * into details from private.order_details where order_id = o.id;
  perform private.save_bookings(array[private.read_booking(o, details, p)]);
  return private.respond_order(o.id);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

create or replace function private.move_parcels(events private.parcel_events[], new_outcome text default null)
returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  e private.parcel_events;
  p private.parcels;
  o public.orders;
  details private.order_details;
  outcome text;
  moved private.parcel_events[] := '{}';
  bookings private.booking[] := '{}';
  refused jsonb := '{}';
begin
  foreach e in array events loop
    select * into p from private.parcels where id = e.parcel_id;
    select * into o from public.orders where id = p.order_id;
    select * into details from private.order_details where order_id = p.order_id;
    if private.is_erased(o.shipping_address) and p.is_current
      and private.plain_state(e.state) not in ('delivered', 'returned') then
      refused := refused || jsonb_build_object(p.id, 'erased');
      continue;
    end if;
    outcome := coalesce(
      new_outcome, details.outcome, case when e.reason = 'refused' then 'refused' else 'returned' end
    );
    e.before := jsonb_build_object(
      'parcel', to_jsonb(p) - array['id', 'order_id', 'nth', 'courier', 'tracking_number', 'paid', 'banked'],
      'order', jsonb_build_object(
        'status', o.status, 'outcome', details.outcome, 'endReason', details.end_reason
      )
    );
    if private.plain_state(e.state) = 'returned' then
      e.reason := coalesce(e.reason, p.reason, outcome);
    end if;
    moved := moved || e;
    if p.is_current and (
      private.plain_state(e.state) <> private.plain_state(p.state)
      or (private.plain_state(e.state) = 'returned' and outcome is distinct from details.outcome)
    ) then
      bookings := bookings || private.read_booking(o, details, private.booking_of(e.state, outcome));
    end if;
  end loop;
  insert into private.order_audit (order_id, actor, actor_id, before, after)
  select
    order_id, 'admin', auth.uid(),
    jsonb_build_object('parcel', parcels.state), jsonb_build_object('parcel', event.state)
  from unnest(moved) with ordinality as event
  join private.parcels on parcels.id = event.parcel_id
  where event.state <> parcels.state
  order by event.ordinality;
  perform private.set_parcels(moved);
  update private.parcels set is_current = false
  where id = any (array(select parcel_id from unnest(moved) where state = 'cancelled')) and is_current;
  perform private.save_bookings(bookings);
  return refused;
end
$$;

-- Security definer: as public.admin_couriers().
create or replace function public.admin_save_courier(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  typed_cities constant jsonb := coalesce(p -> 'cities', '[]');
  typed_names constant jsonb := coalesce(p -> 'cityNames', '{}');
begin
  perform private.require_admin();
  perform private.check_request(p, 4000000, array[
    'courier', 'columns', 'cities', 'cityNames', 'statementColumns'
  ]);
  perform private.require_courier(p ->> 'courier');
  if jsonb_typeof(typed_cities) <> 'array'
    or typed_cities @? 'strict $[*] ? (@.type() <> "string")' then
    perform private.refuse('bad_field', 'cities');
  elsif jsonb_typeof(typed_names) <> 'object'
    or typed_names @? 'strict $.* ? (@.type() <> "string")' then
    perform private.refuse('bad_field', 'cityNames');
  elsif jsonb_array_length(typed_cities) > 5000 then
    perform private.refuse('too_many', 'cities');
  elsif (select count(*) from jsonb_object_keys(typed_names)) > 5000 then
    perform private.refuse('too_many', 'cityNames');
  end if;

  insert into private.courier_settings as saved (
    courier, columns, cities, city_names, statement_columns
  )
  values (
    p ->> 'courier',
    private.clean_courier_columns(coalesce(p -> 'columns', '[]')),
    (
      -- In their order, each once and none blank.
      select coalesce(jsonb_agg(name order by nth) filter (where name is not null), '[]')
      from (
        select private.clean_field('cities', city, 100) as name, min(nth) as nth
        from jsonb_array_elements(typed_cities) with ordinality as listed (city, nth)
        group by 1
      ) as cleaned
    ),
    (
      select coalesce(jsonb_object_agg(lower(typed_city), city), '{}')
      from jsonb_each(typed_names),
        private.clean_field('cityNames', to_jsonb(key), 100) as typed_city,
        private.clean_field('cityNames', value, 100) as city
      where typed_city is not null and city is not null
    ),
    private.clean_statement_columns(coalesce(p -> 'statementColumns', '{}'))
  )
  on conflict (courier) do update set
    columns = case when p ? 'columns' then excluded.columns else saved.columns end,
    cities = case when p ? 'cities' then excluded.cities else saved.cities end,
    city_names = case when p ? 'cityNames' then excluded.city_names else saved.city_names end,
    statement_columns = case
      when p ? 'statementColumns' then excluded.statement_columns else saved.statement_columns
    end;
  return private.respond(200, '{"ok": true}');
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

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
      from public.orders as other
      left join private.order_details as details on details.order_id = other.id
      where other.phone_key = o.phone_key and other.id <> o.id and private.is_open(other.status)
        and not private.is_booked(other, details) and not private.is_erased(o.shipping_address)
        and coalesce(o.replaces, other.replaces) is null
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
      from private.parcels as p where p.order_id = o.id
    ) as parcels,
    private.replaced_by(o.id) as "replacedBy"
  from public.orders as o;
comment on view private.order_pages is
  'What the admin sees beside an order, oldest first: notes, attempts to confirm it, messages about it and the
language of the last one to its phone, other open orders of the phone that no courier has, which may be joined
with it, the order that it was joined into, those that were joined into it, its parcels with what happened to them and
their money, and the newest order that replaces it.';

create function private.file_move(
  p private.parcels, state private.parcel_state, at timestamptz, reason text
) returns text
language sql immutable set search_path = '' as $$
  select case
    -- A delivery that failed again has the newest reason.
    when state = p.state then
      case when state = 'attempt_failed' and reason <> coalesce(p.reason, '') and (at < p.state_at) is not true
        then 'moves' else 'same' end
    when p.state = 'delivered' then
      case when state <= 'attempt_failed' then 'behind' else 'delivered' end
    when p.state in ('received_back', 'lost', 'cancelled') then
      case when state < p.state and (p.state = 'received_back' or state <= 'attempt_failed')
        and (p.state <> 'cancelled' or state = 'booked') then 'behind' else p.state::text end
    when not p.is_current and state not in ('returned', 'received_back', 'lost') then
      case when state < p.state then 'behind' else 'sent_again' end
    when state = 'cancelled' then case when p.state = 'booked' then 'moves' else 'on_the_way' end
    when state = 'out_for_delivery' and p.state = 'attempt_failed' then
      case when at < p.state_at then 'behind' else 'moves' end
    when state > p.state then
      case when state = 'attempt_failed' and p.state = 'out_for_delivery' and at < p.state_at then 'behind'
        else 'moves' end
    else 'behind'
  end
$$;
comment on function private.file_move(private.parcels, private.parcel_state, timestamptz, text) is
  'What a state in a file does to a parcel: it moves it, is the same or behind, or is in conflict with the state, the
name of which is then returned, or with an order that was sent again. A delivery or an attempt changes either way.';

create function private.undo_events(events private.parcel_events[]) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  e private.parcel_events;
  p private.parcels;
  o public.orders;
  details private.order_details;
  former private.parcels;
  why text;
  bookings private.booking[] := '{}';
  remaining jsonb := '[]';
begin
  foreach e in array events loop
    select * into p from private.parcels where id = e.parcel_id;
    select * into o from public.orders where id = p.order_id;
    former := jsonb_populate_record(p, e.before -> 'parcel');
    why := case
      when p.is_current <> (former.is_current and e.state <> 'cancelled') or exists (
        select from private.parcel_events as later
        join private.parcels as of_order on of_order.id = later.parcel_id
        where of_order.order_id = p.order_id and later.id > e.id
      ) then 'changed_since'
      when private.is_erased(o.shipping_address) then 'erased'
    end;
    if why is not null then
      remaining := remaining || jsonb_build_object('why', why, 'orderId', p.order_id);
      continue;
    end if;
    select * into details from private.order_details where order_id = o.id;
    delete from private.parcel_events where id = e.id;
    update private.parcels set
      is_current = former.is_current, state = former.state, to_collect = former.to_collect,
      reason = former.reason, damaged = former.damaged, handed_over_at = former.handed_over_at,
      state_at = former.state_at, ended_at = former.ended_at
    where id = p.id;
    perform private.log_changes(
      'admin', o.id, jsonb_build_object('parcel', p.state), jsonb_build_object('parcel', former.state)
    );
    if former.is_current and (p.state = 'cancelled'
      or private.plain_state(p.state) <> private.plain_state(former.state)
      or details.outcome is distinct from e.before #>> '{order,outcome}') then
      bookings := bookings || private.read_booking(
        o, details,
        (e.before -> 'order') || jsonb_build_object('courier', p.courier, 'trackingNumber', p.tracking_number)
      );
    end if;
  end loop;
  -- Of several events of an order the oldest says what it was before all of them.
  perform private.save_bookings(array(
    select distinct on ((booked.o).id) row(booked.o, booked.former, booked.details)::private.booking
    from unnest(bookings) with ordinality as booked (o, former, details, nth)
    order by (booked.o).id, booked.nth desc
  ));
  return remaining;
end
$$;
comment on function private.undo_events(private.parcel_events[]) is
  'Takes back what a statement or the returns desk did to parcels and their orders, which are locked, the newest event
first. Returns {why, orderId} of what it cannot take back: something newer happened, or the order is erased.';

create or replace function private.take_back(
  p_id bigint, later private.statements default null, rows private.statement_row[] default '{}'
) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  paid bigint[];
  events private.parcel_events[];
  remaining jsonb;
begin
  -- What the statement that replaces it says as well is not undone and done again.
  update private.parcel_events as event set statement_id = later.id
  from (select distinct parcel_id, state from unnest(rows)) as line
  where event.statement_id = p_id and (event.parcel_id, event.state) = (line.parcel_id, line.state);
  paid := array(select distinct parcel_id from private.money_lines where statement_id = p_id);
  delete from private.money_lines where statement_id = p_id;
  perform private.sum_parcels(paid);
  events := array(select event from private.parcel_events as event where statement_id = p_id order by id desc);
  remaining := private.undo_events(events);
  return jsonb_build_object(
    'ok', true, 'undone', cardinality(events) - jsonb_array_length(remaining), 'left', remaining
  );
end
$$;

create or replace function private.apply_states(statement private.statements, rows private.statement_row[]) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  moves jsonb;
  events private.parcel_events[];
  refused jsonb;
begin
  select
    coalesce(jsonb_object_agg(p.id, jsonb_build_object('move', move, 'from', p.state, 'to', line.state)), '{}'),
    coalesce(array_agg(jsonb_populate_record(null::private.parcel_events, jsonb_build_object(
      'parcel_id', p.id, 'state', line.state, 'source', 'statement', 'statement_id', statement.id,
      'at', coalesce(line.at, statement.dated::timestamp at time zone 'Asia/Karachi', now()),
      'word', line.word, 'reason', line.reason
    )) order by p.id) filter (where move = 'moves'), '{}')
  into moves, events
  from (
    select distinct on (parcel_id) * from unnest(rows)
    where parcel_id is not null and state is not null
    -- A delivery and an attempt have no order but that of their times.
    order by parcel_id, case state when 'attempt_failed' then 'out_for_delivery' else state end desc,
      at desc nulls last, nth desc
  ) as line
  join private.parcels as p on p.id = line.parcel_id,
  lateral private.file_move(p, line.state, line.at, line.reason) as move;
  refused := private.move_parcels(events);
  return moves || (
    select coalesce(jsonb_object_agg(id, jsonb_set(moves -> id, '{move}', why)), '{}')
    from jsonb_each(refused) as refusal (id, why)
  );
end
$$;

-- Security definer: as public.admin_statements(). Without sequential scans, as public.admin_create_batch().
create or replace function public.admin_statement(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  page_size constant integer := 500;
  listed private.listed_statements;
  shown bigint[];
begin
  perform private.require_admin();
  select * into listed from private.listed_statements where id = (p ->> 'id')::bigint;
  if not found then
    return private.respond(200, null);
  end if;
  shown := array(
    select id from unnest(private.parcels_of(listed.id)) as id
    where id > coalesce((p ->> 'after')::bigint, 0) order by id limit page_size + 1
  );
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
      from private.parcels as saved join public.orders as o on o.id = saved.order_id
      where saved.id = any (shown[1:page_size])
    ),
    'next', case when cardinality(shown) > page_size then shown[page_size] end
  ));
end
$$;
comment on function public.admin_statement(jsonb) is
  'The statement of {id, after?} and at most 500 of its parcels after this one, with their money in it and
what all statements paid of them; or null. For admins.';

create or replace function private.desk_json(p private.parcels) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'orderId', o.id, 'fullName', o.shipping_address ->> 'fullName', 'city', o.shipping_address ->> 'city',
    'contents', (
      select string_agg(concat(line ->> 'quantity', ' × ', line ->> 'name', ' (', line ->> 'size', ')'), ', ' order by nth)
      from jsonb_array_elements(o.items) with ordinality as listed (line, nth)
    ),
    'courier', p.courier, 'trackingNumber', p.tracking_number, 'toCollect', p.to_collect, 'damaged', p.damaged
  )
  from public.orders as o where o.id = p.order_id
$$;

-- Security definer: as public.admin_check_in().
create or replace function public.admin_undo_check_in(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  e private.parcel_events;
  undone private.parcels;
  why text;
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['token']);
  select * into e from private.parcel_events where token = (p ->> 'token')::uuid;
  perform private.lock_parcels(array[e.parcel_id]);
  -- Another request may have undone it meanwhile.
  select * into e from private.parcel_events where token = (p ->> 'token')::uuid;
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  why := private.undo_events(array[e]) #>> '{0,why}';
  if why is not null then
    perform private.refuse(why, null, 409);
  end if;
  select * into undone from private.parcels where id = e.parcel_id;
  return private.respond(200, private.desk_json(undone) || jsonb_build_object(
    'ok', true, 'from', e.state, 'to', undone.state
  ));
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

-- Security definer: the API writes no table.
create or replace function public.admin_send_again(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  o public.orders;
  details private.order_details;
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['id', 'version']);
  select * into o from public.orders where id = p ->> 'id' for update;
  perform private.check_version(o, p, is_holder => false, is_booking => true);
  if private.is_erased(o.shipping_address) or not exists (
    select from private.parcels
    where order_id = o.id and is_current and state in ('returned', 'received_back', 'lost')
  ) then
    perform private.refuse_change('not_returned', o, false);
  end if;
  select * into details from private.order_details where order_id = o.id;
  -- private.keep_parcel() leaves the parcel: the next booking makes another.
  perform private.save_bookings(array[private.read_booking(
    o, details, '{"status": "pending", "courier": null, "trackingNumber": null, "outcome": null}'
  )]);
  return private.respond_order(o.id);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

-- Security definer: the parcels cannot be read through the API.
create or replace function public.admin_evening(p jsonb default '{}') returns jsonb
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
  return private.respond(200, private.cash_figures(first_day, last_day) || jsonb_build_object(
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
      'returnFees', coalesce(sum(amount) filter (where kind = 'return_fee'), 0)
    )
    from private.money_lines
    where kind in ('fee', 'tax', 'return_fee') and dated between first_day and last_day
  ) || private.open_cash() || private.open_claims());
exception
  when data_exception then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

-- Security definer: the totals cannot be read through the API.
create or replace function public.admin_dashboard() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  today constant date := private.shop_day(now());
  figures jsonb;
begin
  perform private.require_admin();
  -- Erases where nothing else did for a day. One caller at a time, and no other caller waits.
  if current_setting('transaction_read_only') = 'off' then
    perform from private.last_retention where at < now() - interval '1 day' for update skip locked;
    if found then
      perform private.apply_retention();
    end if;
  end if;
  select jsonb_build_object(
    'totalOrders', coalesce(sum(orders - replacements), 0),
    'totalRevenue', coalesce(sum(revenue) filter (where private.counts_as_revenue(status)), 0),
    'pendingOrders', coalesce(sum(orders - replacements) filter (where private.is_open(status)), 0),
    'completedOrders', coalesce(sum(orders - replacements) filter (where status = 'delivered'), 0)
  )
  into figures
  from private.status_totals;

  select figures || jsonb_build_object(
    'revenue30', coalesce(sum(revenue) filter (where day > today - 30), 0),
    'revenuePrevious30', coalesce(sum(revenue) filter (where day <= today - 30), 0)
  )
  into figures
  from private.day_totals where day between today - 59 and today;

  -- Days without orders included.
  select figures || jsonb_build_object('days', jsonb_agg(
    jsonb_build_object(
      'day', listed.day, 'orders', coalesce(orders, 0), 'revenue', coalesce(revenue, 0.00)
    )
    order by listed.day
  ))
  into figures
  from (select today - nth as day from generate_series(0, 29) as nth) as listed
  left join (
    -- Named here as well: Postgres would sum up all days for the join.
    select * from private.day_totals where day between today - 29 and today
  ) as total on total.day = listed.day;

  select figures || private.cash_figures(null, null) || jsonb_build_object(
    'openRequests', open_requests,
    'pastRetention', past_retention,
    'markedOrders', marked_orders,
    'unsentCopies', unsent_copies,
    'databaseBytes', pg_database_size(current_database()),
    'recent', private.order_summaries(array(select id from public.orders order by date desc, id desc limit 5))
  )
  into figures
  from private.waiting;
  -- Last, when orders were read: a TRUNCATE of them, which waits for a fold, cannot have begun.
  perform private.fold_totals();
  return private.respond(200, figures);
end
$$;

drop function private.book_order(public.orders, private.order_details, jsonb);
drop function private.contents_of(jsonb);
drop function private.days_of_money(date, date);
drop function private.days_of_parcels(timestamptz, timestamptz);
drop function private.file_move(private.parcels, private.parcel_state, timestamptz);
drop function private.make_parcels();
drop function private.parcel_state_of(public.orders, private.order_details);
drop function private.parcels_json(text);
drop function private.statement_parcel(private.parcels, bigint);
drop function private.tracking_page(private.couriers, text);
drop function private.undo_event(private.parcel_events);

alter function public.admin_apply_statement(jsonb) set statement_timeout = '30s';
alter function public.admin_undo_statement(jsonb) set statement_timeout = '30s';
