-- The shop names nothing of the admin and the desk, and the admin nothing of the desk: they add what is theirs by triggers
-- and in slots, private.desk_<what>(). The dry run of a courier's file says what the payment comes to, a check-in responds
-- with the lines of its order, and every stage is counted. A delivered order that no courier had is not called paid.

drop index private.confirmation_attempts_customer_idx;

-- It has fewer columns.
drop view private.waiting;

-- In plpgsql, which caches its plans: every new order waits for them.
create or replace function private.desk_has_sent(o public.orders) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return false;
end
$$;

comment on function private.desk_has_sent(public.orders) is 'Slot: whether a courier has an order that may be open still.';

create or replace function private.is_booked(o public.orders) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return not private.is_open(o.status) or o.tracking_number is not null or private.desk_has_sent(o);
end
$$;

comment on function private.is_booked(public.orders) is
  'Whether a courier has or had the order, or it is not open any more.';

create or replace function private.desk_of_order(o public.orders, is_full boolean) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object('booked', private.is_booked(o)) ||
    '{"courier": null, "courierName": null, "trackingPage": null, "outcome": null, "parcelState": null}';
end
$$;

comment on function private.desk_of_order(public.orders, boolean) is
  'Slot: whether an order is booked (private.is_booked()), and what customers see of its parcel, in full or masked.';

create or replace function private.desk_has_confirmed(o public.orders) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return false;
end
$$;

comment on function private.desk_has_confirmed(public.orders) is 'Slot: whether the customer of an order has confirmed it.';

-- Functions of the API set shop.actor to 'admin' or 'customer'. In UTC, because a caller may choose the time
-- zone of its request, and `at` becomes text.
create or replace function private.write_order_history() returns trigger
language plpgsql volatile set search_path = '' set timezone = 'UTC' as $$
declare
  actor constant text := coalesce(nullif(current_setting('shop.actor', true), ''), 'system');
  is_moved constant boolean := new.shipping_address <> old.shipping_address;
begin
  new.tracking_history := old.tracking_history;
  new.version := old.version + 1;
  -- A courier's page shows name and phone for a tracking number, so it is erased with the address. Erasing has a log of
  -- its own: here its row would repeat the number.
  if is_moved and private.is_erased(new.shipping_address) then
    new.tracking_number := null;
    new.tracking_history := private.history_without_numbers(new.tracking_history);
  elsif (new.status, new.tracking_number) is distinct from (old.status, old.tracking_number) then
    new.tracking_history := old.tracking_history || (
      jsonb_build_object('status', new.status, 'at', now(), 'by', actor)
      || case when new.tracking_number is distinct from old.tracking_number
        then jsonb_build_object('trackingNumber', new.tracking_number) else '{}' end
    );
    insert into private.order_audit (order_id, actor, actor_id, before, after)
    values (
      new.id, actor, auth.uid(),
      jsonb_build_object('status', old.status, 'tracking_number', old.tracking_number),
      jsonb_build_object('status', new.status, 'tracking_number', new.tracking_number)
    );
    -- An order put back to pending waits its 15 seconds again, from the next time it is tracked.
    if new.status = 'pending' and old.status <> 'pending' then
      update private.order_keys set first_tracked_at = null where order_id = new.id;
    end if;
  end if;
  if is_moved or new.extras <> old.extras then
    new.search_text := private.order_search_text(new);
  elsif new.tracking_number is distinct from old.tracking_number then
    new.search_text :=
      left(old.search_text, length(old.search_text) - coalesce(length(old.tracking_number) + 1, 0))
      || coalesce(E'\n' || lower(new.tracking_number), '');
  end if;
  return new;
end
$$;

comment on function private.write_order_history() is
  'Counts the version, and adds a change of status or tracking number to the history and to the log, whatever the
statement sets. Erasing removes tracking numbers.';

create or replace function private.write_contents(
  actor text, former public.orders, o public.orders, advance numeric
) returns void
language plpgsql volatile set search_path = '' as $$
declare
  former_advance constant numeric := private.advance_of(former.id);
begin
  perform private.log_changes(
    actor, o.id, private.contents_json(former, former_advance), private.contents_json(o, advance)
  );
  perform set_config('shop.actor', actor, true);
  update public.orders set
    shipping_address = o.shipping_address, extras = o.extras, items = o.items, total = o.total
  where id = o.id;
  perform set_config('shop.actor', '', true);
  if advance <> former_advance then
    insert into private.order_details (order_id, advance) values (o.id, write_contents.advance)
    on conflict (order_id) do update set advance = excluded.advance;
  end if;
end
$$;

comment on function private.write_contents(text, public.orders, public.orders, numeric) is
  'Writes the contents of an order and its advance in rupees, and logs what differs, old and new.';

-- In plpgsql, which caches its plans: every new order waits for it.
create or replace function private.order_json(
  o public.orders, is_full boolean, is_holder boolean default false
) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  details private.order_details;
  beside constant jsonb := private.desk_of_order(o, is_full);
begin
  select * into details from private.order_details where order_id = o.id;
  return case when is_full then o.extras else '{}' end || jsonb_build_object(
    'id', o.id,
    'items', o.items,
    'total', o.total,
    'status', o.status,
    'date', o.date,
    'estimatedDelivery', o.estimated_delivery,
    'version', o.version,
    'advance', coalesce(details.advance, 0),
    'replaces', o.replaces,
    'mayChange', is_holder and not (beside -> 'booked')::boolean,
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
    'cancellation', case when is_full and details.cancel_reason is not null then
      jsonb_build_object('reason', details.cancel_reason, 'text', details.cancel_text)
    end,
    'request', case when is_full then (
      select jsonb_build_object('at', at, 'kind', kind, 'text', text, 'state', state)
      from private.help_requests where order_id = o.id
    ) end
  ) || beside;
end
$$;

comment on function private.order_json(public.orders, boolean, boolean) is
  'An order with its extras and details as JSON, in full or masked. Its holder may change it until it is booked.';

create or replace function private.shown_order_json(
  o public.orders, is_full boolean, is_holder boolean default false
) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return private.order_json(o, is_full, is_holder) || jsonb_build_object(
    'asOf', now(),
    'confirmed', is_full and private.is_open(o.status) and private.desk_has_confirmed(o)
  );
end
$$;

comment on function private.shown_order_json(public.orders, boolean, boolean) is
  'An order as its page shows it: with the time of the response, since a device''s clock may be wrong, and whether its
customer has confirmed it.';

