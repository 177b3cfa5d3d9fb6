/*
 * Every write of the admin is an act, with one request id, one response and one undo: also orders that are entered,
 * corrected, joined and taken apart, notes that are deleted, batches, couriers' files, check-ins and the tick of the bank.
 * Mark and group are filters of the list, and the settings of couriers are valid by constraints of their table.
 */

-- Views of former columns. Those that stay come back below.
drop view private.reports, private.waiting;
drop function private.scan_marked(private.list_search, private.list_cursor, boolean, integer);
alter type private.list_search drop attribute mark, drop attribute group_key;
comment on type private.list_search is
  'The list (orders, customers or messages), what its rows match (private.search_patterns()), the one and two
characters of a term that has no trigram, and the status and other filters of the rows, each or null.';
drop function private.is_of_row(private.marked_orders, jsonb);
drop index private.marked_orders_mark_idx, private.marked_orders_group_idx;
drop function private.undecided_orders(text[]);
alter table private.marked_orders drop column order_date;

alter table private.parcel_events drop column token;
alter table private.order_details drop column admin_token_hash;
comment on column private.joined_orders.before is 'Items, total and advance of the other order before, and the status of this one.';
comment on column private.joined_orders.after is 'Items, total and advance of the other order, with what was added.';

-- Batches and files that stand in their lists get the act that undoes them.
insert into private.acts (request, act, digest, at, actor_id, orders, response)
select gen_random_uuid(), 'batch', md5(id::text), at, actor_id, array[id::text], jsonb_build_object(
  'ok', true, 'results', jsonb_build_array(jsonb_build_object('id', 'batch', 'ok', true, 'batch', jsonb_build_object('id', id)))
)
from private.export_batches where undone_at is null;

insert into private.acts (request, act, digest, at, actor_id, orders, before, response)
select token, 'apply', md5(token::text), applied_at, applied_by, array[id::text], jsonb_build_object(id, null),
  jsonb_build_object('ok', true, 'results', jsonb_build_array(jsonb_build_object('id', digest, 'ok', true, 'statement', id)))
from private.statements where undone_at is null or taken_back is not null;

alter table private.statements drop column token, drop column results;

drop index private.acts_at_idx;
comment on table private.acts is
  'Writes of the admin, to repeat their responses and to undo them: for a week, and those of batches and statements as
long as these stand in their lists.';
comment on column private.acts.orders is 'The ids of the orders, batches and statements that it names.';

create or replace function private.erase_order_details(ids text[]) returns void
language sql volatile set search_path = '' as $$
  update private.order_details set cancel_text = null where order_id = any (ids)
$$;

comment on function private.erase_order_details(text[]) is 'Erases what customers of erased orders wrote when they cancelled.';

create or replace function private.delete_note_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  gone private.order_notes;
begin
  perform private.check_request(asked, 1024, array['id', 'note']);
  -- Locked, so that erasing it finds the note in the act.
  perform from public.orders where id = asked ->> 'id' for share;
  delete from private.order_notes
  where order_id = asked ->> 'id' and to_jsonb(order_notes.id) = asked -> 'note' returning * into gone;
  return jsonb_build_object('id', asked -> 'id', 'ok', true)
    || case when gone.id is null then '{}' else jsonb_build_object('before', jsonb_build_object('note', to_jsonb(gone))) end;
end
$$;

comment on function private.delete_note_row(jsonb) is 'Deletes the note with the id {note} of order {id}.';

create or replace function private.restore_note(former jsonb) returns jsonb
language sql volatile set search_path = '' as $$
  insert into private.order_notes overriding system value
  select * from jsonb_populate_record(null::private.order_notes, former -> 'note')
  returning jsonb_build_object('id', order_id, 'ok', true)
$$;

comment on function private.restore_note(jsonb) is 'Adds a deleted note again, as it was.';

create or replace function private.set_parcels(events private.parcel_events[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  update private.parcels as p set
    state = e.state,
    state_at = e.at,
    reason = case
      when e.state between 'attempt_failed' and 'received_back' then coalesce(e.reason, p.reason)
    end,
    damaged = e.state = 'received_back' and p.damaged,
    -- Until it is handed over.
    to_collect = case when p.handed_over_at is not null then p.to_collect else (
      select private.cash_of(o, details) from public.orders as o
      left join private.order_details as details on details.order_id = o.id
      where o.id = p.order_id
    ) end,
    handed_over_at = case
      when e.state = 'booked' then null
      when e.state = 'cancelled' then p.handed_over_at
      else coalesce(p.handed_over_at, e.at)
    end,
    ended_at = case
      when e.state in ('returned', 'received_back') and p.state in ('returned', 'received_back') then p.ended_at
      when e.state in ('returned', 'received_back', 'delivered', 'lost', 'cancelled') then e.at
    end
  from unnest(events) as e
  where p.id = e.parcel_id;
  insert into private.parcel_events (
    parcel_id, state, at, source, statement_id, word, reason, before
  )
  select parcel_id, state, at, source, statement_id, word, reason, before
  from unnest(events) with ordinality order by ordinality;
end
$$;

comment on function private.set_parcels(private.parcel_events[]) is
  'Sets the states of parcels, one event for each, and saves what happened.';

-- Security definer: requests cannot be read through the API.
create or replace function public.admin_help_requests(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page_size constant integer := 25;
  older_than constant numeric := (p ->> 'older')::numeric;
  shown bigint[];
begin
  perform private.require_admin();
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

-- Security definer: as public.admin_help_requests().
create or replace function public.admin_mark_help_request(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['id', 'state']);
  if coalesce(p ->> 'state', '') not in ('open', 'answered', 'closed') then
    perform private.refuse('bad_field', 'state');
  end if;
  update private.help_requests set state = p ->> 'state' where order_id = p ->> 'id';
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  return private.respond(200, jsonb_build_object('ok', true, 'unread', (select unread from private.waiting)));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_mark_help_request(jsonb) to authenticated;

comment on function public.admin_mark_help_request(jsonb) is
  'Sets the state of the request for help with the order of {id, state}, for admins.';

create index marked_orders_group_idx on private.marked_orders (mark, group_key, order_id) where ended_at is null;

-- In plpgsql, which caches its plans, like the functions that follow: every new order waits for them.
create or replace function private.mark_order(o public.orders, mark text, reason text) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.marked_orders (order_id, mark, group_key)
  values (o.id, mark, left(encode(private.hash_counted(mark, reason), 'hex'), 12))
  on conflict do nothing;
end
$$;

comment on function private.mark_order(public.orders, text, text) is
  'Marks an order. Orders with the same mark and reason are one group.';

create or replace function private.due_at(last_act text, last_at timestamptz, hours int4range) returns timestamptz
language plpgsql immutable set search_path = '' as $$
declare
  zone constant text := 'Asia/Karachi';
  due timestamp;
begin
  -- Messages are sent at any hour.
  if last_act = 'asked' then
    return last_at + private.reply_time();
  end if;
  due := (case last_act
    when 'no_answer' then last_at + interval '2 hours'
    when 'later' then last_at + interval '3 hours'
    when 'tomorrow' then last_at + interval '1 day'
  end) at time zone zone;
  if last_act <> 'tomorrow' and extract(hour from due) >= upper(hours) then
    due := date_trunc('day', due) + interval '1 day';
  end if;
  if last_act = 'tomorrow' or extract(hour from due) < lower(hours) then
    due := date_trunc('day', due) + lower(hours) * interval '1 hour';
  end if;
  return due at time zone zone;
end
$$;

comment on function private.due_at(text, timestamptz, int4range) is
  'When an order is to be tried again after its last attempt, within these hours of Karachi; null where nothing postponed it.';

-- In plpgsql, which caches its plans: every row of the queue calls it.
create or replace function private.confirmation_json(o public.orders) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'state', case
        when packed.is_held then 'held'
        when packed.said_yes then 'confirmed'
        when packed.is_known then 'known'
        -- Not by packable, which would look again whether it is known.
        when tried.last_act = 'asked' and tried.last_at > now() - private.reply_time() then 'waiting'
        when tried.no_answers >= 3 then 'unreached'
        else 'open'
      end,
      'by', tried.said_by,
      'reason', tried.reason,
      'noAnswers', tried.no_answers
    )
    from private.packable as packed, (
      select
        count(*) filter (where act = 'no_answer') as no_answers,
        (array_agg(case act when 'yes' then actor end order by at desc, id desc)
          filter (where act in ('yes', 'reset')))[1] as said_by,
        (array_agg(reason order by at desc, id desc) filter (where act in ('hold', 'resume')))[1] as reason,
        (array_agg(act order by at desc, id desc))[1] as last_act,
        max(at) as last_at
      from private.confirmation_attempts where order_id = o.id
    ) as tried
    where packed.id = o.id
  );
end
$$;

comment on function private.confirmation_json(public.orders) is
  'The confirmation of an order as JSON, {state, by, reason, noAnswers}: its state is held, confirmed, known, waiting (for
the reply to a message), unreached (three times no answer, which waits for the admin''s decision) or open.';

