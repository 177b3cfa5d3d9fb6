-- Batches know whether their papers were printed, and count their parcels by stages; lists of parcels that were not
-- delivered and that came back.

alter table private.export_batches add column printed_at timestamptz;
comment on column private.export_batches.printed_at is 'When its slips, load sheet or pick list were printed last.';

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
        select reasons, count(*) as orders from private.packable
        where case when ids is null then status = any (private.open_statuses()) and not is_booked
          else id = any (ids) end
        group by reasons
      ) as grouped
    ),
    'stopped', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', o.id, 'fullName', o.shipping_address ->> 'fullName', 'reasons', stopped.reasons
      ) order by o.date, o.id), '[]')
      from (
        select id, reasons from private.packable
        where case when ids is null then status = any (private.open_statuses()) else id = any (ids) end
          and not is_booked and reasons <> '{}'
        order by date, id limit 100
      ) as stopped
      join public.orders as o using (id)
    )
  ));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_packable(jsonb) to authenticated;

comment on function public.admin_packable(jsonb) is
  'What is asked before a sheet: groups of {reasons, orders} of the orders of {ids?}, or of all that no courier has,
and the first 100 of them that may not leave, by name. For admins.';

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
    when 'print' then private.each_row('private.print_row', p -> 'rows')
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

create or replace view private.batches as
  select id, at, courier,
    (select count(*) from private.exported_orders where batch_id = batch.id and left_at is null) as orders,
    undone_at as "undoneAt",
    (
      select request from private.acts where act = 'batch' and orders @> array[batch.id::text] order by at limit 1
    ) as request,
    printed_at as "printedAt"
  from private.export_batches as batch;

comment on view private.batches is 'Batches with their number of orders and the act that undoes them, as the API has them.';

create or replace function private.batch_stages(p_id bigint) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(stage, orders), '{}') from (
    select case when p.state = 'received_back' then 'came_back' else o.stage end as stage, count(*) as orders
    from private.exported_orders as exported
    join private.order_stage as o on o.id = exported.order_id
    left join private.parcels as p on p.order_id = o.id and p.is_current
    where exported.batch_id = p_id and exported.left_at is null group by 1
  ) as counted
$$;

comment on function private.batch_stages(bigint) is
  'How many orders of a batch are at which stage, without those that left. What came back stays so once it is checked in.';