create or replace function private.use_code(tried private.confirm_codes, act text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update private.confirm_codes set used_at = now(), used_for = act where selector = tried.selector;
end
$$;

comment on function private.use_code(private.confirm_codes, text) is
  'Ends a code by its use: confirm, correct or cancel.';

create or replace function private.save_client(o public.orders, earlier jsonb) returns void
language plpgsql volatile set search_path = '' as $$
declare
  client_of_order constant bytea := private.client_hash(o.id);
begin
  insert into private.order_clients (order_id, client, network, nth, is_known)
  values (
    o.id, client_of_order, private.network_hash(),
    -- Orders of the same moment do not see each other's rows: a sequence counts them.
    greatest(
      private.count_saved(client_of_order, 1000, '1 hour') + 1,
      private.change_count('saved', private.client_address(), 1, 3)
    ),
    private.is_known_device(o, earlier)
  );
end
$$;

comment on function private.save_client(public.orders, jsonb) is
  'Saves which client a new order came from, and whether its device is known: the {id, token} of an earlier order may
prove whose phone it is.';

create or replace function private.find_attempt(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  hash constant bytea := private.hash_token(p ->> 'token');
  -- The code of the device, which the message to the shop carries. The token cannot be computed back.
  device_code constant text := upper(left(regexp_replace(p ->> 'token', '[-_]', '', 'g'), 8));
  -- An admin may have entered the order of a message under another number than the message has.
  ids constant text[] := array(
    select order_id from private.order_details where message_id = p ->> 'id'
  ) || (p ->> 'id');
  key private.order_keys;
begin
  select * into key from private.order_keys
  where order_id = any (ids) and token_hash in (hash, sha256(hash));
  if found then
    -- Erasing leaves a hash of the hash. The order is not placed a second time.
    if key.token_hash <> hash then
      perform private.refuse('order_erased', null, 410);
    end if;
    if key.request_hash <> private.hash_request(p) then
      perform private.refuse('attempt_reused');
    end if;
    return private.respond_order(key.order_id, true) || '{"replay": true}';
  end if;

  -- Most ids are new.
  if not exists (select from public.orders where id = any (ids)) then
    return null;
  end if;
  -- An order that an admin entered becomes the device's.
  insert into private.order_keys (order_id, token_hash, request_hash)
  select o.id, hash, private.hash_request(p)
  from private.claimable_orders as o
  where o.id = any (ids) and o.device_code_hash = private.hash_token(device_code)
  order by o.id = p ->> 'id' desc
  limit 1
  returning * into key;
  if not found then
    return null;
  end if;
  return private.respond_order(key.order_id, true) || '{"replay": true}';
end
$$;

comment on function private.find_attempt(jsonb) is
  'Responds to an attempt that has an order: one that was saved before, or a late one at an order that an admin
entered, by the code of its message. Returns null for a new attempt.';

create or replace function private.place_once(p jsonb) returns jsonb
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

comment on function private.place_once(jsonb) is
  'Places an order of a request of the right shape, or responds as to the first request of its attempt.';

create or replace function private.change_own_order(change text, p jsonb, fields text[]) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  has_code constant boolean := coalesce(p ? 'code', false);
  locked record;
  o public.orders;
  tried private.confirm_codes;
begin
  perform private.check_request(p, 16384, fields || case when has_code then 'code' else 'token' end);
  if has_code then
    locked := private.lock_by_code(p);
    o := locked.o;
    tried := locked.tried;
    if tried.selector is null or tried.used_for <> change then
      return private.refuse_code();
    end if;
    -- The order tells a retry whose response was lost what has become of it.
    if tried.used_at is not null then
      perform private.refuse_change('stale', o, false);
    end if;
  else
    o := private.lock_own_order(p);
  end if;
  perform private.check_version(o, p, true);
  -- After the refusals that tell a retry whose response was lost what has become of the order.
  perform private.check_changes(o);
  case change
    when 'correct' then perform private.set_contents('customer', o, p);
    when 'cancel' then perform private.save_cancellation(o, p);
  end case;
  if has_code then
    perform private.use_code(tried, change);
  else
    update private.order_keys set changes = changes + 1 where order_id = o.id;
  end if;
  return private.respond_order(o.id, not has_code);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.count_refused_change(private.respond_error(sqlstate, sqlerrm), o);
end
$$;

comment on function private.change_own_order(text, jsonb, text[]) is
  'Corrects or cancels the order of a request''s id and token, and counts it; or of its id and code, which ends
with that. Refuses other fields than those given.';

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

  perform private.desk_folds();
end
$$;

comment on function private.fold_totals() is
  'Replaces the rows of each day and status by one with their sum. Does nothing while another fold runs. Waits for
nothing, and nothing but recount_orders() waits for it.';

-- A part is in memory at a time, where the groups are sorted.
create or replace function private.recount_orders() returns void
language plpgsql volatile set search_path = '' set enable_hashagg = off as $$
declare
  changes private.order_change[];
begin
  lock table public.orders in share row exclusive mode;
  -- Without folds: the delete does not see the sums of one that ends meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('totals', 0));
  perform private.desk_recounts();

  delete from private.total_changes where true;
  insert into private.total_changes (day, status, orders, total, folded, replacements)
  select private.shop_day(date), status, count(*), sum(total), true, count(replaces)
  from public.orders group by 1, 2;

  delete from private.customers where true;
  -- In parts, each with all orders of its phones.
  for changes in
    select array_agg(row(1, o)::private.order_change) from public.orders as o group by right(phone_key, 3)
  loop
    perform private.update_customers(changes, '{}');
  end loop;
  delete from private.customer_changes where true;
  insert into private.customer_changes (customers) select count(*) from private.customers;
end
$$;

comment on function private.recount_orders() is
  'Computes all totals again from the orders. Changes of orders wait meanwhile.';

create or replace function private.parse_list_search(list text, arguments jsonb)
returns private.list_search
language plpgsql stable set search_path = '' as $$
declare
  searched constant text := coalesce(arguments ->> 'search', '');
  search private.list_search := row(list, '{}'::text[], null, null, null);
  term text;
begin
  -- Messages have neither a search nor a status.
  if list = 'messages' then
    return search;
  end if;

  term := private.fold_letters(private.clean_text(searched));
  -- No name is that long, and a long pattern is slow.
  if length(term) > 300 then
    return null;
  end if;
  -- An order number as it is read out or pasted: "#JGYA WGWV".
  if list = 'orders' and regexp_replace(term, '[\s#]+', '', 'g') ~ '^[0-9a-z]{8}$'
    and exists (select from public.orders where id = upper(regexp_replace(term, '[\s#]+', '', 'g'))) then
    term := regexp_replace(term, '[\s#]+', '', 'g');
  end if;
  search.patterns := private.search_patterns(term);
  -- A term without three letters or digits in a row has no trigram.
  if term <> '' and search.patterns[1] !~ '[[:alnum:]]{3}' then
    search.ngrams := private.short_ngrams(split_part(term, ' ', 1));
  end if;

  if list = 'orders' and arguments ? 'status' then
    if not arguments ->> 'status' = any (enum_range(null::public.order_status)::text[]) then
      return null;
    end if;
    search.status := (arguments ->> 'status')::public.order_status;
  end if;
  if list = 'orders' and arguments ? 'filter' then
    search.filter := arguments -> 'filter';
  end if;
  return search;
end
$$;

comment on function private.parse_list_search(text, jsonb) is
  'What {search?, status?, filter?} asks of a list, null where no row can match.';

create or replace function private.find_in_list(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer
) returns private.list_cursor[]
language plpgsql stable set search_path = '' as $$
declare
  all_rows constant private.list_search :=
    row(search.list, '{}'::text[], null, search.status, null);
  matches private.list_cursor[];
begin
  if search.filter is not null then
    return array(select match from private.desk_filtered(search, start, newer, max_rows) as match);
  end if;
  matches := array(
    select match from private.scan_list(search, start, newer, max_rows, 1000) as match
  );
  -- A fifth of a page in a thousand rows makes the rest likely in five thousand.
  if cardinality(matches) between max_rows / 5 + 1 and max_rows - 1 then
    matches := array(
      select match from private.scan_list(search, start, newer, max_rows, 5000) as match
    );
  end if;
  if cardinality(matches) = max_rows or search.patterns = '{}' then
    return matches;
  end if;
  -- A status with fewer than a thousand rows from here on was scanned to its end.
  if search.status is not null
    and (select count(*) from private.scan_list(all_rows, start, newer, 1000, 1000)) < 1000 then
    return matches;
  end if;
  return array(select match from private.look_up_in_list(search, start, newer, max_rows) as match);
end
$$;

comment on function private.find_in_list(private.list_search, private.list_cursor, boolean, integer) is
  'The rows from the cursor, nearest first: a frequent term is met in a scan, a rare one is looked up.';

create or replace function private.read_page(list text, p jsonb) returns private.list_page
language plpgsql stable set search_path = '' as $$
declare
  arguments constant jsonb := coalesce(jsonb_strip_nulls(p), '{}');
  search constant private.list_search := private.parse_list_search(list, arguments);
  max_rows constant integer := least(greatest(coalesce((arguments ->> 'limit')::integer, 25), 1), 100);
  -- A queue begins with the oldest.
  is_queue constant boolean := search.filter is not null and private.desk_is_queue(search.filter);
  newer constant boolean := case when is_queue then not arguments ? 'older'
    else arguments ? 'newer' and not arguments ? 'older' end;
  -- A cursor as the API has it: {date, id} for orders, {date, key} for other lists.
  cursor constant jsonb := coalesce(arguments -> 'older', arguments -> 'newer');
  key_name constant text := case list when 'orders' then 'id' else 'key' end;
  start constant private.list_cursor := case
    when cursor is not null then row((cursor ->> 'date')::timestamptz, cursor ->> key_name)
    when is_queue then row('-infinity', '')
    -- The top of the list: every row is older.
    else row('infinity', '')
  end;
  matches private.list_cursor[];
  shown private.list_cursor[];
  reverse_start private.list_cursor;
  next_cursor jsonb;
  previous_cursor jsonb;
begin
  if search is null then
    return row('{}', null, null)::private.list_page;
  end if;

  -- In the direction of reading. One row more than a page says whether there is another page.
  matches := private.find_in_list(search, start, newer, max_rows + 1);
  shown := matches[1:max_rows];
  if cardinality(matches) > max_rows then
    next_cursor := jsonb_build_object('date', shown[max_rows].at, key_name, shown[max_rows].key);
  end if;

  -- The other direction starts at the first row shown. Without one it starts with the row of the cursor: no
  -- key is empty, so (at, '') is just older than that row, and one microsecond later just newer.
  reverse_start := shown[1];
  if reverse_start is null then
    reverse_start := row(start.at, '');
    if newer then
      reverse_start.at := start.at + interval '1 microsecond';
    end if;
  end if;
  -- No page is before the first one.
  if isfinite(start.at)
    and cardinality(private.find_in_list(search, reverse_start, not newer, 1)) > 0 then
    previous_cursor := jsonb_build_object('date', reverse_start.at, key_name, reverse_start.key);
  end if;

  return row(
    case when is_queue then array(select key from unnest(shown) order by at, key)
      else array(select key from unnest(shown) order by at desc, key desc) end,
    case when newer then previous_cursor else next_cursor end,
    case when newer then next_cursor else previous_cursor end
  );
end
$$;

comment on function private.read_page(text, jsonb) is
  'The page of a list for {search?, status?, filter?, older?, newer?, limit?}: the rows older or newer
than a cursor.';

-- Security definer: the API writes no table. Without sequential scans, as private.scan_list(): 500 rows are looked up
-- one by one, by plans that a connection keeps from the time when there were few. A courier's file takes seconds.
create or replace function public.admin_act(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off
set statement_timeout = '30s' as $$
declare
  max_rows constant integer := 500;
  ids text[];
  own private.acts;
  results jsonb[];
begin
  perform private.require_admin();
  perform private.check_request(p, 4000000, array['request', 'act', 'rows']);
  if jsonb_typeof(p -> 'rows') is distinct from 'array' then
    perform private.refuse('bad_field', 'rows');
  end if;
  ids := array(select listed ->> 'id' from jsonb_array_elements(p -> 'rows') as listed);
  -- Each order once.
  if cardinality(ids) > (select count(distinct id) from unnest(ids) as id) then
    perform private.refuse('bad_field', 'rows');
  end if;
  if cardinality(ids) > max_rows then
    perform private.refuse('too_many', 'rows');
  end if;
  -- A week is 14 MB at 1,000 orders a day; all acts of 1,000,000 orders would be 2 GB, mostly messages and calls. Batches
  -- and files keep Undo for good: their acts are 20 kB of 1,000 orders.
  delete from private.acts where at < now() - interval '7 days' and act not in ('batch', 'apply');
  -- Waits for the same request where it is under way.
  insert into private.acts (request, act, digest)
  values ((p ->> 'request')::uuid, p ->> 'act', md5(p::text))
  on conflict (request) do nothing
  returning * into own;
  if not found then
    select * into own from private.acts where request = (p ->> 'request')::uuid;
    if own.digest <> md5(p::text) then
      perform private.refuse('request_used', 'request', 409);
    end if;
    return private.respond(200, own.response);
  end if;

  results := private.desk_does(own.act, p -> 'rows');
  if results is null then
    perform private.refuse('bad_field', 'act');
  end if;
  own.response := private.act_response(results);
  update private.acts set
    orders = ids || array(
      select named #>> '{}'
      from unnest('{orderId,"parcels[*].orderId","exported[*]",batch.id,statement}'::text[]) as path,
        jsonb_path_query(own.response, format('$.results[*].%s', path)::jsonpath) as named
      union select result #>> '{before,into}' from unnest(results) as result where result -> 'before' ? 'into'
    ),
    before = (
      select coalesce(jsonb_object_agg(key, value), '{}')
      from unnest(results) as result, jsonb_each(
        case when own.act in ('batch', 'apply', 'check_in') then result -> 'before'
          else jsonb_build_object(result ->> 'id', result -> 'before') end
      )
      where result ? 'before'
    ),
    response = own.response
  where request = own.request
  returning * into own;
  return private.respond(200, own.response);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_act(jsonb) to authenticated;

comment on function public.admin_act(jsonb) is
  'Does an act once: {request, act, rows}, where the request is a UUID of its own. Responds with a result for each row,
{id, ok} or {id, ok: false, code}, and with the same ones to the same request. What a row of an act is,
its function says. For admins.';

-- Security definer: as public.admin_act().
create or replace function public.admin_undo_act(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off
set statement_timeout = '30s' as $$
declare
  own private.acts;
  ids text[];
  results jsonb[];
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['request']);
  select * into own from private.acts where request = (p ->> 'request')::uuid;
  ids := own.orders || private.desk_locks(own);
  -- Its orders before the act, in the sequence in which erasing locks both.
  perform from public.orders as o where o.id = any (ids) order by o.id for update;
  select * into own from private.acts where request = own.request for update;
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  if own.undone_at is null then
    results := private.desk_undoes(own);
    update private.acts set undone_at = now(), undo_response = private.act_response(results)
    where request = own.request
    returning * into own;
  end if;
  return private.respond(200, own.undo_response);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_undo_act(jsonb) to authenticated;

comment on function public.admin_undo_act(jsonb) is
  'Undoes the act of a {request} for each row that nobody changed since, once. Responds as public.admin_act() with a
result for each row that the act saved: stale where somebody changed it. An order that was entered or deleted stays so,
and a note stays until it is deleted. For admins.';

create or replace function private.read_state(s private.order_state, p jsonb) returns private.order_state
language plpgsql volatile set search_path = '' as $$
begin
  if p ? 'status' then
    if not p -> 'status' <@ to_jsonb(enum_range(null::public.order_status)) then
      perform private.refuse('status_invalid', 'status');
    end if;
    s.status := (p ->> 'status')::public.order_status;
  end if;
  if p ? 'trackingNumber' then
    s.tracking_number := nullif(private.clean_code(left(p ->> 'trackingNumber', 200)), '');
    if jsonb_typeof(p -> 'trackingNumber') not in ('string', 'null')
      or not private.is_tracking_number(s.tracking_number) then
      perform private.refuse('tracking_invalid', 'trackingNumber');
    end if;
  end if;
  return s;
end
$$;

comment on function private.read_state(private.order_state, jsonb) is
  'An order on its way with the {status?, trackingNumber?} of a request. Refuses invalid ones.';

create or replace function private.set_status_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
  s private.order_state;
begin
  -- What the desk is asked about before an order leaves is sent without it too.
  perform private.check_request(asked, 16384, array['id', 'version', 'status', 'trackingNumber', 'include']);
  select * into o from public.orders where id = asked ->> 'id' for update;
  perform private.check_version(o, asked, is_holder => false, is_booking => true);
  s := private.read_state(row(o.id, o.status, o.tracking_number), asked);
  if private.is_erased(o.shipping_address) and (s.tracking_number is not null or not private.is_final(s.status)) then
    perform private.refuse('erased');
  end if;
  perform private.set_orders(array[s], 'admin');
  select * into o from public.orders where id = o.id;
  return jsonb_build_object('id', o.id, 'ok', true, 'order', jsonb_build_object(
    'version', o.version, 'status', o.status, 'trackingNumber', o.tracking_number, 'booked', private.is_booked(o)
  ));
end
$$;

comment on function private.set_status_row(jsonb) is
  'Sets status and tracking number of an order: {id, version, status?, trackingNumber?}.';

create or replace view private.desk_of_rows as
  select o.id, jsonb_build_object('booked', private.is_booked(o)) as beside from public.orders as o;

comment on view private.desk_of_rows is
  'Slot: whether each order is booked, and what its row in the list has beside the order.';

create or replace view private.desk_of_whole_orders as
  select id, jsonb '{}' as beside from public.orders;

comment on view private.desk_of_whole_orders is 'Slot: what each order in full has beside itself, where many are read.';

create or replace function private.desk_of_page(o public.orders) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return '{}';
end
$$;

comment on function private.desk_of_page(public.orders) is 'Slot: what the page of an order has beside the order.';

create or replace function private.desk_of_list() returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  return '{}';
end
$$;

comment on function private.desk_of_list() is
  'Slot: brings up to date what orders are filtered by, and says what the list has beside its rows.';

create or replace function private.desk_of_counts() returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return '{}';
end
$$;

comment on function private.desk_of_counts() is 'Slot: what is counted beside the orders of each status.';

create or replace function private.desk_of_dashboard() returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return '{}';
end
$$;

comment on function private.desk_of_dashboard() is 'Slot: what the dashboard has beside its figures.';

create or replace function private.desk_is_queue(filter jsonb) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  perform private.refuse('unknown_filter', (select left(min(key), 40) from jsonb_object_keys(filter) as key), 400);
  return false;
end
$$;

comment on function private.desk_is_queue(jsonb) is
  'Slot: whether a list with this filter begins with the oldest order. Refuses a filter that is not known: without it
the list would show every order.';

create or replace function private.desk_filtered(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer
) returns setof private.list_cursor
language plpgsql stable set search_path = '' as $$
begin
  return;
end
$$;

comment on function private.desk_filtered(private.list_search, private.list_cursor, boolean, integer) is
  'Slot: the orders that a filter lets through, nearest to the cursor first.';

create or replace function private.desk_folds() returns void
language plpgsql volatile set search_path = '' as $$
begin
end
$$;

comment on function private.desk_folds() is 'Slot: folds the figures of the desk, whenever the totals are folded.';

create or replace function private.desk_recounts() returns void
language plpgsql volatile set search_path = '' as $$
begin
end
$$;

comment on function private.desk_recounts() is 'Slot: computes the figures of the desk again, with the totals.';

create or replace function private.desk_forgets() returns void
language plpgsql volatile set search_path = '' as $$
begin
end
$$;

comment on function private.desk_forgets() is 'Slot: deletes what the desk keeps for a while, with the retention time.';

create or replace function private.desk_does(act text, rows jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
begin
  return case act when 'book' then private.each_row('private.set_status_row', rows) end;
end
$$;

comment on function private.desk_does(text, jsonb) is
  'Slot: does an act with these rows, and returns their results; null for an act that is not known.';

create or replace function private.desk_locks(own private.acts) returns text[]
language plpgsql volatile set search_path = '' as $$
begin
  return '{}';
end
$$;

comment on function private.desk_locks(private.acts) is
  'Slot: the orders that undoing an act changes beside its own. Waits where only one of a kind is undone at a time.';

create or replace function private.desk_undoes(own private.acts) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
begin
  return '{}';
end
$$;

comment on function private.desk_undoes(private.acts) is 'Slot: undoes an act, and returns the results of its rows.';

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
        'items', o.items,
        'advance', coalesce(details.advance, 0),
        'source', coalesce(details.source, 'website'),
        'endReason', details.end_reason,
        'replaces', o.replaces
      ) || (select beside from private.desk_of_rows where id = o.id)
      order by array_position(ids, o.id)
    ),
    '[]'
  )
  from public.orders as o
  left join private.order_details as details on details.order_id = o.id
  where o.id = any (ids)