create or replace function private.undo_attempts(before jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
declare
  results jsonb[];
begin
  with made as (
    select key as id, (value ->> 'attempt')::uuid as attempt, case
      when o.id is null then 'not_found'
      when private.is_booked(o) then 'booked'
      when o.version <> (value ->> 'version')::integer or (value ->> 'attempt')::uuid is distinct from (
        select id from private.confirmation_attempts where order_id = key order by at desc, id desc limit 1
      ) then 'stale'
    end as why
    from jsonb_each(before) left join public.orders as o on o.id = key
  ),
  undone as (
    delete from private.confirmation_attempts where id in (select attempt from made where why is null)
  )
  select array_agg(jsonb_strip_nulls(jsonb_build_object('id', id, 'ok', why is null, 'code', why)) order by id)
  into results from made;
  return results;
end
$$;

comment on function private.undo_attempts(jsonb) is
  'Deletes the attempts of an act, of orders that were neither booked, closed nor changed since and have no newer attempt.
A message that was sent stays noted.';

-- Security definer: the templates cannot be read through the API.
create or replace function public.admin_templates() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, jsonb_build_object('chats', (select chats from private.new_chats), 'templates', (
    select coalesce(jsonb_agg(to_jsonb(template) order by kind, language), '[]')
    from private.message_templates as template
  )));
end
$$;

grant execute on function public.admin_templates() to authenticated;

comment on function public.admin_templates() is
  'The changed templates of messages and how many new chats the last hour had, as {templates: [{kind, language,
text}], chats}, for admins.';

create or replace function private.joined_result(added_id text, main_id text) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', added.id, 'ok', true, 'before', jsonb_build_object(
    'version', added.version, 'into', main.id, 'intoVersion', main.version
  ))
  from public.orders as added, public.orders as main where added.id = added_id and main.id = main_id
$$;

comment on function private.joined_result(text, text) is
  'The result of a row that joined two orders or took them apart, with the row that does the opposite.';

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

create or replace function private.take_apart_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  main public.orders;
  added public.orders;
  joined private.joined_orders;
begin
  perform private.check_request(asked, 1024, array['id', 'version', 'into', 'intoVersion']);
  select * into joined from private.joined_orders where order_id = asked ->> 'id';
  if not found then
    perform private.refuse('not_found');
  end if;
  perform from public.orders as o where o.id in (joined.order_id, joined.into_id) order by o.id for update;
  select * into main from public.orders where id = joined.into_id;
  select * into added from public.orders where id = joined.order_id;
  if private.is_booked(main) then
    perform private.refuse('booked');
  end if;
  -- What was corrected since would be lost.
  if (main.items, main.total, private.advance_of(main.id))
    <> (joined.after -> 'items', (joined.after ->> 'total')::numeric, (joined.after ->> 'advance')::numeric)
    or added.status <> 'cancelled'
    or (asked ->> 'version')::integer <> added.version or (asked ->> 'intoVersion')::integer <> main.version then
    perform private.refuse('stale');
  end if;
  perform private.write_contents(
    'admin', main, jsonb_populate_record(main, joined.before), (joined.before ->> 'advance')::numeric
  );
  delete from private.joined_orders where order_id = joined.order_id;
  perform private.save_bookings(array[row(
    added.id, coalesce(joined.before ->> 'addedStatus', 'pending'), null, null, null, null, null
  )::private.bookings]);
  return private.joined_result(added.id, main.id);
end
$$;

comment on function private.take_apart_row(jsonb) is
  'Takes the joined order of {id, version?, intoVersion?} out of the other one''s parcel again, until that is booked.';

create or replace view private.undecided_marks as
  select marked.* from private.marked_orders as marked join private.packable as o on o.id = marked.order_id
  where marked.ended_at is null and not o.is_booked;

comment on view private.undecided_marks is
  'The marks that keep open orders out of sheets. What was booked or closed all the same is left out.';

-- Security definer: attempts and marks cannot be read through the API.
create or replace function public.admin_packable(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  ids text[];
begin
  perform private.require_admin();
  perform private.check_request(p, 32768, array['ids']);
  ids := private.read_ids(p);
  return private.respond(200, jsonb_build_object(
    'groups', (
      select coalesce(jsonb_agg(to_jsonb(grouped) order by reasons), '[]') from (
        select reasons, count(*) as orders, min(date) as oldest from private.packable
        where case when ids is null then status = any (private.open_statuses()) and not is_booked
          else id = any (ids) end
        group by reasons
      ) as grouped
    ),
    'changed', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', o.id, 'fullName', o.shipping_address ->> 'fullName'
      ) order by o.date, o.id), '[]')
      from (
        select id from private.packable
        where case when ids is null then status = any (private.open_statuses()) else id = any (ids) end
          and not is_booked and is_changed
        order by date, id limit 100
      ) as changed
      join public.orders as o on o.id = changed.id
    )
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_packable(jsonb) to authenticated;

comment on function public.admin_packable(jsonb) is
  'What is asked before a sheet: groups of {reasons, orders, oldest} of the orders of {ids?}, or of all that no courier
has, and the first 100 of them that their customer changed. For admins.';

create or replace function private.shown_order_json(
  o public.orders, is_full boolean, is_holder boolean default false
) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return private.order_json(o, is_full, is_holder) || jsonb_build_object(
    'asOf', now(),
    'confirmed', is_full and private.is_open(o.status)
      and (select said_yes from private.packable where id = o.id)
  );
end
$$;

comment on function private.shown_order_json(public.orders, boolean, boolean) is
  'An order as its page shows it: with the time of the response, since a device''s clock may be wrong, and whether its
customer has confirmed it.';

-- Security definer: leases cannot be read through the API.
create or replace function public.admin_next_order(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  hours int4range;
  next_id text;
  remaining jsonb;
begin
  perform private.require_admin();
  perform private.check_request(p, 16384, array['device', 'from', 'until', 'skip', 'first']);
  if coalesce(p ->> 'device', '') !~ '^[A-Za-z0-9_-]{8,64}$' then
    perform private.refuse('bad_field', 'device');
  end if;
  if coalesce(jsonb_typeof(p -> 'skip'), 'array') <> 'array' then
    perform private.refuse('bad_field', 'skip');
  end if;
  hours := int4range((p ->> 'from')::integer, (p ->> 'until')::integer);
  if lower(hours) is null or upper(hours) is null or hours <@ int4range(0, 25) is not true then
    perform private.refuse('bad_field', 'from');
  end if;
  -- One device after the other, for the moment of choosing.
  perform pg_advisory_xact_lock(hashtextextended('run', 0));
  delete from private.order_leases
  where ends_at < now() or (device = p ->> 'device' and coalesce(p -> 'skip', '[]') ? order_id);
  with run as materialized (
    select listed.*, lease.device, lease.device <> p ->> 'device' is true as is_elsewhere
    from private.orders_of_run(hours) as listed
    left join private.order_leases as lease on lease.order_id = listed.id
  ),
  chosen as (
    select id from run
    where is_due and not is_elsewhere and not coalesce(p -> 'skip', '[]') ? id
    order by (id = p ->> 'first') is true desc, device is null, is_first desc, total >= 5000 desc, date, id
    limit 1
  )
  select
    (select id from chosen),
    jsonb_build_object(
      'due', count(*) filter (where is_due),
      'elsewhere', count(*) filter (where is_due and is_elsewhere),
      'waiting', count(*) filter (where is_waiting),
      'postponed', count(*) filter (where not is_due and not is_waiting)
    )
  into next_id, remaining
  from run;
  if next_id is not null then
    insert into private.order_leases (order_id, device, ends_at)
    values (next_id, p ->> 'device', now() + interval '15 minutes')
    on conflict (order_id) do update set ends_at = excluded.ends_at;
  end if;
  return private.respond(200, jsonb_build_object('ok', true, 'id', next_id, 'left', remaining));
exception
  when sqlstate 'SHREF' or data_exception then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_next_order(jsonb) to authenticated;

comment on function public.admin_next_order(jsonb) is
  'Leases the most urgent order to a device for 15 minutes: {device, from, until, skip?, first?}, with the hours of
calls, ids that the device passed over, and one that comes first. Responds with its id or null, how many are due, are due
on another device, wait for a reply and are postponed. Orders that are marked or were changed by their customers come first, then those of 5,000 rupees and more, then the
oldest. For admins.';

-- A part is in memory at a time, where the groups are sorted.
create or replace function private.recount_orders() returns void
language plpgsql volatile set search_path = '' set enable_hashagg = off as $$
declare
  changes private.order_change[];
begin
  lock table public.orders, private.parcels in share row exclusive mode;
  -- Without folds: the delete does not see the sums of one that ends meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('totals', 0));

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

  delete from private.cash_changes where true;
  insert into private.cash_changes (day, parcels, expected, folded)
  select delivered_on, count(*), sum(to_collect), true
  from private.parcels where delivered_on is not null group by 1;
  perform private.sum_payments(array(select id from private.statements));
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
  if list = 'orders' and arguments ?| array['filter', 'mark'] then
    -- A mark and its group stand beside the filter.
    search.filter := coalesce(arguments -> 'filter', '{}') || (
      select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(arguments)
      where key in ('mark', 'group')
    );
    perform private.check_filter(search.filter);
  end if;
  return search;
end
$$;

comment on function private.parse_list_search(text, jsonb) is
  'What {search?, status?, mark?, group?, filter?} asks of a list, null where no row can match.';

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
    return array(select match from private.scan_filtered(search, start, newer, max_rows) as match);
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

create or replace function private.look_up_in_list(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer
) returns setof private.list_cursor
language plpgsql stable
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_custom_plan as $$
declare
  first_pattern constant text := search.patterns[1];
  matches private.list_cursor[];
