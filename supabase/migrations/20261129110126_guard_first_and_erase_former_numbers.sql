/*
 * The functions of the admin ask who calls before anything else. Erasing a customer reaches the tracking numbers that an
 * order had before it was corrected to another. Many open orders of one phone make no page of the admin slow. What a
 * customer changed while the admin loaded the order stays unseen. A request for help counts once. Keys that nothing
 * reads, and indexes that no query uses, go.
 */

drop index private.deleted_orders_order_id_idx;

drop index private.parcels_to_check_in_idx;

drop index public.orders_tracking_number_idx;

-- Functions of the API set shop.actor to 'admin' or 'customer'. In UTC, because a caller may choose the time
-- zone of its request, and `at` becomes text.
create or replace function private.write_order_history() returns trigger
language plpgsql volatile set search_path = '' set timezone = 'UTC' as $$
declare
  actor constant text := coalesce(nullif(current_setting('shop.actor', true), ''), 'system');
  is_moved constant boolean := new.shipping_address <> old.shipping_address;
begin
  if new.tracking_history <> old.tracking_history
    and new.tracking_history <> private.history_without_numbers(old.tracking_history) then
    new.tracking_history := old.tracking_history;
  end if;
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
statement sets, but for a history without tracking numbers. Erasing removes them.';

-- Security definer: customers have no right to any table.
create or replace function public.request_help(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  is_holder constant boolean := coalesce(not p ? 'phone', true);
  found_id text;
  refusal jsonb;
  o public.orders;
  typed text;
  saved private.help_requests;
begin
  perform private.require_plain_call();
  perform private.check_request(
    p, 16384, array['id', case when is_holder then 'token' else 'phone' end, 'kind', 'text']
  );
  if is_holder then
    o := private.lock_own_order(p);
  else
    select * into found_id, refusal from private.find_by_phone(p);
    if refusal is not null then
      return refusal;
    end if;
    select * into o from public.orders where id = found_id for update;
    -- It may have been erased meanwhile.
    if o.phone_key is distinct from private.phone_key(p ->> 'phone') then
      perform private.refuse('not_found', null, 200);
    end if;
  end if;

  if coalesce(p ->> 'kind', '') not in ('damaged', 'wrong_item') then
    perform private.refuse('kind_invalid', 'kind');
  end if;
  typed := private.clean_note('text', p -> 'text', 1000);
  select * into saved from private.help_requests where order_id = o.id;
  -- A retry whose response was lost gets the response of the first.
  if (saved.kind, saved.text) <> (p ->> 'kind', typed) then
    perform private.refuse('request_exists', null, 409);
  elsif saved.id is null then
    -- A report by phone is none of the ten changes of the order's device.
    if is_holder then
      perform private.check_changes(o);
      update private.order_keys set changes = changes + 1 where order_id = o.id;
    end if;
    if o.status <> 'delivered' then
      perform private.refuse('not_delivered', null, 409);
    end if;
    if private.shop_day(now()) > 3 + private.shop_day((
      select max((change ->> 'at')::timestamptz)
      from jsonb_array_elements(private.history_without_numbers(o.tracking_history)) as change
      where change ->> 'status' = 'delivered'
    )) then
      perform private.refuse('too_late', null, 409);
    end if;
    insert into private.help_requests (order_id, kind, text) values (o.id, p ->> 'kind', typed);
  end if;
  return private.respond_order(o.id, is_holder);
exception
  when sqlstate 'SHREF' then
    return private.count_refused_change(private.respond_error(sqlstate, sqlerrm), o);
end
$$;

grant execute on function public.request_help(jsonb) to anon, authenticated;

comment on function public.request_help(jsonb) is
  'Reports a damaged or wrong item of an order until three days after its delivery: {id, token or phone, kind,
text}. An order has one report.';

comment on function private.desk_of_page(public.orders) is 'Slot: what the page of an order has beside the order.';

comment on function private.desk_erases_former(text, timestamptz) is
  'Slot: erases what is noted beside an order of its former customer, until it was corrected to another.';

