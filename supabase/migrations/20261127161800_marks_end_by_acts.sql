/*
 * Marked orders are released, discarded and deleted by acts. Decisions of the last week become acts, which can be undone
 * as before.
 */

alter table private.marked_orders add column ended_at timestamptz;
update private.marked_orders as marked set ended_at = decision.at
from private.mark_decisions as decision where decision.id = marked.decision_id;

insert into private.acts (request, act, digest, at, actor_id, orders, before, response)
select
  gen_random_uuid(), decision.act, md5(decision.id::text), decision.at, decision.actor_id, array_agg(o.id),
  jsonb_object_agg(o.id, jsonb_build_object(
    'act', decision.act, 'mark', decision.mark, 'endedAt', decision.at,
    'status', coalesce(discarded.status, o.status), 'version', coalesce(discarded.version, o.version)
  )),
  jsonb_build_object('ok', true, 'results', jsonb_agg(jsonb_build_object('id', o.id, 'ok', true)))
from private.mark_decisions as decision
join (select distinct order_id, decision_id from private.marked_orders) as marked on marked.decision_id = decision.id
join public.orders as o on o.id = marked.order_id
left join private.discarded_orders as discarded
  on (discarded.order_id, discarded.decision_id) = (o.id, decision.id)
where decision.at > now() - interval '7 days'
group by decision.id;

comment on column private.marked_orders.ended_at is 'The moment of the act that ended the mark. Null while none has.';
drop index private.marked_orders_mark_idx, private.marked_orders_group_idx;

create index marked_orders_mark_idx on private.marked_orders (mark, order_date, order_id)
  where ended_at is null;

create index marked_orders_group_idx on private.marked_orders (mark, group_key, order_date, order_id)
  where ended_at is null;

-- Without sequential scans and planned for the values of each call, as private.scan_list().
create or replace function private.undecided_orders(p_ids text[])
returns setof private.marked_orders
language plpgsql stable
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_custom_plan as $$
begin
  return query select marked.* from private.marked_orders as marked
  join private.packable as o on o.id = marked.order_id
  where marked.ended_at is null and not o.is_booked and (p_ids is null or marked.order_id = any (p_ids));
end
$$;

comment on function private.undecided_orders(text[]) is
  'The marks that keep open orders out of sheets: all, or those of these orders. What was booked or closed all the same
is left out.';

-- Scalar subqueries: a query computes the columns that it names, and no others.
create or replace view private.packable as
select *,
  array_remove(array[
    case when is_booked then 'booked' end,
    case when joined_into is not null then 'joined' end,
    case when replaced_by is not null then 'replaced' end,
    case when is_held then 'held' end,
    case when is_marked then 'marked' end,
    case when not said_yes and not is_known then 'unconfirmed' end,
    case when is_changed then 'changed' end
  ], null) as reasons,
  coalesce((
    select act = 'asked' and at > now() - private.reply_time() from private.confirmation_attempts
    where order_id = facts.id order by at desc, id desc limit 1
  ), false) and not is_booked and not is_held and not said_yes and not is_known as is_waiting
from (
  select
    o.id, o.date, o.status,
    o.status <> all ((select private.open_statuses())::public.order_status[])
      or o.tracking_number is not null or coalesce(details.booked_at is not null, false) as is_booked,
    (select into_id from private.joined_orders where order_id = o.id) as joined_into,
    (
      select later.id from public.orders as later where later.replaces = o.id and later.status <> 'cancelled'
      order by later.date desc, later.id desc limit 1
    ) as replaced_by,
    coalesce((
      select act = 'hold' from private.confirmation_attempts
      where order_id = o.id and act in ('hold', 'resume') order by at desc, id desc limit 1
    ), false) as is_held,
    exists (
      select from private.marked_orders where order_id = o.id and ended_at is null
    ) as is_marked,
    coalesce((
      select act = 'yes' from private.confirmation_attempts
      where order_id = o.id and act in ('yes', 'reset') order by at desc, id desc limit 1
    ), false) as said_yes,
    o.replaces is not null or o.phone_key <> '' and (
      select count(*) filter (where other.status = 'delivered') >= 2 and count(other_details.outcome) = 0
      from public.orders as other
      left join private.order_details as other_details on other_details.order_id = other.id
      where other.phone_key = o.phone_key and other.id <> o.id
    ) as is_known,
    exists (
      select from private.order_audit as entry
      where entry.order_id = o.id and entry.actor = 'customer'
        and not entry.after ?| array['status', 'cancelReason']
        and not exists (
          select from private.acts_seen as seen where seen.order_id = o.id and seen.at >= entry.at
        )
    ) as is_changed
  from public.orders as o
  left join private.order_details as details on details.order_id = o.id
) as facts;

comment on view private.packable is
  'Why an order may not leave. It is booked: a courier has or had it, or it is not open. It went with another order''s