begin
  -- All matches first, or Postgres might scan the list instead, in the hope of an early match.
  if search.list = 'orders' then
    matches := array(
      select row(date, id)::private.list_cursor from public.orders
      where case when search.ngrams is null then search_text ~ first_pattern
          else private.short_ngrams(search_text) @> search.ngrams end
        and search_text ~ all (search.patterns)
        and (search.status is null or status = search.status)
    );
  else
    matches := array(
      select row(last_order_date, key)::private.list_cursor from private.customers
      where case when search.ngrams is null then search_text ~ first_pattern
          else private.short_ngrams(search_text) @> search.ngrams end
        and search_text ~ all (search.patterns)
    );
  end if;

  if newer then
    return query select at, key from unnest(matches)
      where (at, key) > (start.at, start.key) order by at, key limit max_rows;
  else
    return query select at, key from unnest(matches)
      where (at, key) < (start.at, start.key) order by at desc, key desc limit max_rows;
  end if;
end
$$;

comment on function private.look_up_in_list(private.list_search, private.list_cursor, boolean, integer) is
  'The matches of a search in the whole list, nearest to the cursor first, from the indexes of its text.';

create or replace function private.check_filter(filter jsonb) returns void
language plpgsql stable set search_path = '' as $$
declare
  unknown_key text;
begin
  select left(given.key, 40) into unknown_key
  from jsonb_each(filter) as given
  left join (values
    ('toPack', 'boolean'), ('held', 'boolean'), ('confirmed', 'boolean'), ('waiting', 'boolean'),
    ('booked', 'boolean'), ('untold', 'boolean'), ('courier', 'string'), ('outcome', 'string'), ('source', 'string'),
    ('batch', 'number'), ('from', 'string'), ('to', 'string'), ('mark', 'string'), ('group', 'string')
  ) as known (key, type) on known.key = given.key
  where jsonb_typeof(given.value) is distinct from known.type
  order by given.key limit 1;
  if found then
    perform private.refuse('unknown_filter', unknown_key, 400);
  end if;
end
$$;

comment on function private.check_filter(jsonb) is
  'Refuses a filter with a key that is not known, or of another type: without it the list would show every order.';

-- Planned for the values of each call: a filter that is not asked for is left out of the plan. By status, so that the
-- index on status and date has the order of the list, and reading ends with the page.
create or replace function private.scan_filtered(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer
) returns setof private.list_cursor
language plpgsql stable set search_path = '' set plan_cache_mode = force_custom_plan as $$
declare
  filter constant jsonb := search.filter;
  is_open constant boolean := filter ?| array['toPack', 'held', 'confirmed', 'waiting', 'mark', 'group'];
  batch constant bigint := (filter ->> 'batch')::bigint;
  first_at constant timestamptz := ((filter ->> 'from')::date)::timestamp at time zone 'Asia/Karachi';
  end_at constant timestamptz := ((filter ->> 'to')::date + 1)::timestamp at time zone 'Asia/Karachi';
begin
  return query
  select found.date, found.id
  from unnest(
    case when is_open then private.open_statuses()
      when (filter -> 'untold')::boolean then array['shipped']::public.order_status[]
      else enum_range(null::public.order_status) end
  ) as listed (status)
  cross join lateral (
    select o.date, o.id
    from private.packable as packed
    join public.orders as o on o.id = packed.id
    left join private.order_details as details on details.order_id = o.id
    left join private.marked_orders as marked on marked.order_id = o.id
      and marked.mark = filter ->> 'mark' and marked.ended_at is null
      and marked.group_key = coalesce(filter ->> 'group', marked.group_key)
    where packed.status = listed.status
      and case when newer then (packed.date, packed.id) > (start.at, start.key)
        else (packed.date, packed.id) < (start.at, start.key) end
      and (search.patterns = '{}' or o.search_text ~ all (search.patterns))
      and (not is_open or not packed.is_booked)
      and (not filter ?| array['mark', 'group'] or marked.order_id is not null)
      and (not filter ? 'toPack' or (filter -> 'toPack')::boolean = not packed.is_held)
      and (not filter ? 'held' or (filter -> 'held')::boolean = packed.is_held)
      and (not filter ? 'confirmed'
        or (filter -> 'confirmed')::boolean = (packed.said_yes or packed.is_known))
      and (not filter ? 'waiting' or (filter -> 'waiting')::boolean = packed.is_waiting)
      and (not filter ? 'booked' or (filter -> 'booked')::boolean
        = (packed.courier is not null or o.tracking_number is not null))
      and (not filter ? 'untold' or (filter -> 'untold')::boolean
        = (o.status = 'shipped' and not private.is_told(o.id)))
      and (not filter ? 'courier' or packed.courier = filter ->> 'courier')
      and (not filter ? 'outcome' or packed.outcome = filter ->> 'outcome')
      and (not filter ? 'source' or coalesce(details.source, 'website') = filter ->> 'source')
      and (batch is null or exists (
        select from private.exported_orders
        where batch_id = batch and order_id = o.id and left_at is null
      ))
      and (first_at is null or packed.date >= first_at)
      and (end_at is null or packed.date < end_at)
    order by
      case when newer then packed.date end, case when newer then packed.id end,
      case when not newer then packed.date end desc, case when not newer then packed.id end desc
    limit max_rows
  ) as found
  where search.status is null or listed.status = search.status
  order by
    case when newer then found.date end, case when newer then found.id end,
    case when not newer then found.date end desc, case when not newer then found.id end desc
  limit max_rows;
end
$$;

comment on function private.scan_filtered(private.list_search, private.list_cursor, boolean, integer) is
  'The orders that a filter lets through, nearest to the cursor first. The filter is {toPack?, held?, confirmed?,
waiting?, booked?, untold?, courier?, outcome?, source?, batch?, from?, to?, mark?, group?}; from and to are days of
Karachi, and a mark is one of an open order on which nobody has decided.';

create or replace function private.lock_new_order(p jsonb) returns void
language plpgsql volatile set search_path = '' as $$
begin
  if jsonb_typeof(p -> 'id') is distinct from 'string' or p ->> 'id' !~ '^[0-9A-Z]{8}$' then
    perform private.refuse('bad_field', 'id');
  end if;
  if jsonb_typeof(p -> 'total') is distinct from 'number' then
    perform private.refuse('bad_field', 'total');
  end if;
  -- The column would round it, and the rounded total might be right.
  if (p ->> 'total')::numeric <> round((p ->> 'total')::numeric, 2) then
    perform private.refuse('total_mismatch');
  end if;
  -- Two requests for one id wait for each other, so that the second finds what the first has saved.
  perform pg_advisory_xact_lock(hashtextextended('order:' || (p ->> 'id'), 0));
end
$$;

comment on function private.lock_new_order(jsonb) is
  'Refuses a new order''s request of the wrong shape, and locks its id.';

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
  insert into private.outbox (kind, subject) values ('order', o.id);
  perform private.mark_new_order(o, p -> 'earlier');
  return private.respond_order(o.id, true, 201) || '{"replay": false}';
end
$$;

comment on function private.place_once(jsonb) is
  'Places an order of a request of the right shape, or responds as to the first request of its attempt.';

create or replace function private.enter_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  perform private.check_request(asked, 16384, array[
    'id', 'items', 'total', 'shippingAddress', 'extras', 'source', 'advance', 'note', 'deviceCode', 'messageId', 'replaces'
  ]);
  -- The lock of place_order(): the customer's own attempt may arrive at the same time.
  perform private.lock_new_order(asked);
  if exists (select from public.orders where id = asked ->> 'id') then
    perform private.refuse('id_taken');
  end if;
  if asked ? 'replaces' then
    asked := private.with_replaced(asked);
  elsif not coalesce(asked -> 'source' <@ '["phone", "whatsapp"]', false) then
    perform private.refuse('bad_field', 'source');
  else
    perform private.check_prices(asked -> 'items');
  end if;
  if coalesce(asked ->> 'deviceCode', 'ABCDEFGH') !~ '^[A-Z0-9]{8}$' then
    perform private.refuse('bad_field', 'deviceCode');
  end if;
  if coalesce(asked ->> 'messageId', 'ABCDEFGH') !~ '^[0-9A-Z]{8}$' then
    perform private.refuse('bad_field', 'messageId');
  end if;
  perform private.set_contents('admin', null, asked);
  insert into private.order_details (order_id, source, advance, device_code_hash, message_id)
  values (
    asked ->> 'id', asked ->> 'source', private.read_advance(asked, 0, (asked ->> 'total')::numeric),
    private.hash_token(asked ->> 'deviceCode'), asked ->> 'messageId'
  );
  if asked ? 'note' then
    perform private.note_row(jsonb_build_object('id', asked -> 'id', 'note', asked -> 'note'));
  end if;
  return private.respond_order(asked ->> 'id') || jsonb_build_object('id', asked -> 'id');
end
$$;

comment on function private.enter_row(jsonb) is
  'Saves an order by phone or WhatsApp: {id, items, total, shippingAddress, extras?, source, advance?, note?, deviceCode?,
messageId?}. The last two are of the customer''s message. Or a replacement: {id, replaces, items, total, note?}, whose
items are some of that order and cost nothing. Nothing undoes it: an order is cancelled, then deleted.';

create or replace function private.correct_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
  former jsonb;
  response jsonb;
