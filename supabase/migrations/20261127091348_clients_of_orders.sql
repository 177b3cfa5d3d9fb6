-- Marks follow the client that made the excess, and saving ends at a ceiling.

create table private.order_clients (
  order_id text primary key references public.orders (id) on delete cascade,
  at timestamptz not null default now(),
  client bytea not null,
  network bytea,
  nth integer not null,
  is_known boolean not null
);
create index order_clients_client_idx on private.order_clients (client, at);
create index order_clients_network_idx on private.order_clients (network, at) where network is not null;
-- What private.mark_new_order() counts of the whole shop's hour.
create index order_clients_at_idx on private.order_clients (at) where nth <= 3;

comment on table private.order_clients is
  'Which orders of the last day came from one client. Customers'' orders only; deleted after a day.';
comment on column private.order_clients.client is
  'A keyed hash of the client''s address; or of the order''s id where no address is known.';
comment on column private.order_clients.network is
  'A keyed hash of the /48 network of an IPv6 address, which one subscriber may have.';
comment on column private.order_clients.nth is 'Which order of its client it was within an hour.';
comment on column private.order_clients.is_known is
  'Whether its device has proved an order of the phone from the days before.';

alter table private.order_clients enable row level security;
create policy "Nobody reads the clients of orders through the API" on private.order_clients
  for all using (false);

create table private.database_limit (
  only_row boolean primary key default true check (only_row),
  megabytes integer not null check (megabytes > 0)
);

comment on table private.database_limit is
  'How large the database may become: what the plan of the host has. Above nine tenths of it each client saves few
orders.';

alter table private.database_limit enable row level security;
create policy "Nobody reads the limit of the database through the API" on private.database_limit
  for all using (false);

-- The free plan of Supabase.
insert into private.database_limit (megabytes) values (500);

create function private.is_nearly_full() returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  return (
    select pg_database_size(current_database()) > megabytes * 1000000.0 * 0.9
    from private.database_limit
  );
end
$$;
comment on function private.is_nearly_full() is
  'Whether the database has only its last tenth left, which is for the shop''s own work.';

-- In plpgsql, which caches its plans: every new order is counted.
create function private.count_saved(counted bytea, max_count integer, span interval) returns integer
language plpgsql volatile set search_path = '' as $$
begin
  return (
    select count(*) from (
      select from private.order_clients where client = counted and at > now() - span limit max_count
    ) as saved
  );
end
$$;
comment on function private.count_saved(bytea, integer, interval) is
  'How many orders a client, by its hash, has saved within this time, at most so many.';

create function private.client_hash(o_id text) returns bytea
language plpgsql stable set search_path = '' as $$
begin
  return private.hash_counted('client', coalesce(private.client_address(), o_id));
end
$$;
comment on function private.client_hash(text) is
  'The hash of the client of this request, whose order has this id.';

create function private.network_hash() returns bytea
language plpgsql stable set search_path = '' as $$
declare
  address constant inet := private.client_address();
begin
  if family(address) = 6 then
    return private.hash_counted('network', network(set_masklen(address, 48))::text);
  end if;
  return null;
end
$$;
comment on function private.network_hash() is
  'The hash of the /48 network of the client of this request. Null for an IPv4 address.';

create function private.check_client(o_id text) returns void
language plpgsql volatile set search_path = '' as $$
declare
  client constant bytea := private.client_hash(o_id);
  network_of_client constant bytea := private.network_hash();
  max_of_client constant integer := case when network_of_client is null then 1000 else 200 end;
  max_of_network constant integer := 1000;
  max_where_full constant integer := 3;
begin
  if private.count_saved(client, max_of_client, '24 hours') = max_of_client
    or (
      select count(*) = max_of_network from (
        select from private.order_clients
        where network = network_of_client and at > now() - interval '24 hours' limit max_of_network
      ) as saved
    )
    -- The size is read last: it costs a look at every file.
    or private.count_saved(client, max_where_full, '1 hour') = max_where_full and private.is_nearly_full()
  then
    perform private.refuse('too_many_orders', null, 429);
  end if;
end
$$;
comment on function private.check_client(text) is
  'Refuses an order where its client has saved as many in a day as a neighbourhood never does, or more than three in
an hour while the database is nearly full.';

create function private.save_client(o public.orders, is_known boolean) returns void
language plpgsql volatile set search_path = '' as $$
declare
  client_of_order constant bytea := private.client_hash(o.id);
