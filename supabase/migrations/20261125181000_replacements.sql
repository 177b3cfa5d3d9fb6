/*
 * Replacements: orders that replace items of another one. They have no price, and are in no figure of sales.
 */

alter table public.orders add column replaces text references public.orders (id);
alter table public.orders drop constraint orders_total_check;
alter table public.orders add constraint sales_have_a_total
  check (total >= 0 and (total = 0) = (replaces is not null));
create index orders_replaces_idx on public.orders (replaces, date desc, id desc)
  where replaces is not null;
comment on table public.orders is 'What customers bought, and what was sent to replace it.';
comment on column public.orders.replaces is
  'The order whose items this one replaces. It has no price, and is in no figure of sales.';

alter table private.total_changes add column replacements bigint not null default 0;
comment on table private.total_changes is
  'How many orders of a day and status came or went, for how many rupees, and how many of them replace others. Rows
are only added, and folded into one row for each day and status.';

create or replace function private.price_lines(p_replaces text, items jsonb, out priced jsonb, out total numeric)
language plpgsql stable set search_path = '' as $$
begin
  if p_replaces is null then
    select listed.priced, listed.total into priced, total from private.price_items(items) as listed;
    return;
  end if;
  total := 0;
  if jsonb_typeof(items) is distinct from 'array' then
    perform private.refuse('items_invalid');
  end if;
  select jsonb_agg(
    sold.line || jsonb_build_object('price', 0, 'quantity', chosen.quantity) order by chosen.nth
  )
  into priced
  from (
    select item ->> 'id' as id, item ->> 'size' as size, sum((item ->> 'quantity')::integer) as quantity,
      min(nth) as nth
    from jsonb_array_elements(items) with ordinality as listed (item, nth)
    group by 1, 2
  ) as chosen
  join (
    select line ->> 'id' as id, line ->> 'size' as size, (array_agg(line order by nth))[1] as line,
      sum((line ->> 'quantity')::integer) as quantity
    from public.orders as o, jsonb_array_elements(o.items) with ordinality as listed (line, nth)
    where o.id = p_replaces
    group by 1, 2
  ) as sold using (id, size)
  where chosen.quantity between 1 and sold.quantity;
  if priced is null or jsonb_array_length(priced) <> jsonb_array_length(items) then
    perform private.refuse('item_unknown');
  end if;
end
$$;
comment on function private.price_lines(text, jsonb) is
  'The lines of an order as they are saved, and their total: at the prices of record, or without a price where they
replace lines of this order. Refuses what that order does not have.';

-- In UTC, because a caller may choose the time zone of its request, and `at` becomes text.
create or replace function private.prepare_order() returns trigger
language plpgsql volatile set search_path = '' set timezone = 'UTC' as $$
declare
  priced_total numeric;
begin
  new.shipping_address := private.clean_address(new.shipping_address);
  select priced, total into new.items, priced_total from private.price_lines(new.replaces, new.items);
  if new.total is distinct from priced_total then
    perform private.refuse('total_mismatch');
  end if;
  new.status := 'pending';
  new.date := now();
  new.estimated_delivery := private.shop_day(now()) + 7;
  new.tracking_number := null;
  new.version := 1;
  new.tracking_history :=
    jsonb_build_array(jsonb_build_object('status', 'pending', 'at', now(), 'by', 'customer'));
  new.search_text := private.order_search_text(new);
  return new;
end
$$;
comment on function private.prepare_order() is
  'Validates a new order and sets every column that its sender does not decide, however it is inserted.';

create or replace function private.correct_order(actor text, o public.orders, p jsonb) returns void
language plpgsql volatile set search_path = '' as $$
declare
  details private.order_details;
  before jsonb;
  after jsonb;
  extras jsonb;