begin
  perform private.check_request(
    asked, 16384, array['id', 'version', 'shippingAddress', 'extras', 'items', 'total', 'advance']
  );
  select * into o from public.orders where id = asked ->> 'id' for update;
  perform private.check_version(o, asked, false);
  former := private.contents_json(o, private.advance_of(o.id));
  perform private.set_contents('admin', o, asked);
  response := private.respond_order(o.id);
  return response || jsonb_build_object(
    'id', o.id, 'before', former || jsonb_build_object('version', response #> '{order,version}')
  );
end
$$;

comment on function private.correct_row(jsonb) is
  'Corrects an order that is not booked: {id, version, shippingAddress?, extras?, items?, total?, advance?}. Lines have
the prices of today.';

create or replace function private.restore_contents(former jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
begin
  select * into o from public.orders where id = former ->> 'id' for update;
  perform private.check_version(o, former, false);
  perform private.write_contents('admin', o, jsonb_populate_record(o, jsonb_build_object(
    'shipping_address', former -> 'shippingAddress', 'extras', former -> 'extras',
    'items', former -> 'items', 'total', former -> 'total'
  )), (former ->> 'advance')::numeric);
  return jsonb_build_object('id', o.id, 'ok', true);
end
$$;

comment on function private.restore_contents(jsonb) is
  'Gives an order that is not booked the contents of before its correction, at the prices of then.';

create index acts_at_idx on private.acts (at) where act not in ('batch', 'apply');

create or replace function private.without_orders(response jsonb, ids text[]) returns jsonb
language sql immutable set search_path = '' as $$
  select response || jsonb_build_object('results', (
    select coalesce(jsonb_agg(case
      when result ->> 'id' = any (ids) then result - 'order'
      -- A code that was scanned, and whom it found.
      when jsonb_path_query_array(result, '$.**.orderId') ?| ids then jsonb_build_object('id', '', 'ok', result -> 'ok')
      else result
    end order by nth), '[]')
    from jsonb_array_elements(response -> 'results') with ordinality as listed (result, nth)
  ))
$$;

comment on function private.without_orders(jsonb, text[]) is
  'The response of an act that says of these orders only what became of them.';

create or replace function private.forget_logged() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  perform private.erase_acts(array(select distinct order_id from erased));
  return null;
end
$$;

comment on function private.forget_logged() is
  'Erases what acts keep of orders whose log is erased, also where they were corrected to another customer.';

-- Only erasing changes the log.
create trigger forget_acts after update on private.order_audit
  referencing new table as erased for each statement execute function private.forget_logged();

create or replace function private.each_row(row_function regproc, rows jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
declare
  asked jsonb;
  result jsonb;
  results jsonb[] := '{}';
begin
  -- Two acts lock their orders in one sequence.
  for asked in select listed from jsonb_array_elements(rows) as listed order by listed ->> 'id' loop
    begin
      execute format('select %s($1)', row_function) into result using asked;
      results := results || result;
    exception
      when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
        results := results || private.refused_row(asked ->> 'id', sqlstate, sqlerrm);
    end;
  end loop;
  return results;
end
$$;

comment on function private.each_row(regproc, jsonb) is 'Calls a function with each row of an act, each for itself.';

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

  results := case own.act
    when 'book' then private.book_rows(p -> 'rows')
    when 'enter' then private.each_row('private.enter_row', p -> 'rows')
    when 'correct' then private.each_row('private.correct_row', p -> 'rows')
    when 'join' then private.each_row('private.join_row', p -> 'rows')
    when 'take_apart' then private.each_row('private.take_apart_row', p -> 'rows')
    when 'attempt' then private.each_row('private.attempt_row', p -> 'rows')
    when 'tell' then private.each_row('private.tell_row', p -> 'rows')
    when 'note' then private.each_row('private.note_row', p -> 'rows')
    when 'delete_note' then private.each_row('private.delete_note_row', p -> 'rows')
    when 'release' then private.decide_rows(own.act, p -> 'rows')
    when 'discard' then private.decide_rows(own.act, p -> 'rows')
    when 'delete' then private.delete_rows(p -> 'rows')
    when 'batch' then private.each_row('private.batch_row', p -> 'rows')
    when 'sheet' then private.each_row('private.sheet_row', p -> 'rows')
    when 'apply' then private.each_row('private.apply_row', p -> 'rows')
    when 'bank' then private.each_row('private.bank_row', p -> 'rows')
    when 'check_in' then private.check_in_rows(p -> 'rows')
  end;
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
  rows jsonb;
  results jsonb[];
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['request']);
  select * into own from private.acts where request = (p ->> 'request')::uuid;
  -- One batch and one file at a time.
  perform pg_advisory_xact_lock(hashtextextended(kind, 0))
  from (values ('batch', 'export'), ('apply', 'statements')) as one (act, kind) where one.act = own.act;
  -- Its orders before the act, in the sequence in which erasing locks both.
  perform from public.orders as o where o.id = any (own.orders || array(
    select order_id from private.exported_orders where batch_id = (own.response #>> '{results,0,batch,id}')::bigint
  )) order by o.id for update;
  select * into own from private.acts where request = own.request for update;
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  if own.undone_at is null then
    rows := (select jsonb_agg(former || jsonb_build_object('id', key)) from jsonb_each(own.before) as saved (key, former));
    results := case own.act
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

create or replace view private.shown_bookings as
  select o.id, jsonb_build_object(
    'version', o.version, 'status', o.status, 'trackingNumber', o.tracking_number,
    'courier', b.courier, 'outcome', b.outcome, 'endReason', b.end_reason,
    'booked', b.state is not null or not private.is_open(o.status)
  ) as booking,
  -- By parcel: joined, all events were read for each order where the tables have no statistics.
  (
    select coalesce(max((
      select max(event.id) from private.parcel_events as event where event.parcel_id = p.id
    )), 0) from private.parcels as p where p.order_id = o.id
  ) as last_event
  from public.orders as o join private.bookings as b on b.order_id = o.id;

comment on view private.shown_bookings is 'How orders go out, as the results of acts have it, and the newest event of their parcels, 0 for none.';

create or replace function private.undoable(formers jsonb) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(id, former || jsonb_build_object(
    'version', booking -> 'version', 'lastEvent', last_event, 'at', now()
  )), '{}')
  from jsonb_each(formers) as before (id, former) join private.shown_bookings using (id)
$$;

comment on function private.undoable(jsonb) is
  'What orders were before an act, with what they are since: where that is the same still, the act can be undone.';

create or replace function private.book_rows(rows jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
declare
  ids constant text[] := array(select asked ->> 'id' from jsonb_array_elements(rows) as asked);
  listed jsonb;
  o public.orders;
  former private.bookings;
  wanted private.bookings;
  bookings private.bookings[] := '{}';
  results jsonb[] := '{}';
  formers jsonb;
begin
  perform from public.orders where id = any (ids) order by id for update;
  for listed in select * from jsonb_array_elements(rows) loop
    begin
      perform private.check_request(
        listed, 16384,
        array['id', 'version', 'status', 'courier', 'trackingNumber', 'outcome', 'endReason', 'include']
      );
      select * into o from public.orders where id = listed ->> 'id';
      perform private.check_version(o, listed, is_holder => false, is_booking => true);
      select * into former from private.bookings where order_id = o.id;
      wanted := private.read_booking(former, listed);
      if private.is_erased(o.shipping_address)
        and (wanted.tracking_number is not null or not private.is_final(wanted.status)) then
        perform private.refuse('erased');
      end if;
      perform private.check_leaving(former, wanted, private.read_included(listed));
      bookings := bookings || wanted;
      results := results || jsonb_build_object('id', o.id, 'ok', true);
    exception
      when sqlstate 'SHREF' or data_exception then
        results := results || private.refused_row(listed ->> 'id', sqlstate, sqlerrm);
    end;
  end loop;
  formers := (select jsonb_object_agg(id, before) from private.former_bookings where id = any (ids));
  perform private.save_bookings(bookings);
  formers := private.undoable(formers);
  return array(
    select result || case
      when (result ->> 'ok')::boolean then jsonb_build_object('before', formers -> (result ->> 'id')) else '{}'
    end
    from unnest(private.booking_results(results)) with ordinality as saved (result, nth) order by nth
  );
end
$$;

comment on function private.book_rows(jsonb) is
  'Books orders: rows of {id, version, status?, courier?, trackingNumber?, outcome?, endReason?, include?}. One is refused
as not_packable, with the reasons, where it would leave and may not; "include" names those of marked, unconfirmed and
changed that the admin was asked about.';

create or replace function private.undo_booked(before jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
declare
  bookings private.bookings[];
  results jsonb[];
begin
  with checked as (
    select id, former, case
      when o.id is null then 'not_found'
      when o.version <> (former ->> 'version')::integer or last_event <> (former ->> 'lastEvent')::bigint
        -- What a statement has paid stays.
        or exists (
          select from private.money_lines as line join private.parcels as p on p.id = line.parcel_id
          where p.order_id = o.id and not former -> 'parcels' @> jsonb_build_array(jsonb_build_object('id', p.id))
        ) then 'stale'
    end as why
    from jsonb_each(before) as saved (id, former)
    left join public.orders as o using (id)
    left join private.shown_bookings using (id)
  )
  select
    array_agg(row(
      id, former #>> '{order,status}', former #>> '{order,courier}', former #>> '{order,trackingNumber}',
      former #>> '{order,outcome}', former #>> '{order,endReason}', null
    )::private.bookings order by id) filter (where why is null),
    array_agg(jsonb_strip_nulls(jsonb_build_object('id', id, 'ok', why is null, 'code', why)) order by id)
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

-- Security definer: the service role has no right to any table of ours.
create or replace function public.claim_notices(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set timezone = 'UTC' as $$
declare
  settings private.notice_settings;
  claimed bigint[] := '{}';
begin
  select * into settings from private.notice_settings;
  update private.notice_settings set claimed_at = now()
  where claimed_at is null or claimed_at < now() - interval '1 minute';
  if (p ->> 'hasBuildHook')::boolean then
    insert into private.notice_targets (way) values ('build') on conflict do nothing;
  else
    delete from private.notice_targets where way = 'build';
  end if;
  -- Two programs would make two notices of the same acts.
  if pg_try_advisory_xact_lock(hashtextextended('outbox', 0)) then
    -- Pauses that have ended by themselves.
    delete from private.pauses where until <= private.shop_day(now());
    perform private.gather_notices();
    with due as (
      select id from private.outbox
      where ended_at is null and next_at <= now()
      order by next_at, id limit 20
      for update skip locked
    ),
    taken as (
      update private.outbox as notice set
        attempts = notice.attempts + 1,
        claimed_at = now(),
        unreported = true,
        -- When it comes again if nothing is reported of it.
        next_at = now() + case notice.attempts
          when 0 then interval '1 minute' when 1 then interval '5 minutes' else interval '30 minutes'
        end
      from due where notice.id = due.id
      returning notice.id
    )
    select coalesce(array_agg(id), '{}') into claimed from taken;
  end if;
  return jsonb_build_object(
    'vapid', case when settings.vapid_private is not null then jsonb_build_object(
      'publicKey', settings.vapid_public, 'privateKey', settings.vapid_private
    ) end,
    'notices', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', notice.id,
        'kind', notice.kind,
        'subject', notice.subject,
        'status', case when notice.kind = 'step' then o.status end,
        'counts', notice.counts,
        'amount', case when notice.kind <> 'step' then coalesce(notice.amount, o.total) end,
        -- Not as it was typed: a customer may type anything there.
        'city', (
          select name from private.city_names where folded = regexp_replace(
            private.fold_letters(o.shipping_address ->> 'city'), '[\s[:punct:]]+', '', 'g'
          )
        ),
        'targets', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'id', target.id, 'way', target.way, 'url', target.url,
            'p256dh', target.p256dh, 'auth', target.auth
          )), '[]')
          from private.targets_of(notice) as target
        )
      ) order by notice.id), '[]')
      from private.outbox as notice
      left join public.orders as o on o.id = notice.subject and notice.kind not in ('message', 'test')
      where notice.id = any (claimed)
    )
  );
