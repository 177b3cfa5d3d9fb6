/*
 * The act "apply" with its steps, and its dry run: the states and the money of a courier's file, whole or not at all,
 * and once. One file at a time. Every order is locked in the order of their ids before its parcels change.
 */

create function private.apply_states(statement private.statements, rows private.statement_row[]) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  moves jsonb;
  events private.parcel_events[];
  refused jsonb;
begin
  select
    coalesce(jsonb_object_agg(p.id, jsonb_build_object('move', move, 'from', p.state, 'to', line.state)), '{}'),
    coalesce(array_agg(jsonb_populate_record(null::private.parcel_events, jsonb_build_object(
      'parcel_id', p.id, 'state', line.state, 'source', 'statement', 'statement_id', statement.id,
      'at', coalesce(line.at, statement.dated::timestamp at time zone 'Asia/Karachi', now()),
      'word', line.word, 'reason', line.reason
    )) order by p.id) filter (where move = 'moves'), '{}')
  into moves, events
  from (
    select distinct on (parcel_id) * from unnest(rows)
    where parcel_id is not null and state is not null
    -- A delivery and an attempt have no order but that of their times.
    order by parcel_id, case state when 'attempt_failed' then 'out_for_delivery' else state end desc,
      at desc nulls last, nth desc
  ) as line
  join private.parcels as p on p.id = line.parcel_id,
  lateral private.file_move(p, line.state, line.at, line.reason) as move;
  refused := private.move_parcels(events);
  return moves || (
    select coalesce(jsonb_object_agg(id, jsonb_set(moves -> id, '{move}', why)), '{}')
    from jsonb_each(refused) as refusal (id, why)
  );
end
$$;
comment on function private.apply_states(private.statements, private.statement_row[]) is
  'Sets the states of a file''s parcels. Returns for each, by its id, what became of it.';

create function private.file_results(
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

create function private.money_of(p_id bigint) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(parcel_id, lines), '{}') from (
    select parcel_id, jsonb_agg(array[kind, amount::text, dated::text] order by kind, amount, dated) as lines
    from private.money_lines where statement_id = p_id group by parcel_id
  ) as parcels
$$;
comment on function private.money_of(bigint) is 'The amounts of a file by the id of their parcel.';

create function private.sums_of(p_id bigint) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'sum', coalesce(sum(amount), 0), 'costs', coalesce(sum(amount) filter (where kind <> 'cash'), 0)
  )
  from private.money_lines where statement_id = p_id
$$;
comment on function private.sums_of(bigint) is 'What the amounts of a file sum to, and those that are not cash.';

create function private.add_file(p jsonb) returns private.statements
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
  select id into known from private.statements
  where courier = p ->> 'courier' and undone_at is null and (digest = p ->> 'digest' or number = p_number);
  if known is not null then
    perform private.refuse('statement_known', null, 409, jsonb_build_object('statement', known));
  end if;
  if former.id is null and p ->> 'replaces' is not null then
    perform private.refuse('not_found', 'replaces', 200);
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
comment on function private.add_file(jsonb) is
  'Saves a file, in place of the one that it replaces, whose tick "in the bank" it keeps. Refuses one whose
number or digest was applied already.';

create function private.apply_file(p jsonb) returns jsonb
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

create function private.apply_row(asked jsonb) returns jsonb
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

-- Security definer: the files cannot be read through the API. As long as public.admin_act().
create function public.admin_compare_statement(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off
set statement_timeout = '30s' as $$
declare
  applied jsonb;
begin
  perform private.require_admin();
  perform private.check_lines(p);
  perform pg_advisory_xact_lock(hashtextextended('statements', 0));
  begin
    applied := private.apply_file(p);
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