create or replace function private.erase_former(name text, phone text) returns void
language sql volatile set search_path = '' as $$
  with logged as (
    select
      id,
      at,
      order_id,
      lower(before #>> '{shippingAddress,fullName}') = erase_former.name as has_name,
      nullif(private.phone_key(before #>> '{shippingAddress,phone}'), '') = erase_former.phone
        as has_phone
    from private.order_audit
    where before ? 'shippingAddress'
  ),
  former as (
    select logged.order_id, max(logged.id) as last_entry, max(logged.at) as until
    from logged left join public.orders as o on o.id = logged.order_id
    -- The log has what differs: a name or a phone that an entry does not have is that of a later one.
    where coalesce(has_name, has_phone) and coalesce(has_phone, has_name)
    group by logged.order_id, o.phone_key, o.shipping_address
    having (coalesce(bool_or(has_name), false)
        or lower(o.shipping_address ->> 'fullName') = erase_former.name)
      and (coalesce(bool_or(has_phone), false) or o.phone_key = erase_former.phone)
  ),
  erased as (
    update private.order_audit as entry set
      before = private.erase_logged(entry.before),
      after = case
        when entry.id < former.last_entry then private.erase_logged(entry.after) else entry.after
      end
    from former
    where entry.order_id = former.order_id and entry.id <= former.last_entry
  ),
  unnumbered as (
    update public.orders as o set tracking_history = private.history_without_numbers(o.tracking_history)
    from former
    where o.id = former.order_id and o.tracking_history <> private.history_without_numbers(o.tracking_history)
  ),
  ended as (
    delete from private.confirm_codes as code using former
    where code.order_id = former.order_id and code.made_at <= former.until
  )
  select private.desk_erases_former(order_id, until) from former
$$;

comment on function private.erase_former(text, text) is
  'Erases what orders were until they were corrected from this lower-case name and phone key to another customer: from
the log and the history, and what the desk has.';

-- Security definer: the log cannot be read through the API.
create or replace function public.admin_customer_acts(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC' as $$
declare
  since timestamptz;
begin
  perform private.require_admin();
  since := coalesce((p ->> 'after')::timestamptz, now());
  return private.respond(200, (
    select jsonb_build_object(
      'newest', greatest(since, max(acts.at)),
      'acts', coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', o.id, 'fullName', o.shipping_address ->> 'fullName', 'act', acts.act, 'at', acts.at
          )
          order by acts.at desc
        ) filter (where o.id is not null and (seen.at >= acts.at) is not true),
        '[]'
      )
    )
    from (select * from private.customer_acts where at > since order by at desc limit 100) as acts
    left join public.orders as o on o.id = acts.order_id
    left join private.acts_seen as seen on seen.order_id = acts.order_id
  ));
end
$$;

grant execute on function public.admin_customer_acts(jsonb) to authenticated;

comment on function public.admin_customer_acts(jsonb) is
  'What customers did after this moment and no admin has seen, newest first and at most 100: {after?}. Without one,
the moment to ask from. For admins.';

-- Security definer: the API writes no table.
create or replace function public.admin_see_order(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  -- Pages that were loaded before send no version.
  insert into private.acts_seen (order_id)
  select id from public.orders where id = p ->> 'id' and to_jsonb(version) = coalesce(p -> 'version', to_jsonb(version))
  for share
  on conflict (order_id) do update set at = now();
  return private.respond(200, '{"ok": true}');
end
$$;

grant execute on function public.admin_see_order(jsonb) to authenticated;

comment on function public.admin_see_order(jsonb) is
  'Notes that the admin has opened the order of {id, version?}, unless it was changed since: what its customer did before
is no mark any more.';

-- Security definer: the API writes no table.
create or replace function public.admin_save_template(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  unknown text[];
begin
  perform private.require_admin();
  perform private.check_request(p, 8192, array['kind', 'language', 'text']);
  unknown := private.unknown_braces(p ->> 'text');
  if cardinality(unknown) > 0 then
    perform private.refuse('unknown_braces', 'text', 422, jsonb_build_object('braces', to_jsonb(unknown)));
  end if;
  if p -> 'text' = 'null' then
    delete from private.message_templates
    where kind = p ->> 'kind' and language = p ->> 'language';
  else
    insert into private.message_templates (kind, language, text)
    values (p ->> 'kind', p ->> 'language', private.clean_note('text', p -> 'text', 1000))
    on conflict (kind, language) do update set text = excluded.text;
  end if;
  return private.respond(200, '{"ok": true}');
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_save_template(jsonb) to authenticated;

comment on function public.admin_save_template(jsonb) is
  'Saves the text of a message for admins: {kind, language, text}. Null brings the text of the shop back. Refuses a
text with unknown braces, which are named.';

create or replace function private.asked_reasons() returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb '["marked", "unconfirmed", "changed"]'
$$;

comment on function private.asked_reasons() is 'The reasons that an admin is asked about, and may include.';

create or replace function private.reasons_left(reasons text[], included jsonb) returns text[]
language sql immutable set search_path = '' as $$
  select array(
    select reason from unnest(reasons) with ordinality as listed (reason, nth)
    where reason in ('joined', 'replaced', 'held')
      -- Asked before the first booking.
      or private.asked_reasons() ? reason and not 'booked' = any (reasons)
        and not coalesce(included, '[]') ? reason
    order by nth
  )
$$;

comment on function private.reasons_left(text[], jsonb) is
  'Which of the reasons keep an order from leaving, where an admin included some of marked, unconfirmed and changed.';

create or replace function private.read_included(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  included constant jsonb := coalesce(nullif(p -> 'include', 'null'), '[]');
begin
  if jsonb_typeof(included) <> 'array' or not included <@ private.asked_reasons() then
    perform private.refuse('bad_field', 'include');
  end if;
  return included;
end
$$;

comment on function private.read_included(jsonb) is
  'The reasons that an admin included after a question, as a list. Refuses any other.';

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
      where other.phone_key = o.phone_key and other.id <> o.id and not private.is_booked(other) and not private.is_erased(o.shipping_address)
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
    (select replaced_by from private.packable where id = o.id) as "replacedBy"
  from public.orders as o;

comment on view private.order_pages is
  'What the admin sees beside an order, oldest first: notes, attempts to confirm it, messages about it and the
language of the last one to its phone, other open orders of the phone that no courier has, which may be joined
with it, the order that it was joined into, those that were joined into it, its parcels with what happened to them (of a
check-in the act that can be undone) and their money, and the newest order that replaces it and was not cancelled.';

create or replace function private.note_staged_order() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.stage_changes (order_id)
  select id from unnest(array[coalesce(new.id, old.id), coalesce(new.replaces, old.replaces)]) as changed (id)
  where id is not null
  union all
  -- Of its former phone one, by which the fold finds the others that it may have made known.
  (
    select id from public.orders
    where phone_key = old.phone_key and old.phone_key is distinct from new.phone_key
      and status = any (private.open_statuses())
    limit 1
  );
  return null;
end
$$;

comment on function private.note_staged_order() is 'Notes an order, and those whose stages depend on it.';

-- One after the other: nothing else writes the rows. Each statement after the lock sees what the last fold has left, and
-- deletes the changes that it has read.
create or replace function private.fold_stages() returns void
language plpgsql volatile set search_path = '' set enable_seqscan = off set jit = off as $$
begin
  if current_setting('transaction_read_only') = 'on' or not exists (select from private.stage_changes)
    and not exists (select from private.staged_orders where due_at <= now()) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('stages', 0));
  with noted as (
    delete from private.stage_changes where true returning order_id
  ),
  changed as materialized (
    select order_id as id from noted
    union
    select order_id from private.staged_orders where due_at <= now()
    union
    -- Whether a phone is known depends on its other orders: looked up by phone, where a plan might read all open orders,
    -- and once, where somebody orders a thousand times with one.
    select other.id
    from (
      select distinct phone_key from noted join public.orders on id = order_id where phone_key <> ''
    ) as phone cross join lateral (
      select id from public.orders
      where phone_key = phone.phone_key and status = any (private.open_statuses())
      offset 0
    ) as other
  ),
  fresh as materialized (
    select staged.id, staged.date, staged.stage, staged.due_at, staged.turn
    from changed cross join lateral (select * from private.order_stage where id = changed.id) as staged
  ),
  counted as (
    insert into private.stage_counts as saved (stage, orders)
    select stage, sum(more) from (
      select stage, 1 as more from fresh
      union all
      select stage, -1 from private.staged_orders where order_id in (select id from changed)
    ) as moves
    group by stage having sum(more) <> 0
    on conflict (stage) do update set orders = saved.orders + excluded.orders
  ),
  gone as (
    delete from private.staged_orders
    where order_id in (select id from changed) and not exists (select from public.orders where id = order_id)
  )
  insert into private.staged_orders as saved (order_id, date, stage, due_at, turn)
  select id, date, stage, due_at, turn from fresh
  on conflict (order_id) do update set
    stage = excluded.stage, due_at = excluded.due_at, turn = excluded.turn
  where (saved.stage, saved.due_at, saved.turn) is distinct from (excluded.stage, excluded.due_at, excluded.turn);
end
$$;

comment on function private.fold_stages() is
  'Brings private.staged_orders up to date: with what was changed since the last fold, and with what the time has brought
back. Takes a second for 20,000 orders; after a bulk change by SQL, call it before anybody else reads.';

create or replace function private.undo_booked(before jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
declare
  bookings private.bookings[];
  results jsonb[];
begin
  with asked as (
    select id, former, row(
      id, former #>> '{order,status}', former #>> '{order,courier}', former #>> '{order,trackingNumber}',
      former #>> '{order,outcome}', former #>> '{order,endReason}', null
    )::private.bookings as wanted
    from jsonb_each(before) as saved (id, former)
  ), checked as (
    select id, wanted, case
      when o.id is null then 'not_found'
      when not former @> since
        -- What a file has paid stays.
        or exists (
          select from private.money_lines as line join private.parcels as p on p.id = line.parcel_id
          where p.order_id = o.id and not former -> 'parcels' @> jsonb_build_array(jsonb_build_object('id', p.id))
        )
        -- On hold or replaced since.
        or private.would_leave((select b from private.bookings as b where b.order_id = o.id), wanted)
          and private.reasons_left(
            (select reasons from private.packable where id = o.id), private.asked_reasons()
          ) <> '{}' then 'stale'
    end as why
    from asked
    left join public.orders as o using (id)
    left join private.shown_bookings using (id)
  )
  select
    array_agg(wanted order by id) filter (where why is null),
    array_agg(private.row_result(id, why) order by id)
  into bookings, results from checked;
  perform private.save_bookings(bookings);
  perform private.restore_parcels(order_id, before -> order_id) from unnest(bookings);
  -- Why its customer cancelled went when it was opened.
  update private.order_details as saved set
    cancel_reason = before #>> array[saved.order_id, 'cancelReason'],
    cancel_text = before #>> array[saved.order_id, 'cancelText']
  from unnest(bookings) as booked
  where saved.order_id = booked.order_id and booked.status = 'cancelled'
    and saved.cancel_reason is distinct from before #>> array[saved.order_id, 'cancelReason'];
  -- Back in the batches that it left by the act.
  update private.exported_orders as exported set left_at = null
  from unnest(bookings) as booked, private.export_batches as batch
  where exported.order_id = booked.order_id and batch.id = exported.batch_id and batch.courier = booked.courier
    and exported.left_at = (before #>> array[exported.order_id, 'at'])::timestamptz;
  return private.booking_results(results);
end
$$;

comment on function private.undo_booked(jsonb) is
  'Gives back the locked orders of an act that set bookings, where nobody changed them since.';

-- Security definer: batches cannot be read through the API.
create or replace function public.admin_batches(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page_size constant integer := 25;
  older_than numeric;
  shown bigint[];
begin
  perform private.require_admin();
  older_than := (p ->> 'older')::numeric;
  perform private.fold_stages();
  -- One more than a page says whether there is a next page.
  shown := array(
    select id from private.export_batches
    where older_than is null or id < older_than order by id desc limit page_size + 1
  );
  return private.respond(200, jsonb_build_object(
    'batches', (
      select coalesce(
        jsonb_agg(to_jsonb(batch) || jsonb_build_object('stages', private.batch_stages(id)) order by id desc), '[]'
      )
      from private.batches as batch where id = any (shown[1:page_size])
    ),
    'older', case when cardinality(shown) > page_size then shown[page_size] end
  ));
end
$$;

grant execute on function public.admin_batches(jsonb) to authenticated;

comment on function public.admin_batches(jsonb) is
  'A page of batches for {older?}, newest first, with how many of their orders are at which stage, for admins.';

-- Security definer: as public.admin_batches().
create or replace function public.admin_batch(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  found_id bigint;
begin
  perform private.require_admin();
  select id into found_id from private.export_batches where id::numeric = (p ->> 'id')::numeric;
  if not found then
    return private.respond(200, null);
  end if;
  perform private.fold_stages();
  return private.respond(200, jsonb_build_object(
    'batch', (
      select to_jsonb(batch) || jsonb_build_object('stages', private.batch_stages(id), 'acts', private.batch_acts(id))
      from private.batches as batch where id = found_id
    ),
    'orders', (
      select coalesce(
        jsonb_agg(
          private.order_json(o, true) || jsonb_build_object(
            'reasons', (select reasons from private.packable where id = o.id),
            'cells', exported.cells,
            'leftAt', exported.left_at
          )
          order by exported.position
        ),
        '[]'
      )
      from private.exported_orders as exported
      join public.orders as o on o.id = exported.order_id
      where exported.batch_id = found_id
    )
  ));
end
$$;

grant execute on function public.admin_batch(jsonb) to authenticated;

comment on function public.admin_batch(jsonb) is
  'The batch of {id} and its orders in full, in the order of its sheet, with the rows that were sent and when an order
left; or null. It counts the stages, and names the acts that can be undone. For admins.';

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
          'fullName', o.shipping_address ->> 'fullName', 'phone', o.shipping_address ->> 'phone'
        )
        order by request.id desc
      ), '[]')
      from private.help_requests as request join public.orders as o on o.id = request.order_id
      where request.id = any (shown[1:page_size])
    ),
    'open', (select open_requests from private.waiting),
    'older', case when cardinality(shown) > page_size then shown[page_size] end
  ));
end
$$;

grant execute on function public.admin_help_requests(jsonb) to authenticated;

comment on function public.admin_help_requests(jsonb) is
  'A page of requests for help for {state?, older?}, newest first, and how many are open. For admins.';

create or replace function private.take_back(
  p_id bigint, later private.statements default null, rows private.statement_row[] default '{}'
) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  paid bigint[];
begin
  -- What the file that replaces it says as well is not undone and done again.
  update private.parcel_events as event set statement_id = later.id
  from (select distinct parcel_id, state from unnest(rows)) as line
  where event.statement_id = p_id and (event.parcel_id, event.state) = (line.parcel_id, line.state);
  paid := array(select distinct parcel_id from private.money_lines where statement_id = p_id);
  delete from private.money_lines where statement_id = p_id;
  perform private.sum_parcels(paid);
  perform private.sum_payments(array[p_id]);
  return jsonb_build_object('ok', true, 'left', private.undo_events(array(
    select event from private.parcel_events as event where statement_id = p_id order by id desc
  )));
end
$$;

comment on function private.take_back(bigint, private.statements, private.statement_row[]) is
  'Takes back the money of a file whose orders are locked, and the states where nothing newer happened, but for
those that are also in the rows of one that replaces it.';

-- Security definer: the files cannot be read through the API.
create or replace function public.admin_statements(p jsonb default '{}') returns jsonb
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
    select id from private.statements
    where (older_than is null or id < older_than)
      and (not p ? 'unticked' or id in (select id from private.unticked_payments))
    order by id desc limit page_size + 1
  );
  return private.respond(200, jsonb_build_object(
    'statements', (
      select coalesce(jsonb_agg(to_jsonb(listed) order by id desc), '[]')
      from private.listed_payments as listed where id = any (shown[1:page_size])
    ),
    'older', case when cardinality(shown) > page_size then shown[page_size] end
  ));