end
$$;

grant execute on function public.claim_notices(jsonb) to service_role;

comment on function public.claim_notices(jsonb) is
  'Takes up to 20 notices that are due, as {notices: [{id, kind, subject, status, counts, amount, city, targets}], vapid}, for
the program that sends them, which says {hasBuildHook}. Each comes again until report_notices() says that all targets
were told.';

create or replace function private.notice_state() returns jsonb
language sql stable set search_path = '' set timezone = 'UTC' as $$
  select jsonb_build_object(
    'ok', true,
    'publicKey', settings.vapid_public,
    'claimedAt', settings.claimed_at,
    -- Pages of the former deployment show these.
    'kindsOff', '[]'::jsonb, 'quietFrom', 0, 'quietUntil', 0,
    'targets', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', target.id,
        'way', target.way,
        'url', target.url,
        'name', target.name,
        'toldAt', target.told_at,
        'failure', target.failure,
        'failedAt', target.failed_at
      ) order by target.added_at, target.id), '[]')
      from private.notice_targets as target where target.order_id is null
    )
  )
  from private.notice_settings as settings
$$;

comment on function private.notice_state() is
  'What the admin sees of notices: when the outbox was last emptied, and all targets.';

create or replace function private.are_valid(list jsonb, valid jsonpath, most integer) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_array_length(list) <= most and list = jsonb_path_query_array(list, valid)
$$;

comment on function private.are_valid(jsonb, jsonpath, integer) is
  'Whether a list is no longer, and a path finds all that is in it.';

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
    coalesce(p -> 'cityNames', '{}'), coalesce(p -> 'statementColumns', '{}'), coalesce(p -> 'statementWords', '{}')
  )
  on conflict (courier) do update set
    columns = coalesce(p -> 'columns', saved.columns),
    cities = coalesce(p -> 'cities', saved.cities),
    city_names = coalesce(p -> 'cityNames', saved.city_names),
    statement_columns = coalesce(p -> 'statementColumns', saved.statement_columns),
    -- The others stay.
    statement_words = saved.statement_words || excluded.statement_words;
  return private.respond(200, '{"ok": true}');
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_save_courier(jsonb) to authenticated;

comment on function public.admin_save_courier(jsonb) is
  'Saves what is given of {courier, columns?, cities?, cityNames?, statementColumns?, statementWords?}, for
admins. Words are added to those that are saved.';

create or replace view private.batches as
  select id, at, courier,
    (select count(*) from private.exported_orders where batch_id = batch.id and left_at is null) as orders,
    undone_at as "undoneAt",
    (
      select request from private.acts where act = 'batch' and orders @> array[batch.id::text] order by at limit 1
    ) as request
  from private.export_batches as batch;

comment on view private.batches is 'Batches with their number of orders and the act that undoes them, as the API has them.';

create or replace function private.read_batch(p jsonb) returns private.export_batches
language plpgsql volatile set search_path = '' as $$
declare
  batch private.export_batches;
begin
  perform private.check_request(
    p, 32768, array['id', 'courier', 'ids', 'includeExported', 'include', 'batch']
  );
  perform private.require_courier(p ->> 'courier');
  if coalesce(jsonb_typeof(p -> 'includeExported'), 'null') not in ('null', 'boolean') then
    perform private.refuse('bad_field', 'includeExported');
  end if;
  if coalesce(jsonb_typeof(p -> 'batch'), 'null') not in ('null', 'number') then
    perform private.refuse('bad_field', 'batch');
  end if;

  -- One export at a time: the second one finds booked what the first one took.
  perform pg_advisory_xact_lock(hashtextextended('export', 0));
  if jsonb_typeof(p -> 'batch') = 'number' then
    select * into batch from private.export_batches as saved
    where saved.id::numeric = (p ->> 'batch')::numeric
      and saved.courier = p ->> 'courier' and saved.undone_at is null;
    if not found then
      perform private.refuse('not_found', 'batch', 200);
    end if;
  end if;
  return batch;
end
$$;

comment on function private.read_batch(jsonb) is
  'The batch that a row of the act "batch" adds to, or null for a new one. Refuses an invalid row, and a batch that was undone or is of another courier.';

create or replace function private.batch_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  batch_size constant integer := 500;
  batch private.export_batches := private.read_batch(asked);
  ids text[] := private.read_ids(asked);
  included constant jsonb := private.read_included(asked);
  taken text[];
  left_out jsonb;
  formers jsonb;
begin
  if ids is null then
    -- The oldest first.
    ids := array(
      select id from private.packable
      where status = any (private.open_statuses()) and not is_booked
        and private.reasons_left(reasons, included) = '{}'
      order by date, id limit batch_size
    );
  end if;

  -- Locked in the order of their ids, like every other change of several orders. The statement that
  -- follows sees what other transactions did to them before.
  perform from public.orders as o where o.id = any (ids) order by o.id for update;
  select
    coalesce(array_agg(id order by id) filter (where reason is null), '{}'),
    coalesce(
      jsonb_agg(jsonb_build_object('id', id, 'reason', reason) order by id)
        filter (where reason is not null),
      '[]'
    )
  into taken, left_out
  from private.sort_out(ids, coalesce((asked ->> 'includeExported')::boolean, false), included);

  formers := (select jsonb_object_agg(id, before) from private.former_bookings where id = any (taken));
  if cardinality(taken) > 0 then
    batch := private.save_batch(batch, asked ->> 'courier', taken);
  end if;
  return jsonb_build_object(
    'id', asked ->> 'id',
    'ok', true,
    'batch', (select to_jsonb(saved) from private.batches as saved where saved.id = batch.id),
    'exported', to_jsonb(taken),
    'leftOut', left_out,
    'remaining', case when jsonb_typeof(asked -> 'ids') = 'array' then 0 else (
      select count(*) from private.packable
      where status = any (private.open_statuses()) and not is_booked
        and private.reasons_left(reasons, included) = '{}'
    ) end,
    'before', private.undoable(formers)
  );
end
$$;

comment on function private.batch_row(jsonb) is
  'The row of the act "batch": it books at most 500 orders with a courier, {id, courier, ids?, includeExported?,
include?, batch?}: these ids, or else the oldest that no courier has. Orders with a reason of private.packable stay out,
but for those that "include" names: marked, unconfirmed, changed.';

create or replace function private.sheet_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  perform private.check_request(asked, 32768, array['id', 'batch', 'cells']);
  update private.exported_orders set
    -- What a courier was sent stays as it is, unless it is sent anew.
    sent_at = case when cells is distinct from asked -> 'cells' then now() else sent_at end,
    cells = asked -> 'cells'
  where batch_id = (asked ->> 'batch')::bigint and order_id = asked ->> 'id' and left_at is null;
  if not found then
    perform private.refuse('not_found');
  end if;
  return jsonb_build_object('id', asked ->> 'id', 'ok', true);