begin
  select * into details from private.order_details where order_id = o.id;
  before := jsonb_build_object(
    'version', o.version, 'shippingAddress', o.shipping_address, 'items', o.items, 'total', o.total,
    'advance', coalesce(details.advance, 0), 'landmark', details.landmark,
    'secondPhone', details.second_phone, 'riderNote', details.rider_note
  );
  if p ? 'shippingAddress' then
    o.shipping_address := private.clean_address(p -> 'shippingAddress');
  end if;
  if p ? 'items' or p ? 'total' then
    select priced, total into o.items, o.total from private.price_lines(o.replaces, p -> 'items');
    if p -> 'total' is distinct from to_jsonb(o.total) then
      perform private.refuse('total_mismatch');
    end if;
  end if;
  if p ? 'extras' then
    extras := private.clean_address(p -> 'extras', are_required => false);
    details.landmark := extras ->> 'landmark';
    details.second_phone := extras ->> 'secondPhone';
    details.rider_note := extras ->> 'riderNote';
  end if;
  details.advance := private.read_advance(p, coalesce(details.advance, 0), o.total);
  after := before || jsonb_build_object(
    'shippingAddress', o.shipping_address, 'items', o.items, 'total', o.total,
    'advance', details.advance, 'landmark', details.landmark,
    'secondPhone', details.second_phone, 'riderNote', details.rider_note
  );

  perform private.log_changes(actor, o.id, before, after);
  perform set_config('shop.actor', actor, true);
  update public.orders set
    shipping_address = o.shipping_address, items = o.items, total = o.total
  where id = o.id;
  if p ? 'extras' or p ? 'advance' then
    insert into private.order_details (order_id, advance, landmark, second_phone, rider_note)
    values (o.id, details.advance, details.landmark, details.second_phone, details.rider_note)
    on conflict (order_id) do update set
      advance = excluded.advance,
      landmark = excluded.landmark,
      second_phone = excluded.second_phone,
      rider_note = excluded.rider_note;
  end if;
  perform set_config('shop.actor', '', true);
end
$$;
comment on function private.correct_order(text, public.orders, jsonb) is
  'Changes address, extras, lines or advance of an order, and logs old and new. Refuses invalid ones.';

create or replace function private.is_known(o public.orders) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return o.replaces is not null or not private.is_erased(o.shipping_address) and (
    select count(*) filter (where other.status = 'delivered') >= 2 and count(details.outcome) = 0
    from public.orders as other
    left join private.order_details as details on details.order_id = other.id
    where other.phone_key = o.phone_key and other.id <> o.id
  );
end
$$;
comment on function private.is_known(public.orders) is
  'Whether an order needs no confirmation: its phone has two delivered orders and none that came back, or it replaces
another one.';

create or replace view private.status_totals as
  select status, sum(orders)::bigint as orders, sum(total)::numeric(16,2) as revenue,
    sum(replacements)::bigint as replacements
  from private.total_changes group by status;
comment on view private.status_totals is 'How many orders have a status, for how many rupees, and how many of them replace others.';

create or replace view private.day_totals as
  select
    day,
    coalesce(sum(orders - replacements) filter (where is_sale), 0)::bigint as orders,
    coalesce(sum(total) filter (where is_sale), 0)::numeric(16,2) as revenue
  from private.total_changes,
    -- The function is called for each status, not for each row.
    lateral (select status = any (array(
      select listed from unnest(enum_range(null::public.order_status)) as listed
      where private.counts_as_revenue(listed)
    )) as is_sale) as counted
  group by day;
comment on view private.day_totals is
  'How many orders that are not cancelled were placed on a day of Karachi, without replacements, and their rupees.';

create or replace function private.fold_totals() returns void
language plpgsql volatile set search_path = '' as $$
begin
  -- In READ COMMITTED the statements after the lock see what the fold before it has left.
  if current_setting('transaction_read_only') = 'on'
    or current_setting('transaction_isolation') <> 'read committed'
    or not pg_try_advisory_xact_lock(hashtextextended('totals', 0)) then
    return;
  end if;
  with gone as (
    delete from private.total_changes as change
    using (select distinct day, status from private.total_changes where not folded) as added
    where (change.day, change.status) = (added.day, added.status)
    returning change.*
  )
  insert into private.total_changes (day, status, orders, total, folded, replacements)
  select day, status, sum(orders), sum(total), true, sum(replacements) from gone
  group by day, status
  having (sum(orders), sum(total), sum(replacements)) <> (0, 0, 0);

  if (select count(*) > 1 from private.customer_changes) then
    with gone as (delete from private.customer_changes where true returning customers)
    insert into private.customer_changes (customers) select sum(customers) from gone;
  end if;

  with gone as (
    delete from private.cash_changes as change
    using (select distinct day from private.cash_changes where not folded) as added
    where change.day = added.day
    returning change.*
  )
  insert into private.cash_changes (day, parcels, expected, in_statements, in_bank, folded)
  select day, sum(parcels), sum(expected), sum(in_statements), sum(in_bank), true from gone
  group by day
  having (sum(parcels), sum(expected), sum(in_statements), sum(in_bank)) <> (0, 0, 0, 0);
