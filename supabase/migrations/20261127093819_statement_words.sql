/*
 * What the words of couriers mean is saved for each courier. A statement that takes the place of another one keeps its
 * tick, and undoing it brings the former one back. A file has up to 6,000 rows, and its number as it is written.
 */

alter table private.statements
  add column written_number text,
  add column replaces bigint,
  add column taken_back jsonb;
comment on column private.statements.written_number is 'The number as the file writes it.';
comment on column private.statements.replaces is 'The id of the statement in whose place it is.';
comment on column private.statements.taken_back is
  'Its states and amounts, by the ids of parcels, where another statement took its place: undoing that one brings them
back.';

alter table private.courier_settings add column statement_words jsonb not null default '{}';
comment on column private.courier_settings.statement_words is
  'What the words of its statements mean, as the admin said: {"status return to shipper": "returned"}.';

create or replace function private.check_lines(p jsonb) returns void
language plpgsql volatile set search_path = '' as $$
begin
  perform private.check_request(p, 4000000, array[
    'token', 'courier', 'number', 'digest', 'fileName', 'dated', 'net', 'dryRun', 'replaces', 'lines'
  ]);
  if coalesce(p ->> 'courier', '') !~ '^[a-z0-9-]{1,40}$' then
    perform private.refuse('courier_invalid', 'courier');
  end if;
  if coalesce(p ->> 'digest', '') !~ '^[0-9a-f]{64}$' then
    perform private.refuse('bad_field', 'digest');
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
      or line ->> 'reason' !~ '^[a-z_]{1,40}$'
      or length(concat(line ->> 'reference', line ->> 'trackingNumber', line ->> 'word')) > 300
      or jsonb_typeof(line -> 'money') not in ('array', 'null')
  ) or exists (
    select from jsonb_array_elements(p -> 'lines') as line, jsonb_array_elements(
      case jsonb_typeof(line -> 'money') when 'array' then line -> 'money' else '[]' end
    ) as money
    where jsonb_typeof(money) <> 'object' or money - array['kind', 'amount', 'dated'] <> '{}'
      or coalesce(money ->> 'kind', '') not in ('cash', 'fee', 'tax', 'return_fee', 'adjustment')
      or jsonb_typeof(money -> 'amount') is distinct from 'number'
      or abs((money ->> 'amount')::numeric) > 10000000000
      or (money ->> 'amount')::numeric % 1 <> 0
  ) then
    perform private.refuse('bad_field', 'lines');
  end if;
end
$$;
comment on function private.check_lines(jsonb) is 'Refuses an invalid request of admin_apply_statement().';

create or replace function private.sums_of(p_id bigint) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'sum', coalesce(sum(amount), 0), 'costs', coalesce(sum(amount) filter (where kind <> 'cash'), 0)
  )
  from private.money_lines where statement_id = p_id
$$;
comment on function private.sums_of(bigint) is 'What the amounts of a statement sum to, and those that are not cash.';

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
    token, courier, number, digest, file_name, dated, net, applied_by, written_number, replaces, in_bank_at
  )
  values (
    coalesce((p ->> 'token')::uuid, gen_random_uuid()), p ->> 'courier', p_number, p ->> 'digest',
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

create or replace function private.save_taken_back(p_id bigint) returns void
language sql volatile set search_path = '' as $$
  update private.statements set taken_back = jsonb_build_object(
    'money', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'parcel', parcel_id, 'kind', kind, 'amount', amount, 'dated', dated
      ) order by id), '[]')
      from private.money_lines where statement_id = p_id
    ),
    -- Without the words of the courier, which are erased with the customer.
    'states', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'parcel', parcel_id, 'state', state, 'reason', reason, 'at', at
      ) order by id), '[]')
      from private.parcel_events where statement_id = p_id
    )
  )
  where id = p_id
$$;
comment on function private.save_taken_back(bigint) is
  'Saves what a statement says, before another one takes its place.';

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
  statement.results := private.statement_results(rows, moves, former_money, private.money_of(statement.id));
  update private.statements set results = statement.results where id = statement.id;
  return private.respond_statement(statement, total) || case
    when former is null then '{}' else jsonb_build_object('former', former_sums)
  end;
end
$$;
comment on function private.apply_statement(jsonb) is
  'Applies a statement, in place of the one that it replaces. Refuses one that was applied already.';

create or replace function private.bring_back(former private.statements, later private.statements) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  rows private.statement_row[] := array(
    select row(
      listed.place, p.id, p.order_id, null, (said ->> 'state')::private.parcel_state, null, said ->> 'reason',
      (said ->> 'at')::timestamptz, '[]'
    )::private.statement_row
    from jsonb_array_elements(former.taken_back -> 'states') with ordinality as listed (said, place)
    join private.parcels as p on p.id = (said ->> 'parcel')::bigint
    order by listed.place
  );
  response jsonb;
begin
  update private.statements set undone_at = null, taken_back = null, in_bank_at = later.in_bank_at
  where id = former.id;
  response := private.take_back(later.id, former, rows);
  perform private.apply_states(former, rows);
  insert into private.money_lines (parcel_id, statement_id, kind, amount, dated)
  select p.id, former.id, said ->> 'kind', (said ->> 'amount')::bigint, (said ->> 'dated')::date
  from jsonb_array_elements(former.taken_back -> 'money') with ordinality as listed (said, place)
  join private.parcels as p on p.id = (said ->> 'parcel')::bigint
  order by listed.place;
  perform private.sum_parcels(array(
    select distinct parcel_id from private.money_lines where statement_id = former.id
  ));
  return response || jsonb_build_object('restored', former.id);
end
$$;
comment on function private.bring_back(private.statements, private.statements) is
  'Undoes a statement that took the place of another one, which is applied again with all that it had.';