end
$$;

comment on function private.sheet_row(jsonb) is
  'A row of the act "sheet": the row of a batch as it was sent to the courier, {id, batch, cells}.';

create or replace function private.undo_batch(p_id bigint) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
declare
  batch private.export_batches;
  ids text[];
  undone text[];
  unbooked text[];
begin
  update private.export_batches set undone_at = now() where id = p_id and undone_at is null returning * into batch;
  -- An order that is in another batch as well stays booked.
  ids := array(select order_id from private.exported_orders where batch_id = batch.id and left_at is null);
  undone := array(
    select result ->> 'id' from unnest(private.undo_booked((
      select coalesce(jsonb_object_agg(key, value), '{}')
      from private.acts as made, jsonb_each(made.before)
      where made.act = 'batch' and made.orders @> array[batch.id::text]
        and key = any (ids) and not private.is_exported(key)
    ))) as result where (result ->> 'ok')::boolean
  );
  -- What was changed since is not as before, but no longer booked where it has not left.
  unbooked := array(
    select order_id from private.bookings
    where order_id = any (ids) and order_id <> all (undone) and private.is_open(status) and tracking_number is null
      and courier = batch.courier and not private.is_exported(order_id)
  );
  perform private.set_courier(unbooked, null);
  return array(
    select jsonb_build_object('id', id, 'ok', true) || case
      when id = any (undone || unbooked) then '{}' else '{"ok": false, "code": "booked"}'
    end::jsonb
    from unnest(ids) as id order by id
  );
end
$$;

comment on function private.undo_batch(bigint) is
  'Undoes a batch, with all acts that added to it: its orders are as before, or where they were changed since no longer
booked. Those that are closed, have a tracking number, or are in another batch stay.';

-- Security definer: marks cannot be read through the API.
create or replace function public.admin_marked_groups() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, jsonb_build_object(
    'groups', (
      with undecided as (
        select marked.mark, marked.group_key, o.id, o.total, o.date, o.phone_key,
          o.shipping_address ->> 'city' as city
        from private.undecided_marks as marked
        join public.orders as o on o.id = marked.order_id
      ),
      newest as (
        select mark, group_key, count(*) as orders, sum(total) as total,
          count(distinct phone_key) as phones, min(date) as first_at, max(date) as last_at,
          -- As many as one act takes.
          (array_agg(id order by id))[:500] as ids
        from undecided group by mark, group_key order by last_at desc, mark, group_key limit 50
      )
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'mark', mark, 'group', group_key, 'orders', orders, 'total', total, 'phones', phones,
          'firstAt', first_at, 'lastAt', last_at, 'ids', ids,
          -- The three most frequent.
          'cities', (
            select jsonb_agg(jsonb_build_object('city', city, 'orders', most.orders) order by nth)
            from (
              select city, count(*) as orders, row_number() over (order by count(*) desc, city) as nth
              from undecided
              where (undecided.mark, undecided.group_key) = (newest.mark, newest.group_key)
              group by city order by nth limit 3
            ) as most
          )
        )
        order by last_at desc, mark, group_key
      ), '[]')
      from newest
    ),
    'decisions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'request', request, 'at', at, 'act', act, 'undoneAt', undone_at,
        'mark', jsonb_path_query_first(before, '$.*.mark'),
        'orders', jsonb_array_length(jsonb_path_query_array(response, '$.results[*] ? (@.ok == true)')),
        'rows', case when undone_at is null then (
          select coalesce(jsonb_agg(jsonb_build_object('id', key, 'version', value -> 'version') order by key), '[]')
          from jsonb_each(before)
        ) else '[]' end
      ) order by at desc), '[]')
      from (
        select * from private.acts
        where act in ('release', 'discard') and response @? '$.results[*] ? (@.ok == true)'
        order by at desc limit 10
      ) as made
    )
  ));
end
$$;

grant execute on function public.admin_marked_groups() to authenticated;

comment on function public.admin_marked_groups() is
  'The 50 newest groups of marked orders that are open and not booked, {mark, group, orders, total, phones, firstAt,
lastAt, cities, ids}, with the ids that one act takes; and the last 10 acts on such orders with what they still end,
{request, at, act, undoneAt, mark, orders, rows}. For admins.';

