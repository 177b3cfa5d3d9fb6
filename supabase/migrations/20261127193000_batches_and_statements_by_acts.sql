-- Batches and statements are made, and undone, by acts. Those that stand in their lists get the act that undoes them.

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

create index acts_at_idx on private.acts (at) where act not in ('batch', 'apply');

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

drop function admin_apply_statement(jsonb);

drop function admin_create_batch(jsonb);

drop function admin_save_rows(jsonb);

drop function admin_undo_batch(jsonb);

drop function admin_undo_statement(jsonb);

drop function private.respond_statement(private.statements,bigint);