/*
 * Acts: a write of the admin is one request with an id of its own and up to 500 rows, in one transaction. The id is
 * made in the browser. A repeated request gets the response of the first one and does nothing. Rows that may not be
 * changed come back with a code, the others are saved. An act is undone for each row that nobody changed since.
 */

create table private.acts (
  request uuid primary key,
  act text not null,
  digest text not null check (digest ~ '^[0-9a-f]{32}$'),
  at timestamptz not null default now(),
  actor_id uuid default auth.uid(),
  orders text[] not null default '{}',
  before jsonb not null default '{}',
  response jsonb,
  undone_at timestamptz,
  undo_response jsonb,
  keeps_undo boolean not null default false
);
create index acts_orders_idx on private.acts using gin (orders);
create index acts_at_idx on private.acts (at) where not keeps_undo;

comment on table private.acts is
  'Writes of the admin, to repeat their responses and to undo them: for a week, or for good.';
comment on column private.acts.digest is 'MD5 of the request. The same id is refused for another one.';
comment on column private.acts.orders is 'The ids of the orders, batches and files that it names.';
comment on column private.acts.before is 'What the saved rows were before, by the ids of their orders, and what the act made.';
comment on column private.acts.keeps_undo is 'Whether it is undone for good: private.desk_keeps_undo().';

alter table private.acts enable row level security;
create policy "Nobody reads the acts through the API" on private.acts for all using (false);

create function private.without_orders(response jsonb, ids text[]) returns jsonb
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

create function private.erase_acts(ids text[]) returns void
language sql volatile set search_path = '' as $$
  update private.acts set
    before = before - ids,
    response = private.without_orders(response, ids),
    undo_response = private.without_orders(undo_response, ids)
  where orders && ids
$$;
comment on function private.erase_acts(text[]) is 'Erases what acts keep of erased orders: they are undone no more.';

create function private.forget_acts() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  perform private.erase_acts(array(
    select distinct coalesce(to_jsonb(gone) ->> 'order_id', to_jsonb(gone) ->> 'id') from gone
  ));
  return null;
end
$$;
comment on function private.forget_acts() is
  'Erases what acts keep of orders that are deleted or whose log is erased, also where they were corrected to another
customer.';

create trigger forget_acts after delete on public.orders
  referencing old table as gone for each statement execute function private.forget_acts();
-- Only erasing changes the log.
create trigger forget_acts after update on private.order_audit
  referencing old table as gone for each statement execute function private.forget_acts();

create function private.refused_row(row_id text, state text, message text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('id', row_id, 'ok', false) || case
    when state = 'SHREF' then (message::jsonb -> 'body') - array['ok', 'order']
    else '{"code": "invalid"}'
  end
$$;
comment on function private.refused_row(text, text, text) is
  'What an act responds of a row that it may not change, from the error: as private.respond_error().';

create function private.row_result(row_id text, code text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object('id', row_id, 'ok', code is null, 'code', code))
$$;
comment on function private.row_result(text, text) is
  'What an act or its undoing responds of a row: why it did nothing, or null where it did.';

create function private.each_row(row_function regproc, rows jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
declare
  asked jsonb;
  result jsonb;
  results jsonb[] := '{}'::jsonb[];
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

create function private.act_response(results jsonb[]) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('ok', true, 'results', coalesce(jsonb_agg(result - array['before', 'befores'] order by nth), '[]'))
  from unnest(results) with ordinality as listed (result, nth)
$$;
comment on function private.act_response(jsonb[]) is 'The response of an act with one result for each row.';

-- Security definer: the API writes no table. Without sequential scans, as private.scan_list(): 500 rows are looked up
-- one by one, by plans that a connection keeps from the time when there were few. A courier's file takes seconds.
create function public.admin_act(p jsonb default '{}') returns jsonb
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
  -- A week is 14 MB at 1,000 orders a day; all acts of 1,000,000 orders would be 2 GB, mostly messages and calls.
  -- No request waits for another one that deletes them: it has locked its orders, as erasing locks them before acts.
  delete from private.acts where request in (
    select request from private.acts where at < now() - interval '7 days' and not keeps_undo for update skip locked
  );
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
create function public.admin_undo_act(p jsonb default '{}') returns jsonb
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