parcel, another order replaces it, or it is held: it leaves in no case. It is marked, not confirmed, or its customer
changed it since an admin opened it: an admin is asked. It waits while its customer was asked and has not replied yet. Whoever said yes needs no question, and neither does a phone
with two delivered orders and none that came back, or a replacement.';

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

-- Without sorting: rows come in the order of an index, and reading ends with the page.
create or replace function private.scan_marked(
  search private.list_search, start private.list_cursor, newer boolean, max_rows integer
) returns setof private.list_cursor
language plpgsql stable
set search_path = '' set enable_seqscan = off set enable_sort = off
set plan_cache_mode = force_custom_plan as $$
begin
  -- "offset 0" keeps Postgres from starting with the orders: it looks up that of each mark.
  if newer then
    return query select marked.order_date, marked.order_id from private.marked_orders as marked
    cross join lateral (
      select from public.orders as o
      where o.id = marked.order_id and (search.status is null or o.status = search.status)
        and o.search_text ~ all (search.patterns)
      offset 0
    ) as o
    where marked.ended_at is null and marked.mark = search.mark
      and (search.group_key is null or marked.group_key = search.group_key)
      and (marked.order_date, marked.order_id) > (start.at, start.key)
    order by marked.order_date, marked.order_id limit max_rows;
  else
    return query select marked.order_date, marked.order_id from private.marked_orders as marked
    cross join lateral (
      select from public.orders as o
      where o.id = marked.order_id and (search.status is null or o.status = search.status)
        and o.search_text ~ all (search.patterns)
      offset 0
    ) as o
    where marked.ended_at is null and marked.mark = search.mark
      and (search.group_key is null or marked.group_key = search.group_key)
      and (marked.order_date, marked.order_id) < (start.at, start.key)
    order by marked.order_date desc, marked.order_id desc limit max_rows;
  end if;
end
$$;

comment on function private.scan_marked(private.list_search, private.list_cursor, boolean, integer) is
  'The orders with the mark of a search that match it, nearest to the cursor first. Reads no other orders.';