end
$$;

grant execute on function public.admin_statements(jsonb) to authenticated;

comment on function public.admin_statements(jsonb) is
  'A page of files for {older?, unticked?}, newest first, for admins: all, or those that wait for their tick.';

-- Security definer: the parcels cannot be read through the API.
create or replace function public.admin_parcels(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page_size constant integer := 50;
  -- The oldest first, so the next page is of newer ones.
  after_id bigint;
  after_at timestamptz;
  shown private.parcels[];
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['stage', 'older']);
  after_id := (p #>> '{older,id}')::bigint;
  after_at := coalesce((p #>> '{older,at}')::timestamptz, '-infinity');
  if coalesce(p ->> 'stage', '') not in ('not_delivered', 'came_back') then
    perform private.refuse('bad_field', 'stage');
  end if;
  perform private.fold_stages();
  shown := array(
    select listed from private.parcels as listed join private.staged_orders as staged using (order_id)
    where is_current and state in ('attempt_failed', 'lost', 'returned')
      and (state_at, id) > (after_at, coalesce(after_id, 0)) and staged.stage = p ->> 'stage'
    order by state_at, id limit page_size + 1
  );
  return private.respond(200, jsonb_build_object(
    'parcels', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'orderId', o.id, 'fullName', o.shipping_address ->> 'fullName',
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
      from unnest(shown[1:page_size]) as listed
      join public.orders as o on o.id = listed.order_id
      left join lateral (
        select word from private.parcel_events where parcel_id = listed.id order by id desc limit 1
      ) as event on true
    ),
    'older', case when cardinality(shown) > page_size then jsonb_build_object(
      'id', (shown[page_size]).id, 'at', (shown[page_size]).state_at
    ) end
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_parcels(jsonb) to authenticated;

comment on function public.admin_parcels(jsonb) is
  'A page of the parcels at a {stage}, not_delivered or came_back, the oldest first, and when their customers were told since:
{stage, older?}. For admins.';

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

create or replace function private.desk_of_page(o public.orders) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'couriers', private.courier_list(),
    'marks', private.order_marks(o),
    'reasons', (select reasons from private.packable where id = o.id),
    'stage', (select stage from private.order_stage where id = o.id),
    'confirmation', private.confirmation_json(o),
    'mayBeDeleted', private.may_be_deleted(o)
  ) || (select to_jsonb(page) - 'id' from private.order_pages as page where page.id = o.id);
end
$$;

create or replace function private.desk_erases_former(o_id text, until timestamptz) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update private.told_messages set phone_key = '' where order_id = o_id and at <= until;
  update private.exported_orders as exported set cells = null from private.export_batches as batch
  where exported.order_id = o_id and batch.id = exported.batch_id and batch.at <= until;
  update private.confirmation_attempts set text = null where order_id = o_id and at <= until;
  delete from private.order_notes where order_id = o_id and at <= until;
  delete from private.notice_targets where order_id = o_id and added_at <= until;
  -- It was corrected while no courier had it: its parcels of then are former ones.
  update private.parcel_events as event set word = null from private.parcels as former
  where former.id = event.parcel_id and former.order_id = o_id and former.booked_at <= until and not former.is_current;
  update private.parcels set tracking_number = null
  where order_id = o_id and booked_at <= until and not is_current;
end
$$;