end
$$;
comment on function private.fold_totals() is
  'Replaces the rows of each day and status, and of each day of delivery, by one with their sum. Does nothing while another fold runs. Waits
for nothing, and nothing but recount_orders() waits for it.';

create or replace function private.recount_orders() returns void
language plpgsql volatile set search_path = '' as $$
begin
  lock table public.orders, private.parcels in share row exclusive mode;
  -- Without folds: the delete does not see the sums of one that ends meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('totals', 0));

  delete from private.total_changes where true;
  insert into private.total_changes (day, status, orders, total, folded, replacements)
  select private.shop_day(date), status, count(*), sum(total), true, count(replaces)
  from public.orders group by 1, 2;

  delete from private.customers where true;
  insert into private.customers (
    key, full_name, phone, city, state, order_count, total_spent, last_order_id, last_order_date
  )
  select
    key,
    coalesce(latest.shipping_address ->> 'fullName', ''),
    coalesce(latest.shipping_address ->> 'phone', ''),
    coalesce(latest.shipping_address ->> 'city', ''),
    coalesce(latest.shipping_address ->> 'state', ''),
    totals.order_count,
    totals.total_spent,
    latest.id,
    latest.date
  from (
    select distinct on (key) private.customer_key(o) as key, shipping_address, id, date
    from public.orders as o
    where not private.is_erased(shipping_address)
    order by key, date desc, id desc
  ) as latest
  join (
    select
      private.customer_key(o) as key,
      count(*) as order_count,
      coalesce(sum(total) filter (where private.counts_as_revenue(status)), 0) as total_spent
    from public.orders as o
    where not private.is_erased(shipping_address)
    group by key
  ) as totals using (key);
  delete from private.customer_changes where true;
  insert into private.customer_changes (customers) select count(*) from private.customers;

  delete from private.cash_changes where true;
  insert into private.cash_changes (day, parcels, expected, in_statements, in_bank, folded)
  select delivered_on, count(*), sum(to_collect), sum(least(paid, to_collect)), sum(least(banked, to_collect)), true
  from private.parcels where delivered_on is not null group by 1;