-- Security definer: batches cannot be read through the API.
create or replace function public.admin_batches(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page_size constant integer := 25;
  older_than constant numeric := (p ->> 'older')::numeric;
  shown bigint[];
begin
  perform private.require_admin();
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

create or replace function private.batch_acts(p_id bigint) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(
    jsonb_agg(jsonb_build_object('request', request, 'ids', booked.ids, 'numbers', numbers, 'ships', ships) order by at desc), '[]'
  )
  from (select array_agg(order_id) as ids from private.exported_orders where batch_id = p_id and left_at is null) as batch,
    lateral (
      select made.request, made.at, array_agg(result ->> 'id') as ids,
        coalesce(bool_or(
          result #>> '{order,trackingNumber}' <> coalesce(former #>> '{order,trackingNumber}', '')
        ), false) as numbers,
        coalesce(bool_or(
          result #>> '{order,status}' = 'shipped' and former #>> '{order,status}' <> 'shipped'
        ), false) as ships
      from private.acts as made, jsonb_array_elements(made.response -> 'results') as result,
        lateral (select made.before -> (result ->> 'id') as former) as saved, public.orders as o
      where made.act = 'book' and made.undone_at is null and made.orders && batch.ids and made.orders <@ batch.ids
        -- What was changed since stays as it is.
        and o.id = result ->> 'id' and o.version = (former ->> 'version')::integer
      group by made.request, made.at
    ) as booked
  where numbers or ships
$$;

comment on function private.batch_acts(bigint) is
  'The acts that gave orders of a batch numbers or shipped them, the newest first, with those that can still be undone.';

-- Security definer: as public.admin_batches().
create or replace function public.admin_batch(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page_size constant integer := 500;
  batch private.export_batches;
  shown bigint[];
begin
  perform private.require_admin();
  select * into batch from private.export_batches as saved
  where saved.id::numeric = (p ->> 'id')::numeric;
  if not found then
    return private.respond(200, null);
  end if;
  shown := array(
    select position from private.exported_orders
    where batch_id = batch.id and position > coalesce((p ->> 'after')::bigint, 0)
    order by position limit page_size + 1
  );
  return private.respond(200, jsonb_build_object(
    'batch', (select to_jsonb(saved) from private.batches as saved where saved.id = batch.id) || case
      when p ? 'after' then '{}' else jsonb_build_object(
        'stages', private.batch_stages(batch.id), 'acts', private.batch_acts(batch.id)
      )
    end,
    'orders', (
      select coalesce(
        jsonb_agg(
          private.order_json(o, true) || jsonb_build_object(
            'units', private.units_of(o.items),
            'reasons', (select reasons from private.packable where id = o.id),
            'position', exported.position,
            'cells', exported.cells,
            'sentAt', exported.sent_at,
            'leftAt', exported.left_at
          )
          order by exported.position
        ),
        '[]'
      )
      from private.exported_orders as exported
      join public.orders as o on o.id = exported.order_id
      where exported.batch_id = batch.id and exported.position = any (shown[1:page_size])
    ),
    'next', case when cardinality(shown) > page_size then shown[page_size] end
  ));
end
$$;

grant execute on function public.admin_batch(jsonb) to authenticated;

comment on function public.admin_batch(jsonb) is
  'The batch of {id, after?} and at most 500 of its orders in full after this position, in the order of its sheet,
with the rows that were sent and when an order left; or null. Its first page counts the stages, and names
the acts that can be undone. For admins.';

create or replace function private.print_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
begin
  perform private.check_request(asked, 1024, array['id', 'printed']);
  update private.export_batches set printed_at = case when (asked ->> 'printed')::boolean then now() end
  where id = (asked ->> 'id')::bigint;
  if not found then
    perform private.refuse('not_found');
  end if;
  return jsonb_build_object('id', asked ->> 'id', 'ok', true);
end
$$;

comment on function private.print_row(jsonb) is
  'A row of the act "print": papers of a batch were printed, or were not after all, {id, printed}.';

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
      -- Not handed_over: a courier's file of before would say anew that it was not delivered.
      when act = 'try_again' then 'out_for_delivery'
      when act = 'bring_back' then 'returning'
      else 'returned'
    end::private.parcel_state,
    case when act = 'refused' then act end
  );
begin
  if e.state = p.state and (act <> 'damaged' or p.damaged)
    and (act <> 'refused' or not p.is_current or p.outcome is not distinct from 'refused') then
    return 'unchanged';
  elsif p.state = 'booked' or p.state = 'cancelled' and p.handed_over_at is null then
    return 'not_sent';
  elsif act = 'found' and p.state <> 'lost' then
    return case when p.state = 'handed_over' then 'unchanged' else 'not_lost' end;
  elsif act = 'lost' and p.state in ('delivered', 'received_back', 'cancelled')
    or act in ('try_again', 'bring_back') and p.state <> 'attempt_failed' then
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
  if coalesce(asked ->> 'act', '') not in (
    'returned', 'refused', 'received_back', 'damaged', 'lost', 'found', 'try_again', 'bring_back'
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
damaged, lost, found, try_again or bring_back: the last two of what was not delivered.';

create index parcels_listed_idx on private.parcels (state_at, id)
  where is_current and state in ('attempt_failed', 'lost', 'returned');

-- Security definer: the parcels cannot be read through the API.
create or replace function public.admin_parcels(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page_size constant integer := 50;
  -- The oldest first, so the next page is of newer ones.
  after_id constant bigint := (p #>> '{older,id}')::bigint;
  after_at constant timestamptz := coalesce((p #>> '{older,at}')::timestamptz, '-infinity');
  shown private.parcels[];
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['stage', 'older']);
  if coalesce(p ->> 'stage', '') not in ('not_delivered', 'came_back') then
    perform private.refuse('bad_field', 'stage');
  end if;
  shown := array(
    select listed from private.parcels as listed
    where is_current and state in ('attempt_failed', 'lost', 'returned')
      and (state_at, id) > (after_at, coalesce(after_id, 0))
      and (select stage from private.order_stage where id = listed.order_id) = p ->> 'stage'
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

drop function admin_failed_parcels(jsonb);