$$;

comment on function private.order_summaries(text[]) is 'Orders as rows of a list, in the order of their ids.';

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
  perform private.desk_forgets();
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
  'Erases at most 500 orders that are older than the retention time, old messages, and yesterday''s clients.
Returns how many orders.';

create or replace view private.waiting as
  select *, unread_messages + open_requests as unread,
    (select count(*) from private.current_pauses) as paused
  from (
    select
      (select count(*) from private.contact_messages where read_at is null) as unread_messages,
      (select count(*) from private.help_requests where state = 'open') as open_requests,
      (
        select count(*) from private.unsent_copies where reported_at > now() - interval '30 days'
      ) as unsent_copies,
      (
        select count(*) from (
          select from public.orders
          where not private.is_erased(shipping_address)
            -- Closed orders are erased within a day; the second day is for a late run.
            and date < now() - private.retention_time() - interval '2 days'
          limit 1000
        ) as late
      ) as past_retention
  ) as counts;

comment on view private.waiting is
  'How many messages are unread, requests for help open, and both; how many orders of the last 30 days have a copy that
the form service did not take; how many orders have personal data longer than they should, up to 1,000: most are still
open; how many sizes, or the whole shop, are paused.';

create index confirm_codes_used_at_idx on private.confirm_codes (used_at) where used_for <> 'cancel';

