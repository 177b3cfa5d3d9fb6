-- Each act says whether it is undone for good, so that the admin names no act of the desk.
drop index private.acts_at_idx;
alter table private.acts add column keeps_undo boolean not null default false;
comment on table private.acts is
  'Writes of the admin, to repeat their responses and to undo them: for a week, or for good.';
comment on column private.acts.keeps_undo is 'Whether it is undone for good: private.desk_keeps_undo().';
create index acts_at_idx on private.acts (at) where not keeps_undo;

create or replace function private.act_response(results jsonb[]) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('ok', true, 'results', coalesce(jsonb_agg(result - array['before', 'befores'] order by nth), '[]'))
  from unnest(results) with ordinality as listed (result, nth)
$$;

comment on function private.act_response(jsonb[]) is 'The response of an act with one result for each row.';

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
  -- A week is 14 MB at 1,000 orders a day; all acts of 1,000,000 orders would be 2 GB, mostly messages and calls.
  delete from private.acts where at < now() - interval '7 days' and not keeps_undo;
  -- Waits for the same request where it is under way.
  insert into private.acts (request, act, digest, keeps_undo)
  values ((p ->> 'request')::uuid, p ->> 'act', md5(p::text), private.desk_keeps_undo(p ->> 'act'))
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
        coalesce(result -> 'befores', jsonb_build_object(result ->> 'id', result -> 'before'))
      )
      where result ?| array['before', 'befores']
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

comment on function private.desk_does(text, jsonb) is
  'Slot: does an act with these rows, and returns their results; null for an act that is not known. What undoes a row is
its "before", or its "befores" by other ids than its own.';

create or replace function private.desk_keeps_undo(act text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  return false;
end
$$;

comment on function private.desk_keeps_undo(text) is 'Slot: whether an act is undone for good, not for a week alone.';

create or replace function private.batch_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  batch private.export_batches;
  ids constant text[] := private.read_ids(asked);
  included constant jsonb := private.read_included(asked);
  taken text[];
  left_out jsonb;
  formers jsonb;
begin
  perform private.check_request(asked, 32768, array['id', 'courier', 'ids', 'includeExported', 'include']);
  perform private.require_courier(asked ->> 'courier');
  if coalesce(jsonb_typeof(asked -> 'includeExported'), 'null') not in ('null', 'boolean') then
    perform private.refuse('bad_field', 'includeExported');
  end if;
  if ids is null then
    perform private.refuse('bad_field', 'ids');
  end if;
  -- One export at a time: the second one finds booked what the first one took.
  perform pg_advisory_xact_lock(hashtextextended('export', 0));

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
    batch := private.save_batch(asked ->> 'courier', taken);
  end if;
  return jsonb_build_object(
    'id', asked ->> 'id',
    'ok', true,
    'batch', (select to_jsonb(saved) from private.batches as saved where saved.id = batch.id),
    'exported', to_jsonb(taken),
    'leftOut', left_out,
    'befores', (
      select coalesce(jsonb_object_agg(id, former || since), '{}')
      from jsonb_each(formers) as saved (id, former) join private.shown_bookings using (id)
    )
  );
end
$$;

comment on function private.batch_row(jsonb) is
  'The row of the act "batch": it books at most 500 orders with a courier, {id, courier, ids, includeExported?, include?}.
Orders with a reason of private.packable stay out, but for those that "include" names: marked, unconfirmed, changed.';

create or replace function private.apply_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  applied jsonb;
begin
  perform private.check_lines(asked);
  -- One file at a time: the second one finds what the first one did.
  perform pg_advisory_xact_lock(hashtextextended('statements', 0));
  applied := private.apply_file(asked);
  return applied - 'rows' || jsonb_build_object(
    'id', asked ->> 'id',
    'counts', (
      select coalesce(jsonb_object_agg(result, rows), '{}') from (
        select listed ->> 'result' as result, count(*) as rows
        from jsonb_array_elements(applied -> 'rows') as listed group by 1
      ) as counted
    ),
    'befores', jsonb_build_object(applied ->> 'statement', null)
  );
end
$$;

comment on function private.apply_row(jsonb) is
  'The row of the act "apply": a courier''s file, which is applied whole or not at all, {id, courier, number?, digest,
fileName, dated?, net?, replaces?, lines: [{row, reference?, trackingNumber?, state?, word?, reason?, at?, money: [{kind,
amount, dated?}]}]}. Responds with how many rows came to what.';

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
  ) || case when why is null then jsonb_build_object('befores', (
    select jsonb_build_object(max(id), before.order_id) from private.parcel_events where parcel_id = before.id
  )) else '{"unchanged": true}' end;
end
$$;

comment on function private.check_in_row(jsonb) is
  'A row of the act "check_in": {id, act}, where the id is a code and the act is received_back, damaged, lost, found,
try_again or bring_back: the last two of what was not delivered.';

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

create or replace function private.desk_keeps_undo(act text) returns boolean
language plpgsql stable set search_path = '' as $$
begin
  -- Batches and files stand in their lists for good. Their acts are 20 kB of 1,000 orders.
  return act in ('batch', 'apply');
end
$$;

update private.acts set keeps_undo = true where act in ('batch', 'apply');