begin
  insert into private.order_clients (order_id, client, network, nth, is_known)
  values (
    o.id, client_of_order, private.network_hash(),
    private.count_saved(client_of_order, 1000, '1 hour') + 1, is_known
  );
end
$$;
comment on function private.save_client(public.orders, boolean) is
  'Saves which client a new order came from, and whether its device is known.';

create or replace function private.is_known_device(o public.orders, earlier jsonb) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
  return earlier is not null and exists (
    select from private.order_keys as key
    join public.orders as other on other.id = key.order_id
    where key.order_id = earlier ->> 'id' and key.token_hash = private.hash_token(earlier ->> 'token')
      and other.phone_key = o.phone_key and other.status <> 'cancelled'
      and other.date <= now() - interval '24 hours'
  );
end
$$;
comment on function private.is_known_device(public.orders, jsonb) is
  'Whether a device has an order of this phone from the days before, by its {id, token}: then the phone is its
customer''s.';

create or replace function private.mark_client(o public.orders, is_busy_hour boolean) returns void
language plpgsql volatile set search_path = '' as $$
declare
  counted constant bytea := private.client_hash(o.id);
  max_of_ten_minutes constant integer := 300;
  max_of_busy_hour constant integer := 10;
  -- The devices that are known are marked with the others by this limit only.
  is_many constant boolean :=
    private.count_saved(counted, max_of_ten_minutes + 1, '10 minutes') > max_of_ten_minutes;
  is_first boolean;
  one public.orders;
begin
  if not is_many and not (
    is_busy_hour and private.count_saved(counted, max_of_busy_hour + 1, '1 hour') > max_of_busy_hour
  ) then
    return;
  end if;
  -- No order waits: of several at one moment one marks the earlier ones, and those that somebody is changing are
  -- left to the next order.
  is_first := pg_try_advisory_xact_lock(hashtextextended('client:' || encode(counted, 'hex'), 0));
  for one in
    select of_client.*
    from private.order_clients as saved join public.orders as of_client on of_client.id = saved.order_id
    where saved.client = counted and saved.at > now() - interval '1 hour'
      and (is_many or not saved.is_known) and (is_first or saved.order_id = o.id)
      and not exists (
        select from private.marked_orders as marked
        where marked.order_id = saved.order_id and marked.mark = 'many_from_connection'
      )
    for key share of of_client skip locked
  loop
    perform private.mark_order(
      one, 'many_from_connection', encode(counted, 'hex') || private.shop_day(o.date)
    );
  end loop;
end
$$;
comment on function private.mark_client(public.orders, boolean) is
  'Marks an order and the earlier ones of its client within an hour, as one group, where the client has more than 300
in ten minutes, or more than 10 in an hour in which the shop has more than it could expect.';

create or replace function private.mark_new_order(o public.orders, earlier jsonb) returns void
language plpgsql volatile set search_path = '' as $$
declare
  days constant integer := 28;
  is_known constant boolean := private.is_known_device(o, earlier);
  -- Ten times the average hour of these days, and 60 orders for a shop that sells little.
  max_orders_of_hour constant bigint := greatest(60, (
    select coalesce(sum(orders), 0) * 10 / (days * 24) from private.day_totals
    where day >= private.shop_day(now()) - days and day < private.shop_day(now())
  ));
begin
  perform private.save_client(o, is_known);
  perform private.mark_client(o, exists (
    select from public.orders where date > now() - interval '1 hour'
    order by date desc offset max_orders_of_hour limit 1
  ));
  -- src/config/settings.ts has the same sum, for the sentence at the checkout.
  if o.total > 200000 then
    perform private.mark_order(o, 'large_amount', o.phone_key);
  end if;
  if is_known then
    return;
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
    perform private.mark_order(o, 'unconfirmed', floor(extract(epoch from o.date) / 3600)::text);
  end if;
end
$$;
comment on function private.mark_new_order(public.orders, jsonb) is
  'Marks a saved order that is above a limit: docs/product.md, section 17. The {id, token} of an earlier order
may prove whose phone it is.';