create or replace view private.customer_acts as
  select entry.order_id, entry.at,
    case when entry.after ? 'cancelReason' then 'cancelled' else 'changed' end as act
  from private.order_audit as entry
  -- A change of status has an entry of its own.
  where entry.actor = 'customer' and not entry.after ? 'status'
  union all
  -- Whoever changes the order by the link has confirmed the rest.
  select order_id, used_at, 'confirmed' from private.confirm_codes where used_for <> 'cancel'
  union all
  select order_id, at, 'asked' from private.help_requests;

comment on view private.customer_acts is
  'What customers did: changed, cancelled, confirmed or asked for help.';

-- Security definer: a search uses indexes only without row level security.
create or replace function public.admin_orders(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page private.list_page;
  beside jsonb;
begin
  perform private.require_admin();
  beside := private.desk_of_list();
  page := private.read_page('orders', p);
  return private.respond(200, beside || jsonb_build_object(
    'orders', private.order_summaries(page.keys), 'older', page.older, 'newer', page.newer
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_orders(jsonb) to authenticated;

comment on function public.admin_orders(jsonb) is
  'A page of orders for {search?, status?, filter?, older?, newer?, limit?}, newest first, for admins. A filter that is
not known is refused.';

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
      select jsonb_build_object('count', sum(orders)) || jsonb_object_agg(status, orders)
      from (
        select listed.status, count(other.id) as orders
        from unnest(enum_range(null::public.order_status)) as listed (status)
        left join public.orders as other on other.status = listed.status
          and other.phone_key = shown.phone_key and other.id <> shown.id
          and not private.is_erased(shown.shipping_address)
        group by listed.status
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

grant execute on function public.admin_order(text) to authenticated;

comment on function public.admin_order(text) is
  'One order in full, how many other orders its phone has by status, its source and its changes, oldest first, and when
too many wrong phones were tried at it; or null. For admins.';

-- Security definer: details cannot be read through the API.
create or replace function public.admin_whole_orders(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, jsonb_build_object('orders', (
    select coalesce(
      jsonb_agg(
        private.order_json(o, true) || jsonb_build_object('endReason', details.end_reason)
          || (select beside from private.desk_of_whole_orders where id = o.id)
        order by listed.nth
      ),
      '[]'
    )
    from jsonb_array_elements_text(p -> 'ids') with ordinality as listed (id, nth)
    join public.orders as o on o.id = listed.id
    left join private.order_details as details on details.order_id = o.id
    where listed.nth <= 500
  )));
end
$$;

grant execute on function public.admin_whole_orders(jsonb) to authenticated;

comment on function public.admin_whole_orders(jsonb) is
  'The first 500 orders of {ids} in full, in their order, without unknown ones, with the reason of a
cancellation. For admins.';

-- Security definer: the totals cannot be read through the API.
create or replace function public.admin_order_counts() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, (
    select jsonb_build_object('all', coalesce(sum(orders), 0))
      || jsonb_object_agg(listed.status, coalesce(orders, 0)) || private.desk_of_counts()
    from unnest(enum_range(null::public.order_status)) as listed (status)
    left join private.status_totals as total on total.status = listed.status
  ));
end
$$;

grant execute on function public.admin_order_counts() to authenticated;

comment on function public.admin_order_counts() is
  'How many orders have each status, for admins.';

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

create or replace function private.desk_folds() returns void
language plpgsql volatile set search_path = '' as $$
begin
  with gone as (
    delete from private.cash_changes as change
    using (select distinct day from private.cash_changes where not folded) as added
    where change.day = added.day
    returning change.*
  )
  insert into private.cash_changes (day, parcels, expected, folded)
  select day, sum(parcels), sum(expected), true from gone
  group by day
  having (sum(parcels), sum(expected)) <> (0, 0);
end
$$;

create or replace function private.desk_recounts() returns void
language plpgsql volatile set search_path = '' set enable_hashagg = off as $$
begin
  lock table private.parcels in share row exclusive mode;
  delete from private.cash_changes where true;
  insert into private.cash_changes (day, parcels, expected, folded)
  select delivered_on, count(*), sum(to_collect), true
  from private.parcels where delivered_on is not null group by 1;
  perform private.sum_payments(array(select id from private.statements));
end
$$;

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
    perform private.mark_order(o, 'unconfirmed', floor(extract(epoch from o.date) / 3600)::text);
  end if;
  return null;
end
$$;

comment on function private.mark_new_order() is
  'Marks an order whose client was saved, where it is above a limit: docs/product.md, section 17.';

create or replace function private.mark_new_phone() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  if private.is_one_of_many(new) then
    perform private.mark_order(new, 'many_of_phone', new.phone_key);
  end if;
  return null;
end
$$;

comment on function private.mark_new_phone() is
  'Marks an order that its customer gave another phone, which has five other open orders.';

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
  if o.status <> 'cancelled' and o.replaces is null and exists (
    select from public.orders as other
    where other.phone_key = o.phone_key and other.id <> o.id and other.status <> 'cancelled'
      and other.replaces is null
      and other.date between o.date - interval '24 hours' and o.date + interval '24 hours'
  ) then
    marks := marks || text 'duplicate';
  end if;
  return to_jsonb(marks || array(
    select distinct case when parcel.outcome is null then 'cancelled_before' else 'returned_before' end
    from (
      select id, status from public.orders
      where phone_key = o.phone_key and (date, id) < (o.date, o.id)
      -- The status is looked at after these rows are found: it has an index that Postgres might prefer.
      offset 0
    ) as earlier
    left join private.order_details as details on details.order_id = earlier.id
    left join private.parcels as parcel on parcel.order_id = earlier.id and parcel.is_current
    where earlier.status = 'cancelled' and coalesce(details.end_reason, '') not in ('joined', 'double')
    order by 1
  ));
end
$$;

comment on function private.order_marks(public.orders) is
  'The marks of an order: the stored ones that no decision has ended, many_wrong_finds, what its customer did,
and those that follow from it and the other orders of its phone: unusual_quantity, not_mobile, duplicate,
cancelled_before and returned_before.';

create or replace function private.save_yes() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.confirmation_attempts (order_id, at, actor, act)
  values (new.order_id, new.used_at, 'customer', 'yes');
  return null;
end
$$;

comment on function private.save_yes() is
  'Adds that the customer said yes, by the link of a message. Whoever changes the order by it has confirmed the rest.';

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
      when replaced_by is not null then 'replaced'
      -- One that no courier had is in no payment.
      when is_unpaid is false then 'paid'
      else 'delivered'
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

create or replace view private.stages as
select * from (values
  ('to_confirm', true, private.open_statuses()),
  ('waiting', true, private.open_statuses()),
  ('later', true, private.open_statuses()),
  ('held', true, private.open_statuses()),
  ('to_pack', true, private.open_statuses()),
  ('needs_number', true, private.open_statuses()),
  ('to_ship', true, private.open_statuses()),
  ('to_tell', true, '{shipped}'),
  ('on_the_way', true, '{shipped}'),
  ('not_delivered', true, '{shipped}'),
  ('coming_back', true, '{shipped}'),
  ('came_back', true, '{cancelled}'),
  ('delivered', false, '{delivered}'),
  ('paid', false, '{delivered}'),
  ('cancelled', false, '{cancelled}'),
  ('replaced', false, enum_range(null::public.order_status)),
  ('joined', false, '{cancelled}')
) as stage (name, has_work, statuses);

comment on view private.stages is
  'The stages, and the statuses that orders of each may have. One with work is left by a next step or by time: its list
begins with the oldest order.';

-- Security definer: stages cannot be read through the API.
create or replace function public.admin_stages() returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off set jit = off as $$
begin
  perform private.require_admin();
  perform private.fold_stages();
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'stages', (
      select coalesce(jsonb_object_agg(stage, orders), '{}') from private.stage_counts
      where orders > 0
    ),
    'nextDueAt', (
      select min(due_at) from private.staged_orders where stage in ('waiting', 'later') and due_at is not null
    ),
    'lastBackup', (select max(made_at) from private.backups)
  ));
end
$$;

grant execute on function public.admin_stages() to authenticated;

comment on function public.admin_stages() is
  'How many orders are in each stage, when the next one is to be tried again, and when the last backup was made, as
{stages: {to_confirm, …}, nextDueAt, lastBackup}, for admins.';

create or replace function private.read_booking(b private.bookings, p jsonb) returns private.bookings
language plpgsql volatile set search_path = '' as $$
declare
  state private.order_state := row(b.order_id, b.status, b.tracking_number);
begin
  state := private.read_state(state, p);
  b.status := state.status;
  b.tracking_number := state.tracking_number;
  if p ? 'courier' then
    b.courier := p ->> 'courier';
    if b.courier is not null then
      perform private.require_courier(b.courier);
    end if;
  end if;
  if p ? 'outcome' then
    b.outcome := p ->> 'outcome';
    if b.outcome not in ('returned', 'refused') or (b.outcome is not null and b.status <> 'cancelled') then
      perform private.refuse('outcome_invalid', 'outcome');
    end if;
  end if;
  if p ? 'endReason' then
    b.end_reason := p ->> 'endReason';
    if b.end_reason is not null and (b.status <> 'cancelled' or b.end_reason not in (
      'fake', 'double', 'unreachable', 'changed_mind', 'out_of_stock', 'other'
    )) then
      perform private.refuse('reason_invalid', 'endReason');
    end if;
  end if;
  return b;
end
$$;

comment on function private.read_booking(private.bookings, jsonb) is
  'A booking with the status, courier, tracking number, outcome and reason of a cancellation that a request sets.
Refuses invalid ones.';

create or replace function private.write_outbox() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  case tg_table_name
    when 'order_audit' then
      insert into private.outbox (kind, subject)
      values (case when new.after ? 'cancelReason' then 'cancelled' else 'changed' end, new.order_id);
    when 'order_clients' then
      insert into private.outbox (kind, subject) values ('order', new.order_id);
    when 'help_requests' then
      insert into private.outbox (kind, subject) values ('help', new.order_id);
    when 'contact_messages' then
      insert into private.outbox (kind, subject) values ('message', new.id);
    when 'marked_orders' then
      -- Once for a group that waits for a decision, without a lock that its orders would share.
      insert into private.outbox (kind, subject)
      select 'limit', new.mark
      where not exists (
        select from private.marked_orders as other
        where other.mark = new.mark and other.group_key = new.group_key
          and other.ended_at is null and other.order_id <> new.order_id
      );
  end case;
  return null;
end
$$;

comment on function private.write_outbox() is
  'Writes what a customer did to the outbox, in the same transaction.';

create or replace function private.desk_is_queue(filter jsonb) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  unknown_key text;
begin
  select left(given.key, 40) into unknown_key
  from jsonb_each(filter) as given
  left join (values
    ('stage', 'string'), ('courier', 'string'), ('outcome', 'string'), ('source', 'string'), ('batch', 'number'),
    ('from', 'string'), ('to', 'string'), ('mark', 'string'), ('group', 'string')
  ) as known (key, type) on known.key = given.key
  where jsonb_typeof(given.value) is distinct from known.type
    or given.key = 'stage' and given.value #>> '{}' not in (select name from private.stages)
  order by given.key limit 1;
  if found then
    perform private.refuse('unknown_filter', unknown_key, 400);
  end if;
  return exists (select from private.stages where name = filter ->> 'stage' and has_work);
end
$$;

-- The filter is {stage?, courier?, outcome?, source?, batch?, from?, to?, mark?, group?}; from and to are days of Karachi,
-- a mark is one of an open order on which nobody has decided, or "any", and a group is of marks.
-- Planned for the values of each call: a filter that is not asked for is left out of the plan. By stage, so that the
-- index on stage and date has the order of the list, and reading ends with the page.
create or replace function private.desk_filtered(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer
) returns setof private.list_cursor
language plpgsql stable
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_custom_plan set jit = off as $$
declare
  filter constant jsonb := search.filter;
  is_marked constant boolean := filter ? 'mark';
  stages constant text[] := array(
    select name from private.stages
    where name = coalesce(filter ->> 'stage', name)
      and (search.status is null or search.status = any (statuses))
      and (not is_marked or statuses && private.open_statuses())
  );
  batch constant bigint := (filter ->> 'batch')::bigint;
  first_at constant timestamptz := ((filter ->> 'from')::date)::timestamp at time zone 'Asia/Karachi';
  end_at constant timestamptz := ((filter ->> 'to')::date + 1)::timestamp at time zone 'Asia/Karachi';
begin
  return query
  select found.date, found.order_id
  from unnest(stages) as listed (stage)
  cross join lateral (
    select staged.date, staged.order_id
    from private.staged_orders as staged
    join public.orders as o on o.id = staged.order_id
    left join private.parcels as parcel on parcel.order_id = o.id and parcel.is_current
    left join private.order_details as details on details.order_id = o.id
    where staged.stage = listed.stage
      and case when newer then (staged.date, staged.order_id) > (start.at, start.key)
        else (staged.date, staged.order_id) < (start.at, start.key) end
      and (search.status is null or o.status = search.status)
      and (search.patterns = '{}' or o.search_text ~ all (search.patterns))
      and (not is_marked or exists (
        select from private.undecided_marks
        where order_id = o.id and filter ->> 'mark' in (mark, 'any') and group_key = coalesce(filter ->> 'group', group_key)
      ))
      and (not filter ? 'courier' or parcel.courier = filter ->> 'courier')
      and (not filter ? 'outcome' or parcel.outcome = filter ->> 'outcome')
      and (not filter ? 'source' or coalesce(details.source, 'website') = filter ->> 'source')
      and (batch is null or exists (
        select from private.exported_orders
        where batch_id = batch and order_id = o.id and left_at is null
      ))
      and (first_at is null or staged.date >= first_at)
      and (end_at is null or staged.date < end_at)
    order by
      case when newer then staged.date end, case when newer then staged.order_id end,
      case when not newer then staged.date end desc, case when not newer then staged.order_id end desc
    limit max_rows
  ) as found
  order by
    case when newer then found.date end, case when newer then found.order_id end,
    case when not newer then found.date end desc, case when not newer then found.order_id end desc
  limit max_rows;
end
$$;

create or replace view private.waiting_at_desk as
  select
    (
      select count(distinct order_id) from (
        select order_id from private.undecided_marks limit 1000
      ) as undecided
    ) as marked_orders,
    array_remove(array[
      case when not exists (select from private.notice_targets where way = 'push' and order_id is null) then 'notices' end,
      case when not exists (select from private.export_batches)
        and not exists (select from private.courier_settings)
        and not exists (select from private.couriers where version > 1) then 'couriers' end
    ], null) as to_set_up,
    (
      select coalesce(jsonb_agg(to_jsonb(grouped) order by orders desc, mark, "group"), '[]') from (
        select mark, group_key as "group", count(*) as orders
        from (select * from private.undecided_marks limit 1000) as undecided
        group by mark, group_key order by orders desc, mark, group_key limit 20
      ) as grouped
    ) as marked_groups;

comment on view private.waiting_at_desk is
  'How many marked orders are open and not booked, of the first 1,000 marks, and their 20 largest groups, {mark, group,
orders}; and what a new shop has to set up still: "notices" while no device of an admin is told, "couriers" until one is
changed or used.';