create or replace view private.listed_statements as
  select
    id, courier, coalesce(written_number, number) as number, file_name as "fileName", dated, applied_at as "appliedAt", undone_at as "undoneAt",
    in_bank_at as "inBankAt", net, coalesce(lines.sum, 0)::bigint as sum,
    cardinality(private.parcels_of(id)) as parcels
  from private.statements as statement,
    lateral (select sum(amount) from private.money_lines where statement_id = statement.id) as lines;
comment on view private.listed_statements is
  'Statements with the sum of their amounts and their number of parcels, as the API has them.';

create or replace function public.admin_undo_statement(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off
set statement_timeout = '30s' as $$
declare
  undone private.statements;
  former private.statements;
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['id']);
  perform pg_advisory_xact_lock(hashtextextended('statements', 0));
  select * into undone from private.statements where id = (p ->> 'id')::bigint;
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  if undone.undone_at is not null then
    return private.respond(200, '{"ok": true, "undone": 0, "left": []}');
  end if;
  update private.statements set undone_at = now() where id = undone.id;
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
    return private.respond(200, private.bring_back(former, undone));
  end if;
  return private.respond(200, private.take_back(undone.id));
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_undo_statement(jsonb) to authenticated;
comment on function public.admin_undo_statement(jsonb) is
  'Undoes the statement of {id}: its money goes, and states go back where nothing newer happened. The others are in
"left". One in whose place it was is applied again, and named in "restored". For admins.';

create or replace function private.clean_statement_words(typed jsonb) returns jsonb
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(typed) is distinct from 'object' or exists (
    select from jsonb_each(typed)
    where length(key) > 300 or value not in (
      '"delivered"', '"handed_over"', '"attempt_failed"', '"returning"', '"returned"', '"nothing"', '"paid"',
      '"unpaid"'
    )
  ) then
    perform private.refuse('bad_field', 'statementWords');
  end if;
  if (select count(*) from jsonb_object_keys(typed)) > 500 then
    perform private.refuse('too_many', 'statementWords');
  end if;
  return typed;
end
$$;
comment on function private.clean_statement_words(jsonb) is
  'The words of statements as they are saved. Refuses invalid ones.';

create or replace function public.admin_couriers() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, jsonb_build_object('couriers', (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'courier', courier, 'columns', columns, 'cities', cities, 'cityNames', city_names,
          'statementColumns', statement_columns, 'statementWords', statement_words
        )
        order by courier
      ),
      '[]'
    )
    from private.courier_settings
  ), 'list', private.courier_list()));
end
$$;
grant execute on function public.admin_couriers() to authenticated;
comment on function public.admin_couriers() is
  'What was set for couriers, as {couriers: [{courier, columns, cities, cityNames, statementColumns,
statementWords}]}, and their list. For admins.';

create or replace function public.admin_save_courier(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  typed_cities constant jsonb := coalesce(p -> 'cities', '[]');
  typed_names constant jsonb := coalesce(p -> 'cityNames', '{}');
begin
  perform private.require_admin();
  perform private.check_request(p, 4000000, array[
    'courier', 'columns', 'cities', 'cityNames', 'statementColumns', 'statementWords'
  ]);
  perform private.require_courier(p ->> 'courier');
  if jsonb_typeof(typed_cities) <> 'array'
    or typed_cities @? 'strict $[*] ? (@.type() <> "string")' then
    perform private.refuse('bad_field', 'cities');
  elsif jsonb_typeof(typed_names) <> 'object'
    or typed_names @? 'strict $.* ? (@.type() <> "string")' then
    perform private.refuse('bad_field', 'cityNames');
  elsif jsonb_array_length(typed_cities) > 5000 then
    perform private.refuse('too_many', 'cities');
  elsif (select count(*) from jsonb_object_keys(typed_names)) > 5000 then
    perform private.refuse('too_many', 'cityNames');
  end if;

  insert into private.courier_settings as saved (
    courier, columns, cities, city_names, statement_columns, statement_words
  )
  values (
    p ->> 'courier',
    private.clean_courier_columns(coalesce(p -> 'columns', '[]')),
    (
      -- In their order, each once and none blank.
      select coalesce(jsonb_agg(name order by nth) filter (where name is not null), '[]')
      from (
        select private.clean_field('cities', city, 100) as name, min(nth) as nth
        from jsonb_array_elements(typed_cities) with ordinality as listed (city, nth)
        group by 1
      ) as cleaned
    ),
    (
      select coalesce(jsonb_object_agg(lower(typed_city), city), '{}')
      from jsonb_each(typed_names),
        private.clean_field('cityNames', to_jsonb(key), 100) as typed_city,
        private.clean_field('cityNames', value, 100) as city
      where typed_city is not null and city is not null
    ),
    private.clean_statement_columns(coalesce(p -> 'statementColumns', '{}')),
    private.clean_statement_words(coalesce(p -> 'statementWords', '{}'))
  )
  on conflict (courier) do update set
    columns = case when p ? 'columns' then excluded.columns else saved.columns end,
    cities = case when p ? 'cities' then excluded.cities else saved.cities end,
    city_names = case when p ? 'cityNames' then excluded.city_names else saved.city_names end,
    statement_columns = case
      when p ? 'statementColumns' then excluded.statement_columns else saved.statement_columns
    end,
    -- The others stay.
    statement_words = private.clean_statement_words(saved.statement_words || excluded.statement_words);
  return private.respond(200, '{"ok": true}');
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_save_courier(jsonb) to authenticated;
comment on function public.admin_save_courier(jsonb) is
  'Saves what is given of {courier, columns?, cities?, cityNames?, statementColumns?, statementWords?}, for
admins. Words are added to those that are saved.';