create or replace function private.decide_rows(act text, rows jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' set enable_seqscan = off as $$
declare
  ids constant text[] := array(select asked ->> 'id' from jsonb_array_elements(rows) as asked);
  decided text[];
  statuses jsonb;
  moment timestamptz;
begin
  perform private.check_request(asked, 1024, array['id', 'mark']) from jsonb_array_elements(rows) as asked;
  perform from public.orders where id = any (ids) order by id for update;
  -- Later than that of every act on these orders before.
  moment := clock_timestamp();
  decided := array(
    select distinct marked.order_id from private.undecided_marks as marked
    join jsonb_array_elements(rows) as asked on marked.order_id = asked ->> 'id'
      and marked.mark = coalesce(asked ->> 'mark', marked.mark)
    where marked.order_id = any (ids)
  );
  -- A group is released of its own mark, an order of all. A cancelled order needs no other look.
  update private.marked_orders as marked set ended_at = moment
  from jsonb_array_elements(rows) as asked
  where marked.order_id = any (decided) and marked.order_id = asked ->> 'id' and marked.ended_at is null
    and (act = 'discard' or marked.mark = coalesce(asked ->> 'mark', marked.mark));
  statuses := (select jsonb_object_agg(id, status) from public.orders where id = any (decided));
  perform private.log_changes('admin', id, '{"decision": null}', jsonb_build_object('decision', act))
  from unnest(decided) as id;
  if act = 'discard' then
    perform private.set_orders(
      array(select row(id, 'cancelled', null)::private.order_state from unnest(decided) as id), 'admin'
    );
  end if;
  return array(
    select case when o.id is null then jsonb_build_object('id', asked -> 'id', 'ok', false, 'code', 'decided')
      else jsonb_build_object('id', o.id, 'ok', true, 'before', jsonb_build_object(
        'act', act, 'mark', asked -> 'mark', 'endedAt', moment, 'status', statuses -> o.id, 'version', o.version
      )) end
    from jsonb_array_elements(rows) with ordinality as listed (asked, nth)
    left join public.orders as o on o.id = asked ->> 'id' and o.id = any (decided)
    order by nth
  );
end
$$;

comment on function private.decide_rows(text, jsonb) is
  'Releases or discards marked orders that are open and not booked: rows of {id, mark?}. Without a mark all of
them count.';

create or replace view private.waiting as
  select *, unread_messages + open_requests as unread
  from (
    select
      (select count(*) from private.contact_messages where read_at is null) as unread_messages,
      (select count(*) from private.help_requests where state = 'open') as open_requests,
      (
        select count(distinct order_id) from (
          select order_id from private.undecided_marks limit 1000
        ) as undecided
      ) as marked_orders,
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
  'How many messages are unread, requests for help open, and both; how many marked orders are open and not
booked, of the first 1,000 marks; how many orders of the last 30 days have a copy that the form service did not
take; and how many orders have personal data longer than they should, up to 1,000: most are still open.';

-- Security definer: a search uses indexes only without row level security.
create or replace function public.admin_orders(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page private.list_page;
begin
  perform private.require_admin();
  page := private.read_page('orders', p);
  return private.respond(200, jsonb_build_object(
    'orders', private.order_summaries(page.keys), 'older', page.older, 'newer', page.newer,
    'couriers', private.courier_list()
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_orders(jsonb) to authenticated;

comment on function public.admin_orders(jsonb) is
  'A page of orders for {search?, status?, mark?, group?, filter?, older?, newer?, limit?}, newest first, and all
couriers, for admins. A filter that is not known is refused.
A mark is a filter as well, and a group is of a mark.';

create or replace function private.file_move(
  p private.parcels, state private.parcel_state, at timestamptz, reason text
) returns text
language sql immutable set search_path = '' as $$
  select case
    -- A delivery that failed again has the newest reason.
    when state = p.state then
      case when state = 'attempt_failed' and reason <> coalesce(p.reason, '') and not is_older then 'moves' else 'same' end
    when state::text = any (before::text[]) then 'behind'
    when is_end then p.state::text
    -- These two have no order but that of their times.
    when is_older and array[state, p.state] <@ '{out_for_delivery,attempt_failed}' then 'behind'
    when not p.is_current and state not in ('returned', 'received_back', 'lost') then 'sent_again'
    when state = 'cancelled' and p.state <> 'booked' then 'on_the_way'
    else 'moves'
  end
  from (select (at < p.state_at) is true as is_older) as given, (values
    ('booked', '{}', false),
    ('handed_over', '{booked}', false),
    ('out_for_delivery', '{booked,handed_over}', false),
    ('attempt_failed', '{booked,handed_over}', false),
    ('returning', '{booked,handed_over,out_for_delivery,attempt_failed}', false),
    ('returned', '{booked,handed_over,out_for_delivery,attempt_failed,returning}', false),
    ('received_back', '{booked,handed_over,out_for_delivery,attempt_failed,returning,returned}', true),
    ('delivered', '{booked,handed_over,out_for_delivery,attempt_failed}', true),
    ('lost', '{booked,handed_over,out_for_delivery,attempt_failed}', true),
    ('cancelled', '{booked}', true)
  ) as parcel (parcel_state, before, is_end)
  where parcel_state = p.state::text
$$;

comment on function private.file_move(private.parcels, private.parcel_state, timestamptz, text) is
  'What a state in a file does to a parcel: it moves it, is the same or behind, or is in conflict with the state, the
name of which is then returned, or with an order that was sent again. A delivery or an attempt changes either way.';

create or replace function private.check_lines(p jsonb) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.check_request(p, 4000000, array[
    'id', 'courier', 'number', 'digest', 'fileName', 'dated', 'net', 'replaces', 'lines'
  ]);
  if coalesce(p ->> 'courier', '') !~ '^[a-z0-9-]{1,40}$' then
    perform private.refuse('courier_invalid', 'courier');
  end if;
  if coalesce(p ->> 'digest', '') !~ '^[0-9a-f]{64}$' then
    perform private.refuse('bad_field', 'digest');
  end if;
  if not private.is_day(p -> 'dated') then
    perform private.refuse('bad_field', 'dated');
  end if;
  if jsonb_typeof(p -> 'lines') is distinct from 'array' then
    perform private.refuse('bad_field', 'lines');
  end if;
  if jsonb_array_length(p -> 'lines') > 6000 then
    perform private.refuse('too_many', 'lines');
  end if;
  if exists (
    select from jsonb_array_elements(p -> 'lines') as line
    where jsonb_typeof(line) <> 'object'
      or line - array['row', 'reference', 'trackingNumber', 'state', 'word', 'reason', 'at', 'money'] <> '{}'
      or jsonb_typeof(line -> 'row') is distinct from 'number'
      or line ->> 'state' <> all (enum_range(null::private.parcel_state)::text[])
      or line ->> 'at' !~ '^20\d\d-'
      or line ->> 'reason' !~ '^[a-z_]{1,40}$'
      or length(concat(line ->> 'reference', line ->> 'trackingNumber', line ->> 'word')) > 300
      or jsonb_typeof(line -> 'money') <> 'array'
  ) or exists (
    select from jsonb_array_elements(p -> 'lines') as line, jsonb_array_elements(
      case jsonb_typeof(line -> 'money') when 'array' then line -> 'money' else '[]' end
    ) as money
    where jsonb_typeof(money) <> 'object' or not private.is_day(money -> 'dated') or money - array['kind', 'amount', 'dated'] <> '{}'
      or coalesce(money ->> 'kind', '') not in ('cash', 'fee', 'tax', 'return_fee', 'adjustment')
      or jsonb_typeof(money -> 'amount') is distinct from 'number'
      or abs((money ->> 'amount')::numeric) > 10000000000
      or (money ->> 'amount')::numeric % 1 <> 0
  ) then
    perform private.refuse('bad_field', 'lines');
  end if;
end
$$;

comment on function private.check_lines(jsonb) is 'Refuses an invalid statement.';

create or replace function private.add_statement(p jsonb) returns private.statements
language plpgsql volatile set search_path = '' as $$
declare
  p_number constant text := nullif(private.number_key(p ->> 'number'), '');
  known bigint;
  former private.statements;
  statement private.statements;
begin
  update private.statements set undone_at = now()
  where id = (p ->> 'replaces')::bigint and courier = p ->> 'courier' and undone_at is null
  returning * into former;
  if not found and p ->> 'replaces' is not null then
    perform private.refuse('not_found', 'replaces', 200);
  end if;
  select id into known from private.statements
  where courier = p ->> 'courier' and undone_at is null and (digest = p ->> 'digest' or number = p_number);
  if known is not null then
    perform private.refuse('statement_known', null, 409, jsonb_build_object('statement', known));
  end if;
  insert into private.statements (
    courier, number, digest, file_name, dated, net, applied_by, written_number, replaces, in_bank_at
  )
  values (
    p ->> 'courier', p_number, p ->> 'digest',
    coalesce(private.clean_field('fileName', p -> 'fileName', 200), ''),
    (p ->> 'dated')::date, (p ->> 'net')::bigint, auth.uid(),
    private.clean_field('number', p -> 'number', 100), former.id, former.in_bank_at
  )
  returning * into statement;
  return statement;
end
$$;

comment on function private.add_statement(jsonb) is
  'Saves a statement, in place of the one that it replaces, whose tick "in the bank" it keeps. Refuses one whose
number or digest was applied already.';

create or replace function private.apply_statement(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  former constant bigint := (p ->> 'replaces')::bigint;
  former_money constant jsonb := private.money_of(former);
  former_sums constant jsonb := private.sums_of(former);
  statement private.statements := private.add_statement(p);
  rows private.statement_row[];
  locked text[];
  similar_id bigint;
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
  similar_id := private.similar_statement(statement, rows);
  if similar_id is not null and not p ? 'replaces' then
    perform private.refuse(
      'statement_known', null, 409, jsonb_build_object('statement', similar_id, 'similar', true)
    );
  end if;
  perform private.save_taken_back(former);
  perform private.take_back(former, statement, rows);
  moves := private.apply_states(statement, rows);
  total := private.add_money(statement, rows);
  return jsonb_build_object(
    'ok', true,
    'statement', statement.id,
    'rows', private.statement_results(rows, moves, former_money, private.money_of(statement.id)),
    'sum', total,
    'net', statement.net
  ) || case when former is null then '{}' else jsonb_build_object('former', former_sums) end;
end
$$;

comment on function private.apply_statement(jsonb) is
  'Applies a statement, in place of the one that it replaces. Refuses one that was applied already.';

create or replace function private.apply_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  applied jsonb;
begin
  perform private.check_lines(asked);
  -- One file at a time: the second one finds what the first one did.
  perform pg_advisory_xact_lock(hashtextextended('statements', 0));
  applied := private.apply_statement(asked);
  return applied - 'rows' || jsonb_build_object(
    'id', asked ->> 'id',
    'counts', (
      select coalesce(jsonb_object_agg(result, rows), '{}') from (
        select listed ->> 'result' as result, count(*) as rows
        from jsonb_array_elements(applied -> 'rows') as listed group by 1
      ) as counted
    ),
    'before', jsonb_build_object(applied ->> 'statement', null)
  );
end
$$;

comment on function private.apply_row(jsonb) is
  'The row of the act "apply": a courier''s file, which is applied whole or not at all, {id, courier, number?, digest,
fileName, dated?, net?, replaces?, lines: [{row, reference?, trackingNumber?, state?, word?, reason?, at?, money: [{kind,
amount, dated?}]}]}. Responds with how many rows came to what.';

-- Security definer: the statements cannot be read through the API. As long as public.admin_act().
create or replace function public.admin_compare_statement(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off
set statement_timeout = '30s' as $$
declare
  applied jsonb;
begin
  perform private.require_admin();
  perform private.check_lines(p);
  perform pg_advisory_xact_lock(hashtextextended('statements', 0));
  begin
    applied := private.apply_statement(p);
    raise exception using errcode = 'SHDRY';
  exception when sqlstate 'SHDRY' then
    null;
  end;
  return private.respond(200, applied - 'statement' || jsonb_build_object('rows', (
    select coalesce(jsonb_agg(
      result || case when o.id is null then '{}' else jsonb_build_object(
        'fullName', o.shipping_address ->> 'fullName', 'city', o.shipping_address ->> 'city'
      ) end
      order by nth
    ), '[]')
    from jsonb_array_elements(applied -> 'rows') with ordinality as listed (result, nth)
    left join public.orders as o on o.id = result ->> 'orderId'
  )));
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_compare_statement(jsonb) to authenticated;

comment on function public.admin_compare_statement(jsonb) is
  'What the act "apply" would do with a courier''s file, row by row. Changes nothing. For admins.';

create or replace view private.listed_statements as
  select
    id, courier, coalesce(written_number, number) as number, file_name as "fileName", dated, applied_at as "appliedAt", undone_at as "undoneAt",
    in_bank_at as "inBankAt", cardinality(private.parcels_of(id)) as parcels, paid.*,
    (
      select request from private.acts where act = 'apply' and orders @> array[id::text] and before ? id::text
    ) as request
  from private.statements as statement, lateral (
    select coalesce(sum(collected), 0)::bigint as "customersPaid", coalesce(sum(kept), 0)::bigint as "couriersKept",
      coalesce(sum(unlisted), 0)::bigint as unlisted, coalesce(sum(came), 0)::bigint as came,
      coalesce(
        jsonb_agg(jsonb_build_object('day', day, 'came', came) order by day) filter (where came <> 0), '[]'
      ) as days
    from private.payments where statement_id = statement.id
  ) as paid;

comment on view private.listed_statements is
  'Statements with what they pay, their number of parcels and the act that applied them, as the API has them.';

create or replace function private.undo_statement(p_id bigint) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  undone private.statements;
  former private.statements;
begin
  update private.statements set undone_at = now() where id = p_id and undone_at is null returning * into undone;
  if not found then
    return '{"ok": false, "code": "stale"}';
  end if;
  select * into former from private.statements where id = undone.replaces and taken_back is not null;
  perform private.lock_parcels(private.parcels_of(undone.id) || array(
    select (said ->> 'parcel')::bigint
    from jsonb_path_query(former.taken_back, '$.*[*]') as said
  ));
  -- Another statement may have its number or its lines meanwhile.
  if former.id is not null and not exists (
    select from private.statements as other
    where other.courier = former.courier and other.undone_at is null
      and (other.digest = former.digest or other.number = former.number)
  ) then
    return private.bring_back(former, undone);
  end if;
  return private.take_back(undone.id);
end
$$;

comment on function private.undo_statement(bigint) is
  'Undoes a statement: its money goes, and states go back where nothing newer happened. The others are in "left". One
in whose place it was is applied again, and named in "restored".';

create or replace function private.undo_applied(before jsonb) returns jsonb[]
language sql volatile set search_path = '' as $$
  select array(
    select jsonb_build_object('id', id) || private.undo_statement(id::bigint)
    from jsonb_object_keys(before) as id order by id::bigint desc
  )
$$;

comment on function private.undo_applied(jsonb) is 'Undoes the statements of an act, the last one first.';

create or replace function private.bank_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  perform private.check_request(asked, 1024, array['id', 'inBank']);
  if jsonb_typeof(asked -> 'inBank') is distinct from 'boolean' then
    perform private.refuse('bad_field', 'inBank');
  end if;
  update private.statements set
    in_bank_at = case when (asked ->> 'inBank')::boolean then coalesce(in_bank_at, now()) end
  where id = (asked ->> 'id')::bigint and undone_at is null;
  if not found then
    perform private.refuse('not_found');
  end if;
  return jsonb_build_object('id', asked ->> 'id', 'ok', true);
end
$$;

comment on function private.bank_row(jsonb) is
  'A row of the act "bank": whether what a statement pays is in the bank, {id, inBank}. The other tick undoes it.';

create or replace function private.check_in(p private.parcels, act text) returns text
language plpgsql volatile set search_path = '' as $$
declare
  e private.parcel_events := private.admin_event(
    p.id,
    case
      when act in ('damaged', 'received_back') or p.state = 'received_back' and act in ('returned', 'refused')
        then 'received_back'
      when act = 'lost' then 'lost'
      when act = 'found' then 'handed_over'
      else 'returned'
    end::private.parcel_state,
    case when act = 'refused' then act end
  );
begin
  if e.state = p.state and (act <> 'damaged' or p.damaged)
    and (act <> 'refused' or not p.is_current or p.outcome is not distinct from 'refused') then
    return 'unchanged';
  elsif act = 'found' and p.state <> 'lost' then
    return case when p.state = 'handed_over' then 'unchanged' else 'not_lost' end;
  elsif act = 'lost' and p.state in ('delivered', 'received_back', 'cancelled') then
    return p.state;
  elsif not p.is_current and act in ('found', 'lost') and p.state = 'received_back' then
    return 'sent_again';
  end if;
  return private.move_parcels(array[e], case when act = 'refused' then act end) ->> p.id::text;
end
$$;

comment on function private.check_in(private.parcels, text) is
  'What an act of the returns desk does to a parcel whose order is locked. Returns why it does nothing, or null.';

create or replace function private.check_in_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  ids bigint[];
  before private.parcels;
  after private.parcels;
  why text;
begin
  perform private.check_request(asked, 1024, array['id', 'act']);
  if coalesce(asked ->> 'act', '') not in ('returned', 'refused', 'received_back', 'damaged', 'lost', 'found') then
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
        'fullName', o.shipping_address ->> 'fullName', 'city', o.shipping_address ->> 'city',
        'contents', (
          select string_agg(concat(line ->> 'quantity', ' × ', line ->> 'name', ' (', line ->> 'size', ')'), ', ' order by nth)
          from jsonb_array_elements(o.items) with ordinality as listed (line, nth)
        )
      )
      from public.orders as o where o.id = before.order_id
    )
  ) || case when why is null then jsonb_build_object('before', (
    select jsonb_build_object(max(id), before.order_id) from private.parcel_events where parcel_id = before.id
  )) else '{"unchanged": true}' end;
end
$$;

comment on function private.check_in_row(jsonb) is
  'A row of the act "check_in": {id, act}, where the id is a code and the act is returned, refused, received_back,
damaged, lost or found.';

create or replace function private.check_in_rows(rows jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
begin
  perform private.lock_parcels(array(
    select unnest(private.scanned_parcels(listed ->> 'id')) from jsonb_array_elements(rows) as listed
  ));
  return private.each_row('private.check_in_row', rows);
end
$$;

comment on function private.check_in_rows(jsonb) is 'Checks parcels in that are locked in one sequence.';

create or replace function private.undo_checked_in(before jsonb) returns jsonb[]
language sql volatile set search_path = '' as $$
  with done as (
    select order_id, event
    from jsonb_each_text(before) as saved (event_id, order_id)
    left join private.parcel_events as event on event.id = event_id::bigint
  ), stays as (
    select * from jsonb_to_recordset(private.undo_events(array(
      select event from done where (event).id is not null order by (event).id desc
    ))) as (why text, "orderId" text)
  )
  select array(
    select jsonb_strip_nulls(jsonb_build_object('id', order_id, 'ok', why is null, 'code', why))
    from (
      select order_id, coalesce(min(stays.why), case when bool_and((event).id is null) then 'not_found' end) as why
      from done left join stays on "orderId" = order_id group by order_id
    ) as undone order by order_id
  )
$$;

comment on function private.undo_checked_in(jsonb) is
  'Takes back the events of check-ins, {event: order}, unless something newer happened.';

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
  ) || private.payment_figures('-infinity', 'infinity') || (
    select jsonb_build_object(
      'cashExpected', (select coalesce(sum(expected), 0) from private.cash_changes),
      'openRequests', open_requests,
      'pastRetention', past_retention,
      'markedOrders', marked_orders,
      'unsentCopies', unsent_copies,
      'standingNotices', private.standing_notices(),
      'databaseBytes', pg_database_size(current_database()),
      'databaseLimitMb', (select megabytes from private.database_limit),
      'recent', private.order_summaries(array(select id from public.orders order by date desc, id desc limit 5))
    )
    from private.waiting
  );
  -- Last, when orders were read: a TRUNCATE of them, which waits for a fold, cannot have begun.
  perform private.fold_totals();
  return private.respond(200, figures);
end
$$;

grant execute on function public.admin_dashboard() to authenticated;

comment on function public.admin_dashboard() is
  'Totals, what is to be collected of all delivered parcels, what customers paid of it, what couriers kept and what is
in the bank, the last 30 days of Karachi without cancelled orders, the 5 newest orders, how many requests for help are
open, how many orders are marked, how many copies of orders were not sent, since when notices stand still, and the
bytes of the database and its limit, for admins.';

alter table private.courier_settings
  add constraint courier_settings_columns_check check (private.are_valid(
    columns,
    '$[*] ? (@.header like_regex "^.{1,100}$" && @.field like_regex "^[a-zA-Z]{1,40}$" && @.text like_regex "^.{0,200}$")',
    60
  )),
  add constraint courier_settings_cities_check check (private.are_valid(cities, '$[*] ? (@ like_regex "^.{1,100}$")', 5000)),
  add constraint courier_settings_city_names_check check (private.are_valid(
    jsonb_path_query_array(city_names, 'strict $.keyvalue()'),
    '$[*] ? (@.key like_regex "^.{1,100}$" && @.value like_regex "^.{1,100}$")',
    5000
  )),
  add constraint courier_settings_statement_columns_check check (private.are_valid(
    jsonb_path_query_array(statement_columns, 'strict $.keyvalue()'),
    '$[*] ? (@.key like_regex "^[a-zA-Z]{1,40}$" && @.value like_regex "^.{0,100}$")',
    60
  )),
  add constraint courier_settings_statement_words_check check (private.are_valid(
    jsonb_path_query_array(statement_words, 'strict $.keyvalue()'),
    '$[*] ? (@.key like_regex "^(.{1,150}){1,2}$" && @.value like_regex "^(delivered|handed_over|attempt_failed|returning|returned|nothing|paid|unpaid)$")',
    500
  ));

comment on table private.courier_settings is
  'The columns of a courier''s sheet as a list of {header, field, text}, its cities as a list of names, and
{typed city: city of the list}.';
comment on column private.courier_settings.statement_columns is
  'What the columns of its statements are where the shop does not know their headers, as {content: header}: an empty
header is none.';

drop function admin_apply_statement(jsonb);

drop function admin_check_in(jsonb);

drop function admin_correct_order(jsonb);

drop function admin_create_batch(jsonb);

drop function admin_create_order(jsonb);

drop function admin_delete_note(jsonb);

drop function admin_delete_order(jsonb);

drop function admin_join_orders(jsonb);

drop function admin_save_rows(jsonb);

drop function admin_send_again(jsonb);

drop function admin_set_in_bank(jsonb);

drop function admin_take_apart(jsonb);

drop function admin_undo_batch(jsonb);

drop function admin_undo_check_in(jsonb);

drop function admin_undo_statement(jsonb);

drop function private.act_rows(text,jsonb);

drop function private.check_in(private.parcels,text,uuid);

drop function private.clean_courier_columns(jsonb);

drop function private.clean_statement_columns(jsonb);

drop function private.clean_statement_words(jsonb);

drop function private.confirmation_of(text);

drop function private.desk_json(private.parcels);

drop function private.packing_groups(text[]);

drop function private.respond_statement(private.statements,bigint);

drop function private.take_notices();

drop type private.confirmation;