create or replace function private.file_results(
  rows private.statement_row[], moves jsonb, former_money jsonb, new_money jsonb, numbers jsonb
) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'row', line.nth,
    'result', case
      when line.why = 'not_found' then 'unknown'
      when line.why is not null then 'conflict'
      when done.move = 'moves' and done.is_last then 'changed'
      when line.state is not null and done.move not in ('moves', 'same', 'behind') then 'conflict'
      when money.amounts > 0 and new_money -> line.parcel_id::text is distinct from former_money -> line.parcel_id::text
        then 'money'
      when numbers ? line.parcel_id::text then 'number'
      else 'unchanged'
    end,
    'orderId', line.order_id,
    'from', done.from_state,
    'to', line.state,
    'toCollect', p.to_collect,
    'number', numbers -> line.parcel_id::text,
    'cash', money.cash,
    'kept', money.kept,
    'why', coalesce(
      line.why,
      case
        when line.state is null then case when line.word is not null then 'word' end
        when done.move not in ('moves', 'same') then done.move
      end
    )
  )) order by line.ordinality), '[]')
  from unnest(rows) with ordinality as line
  left join private.parcels as p on p.id = line.parcel_id,
  lateral (
    select moves #>> array[line.parcel_id::text, 'move'] as move,
      moves #>> array[line.parcel_id::text, 'from'] as from_state,
      moves #>> array[line.parcel_id::text, 'to'] = line.state::text as is_last
  ) as done,
  lateral (
    select count(*) as amounts,
      sum((amount ->> 'amount')::bigint) filter (where amount ->> 'kind' = 'cash') as cash,
      sum((amount ->> 'amount')::bigint) filter (where amount ->> 'kind' <> 'cash') as kept
    from jsonb_array_elements(line.money) as amount
  ) as money