end
$$;
comment on function private.recount_orders() is
  'Computes all totals again from the orders. Changes of orders wait meanwhile.';

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

  figures := figures || private.cash_figures(null, null);

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

  select figures || jsonb_build_object(
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
comment on function public.admin_dashboard() is
  'Totals, what is to be collected of all delivered parcels, what of it is in statements and in the bank, the last 30
days of Karachi without cancelled orders, the 5 newest orders, how many requests for help are open, how many
orders are marked, how many copies of orders were not sent, and the bytes of the database, for admins.';

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
    'trackingPage', private.tracking_page(courier, o.tracking_number),
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
comment on function private.order_json(public.orders, boolean, boolean) is
  'An order with its details as JSON, in full or masked. Its holder may change it until it is booked. The
state of its parcel is in it where that says more than the status.';

-- In plpgsql, which caches its plans: every row of a list calls it. Without sequential scans, which a plan
-- from a day with few marks would make on a day with many.
create or replace function private.order_marks(o public.orders) returns jsonb
language plpgsql stable set search_path = '' set enable_seqscan = off as $$
declare
  marks text[] := array(
    select mark from private.marked_orders
    where order_id = o.id and decision_id is null
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
  if o.status <> 'cancelled' and o.replaces is null and exists (
    select from public.orders as other
    where other.phone_key = o.phone_key and other.id <> o.id and other.status <> 'cancelled'
      and other.replaces is null
      and other.date between o.date - interval '24 hours' and o.date + interval '24 hours'
  ) then
    marks := marks || text 'duplicate';
  end if;
  return to_jsonb(marks || array(
    select distinct case when details.outcome is null then 'cancelled_before' else 'returned_before' end
    from (
      select id, status from public.orders
      where phone_key = o.phone_key and (date, id) < (o.date, o.id)
      -- The status is looked at after these rows are found: it has an index that Postgres might prefer.
      offset 0
    ) as earlier
    left join private.order_details as details on details.order_id = earlier.id
    where earlier.status = 'cancelled' and details.end_reason is distinct from 'joined'
    order by 1
  ));
end
$$;
comment on function private.order_marks(public.orders) is
  'The marks of an order: the stored ones that no decision has ended, many_wrong_finds, what its customer did,
and those that follow from it and the other orders of its phone: unusual_quantity, not_mobile, duplicate,
cancelled_before and returned_before.';

create or replace function private.replaced_by(p_id text) returns text
language sql stable set search_path = '' as $$
  select id from public.orders where replaces = p_id order by date desc, id desc limit 1
$$;
comment on function private.replaced_by(text) is 'The newest order that replaces items of this one, or null.';

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
        'units', private.units_of(o.items),
        'items', o.items,
        'courier', details.courier,
        'advance', coalesce(details.advance, 0),
        'booked', private.is_booked(o, details),
        'source', coalesce(details.source, 'website'),
        'marks', private.order_marks(o),
        'confirmation', case when private.is_open(o.status) then private.confirmation_json(o) end,
        'outcome', details.outcome,
        'endReason', details.end_reason,
        'isTold', o.status = 'shipped' and private.is_told(o.id),
        'replaces', o.replaces,
        'replacedBy', private.replaced_by(o.id)
      )
      order by array_position(ids, o.id)
    ),
    '[]'
  )
  from public.orders as o
  left join private.order_details as details on details.order_id = o.id
  where o.id = any (ids)
$$;
comment on function private.order_summaries(text[]) is 'Orders as rows of a list, in the order of their ids.';

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
  elsif main.version <> (p ->> 'intoVersion')::integer then
    perform private.refuse_change('stale', main, false);
  elsif added.version <> (p ->> 'version')::integer then
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
comment on function public.admin_join_orders(jsonb) is
  'Joins the order of {id, version, into, intoVersion} into another open one of the same phone, for admins.';

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
    private.parcels_json(o.id) as parcels,
    private.replaced_by(o.id) as "replacedBy"
  from public.orders as o;
comment on view private.order_pages is
  'What the admin sees beside an order, oldest first: notes, attempts to confirm it, messages about it and the
language of the last one to its phone, other open orders of the phone that no courier has, which may be joined
with it, the order that it was joined into, those that were joined into it, its parcels, and the newest order that
replaces it.';