-- Security definer: the API writes no table.
create or replace function public.admin_act(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  max_rows constant integer := 500;
  ids text[];
  own private.acts;
  results jsonb[];
begin
  perform private.require_admin();
  perform private.check_request(p, 1000000, array['request', 'act', 'rows']);
  if coalesce(p ->> 'act', '') not in ('book', 'attempt', 'tell', 'release', 'discard', 'delete') then
    perform private.refuse('bad_field', 'act');
  end if;
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
  delete from private.acts where at < now() - interval '7 days';
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
    when 'attempt' then private.attempt_rows(p -> 'rows')
    when 'tell' then private.tell_rows(p -> 'rows')
    when 'delete' then private.delete_rows(p -> 'rows')
    else private.decide_rows(own.act, p -> 'rows')
  end;
  update private.acts set
    orders = ids,
    before = (
      select coalesce(jsonb_object_agg(result ->> 'id', result -> 'before'), '{}')
      from unnest(results) as result where result ? 'before'
    ),
    response = private.act_response(results)
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
{id, ok} or {id, ok: false, code}, and with the same ones to the same request. The acts are book (private.book_rows),
attempt (private.attempt_rows), tell (private.tell_rows), release and discard (private.decide_rows), and delete
(private.delete_rows). For admins.';

-- Security definer: the API writes no table.
create or replace function public.admin_undo_act(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  own private.acts;
  results jsonb[];
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['request']);
  select * into own from private.acts where request = (p ->> 'request')::uuid;
  -- Its orders before the act, in the sequence in which erasing locks both.
  perform from public.orders as o where o.id = any (own.orders) order by o.id for update;
  select * into own from private.acts where request = own.request for update;
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  if own.undone_at is null then
    results := case own.act
      when 'book' then private.undo_booked(own.before)
      when 'attempt' then private.undo_attempts(own.before)
      when 'tell' then private.undo_attempts(own.before)
      else private.undo_decided(own.before)
    end;
    update private.acts set undone_at = now(), undo_response = private.act_response(results)
    where request = own.request
    returning * into own;
  end if;
  return private.respond(200, own.undo_response);
exception
  when sqlstate 'SHREF' or data_exception then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_undo_act(jsonb) to authenticated;

comment on function public.admin_undo_act(jsonb) is
  'Undoes the act of a {request} for each row that nobody changed since, once. Responds as public.admin_act() with a
result for each row that the act saved: stale where somebody changed it. For admins.';

create or replace function private.write_outbox() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  case tg_table_name
    when 'order_audit' then
      insert into private.outbox (kind, subject)
      values (case when new.after ? 'cancelReason' then 'cancelled' else 'changed' end, new.order_id);
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
  'Writes what a customer did to the outbox, in the same transaction. New orders are written by place_order().';

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
        from private.undecided_orders(null) as marked
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

create or replace function private.is_of_row(marked private.marked_orders, asked jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select marked.order_id = asked ->> 'id' and marked.mark = coalesce(asked ->> 'mark', marked.mark)
    and marked.group_key = coalesce(asked ->> 'group', marked.group_key)
$$;

comment on function private.is_of_row(private.marked_orders, jsonb) is
  'Whether a mark is one that a row of an act names, {id, mark?, group?}. Without a mark it names all of its order.';

create or replace function private.decide_rows(act text, rows jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' set enable_seqscan = off as $$
declare
  ids constant text[] := array(select asked ->> 'id' from jsonb_array_elements(rows) as asked);
  decided text[];
  statuses jsonb;
  moment timestamptz;
begin
  perform private.check_request(asked, 1024, array['id', 'mark', 'group']) from jsonb_array_elements(rows) as asked;
  perform from public.orders where id = any (ids) order by id for update;
  -- Later than that of every act on these orders before.
  moment := clock_timestamp();
  decided := array(
    select distinct marked.order_id from private.undecided_orders(ids) as marked
    join jsonb_array_elements(rows) as asked on private.is_of_row(marked, asked)
  );
  -- A group is released of its own mark. A cancelled order needs no other look.
  update private.marked_orders as marked set ended_at = moment
  from jsonb_array_elements(rows) as asked
  where marked.order_id = any (decided) and marked.order_id = asked ->> 'id' and marked.ended_at is null
    and (act = 'discard' or private.is_of_row(marked, asked));
  statuses := (select jsonb_object_agg(id, status) from public.orders where id = any (decided));
  perform private.log_changes('admin', id, '{"decision": null}', jsonb_build_object('decision', act))
  from unnest(decided) as id;
  if act = 'discard' then
    perform set_config('shop.actor', 'admin', true);
    update public.orders set status = 'cancelled' where id = any (decided);
    perform set_config('shop.actor', '', true);
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
  'Releases or discards marked orders that are open and not booked: rows of {id, mark?, group?}.';

create or replace function private.undo_decided(before jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' set enable_seqscan = off as $$
declare
  restored constant text[] := array(
    select o.id from public.orders as o join jsonb_each(before) as former on former.key = o.id
    where to_jsonb(o.version) = former.value -> 'version'
  );
begin
  update private.marked_orders set ended_at = null
  where order_id = any (restored) and ended_at = (before #>> array[order_id, 'endedAt'])::timestamptz;
  perform set_config('shop.actor', 'admin', true);
  update public.orders set status = (before #>> array[id, 'status'])::public.order_status
  where id = any (restored) and before #>> array[id, 'act'] = 'discard';
  perform set_config('shop.actor', '', true);
  perform private.log_changes(
    'admin', id, jsonb_build_object('decision', before #> array[id, 'act']), '{"decision": null}'
  ) from unnest(restored) as id;
  return array(
    select jsonb_build_object('id', id) || case when id = any (restored) then '{"ok": true}'::jsonb
      else '{"ok": false, "code": "stale"}' end
    from jsonb_object_keys(before) as id order by id
  );
end
$$;

comment on function private.undo_decided(jsonb) is
  'Marks the orders of a decision again, with the status of before, where nobody changed them since.';

create or replace function private.delete_rows(rows jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' set enable_seqscan = off as $$
declare
  ids constant text[] := array(select asked ->> 'id' from jsonb_array_elements(rows) as asked);
  deleted text[];
begin
  perform from public.orders where id = any (ids) order by id for update;
  deleted := array(
    select o.id from public.orders as o join jsonb_array_elements(rows) as asked on asked ->> 'id' = o.id
    where to_jsonb(o.version) = asked -> 'version' and private.may_be_deleted(o)
  );
  perform private.delete_orders(deleted);
  return array(
    select jsonb_build_object('id', id) || case when id = any (deleted) then '{"ok": true}'::jsonb
      else '{"ok": false, "code": "not_deletable"}' end
    from unnest(ids) with ordinality as listed (id, nth) order by nth
  );
end
$$;

comment on function private.delete_rows(jsonb) is
  'Deletes for good these versions of orders that are cancelled and were never booked: rows of {id, version}.';

create or replace view private.waiting as
  select *, unread_messages + open_requests as unread
  from (
    select
      (select count(*) from private.contact_messages where read_at is null) as unread_messages,
      (select count(*) from private.help_requests where state = 'open') as open_requests,
      (
        select count(distinct order_id) from (
          select order_id from private.undecided_orders(null) limit 1000
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

drop function public.admin_decide_marked(jsonb);
drop function public.admin_delete_discarded(jsonb);
drop function public.admin_undo_decision(jsonb);
drop function private.read_decision(jsonb);
drop function private.undecided_orders(text, text, text[]);
drop view private.decisions, private.deletable_orders;
drop table private.discarded_orders;
alter table private.marked_orders drop column decision_id;
drop table private.mark_decisions;