$$;

comment on function private.file_results(private.statement_row[], jsonb, jsonb, jsonb, jsonb) is
  'What became of each row of a file: changed, money, number, unchanged, unknown or conflict, and why. Amounts that
the file that it replaces has as well are unchanged.';

create or replace function private.apply_file(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  former constant bigint := (p ->> 'replaces')::bigint;
  former_money constant jsonb := private.money_of(former);
  former_sums constant jsonb := private.sums_of(former);
  statement private.statements := private.add_file(p);
  rows private.statement_row[];
  locked text[];
  similar_id bigint;
  kept_numbers bigint[];
  numbers jsonb;
  moves jsonb;
  total bigint;
begin
  rows := array(select line from private.match_lines(statement.courier, p -> 'lines') as line);
  locked := private.lock_parcels(
    private.parcels_of(former) || array(select parcel_id from unnest(rows) where parcel_id is not null)
  );
  -- The statement that follows sees what others did to them before.
  rows := array(select line from private.match_lines(statement.courier, p -> 'lines') as line);
  if exists (select from unnest(rows) where parcel_id is not null and order_id <> all (locked)) then
    perform private.refuse('stale', null, 409);
  end if;
  similar_id := private.similar_file(statement, rows);
  if similar_id is not null and not p ? 'replaces' then
    perform private.refuse(
      'statement_known', null, 409, jsonb_build_object('statement', similar_id, 'similar', true)
    );
  end if;
  perform private.save_taken_back(former);
  kept_numbers := private.numbered_by(former);
  update private.statements set numbered = null where id = former;
  perform private.take_back(former, statement, rows);
  numbers := private.add_numbers(rows, p -> 'lines');
  moves := private.apply_states(statement, rows);
  total := private.add_money(statement, rows);
  perform private.save_numbered(
    statement.id, kept_numbers || array(select parcel::bigint from jsonb_object_keys(numbers) as parcel)
  );
  return jsonb_build_object(
    'ok', true,
    'statement', statement.id,
    'rows', private.file_results(rows, moves, former_money, private.money_of(statement.id), numbers),
    'numbered', (select count(*) from jsonb_object_keys(numbers)),
    'sum', total,
    'net', statement.net,
    'paid', (
      select jsonb_build_object(
        'customersPaid', "customersPaid", 'couriersKept', "couriersKept", 'unlisted', unlisted, 'came', came
      )
      from private.listed_payments where id = statement.id
    )
  ) || case when former is null then '{}' else jsonb_build_object('former', former_sums) end;
end
$$;

comment on function private.apply_file(jsonb) is
  'Applies a file, in place of the one that it replaces. Refuses one that was applied already. "paid" is what the list of
files then says of it.';

create or replace function private.check_in_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  ids bigint[];
  before private.parcels;
  after private.parcels;
  why text;
begin
  perform private.check_request(asked, 1024, array['id', 'act']);
  if coalesce(asked ->> 'act', '') not in (
    'received_back', 'damaged', 'lost', 'found', 'try_again', 'bring_back'
  ) then
    perform private.refuse('bad_field', 'act');
  end if;
  ids := private.scanned_parcels(asked ->> 'id');
  if cardinality(ids) > 1 then
    perform private.refuse('several', null, 409, jsonb_build_object('parcels', (
      select jsonb_agg(jsonb_build_object(
        'orderId', o.id, 'fullName', o.shipping_address ->> 'fullName', 'courier', scanned.courier
      ) order by scanned.id)
      from private.parcels as scanned join public.orders as o on o.id = scanned.order_id
      where scanned.id = any (ids)
    )));
  elsif cardinality(ids) = 0 then
    perform private.refuse('not_found');
  end if;
  perform private.lock_parcels(ids);
  select * into before from private.parcels where id = ids[1];
  why := private.check_in(before, asked ->> 'act');
  if why is null and asked ->> 'act' = 'damaged' then
    update private.parcels set damaged = true where id = before.id;
  elsif why <> 'unchanged' then
    perform private.refuse('conflict', null, 409, jsonb_build_object('orderId', before.order_id, 'why', why));
  end if;
  select * into after from private.parcels where id = before.id;
  return jsonb_build_object(
    'id', asked ->> 'id', 'ok', true, 'orderId', before.order_id, 'from', before.state, 'to', after.state,
    'order', (
      select jsonb_build_object(
        'fullName', o.shipping_address ->> 'fullName', 'city', o.shipping_address ->> 'city', 'items', o.items
      )
      from public.orders as o where o.id = before.order_id
    )
  ) || case when why is null then jsonb_build_object('before', (
    select jsonb_build_object(max(id), before.order_id) from private.parcel_events where parcel_id = before.id
  )) else '{"unchanged": true}' end;
end
$$;

comment on function private.check_in_row(jsonb) is
  'A row of the act "check_in": {id, act}, where the id is a code and the act is received_back, damaged, lost, found,
try_again or bring_back: the last two of what was not delivered.';

create or replace function private.desk_has_sent(o public.orders) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return exists (select from private.parcels where order_id = o.id and is_current);
end
$$;

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
    'parcelState', case when p.state in ('out_for_delivery', 'attempt_failed', 'returning') then p.state end
  );