create or replace function private.place_once(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  response jsonb;
  extras jsonb;
  o public.orders;
begin
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
  extras := private.clean_address(coalesce(p -> 'extras', '{}'), are_required => false);
  insert into public.orders (id, items, total, shipping_address, payment_method)
  values (
    p ->> 'id', p -> 'items', (p ->> 'total')::numeric, p -> 'shippingAddress', 'cash_on_delivery'
  )
  returning * into o;
  insert into private.order_keys (order_id, token_hash, request_hash)
  values (o.id, private.hash_token(p ->> 'token'), private.hash_request(p));
  if p ? 'extras' then
    insert into private.order_details (order_id, landmark, second_phone, rider_note)
    values (o.id, extras ->> 'landmark', extras ->> 'secondPhone', extras ->> 'riderNote');
  end if;
  insert into private.outbox (kind, subject) values ('order', o.id);
  perform private.mark_new_order(o, p -> 'earlier');
  return private.respond_order(o.id, true, 201) || '{"replay": false}';
end
$$;
comment on function private.place_once(jsonb) is
  'Places an order of a request of the right shape, or responds as to the first request of its attempt.';

create or replace function public.place_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  response jsonb;
begin
  perform private.require_plain_call();
  begin
    perform private.check_request(p, 16384, array[
      'id', 'token', 'items', 'total', 'shippingAddress', 'extras', 'paymentMethod', 'earlier'
    ]);
    perform private.lock_new_order(p);
    response := private.place_once(p);
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
comment on function public.place_order(jsonb) is
  'Places an order of {id, token, items, total, shippingAddress, paymentMethod, extras?}, once per id and
token.';

create or replace function private.apply_retention() returns integer
language plpgsql volatile set search_path = '' as $$
declare
  batch constant integer := 500;
  limit_date constant timestamptz := now() - private.retention_time();
  -- An order that another transaction is changing waits for the next batch.
  ids constant text[] := array(
    select id from public.orders
    where not private.is_erased(shipping_address)
      and date < limit_date and private.is_final(status)
    order by date
    limit batch
    for update skip locked
  );
begin
  delete from private.contact_messages where received_at < limit_date;
  delete from private.order_clients where at < now() - interval '1 day';
  delete from private.outbox where at < now() - interval '7 days';
  -- Customers are told of no later step.
  delete from private.notice_targets as target using public.orders as o
  where o.id = target.order_id and private.is_final(o.status) and target.added_at < now() - interval '7 days';
  if cardinality(ids) > 0 then
    perform private.erase_orders(ids);
    insert into private.erasures (actor, orders) values ('system', cardinality(ids));
  end if;
  if cardinality(ids) < batch then
    update private.last_retention set at = now() where only_row;
  end if;
  return cardinality(ids);
end
$$;
comment on function private.apply_retention() is
  'Erases at most 500 orders that are older than the retention time, old messages, notices of a week ago, and yesterday''s
clients. Returns
how many orders.';

create or replace function private.erase_orders(ids text[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update private.order_keys set
    -- Hashed once more, the token opens nothing, and a late retry of the attempt is still recognized.
    token_hash = sha256(token_hash),
    request_hash = sha256(convert_to(order_id, 'UTF8'))
  where order_id = any (ids);
  update private.order_audit set
    before = private.erase_logged(before), after = private.erase_logged(after)
  where order_id = any (ids);
  delete from private.order_notes where order_id = any (ids);
  delete from private.help_requests where order_id = any (ids);
  delete from private.marked_orders where order_id = any (ids);
  delete from private.order_clients where order_id = any (ids);
  delete from private.confirm_codes where order_id = any (ids);
  delete from private.notice_targets where order_id = any (ids);
  update private.exported_orders set cells = null where order_id = any (ids) and cells is not null;
  update private.confirmation_attempts set text = null where order_id = any (ids) and text is not null;
  update private.parcels set tracking_number = null
  where order_id = any (ids) and tracking_number is not null;
  update private.parcel_events as event set word = null
  from private.parcels as p
  where p.id = event.parcel_id and p.order_id = any (ids) and event.word is not null;
  update private.told_messages set phone_key = '' where order_id = any (ids);
  -- Without its hash, the token of a manual order returns it no more.
  update private.order_details set
    landmark = null, second_phone = null, rider_note = null, cancel_text = null,
    admin_token_hash = null
  where order_id = any (ids);
  update public.orders set shipping_address = (
    select jsonb_object_agg(field, erased_text) from private.address_fields() where required
  ) where id = any (ids);
end
$$;
comment on function private.erase_orders(text[]) is
  'Erases the personal data of orders that are delivered or cancelled.';

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
    'databaseLimitMb', (select megabytes from private.database_limit),
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
orders are marked, how many copies of orders were not sent, and the bytes of the database and its limit, for admins.';