create or replace function private.with_replaced(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
  details private.order_details;
begin
  select * into o from public.orders where id = p ->> 'replaces' for key share;
  if o.id is null or private.is_erased(o.shipping_address) or o.status not in ('shipped', 'delivered') then
    perform private.refuse('not_replaceable', 'replaces', 409);
  end if;
  select * into details from private.order_details where order_id = o.id;
  return p || jsonb_build_object(
    'shippingAddress', o.shipping_address,
    'extras', jsonb_strip_nulls(jsonb_build_object(
      'landmark', details.landmark, 'secondPhone', details.second_phone, 'riderNote', details.rider_note
    )),
    'source', coalesce(details.source, 'website')
  );
end
$$;
comment on function private.with_replaced(jsonb) is
  'The request of a replacement, with address, extras and source of the order that it replaces. Refuses one that was
not sent.';

-- Security definer: an admin has no right to add orders.
create or replace function public.admin_create_order(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  entered_by bytea;
begin
  perform private.require_admin();
  perform private.check_request(p, 16384, array[
    'id', 'token', 'items', 'total', 'shippingAddress', 'extras', 'source', 'advance', 'note',
    'deviceCode', 'messageId', 'replaces'
  ]);
  -- The lock of place_order(): the customer's own attempt may arrive at the same time.
  perform private.lock_new_order(p);
  if exists (select from public.orders where id = p ->> 'id') then
    select admin_token_hash into entered_by from private.order_details where order_id = p ->> 'id';
    if entered_by is distinct from private.hash_token(p ->> 'token') then
      perform private.refuse('id_taken', null, 409);
    end if;
    return private.respond_order(p ->> 'id') || '{"replay": true}';
  end if;

  if p ? 'replaces' then
    p := private.with_replaced(p);
  elsif not coalesce(p -> 'source' <@ '["phone", "whatsapp"]', false) then
    perform private.refuse('bad_field', 'source');
  else
    perform private.check_prices(p -> 'items');
  end if;
  if coalesce(p ->> 'deviceCode', 'ABCDEFGH') !~ '^[A-Z0-9]{8}$' then
    perform private.refuse('bad_field', 'deviceCode');
  end if;
  if coalesce(p ->> 'messageId', 'ABCDEFGH') !~ '^[0-9A-Z]{8}$' then
    perform private.refuse('bad_field', 'messageId');
  end if;
  insert into public.orders (id, items, total, shipping_address, payment_method, replaces)
  values (
    p ->> 'id', p -> 'items', (p ->> 'total')::numeric, p -> 'shippingAddress', 'cash_on_delivery',
    p ->> 'replaces'
  );
  insert into private.order_details (
    order_id, source, advance, admin_token_hash, device_code_hash, message_id,
    landmark, second_phone, rider_note
  )
  select
    p ->> 'id', p ->> 'source', private.read_advance(p, 0, (p ->> 'total')::numeric),
    private.hash_token(p ->> 'token'), private.hash_token(p ->> 'deviceCode'), p ->> 'messageId',
    extras ->> 'landmark', extras ->> 'secondPhone', extras ->> 'riderNote'
  from private.clean_address(coalesce(p -> 'extras', '{}'), are_required => false) as extras;
  if p ? 'note' then
    insert into private.order_notes (order_id, actor_id, note)
    values (p ->> 'id', auth.uid(), private.clean_note('note', p -> 'note', 1000));
  end if;
  return private.respond_order(p ->> 'id') || '{"replay": false}';
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
comment on function public.admin_create_order(jsonb) is
  'Saves an order by phone or WhatsApp, once per id and token, for admins: {id, token, items, total,
shippingAddress, extras?, source, advance?, note?, deviceCode?, messageId?}. The last two are of the
customer''s message. Or a replacement: {id, token, replaces, items, total, note?}, whose items are some of that order
and cost nothing.';

create or replace function private.count_order_changes() returns trigger
language plpgsql volatile set search_path = '' as $$
declare
  changes private.order_change[];
  former_keys text[] := '{}'::text[];
begin
  case tg_op
    when 'INSERT' then
      changes := array(select row(1, new_row)::private.order_change from new_rows as new_row);
    when 'DELETE' then
      changes := array(select row(-1, old_row)::private.order_change from old_rows as old_row);
      former_keys := array(select distinct private.customer_key(old_row) from old_rows as old_row);
    when 'UPDATE' then
      -- A tracking number changes no total. A full join has no nested loop: the plan is saved when one order
      -- changes, and used when a statement changes a thousand.
      changes := array(
        select unnest(array[row(-1, old_row), row(1, new_row)]::private.order_change[])
        from old_rows as old_row full join new_rows as new_row on new_row.id = old_row.id
        where (new_row.status, new_row.total, new_row.shipping_address)
          is distinct from (old_row.status, old_row.total, old_row.shipping_address)
      );
      former_keys := array(
        select distinct private.customer_key(old_row)
        from old_rows as old_row full join new_rows as new_row on new_row.id = old_row.id
        where new_row.shipping_address is distinct from old_row.shipping_address
      );
  end case;
  if cardinality(changes) > 0 then
    perform private.update_customers(changes, former_keys);
    insert into private.total_changes (day, status, orders, total, replacements)
    select private.shop_day((o).date), (o).status, sum(sign), sum(sign * (o).total),
      coalesce(sum(sign) filter (where (o).replaces is not null), 0)
    from unnest(changes)
    group by 1, 2
    -- A change of the address changes no total.
    having (sum(sign), sum(sign * (o).total)) <> (0, 0);
    -- Folded by whoever reads the dashboard as well.
    if random() < 1.0 / 256 then
      perform private.fold_totals();
    end if;
  end if;
  return null;
end
$$;
comment on function private.count_order_changes() is 'Updates the totals, whatever changes orders.';