end
$$;

create or replace function private.desk_has_confirmed(o public.orders) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return (select said_yes from private.packable where id = o.id);
end
$$;

create or replace view private.desk_of_rows as
  select o.id, jsonb_build_object(
    'booked', parcel.id is not null or not private.is_open(o.status),
    'courier', parcel.courier,
    'marks', private.order_marks(o),
    'reasons', (select reasons from private.packable where id = o.id),
    'stage', (select stage from private.order_stage where id = o.id),
    'confirmation', case when private.is_open(o.status) then private.confirmation_json(o) end,
    'outcome', parcel.outcome,
    'replacedBy', (select replaced_by from private.packable where id = o.id)
  ) as beside
  from public.orders as o left join private.parcels as parcel on parcel.order_id = o.id and parcel.is_current;

create or replace view private.desk_of_whole_orders as
  select o.id, jsonb_build_object(
    'confirmation', private.confirmation_json(o),
    'reasons', (select reasons from private.packable where id = o.id),
    'stage', (select stage from private.order_stage where id = o.id),
    'told', (select told from private.order_pages where id = o.id)
  ) as beside
  from public.orders as o;

create or replace function private.desk_of_page(o public.orders) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  packed record;
begin
  select outcome, reasons into packed from private.packable where id = o.id;
  return jsonb_build_object(
    'couriers', private.courier_list(),
    'marks', private.order_marks(o),
    'reasons', packed.reasons,
    'stage', (select stage from private.order_stage where id = o.id),
    'outcome', packed.outcome,
    'confirmation', private.confirmation_json(o),
    'mayBeDeleted', private.may_be_deleted(o)
  ) || (select to_jsonb(page) - 'id' from private.order_pages as page where page.id = o.id);
end
$$;

create or replace function private.desk_of_list() returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  perform private.fold_stages();
  return jsonb_build_object('couriers', private.courier_list());
end
$$;

create or replace function private.desk_of_counts() returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (select jsonb_build_object('marked', marked_orders, 'groups', marked_groups) from private.waiting_at_desk);
end
$$;

create or replace function private.desk_of_dashboard() returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'markedOrders', marked_orders, 'toSetUp', to_set_up, 'standingNotices', private.standing_notices()
    )
    from private.waiting_at_desk
  );
end
$$;

create or replace function private.desk_forgets() returns void
language plpgsql volatile set search_path = '' as $$
begin
  delete from private.outbox where at < now() - interval '7 days';
  -- Customers are told of no later step.
  delete from private.notice_targets as target using public.orders as o
  where o.id = target.order_id and private.is_final(o.status) and target.added_at < now() - interval '7 days';
end
$$;

create or replace function private.desk_does(act text, rows jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' set enable_seqscan = off as $$
begin
  return case act
    when 'book' then private.book_rows(rows)
    when 'enter' then private.each_row('private.enter_row', rows)
    when 'correct' then private.each_row('private.correct_row', rows)
    when 'join' then private.each_row('private.join_row', rows)
    when 'take_apart' then private.each_row('private.take_apart_row', rows)
    when 'attempt' then private.each_row('private.attempt_row', rows)
    when 'tell' then private.each_row('private.tell_row', rows)
    when 'note' then private.each_row('private.note_row', rows)
    when 'delete_note' then private.each_row('private.delete_note_row', rows)
    when 'release' then private.decide_rows(act, rows)
    when 'discard' then private.decide_rows(act, rows)
    when 'delete' then private.delete_rows(rows)
    when 'batch' then private.each_row('private.batch_row', rows)
    when 'sheet' then private.each_row('private.sheet_row', rows)
    when 'print' then private.each_row('private.print_row', rows)
    when 'apply' then private.each_row('private.apply_row', rows)
    when 'bank' then private.each_row('private.bank_row', rows)
    when 'check_in' then private.check_in_rows(rows)
  end;
end
$$;

create or replace function private.desk_locks(own private.acts) returns text[]
language plpgsql volatile set search_path = '' set enable_seqscan = off as $$
begin
  -- One batch and one file at a time.
  perform pg_advisory_xact_lock(hashtextextended(kind, 0))
  from (values ('batch', 'export'), ('apply', 'statements')) as one (act, kind) where one.act = own.act;
  return array(
    select order_id from private.exported_orders where batch_id = (own.response #>> '{results,0,batch,id}')::bigint
  );
end
$$;

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
    when 'tell' then private.undo_attempts(own.before)
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

-- Whether an order is above a limit: marks.sql. Only place_order() saves a client.
create trigger mark_new_order after insert on private.order_clients
  for each row execute function private.mark_new_order();

create trigger mark_new_phone after update on public.orders
  for each row when (new.phone_key <> old.phone_key and current_setting('shop.actor', true) = 'customer')
  execute function private.mark_new_phone();

-- What customers said: confirmation.sql.
create trigger save_yes after update of used_for on private.confirm_codes
  for each row when (old.used_at is null and new.used_for <> 'cancel') execute function private.save_yes();

create trigger write_outbox after insert on private.order_clients
  for each row execute function private.write_outbox();

drop function private.check_filter(jsonb);

drop function private.mark_new_order(orders,jsonb);

drop function private.save_client(orders,boolean);

drop function private.scan_filtered(private.list_search,private.list_cursor,boolean,integer);

-- Delivered orders that no courier had were called paid.
insert into private.stage_changes (order_id)
select id from public.orders as o
where status = 'delivered' and not exists (select from private.parcels where order_id = o.id and is_current);
