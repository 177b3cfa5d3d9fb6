/* Statements of couriers, the returns desk and the evening page. */

/*
 * Which parcel each line of a courier's file is about, and what its state may do to it.
 */

create type private.statement_row as (
  nth integer, parcel_id bigint, order_id text, why text, state private.parcel_state, word text, reason text,
  at timestamptz, money jsonb
);
comment on type private.statement_row is
  'A line of a courier''s file: its row there, its parcel and the order of that, or why it has none; what it says of
the state, and its amounts.';

create function private.match_line(courier text, line jsonb) returns private.parcels
language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
declare
  reference constant text := upper(regexp_replace(line ->> 'reference', '[\s#]+', '', 'g'));
  number constant text := nullif(private.number_key(line ->> 'trackingNumber'), '');
  numbered bigint[];
  p private.parcels;
begin
  -- Numbers of couriers are small enough to meet by chance: those of another one say nothing of an order.
  numbered := array(
    select id from private.parcels
    where private.number_key(tracking_number) = number and coalesce(courier, match_line.courier) = match_line.courier
    order by is_current desc, id desc
  );
  if exists (select from public.orders where id = reference) then
    select * into p from private.parcels where order_id = reference
    order by id = any (numbered) desc, is_current desc, nth desc limit 1;
    if p.id is null then
      p.reason := case when cardinality(numbered) > 0 then 'two_orders' else 'not_booked' end;
    elsif cardinality(numbered) > 0 and p.id <> all (numbered) then
      p.reason := 'two_orders';
    elsif p.courier <> match_line.courier then
      p.reason := 'other_courier';
    elsif number <> private.number_key(p.tracking_number) then
      p.reason := 'other_number';
    else
      p.reason := null;
    end if;
    return p;
  end if;
  if cardinality(numbered) = 0 then
    p.reason := case
      when exists (select from private.parcels where private.number_key(tracking_number) = number)
        then 'other_courier'
      else 'not_found'
    end;
    return p;
  end if;
  select * into p from private.parcels where id = numbered[1];
  p.reason := case when exists (
    select from private.parcels
    where id = any (numbered) and order_id <> p.order_id and is_current = p.is_current
  ) then 'several' end;
  return p;
end
$$;
comment on function private.match_line(text, jsonb) is
  'The parcel of a line, by the id of its order, else by the number at that courier. Its reason is why the line cannot
be applied: not_found, not_booked, several, two_orders, other_courier or other_number.';

create function private.match_lines(courier text, lines jsonb) returns setof private.statement_row
language sql stable set search_path = '' as $$
  select
    (line ->> 'row')::integer, case when p.reason is null then p.id end, p.order_id, p.reason,
    (line ->> 'state')::private.parcel_state, line ->> 'word', line ->> 'reason',
    least((line ->> 'at')::timestamptz, now()), coalesce(line -> 'money', '[]')
  from jsonb_array_elements(lines) with ordinality as listed (line, place),
    lateral private.match_line(courier, line) as p
  order by place
$$;
comment on function private.match_lines(text, jsonb) is 'The lines of a file with their parcels, in their order.';

create function private.file_move(p private.parcels, state private.parcel_state, at timestamptz) returns text
language sql immutable set search_path = '' as $$
  select case
    when state = p.state then 'same'
    when p.state = 'delivered' then
      case when state <= 'attempt_failed' then 'behind' else 'delivered' end
    when p.state in ('received_back', 'lost', 'cancelled') then
      case when state < p.state and (p.state = 'received_back' or state <= 'attempt_failed')
        and (p.state <> 'cancelled' or state = 'booked') then 'behind' else p.state::text end
    when not p.is_current and state not in ('returned', 'received_back', 'lost') then
      case when state < p.state then 'behind' else 'sent_again' end
    when state = 'cancelled' then case when p.state = 'booked' then 'moves' else 'on_the_way' end
    when state = 'out_for_delivery' and p.state = 'attempt_failed' then
      case when at < p.state_at then 'behind' else 'moves' end
    when state > p.state then
      case when state = 'attempt_failed' and p.state = 'out_for_delivery' and at < p.state_at then 'behind'
        else 'moves' end
    else 'behind'
  end
$$;
comment on function private.file_move(private.parcels, private.parcel_state, timestamptz) is
  'What a state in a file does to a parcel: it moves it, is the same or behind, or is in conflict with the state, the
name of which is then returned, or with an order that was sent again. A delivery or an attempt changes either way.';

/*
 * Taking back what a statement or the returns desk did.
 */

create function private.undo_event(e private.parcel_events) returns text
language plpgsql volatile set search_path = '' as $$
declare
  p private.parcels;
  o public.orders;
  details private.order_details;
  former private.parcels;
begin
  select * into p from private.parcels where id = e.parcel_id;
  select * into o from public.orders where id = p.order_id;
  former := jsonb_populate_record(p, e.before -> 'parcel');
  if p.is_current <> (former.is_current and e.state <> 'cancelled') or exists (
    select from private.parcel_events as later
    join private.parcels as of_order on of_order.id = later.parcel_id
    where of_order.order_id = p.order_id and later.id > e.id
  ) then
    return 'changed_since';
  elsif private.is_erased(o.shipping_address) then
    return 'erased';
  end if;
  select * into details from private.order_details where order_id = o.id;
  delete from private.parcel_events where id = e.id;
  update private.parcels set
    is_current = former.is_current, state = former.state, to_collect = former.to_collect,
    reason = former.reason, damaged = former.damaged, handed_over_at = former.handed_over_at,
    state_at = former.state_at, ended_at = former.ended_at
  where id = p.id;
  perform private.log_changes(
    'admin', o.id, jsonb_build_object('parcel', p.state), jsonb_build_object('parcel', former.state)
  );
  if former.is_current and (p.state = 'cancelled'
    or private.plain_state(p.state) <> private.plain_state(former.state)
    or details.outcome is distinct from e.before #>> '{order,outcome}') then
    perform set_config('shop.actor', 'admin', true);
    perform private.book_order(o, details, (e.before -> 'order') || jsonb_build_object(
      'courier', p.courier, 'trackingNumber', p.tracking_number
    ));
    perform set_config('shop.actor', '', true);
  end if;
  return null;
end
$$;
comment on function private.undo_event(private.parcel_events) is
  'Takes back what a statement or the returns desk did to a parcel and its order, which is locked. Returns why it
cannot, or null: something newer happened, or the order is erased.';

create function private.take_back(
  p_id bigint, later private.statements default null, rows private.statement_row[] default '{}'
) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  paid bigint[];
  e private.parcel_events;
  why text;
  undone integer := 0;
  remaining jsonb := '[]';
begin
  -- What the statement that replaces it says as well is not undone and done again.
  update private.parcel_events as event set statement_id = later.id
  from (select distinct parcel_id, state from unnest(rows)) as line
  where event.statement_id = p_id and (event.parcel_id, event.state) = (line.parcel_id, line.state);
  paid := array(select distinct parcel_id from private.money_lines where statement_id = p_id);
  delete from private.money_lines where statement_id = p_id;
  perform private.sum_parcels(paid);
  for e in select * from private.parcel_events where statement_id = p_id order by id desc loop
    why := private.undo_event(e);
    if why is null then
      undone := undone + 1;
    else
      remaining := remaining || jsonb_build_object('why', why, 'orderId', (
        select order_id from private.parcels where id = e.parcel_id
      ));
    end if;
  end loop;
  return jsonb_build_object('ok', true, 'undone', undone, 'left', remaining);
end
$$;
comment on function private.take_back(bigint, private.statements, private.statement_row[]) is
  'Takes back the money of a statement whose orders are locked, and the states where nothing newer happened, but for
those that are also in the rows of one that replaces it.';

create function private.parcels_of(p_id bigint) returns bigint[]
language sql stable set search_path = '' as $$
  select array(
    select parcel_id from private.money_lines where statement_id = p_id
    union
    select parcel_id from private.parcel_events where statement_id = p_id
  )
$$;
comment on function private.parcels_of(bigint) is 'The parcels to which a statement did something.';

/*
 * Applying a courier's file: the states and the money of its lines, whole or not at all, and once. One file at a
 * time. Every order is locked in the order of their ids before its parcels change.
 */

create function private.check_lines(p jsonb) returns void
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
  if jsonb_array_length(p -> 'lines') > 2000 then
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

create function private.sum_parcels(ids bigint[]) returns void
language sql volatile set search_path = '' as $$
  update private.parcels as p set paid = sums.paid, banked = sums.banked
  from unnest(ids) as summed (id), lateral (
    select
      coalesce(sum(amount), 0) as paid,
      coalesce(sum(amount) filter (where statement.in_bank_at is not null), 0) as banked
    from private.money_lines as line
    join private.statements as statement on statement.id = line.statement_id
    where line.parcel_id = summed.id and line.kind = 'cash'
  ) as sums
  where p.id = summed.id and (p.paid, p.banked) <> (sums.paid, sums.banked)
$$;
comment on function private.sum_parcels(bigint[]) is 'Sums up the cash of parcels whose money changed.';

create function private.lock_parcels(ids bigint[]) returns text[]
language sql volatile set search_path = '' as $$
  with locked as (
    select id from public.orders
    where id in (select order_id from private.parcels where parcels.id = any (ids))
    order by id for update
  )
  select coalesce(array_agg(id), '{}') from locked
$$;
comment on function private.lock_parcels(bigint[]) is 'Locks the orders of parcels in the order of their ids.';

create function private.add_money(statement private.statements, rows private.statement_row[]) returns bigint
language plpgsql volatile set search_path = '' as $$
declare
  net bigint;
begin
  with added as (
    insert into private.money_lines (parcel_id, statement_id, kind, amount, dated)
    select line.parcel_id, statement.id, part ->> 'kind', (part ->> 'amount')::bigint,
      coalesce((part ->> 'dated')::date, statement.dated, private.shop_day(statement.applied_at))
    from unnest(rows) with ordinality as line, jsonb_array_elements(line.money) as part
    where line.parcel_id is not null and (part ->> 'amount')::bigint <> 0
    order by line.ordinality
    returning amount
  )
  select coalesce(sum(amount), 0) into net from added;
  perform private.sum_parcels(array(
    select distinct parcel_id from private.money_lines where statement_id = statement.id order by 1
  ));
  return net;
end
$$;
comment on function private.add_money(private.statements, private.statement_row[]) is
  'Saves the amounts of a statement, and returns their sum.';

create function private.similar_statement(statement private.statements, rows private.statement_row[])
returns bigint
language sql stable set search_path = '' as $$
  with amounts as (
    select line.parcel_id, part ->> 'kind' as kind, (part ->> 'amount')::bigint as amount,
      coalesce((part ->> 'dated')::date, statement.dated) as dated
    from unnest(rows) as line, jsonb_array_elements(line.money) as part
    where line.parcel_id is not null
  )
  select former.id
  from amounts
  join private.money_lines as saved using (parcel_id, kind, amount)
  join private.statements as former on former.id = saved.statement_id
  where former.courier = statement.courier and former.id <> statement.id
    and saved.dated = coalesce(amounts.dated, saved.dated)
    -- Two numbers are two statements.
    and (former.number = statement.number) is not false
  group by former.id
  having count(*) * 2 >= (select count(*) from amounts)
  order by count(*) desc, former.id desc limit 1
$$;
comment on function private.similar_statement(private.statements, private.statement_row[]) is
  'A statement that has at least half of the amounts already, where numbers do not tell them apart; or null.';

create function private.move_parcels(events private.parcel_events[], new_outcome text default null)
returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  e private.parcel_events;
  p private.parcels;
  o public.orders;
  details private.order_details;
  outcome text;
  moved private.parcel_events[] := '{}';
  bookings private.booking[] := '{}';
  refused jsonb := '{}';
begin
  foreach e in array events loop
    select * into p from private.parcels where id = e.parcel_id;
    select * into o from public.orders where id = p.order_id;
    select * into details from private.order_details where order_id = p.order_id;
    if private.is_erased(o.shipping_address) and p.is_current
      and private.plain_state(e.state) not in ('delivered', 'returned') then
      refused := refused || jsonb_build_object(p.id, 'erased');
      continue;
    end if;
    outcome := coalesce(
      new_outcome, details.outcome, case when e.reason = 'refused' then 'refused' else 'returned' end
    );
    e.before := jsonb_build_object(
      'parcel', to_jsonb(p) - array['id', 'order_id', 'nth', 'courier', 'tracking_number', 'paid', 'banked'],
      'order', jsonb_build_object(
        'status', o.status, 'outcome', details.outcome, 'endReason', details.end_reason
      )
    );
    if private.plain_state(e.state) = 'returned' then
      e.reason := coalesce(e.reason, p.reason, outcome);
    end if;
    moved := moved || e;
    if p.is_current and (
      private.plain_state(e.state) <> private.plain_state(p.state)
      or (private.plain_state(e.state) = 'returned' and outcome is distinct from details.outcome)
    ) then
      bookings := bookings || private.read_booking(o, details, private.booking_of(e.state, outcome));
    end if;
  end loop;
  insert into private.order_audit (order_id, actor, actor_id, before, after)
  select
    order_id, 'admin', auth.uid(),
    jsonb_build_object('parcel', parcels.state), jsonb_build_object('parcel', event.state)
  from unnest(moved) with ordinality as event
  join private.parcels on parcels.id = event.parcel_id
  where event.state <> parcels.state
  order by event.ordinality;
  perform private.set_parcels(moved);
  update private.parcels set is_current = false
  where id = any (array(select parcel_id from unnest(moved) where state = 'cancelled')) and is_current;
  perform set_config('shop.actor', 'admin', true);
  perform private.save_bookings(bookings);
  perform set_config('shop.actor', '', true);
  return refused;
end
$$;
comment on function private.move_parcels(private.parcel_events[], text) is
  'Sets the states of parcels whose orders are locked, one event for each, and what follows for the orders. Returns
why it cannot, by the ids of such parcels.';

create function private.statement_results(
  rows private.statement_row[], moves jsonb, former_money jsonb, new_money jsonb
) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
    'row', line.nth,
    'result', case
      when line.why = 'not_found' then 'unknown'
      when line.why is not null then 'conflict'
      when done.move = 'moves' and done.is_last then 'changed'
      when line.state is not null and done.move not in ('moves', 'same', 'behind') then 'conflict'
      when cash.amounts > 0 and new_money -> line.parcel_id::text is distinct from former_money -> line.parcel_id::text
        then 'money'
      else 'unchanged'
    end,
    'orderId', line.order_id,
    'from', done.from_state,
    'to', line.state,
    'toCollect', p.to_collect,
    'cash', cash.cash,
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
      sum((amount ->> 'amount')::bigint) filter (where amount ->> 'kind' = 'cash') as cash
    from jsonb_array_elements(line.money) as amount
  ) as cash
$$;
comment on function private.statement_results(private.statement_row[], jsonb, jsonb, jsonb) is
  'What became of each row of a statement: changed, money, unchanged, unknown or conflict, and why. Amounts that the
statement that it replaces has as well are unchanged.';

create function private.respond_statement(statement private.statements, total bigint) returns jsonb
language sql volatile set search_path = '' as $$
  select private.respond(200, jsonb_build_object(
    'ok', true,
    'statement', statement.id,
    'rows', (
      select coalesce(jsonb_agg(
        result || case when o.id is null then '{}' else jsonb_build_object(
          'fullName', o.shipping_address ->> 'fullName', 'city', o.shipping_address ->> 'city'
        ) end
        order by nth
      ), '[]')
      from jsonb_array_elements(statement.results) with ordinality as listed (result, nth)
      left join public.orders as o on o.id = result ->> 'orderId'
    ),
    'sum', total,
    'net', statement.net,
    'difference', statement.net - total
  ))
$$;
comment on function private.respond_statement(private.statements, bigint) is
  'Responds with a statement, what became of its rows, and how far its sum is from what the file says.';

create function private.money_of(p_id bigint) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(parcel_id, lines), '{}') from (
    select parcel_id, jsonb_agg(array[kind, amount::text, dated::text] order by kind, amount, dated) as lines
    from private.money_lines where statement_id = p_id group by parcel_id
  ) as parcels
$$;
comment on function private.money_of(bigint) is 'The amounts of a statement by the id of their parcel.';

create function private.add_statement(p jsonb) returns private.statements
language plpgsql volatile set search_path = '' as $$
declare
  p_number constant text := nullif(private.number_key(p ->> 'number'), '');
  known bigint;
  statement private.statements;
begin
  update private.statements set undone_at = now()
  where id = (p ->> 'replaces')::bigint and courier = p ->> 'courier' and undone_at is null;
  if not found and p ->> 'replaces' is not null then
    perform private.refuse('not_found', 'replaces', 200);
  end if;
  select id into known from private.statements
  where courier = p ->> 'courier' and undone_at is null and (digest = p ->> 'digest' or number = p_number);
  if known is not null then
    perform private.refuse('statement_known', null, 409, jsonb_build_object('statement', known));
  end if;
  insert into private.statements (token, courier, number, digest, file_name, dated, net, applied_by)
  values (
    coalesce((p ->> 'token')::uuid, gen_random_uuid()), p ->> 'courier', p_number, p ->> 'digest',
    coalesce(private.clean_field('fileName', p -> 'fileName', 200), ''),
    (p ->> 'dated')::date, (p ->> 'net')::bigint, auth.uid()
  )
  returning * into statement;
  return statement;
end
$$;
comment on function private.add_statement(jsonb) is
  'Saves a statement, in place of the one that it replaces. Refuses one whose number or digest was applied already.';

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
  lateral private.file_move(p, line.state, line.at) as move;
  refused := private.move_parcels(events);
  return moves || (
    select coalesce(jsonb_object_agg(id, jsonb_set(moves -> id, '{move}', why)), '{}')
    from jsonb_each(refused) as refusal (id, why)
  );
end
$$;
comment on function private.apply_states(private.statements, private.statement_row[]) is
  'Sets the states of a statement''s parcels. Returns for each, by its id, what became of it.';

create function private.apply_statement(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  former constant bigint := (p ->> 'replaces')::bigint;
  former_money constant jsonb := private.money_of(former);
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
  perform private.take_back(former, statement, rows);
  moves := private.apply_states(statement, rows);
  total := private.add_money(statement, rows);
  statement.results := private.statement_results(rows, moves, former_money, private.money_of(statement.id));
  update private.statements set results = statement.results where id = statement.id;
  return private.respond_statement(statement, total);
end
$$;
comment on function private.apply_statement(jsonb) is
  'Applies a statement, in place of the one that it replaces. Refuses one that was applied already.';

-- Security definer: the API writes no table. Without sequential scans, as public.admin_create_batch().
create function public.admin_apply_statement(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  statement private.statements;
  response jsonb;
begin
  perform private.require_admin();
  perform private.check_lines(p);
  -- One file at a time: the second one finds what the first one did.
  perform pg_advisory_xact_lock(hashtextextended('statements', 0));
  if p -> 'dryRun' = 'true' then
    begin
      response := private.apply_statement(p);
      raise exception using errcode = 'SHDRY';
    exception when sqlstate 'SHDRY' then
      return private.respond(200, response - 'statement');
    end;
  end if;
  select * into statement from private.statements where token = (p ->> 'token')::uuid;
  if found then
    return private.respond_statement(statement, (
      select coalesce(sum(amount), 0)::bigint from private.money_lines where statement_id = statement.id
    ));
  end if;
  return private.apply_statement(p);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_apply_statement(jsonb) to authenticated;
comment on function public.admin_apply_statement(jsonb) is
  'Applies a courier''s file, whole or not at all, once per {token}: {token, courier, number?, digest, fileName, dated?,
net?, dryRun?, replaces?, lines: [{row, reference?, trackingNumber?, state?, word?, reason?, at?, money: [{kind, amount,
dated?}]}]}. A dry run responds the same and changes nothing. For admins.';

/*
 * The statements that were applied: their list, one with its parcels, undoing one, and whether its money is in the
 * bank.
 */

create view private.listed_statements as
  select
    id, courier, number, file_name as "fileName", dated, applied_at as "appliedAt", undone_at as "undoneAt",
    in_bank_at as "inBankAt", net, coalesce(lines.sum, 0)::bigint as sum,
    cardinality(private.parcels_of(id)) as parcels
  from private.statements as statement,
    lateral (select sum(amount) from private.money_lines where statement_id = statement.id) as lines;
comment on view private.listed_statements is
  'Statements with the sum of their amounts and their number of parcels, as the API has them.';

-- Security definer: the statements cannot be read through the API.
create function public.admin_statements(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page_size constant integer := 25;
  older_than constant numeric := (p ->> 'older')::numeric;
  shown bigint[];
begin
  perform private.require_admin();
  -- One more than a page says whether there is a next page.
  shown := array(
    select id from private.statements
    where older_than is null or id < older_than order by id desc limit page_size + 1
  );
  return private.respond(200, jsonb_build_object(
    'statements', (
      select coalesce(jsonb_agg(to_jsonb(listed) order by id desc), '[]')
      from private.listed_statements as listed where id = any (shown[1:page_size])
    ),
    'older', case when cardinality(shown) > page_size then shown[page_size] end
  ));
end
$$;
grant execute on function public.admin_statements(jsonb) to authenticated;
comment on function public.admin_statements(jsonb) is
  'A page of statements for {older?}, newest first, for admins.';

create function private.statement_parcel(p private.parcels, p_statement bigint) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'parcel', p.id, 'orderId', p.order_id, 'fullName', o.shipping_address ->> 'fullName',
    'city', o.shipping_address ->> 'city', 'trackingNumber', p.tracking_number, 'state', p.state,
    'toCollect', p.to_collect, 'paid', p.paid, 'overpaid', greatest(p.paid - p.to_collect, 0),
    'money', (
      select coalesce(
        jsonb_agg(jsonb_build_object('kind', kind, 'amount', amount, 'dated', dated) order by id), '[]'
      )
      from private.money_lines where parcel_id = p.id and statement_id = p_statement
    )
  )
  from public.orders as o where o.id = p.order_id
$$;
comment on function private.statement_parcel(private.parcels, bigint) is
  'A parcel with its amounts in a statement, and what all statements paid of it.';

-- Security definer: as public.admin_statements(). Without sequential scans, as public.admin_create_batch().
create function public.admin_statement(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  page_size constant integer := 500;
  listed private.listed_statements;
  shown bigint[];
begin
  perform private.require_admin();
  select * into listed from private.listed_statements where id = (p ->> 'id')::bigint;
  if not found then
    return private.respond(200, null);
  end if;
  shown := array(
    select id from unnest(private.parcels_of(listed.id)) as id
    where id > coalesce((p ->> 'after')::bigint, 0) order by id limit page_size + 1
  );
  return private.respond(200, jsonb_build_object(
    'statement', to_jsonb(listed),
    'lines', (
      select coalesce(jsonb_agg(private.statement_parcel(saved, listed.id) order by saved.id), '[]')
      from private.parcels as saved where saved.id = any (shown[1:page_size])
    ),
    'next', case when cardinality(shown) > page_size then shown[page_size] end
  ));
end
$$;
grant execute on function public.admin_statement(jsonb) to authenticated;
comment on function public.admin_statement(jsonb) is
  'The statement of {id, after?} and at most 500 of its parcels after this one, with their money; or null. For admins.';

-- Security definer: the API writes no table. Without sequential scans, as public.admin_create_batch().
create function public.admin_undo_statement(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  undone private.statements;
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
  perform private.lock_parcels(private.parcels_of(undone.id));
  return private.respond(200, private.take_back(undone.id));
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_undo_statement(jsonb) to authenticated;
comment on function public.admin_undo_statement(jsonb) is
  'Undoes the statement of {id}: its money goes, and states go back where nothing newer happened. The others are in
"left". For admins.';

-- Security definer: as public.admin_undo_statement().
create function public.admin_set_in_bank(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  ids bigint[];
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['id', 'inBank']);
  if jsonb_typeof(p -> 'inBank') is distinct from 'boolean' then
    perform private.refuse('bad_field', 'inBank');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('statements', 0));
  update private.statements set
    in_bank_at = case when (p ->> 'inBank')::boolean then coalesce(in_bank_at, now()) end
  where id = (p ->> 'id')::bigint and undone_at is null;
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  ids := array(select parcel_id from private.money_lines where statement_id = (p ->> 'id')::bigint);
  perform private.lock_parcels(ids);
  perform private.sum_parcels(array(select distinct unnest(ids)));
  return private.respond(200, jsonb_build_object('ok', true, 'statement', (
    select to_jsonb(listed) from private.listed_statements as listed where id = (p ->> 'id')::bigint
  )));
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_set_in_bank(jsonb) to authenticated;
comment on function public.admin_set_in_bank(jsonb) is
  'Saves whether the money of a statement is in the bank: {id, inBank}. For admins.';

/*
 * The returns desk.
 */

create function private.contents_of(items jsonb) returns text
language sql immutable set search_path = '' as $$
  select string_agg(concat(line ->> 'quantity', ' × ', line ->> 'name', ' (', line ->> 'size', ')'), ', ' order by nth)
  from jsonb_array_elements(items) with ordinality as listed (line, nth)
$$;
comment on function private.contents_of(jsonb) is 'What is in a parcel, in words.';

create function private.desk_json(p private.parcels) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'orderId', o.id, 'fullName', o.shipping_address ->> 'fullName', 'city', o.shipping_address ->> 'city',
    'contents', private.contents_of(o.items), 'courier', p.courier, 'trackingNumber', p.tracking_number,
    'toCollect', p.to_collect, 'damaged', p.damaged
  )
  from public.orders as o where o.id = p.order_id
$$;
comment on function private.desk_json(private.parcels) is 'A parcel as the returns desk shows it.';

create function private.scanned_parcels(code text) returns bigint[]
language plpgsql stable set search_path = '' as $$
declare
  key constant text := private.number_key(left(private.fold_digits(code), 100));
  ids bigint[];
begin
  ids := array(
    select id from private.parcels where order_id = key order by is_current desc, nth desc limit 1
  );
  if ids = '{}' then
    -- Of a number that an order has again, the last parcel.
    ids := array(
      select max(id) from private.parcels
      where private.number_key(tracking_number) = key and key <> '' group by order_id limit 20
    );
  end if;
  if ids = '{}' and code ~ '^\s*#' and length(key) between 4 and 7 then
    -- Only parcels that may come back.
    ids := array(
      select id from private.parcels
      where is_current and starts_with(order_id, key)
        and (state in ('handed_over', 'out_for_delivery', 'attempt_failed', 'returning')
          or state in ('returned', 'received_back') or state = 'lost')
      order by id limit 20
    );
  end if;
  return ids;
end
$$;
comment on function private.scanned_parcels(text) is
  'The parcels of an order''s id, of a tracking number, or of "#" and how the id of an order begins.';

create function private.check_in(p private.parcels, act text, p_token uuid) returns text
language plpgsql volatile set search_path = '' as $$
declare
  o_outcome constant text := (select outcome from private.order_details where order_id = p.order_id);
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
    and (act <> 'refused' or not p.is_current or o_outcome is not distinct from 'refused') then
    return 'unchanged';
  elsif act = 'found' and p.state <> 'lost' then
    return case when p.state = 'handed_over' then 'unchanged' else 'not_lost' end;
  elsif act = 'lost' and p.state in ('delivered', 'received_back', 'cancelled') then
    return p.state;
  elsif not p.is_current and act in ('found', 'lost') and p.state = 'received_back' then
    return 'sent_again';
  end if;
  e.token := p_token;
  return private.move_parcels(array[e], case when act = 'refused' then act end) ->> p.id::text;
end
$$;
comment on function private.check_in(private.parcels, text, uuid) is
  'What an act of the returns desk does to a parcel whose order is locked. Returns why it does nothing, or null.';

-- Security definer: the API writes no table.
create function public.admin_check_in(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  ids bigint[];
  before private.parcels;
  after private.parcels;
  done private.parcel_events;
  why text;
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['code', 'act', 'token']);
  if coalesce(p ->> 'act', '') not in ('returned', 'refused', 'received_back', 'damaged', 'lost', 'found') then
    perform private.refuse('bad_field', 'act');
  end if;
  ids := private.scanned_parcels(p ->> 'code');
  if cardinality(ids) > 1 then
    perform private.refuse('several', null, 409, jsonb_build_object('parcels', (
      select jsonb_agg(private.desk_json(scanned) || jsonb_build_object('state', state) order by id)
      from private.parcels as scanned where id = any (ids)
    )));
  elsif cardinality(ids) = 0 then
    perform private.refuse('not_found', null, 200);
  end if;
  perform private.lock_parcels(ids);
  select * into before from private.parcels where id = ids[1];
  select * into done from private.parcel_events where token = (p ->> 'token')::uuid;
  if found then
    return private.respond(200, private.desk_json(before) || jsonb_build_object(
      'ok', true, 'from', done.before #> '{parcel,state}', 'to', done.state
    ));
  end if;
  why := private.check_in(before, p ->> 'act', (p ->> 'token')::uuid);
  if why is null and p ->> 'act' = 'damaged' then
    update private.parcels set damaged = true where id = before.id;
  elsif why <> 'unchanged' then
    perform private.refuse('conflict', null, 409, private.desk_json(before) || jsonb_build_object('why', why));
  end if;
  select * into after from private.parcels where id = before.id;
  return private.respond(200, private.desk_json(after) || jsonb_build_object(
    'ok', true, 'from', before.state, 'to', after.state
  ) || case when why is null then '{}' else '{"unchanged": true}' end::jsonb);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_check_in(jsonb) to authenticated;
comment on function public.admin_check_in(jsonb) is
  'Checks in a parcel at the returns desk, once per token: {code, act, token}; the act is returned, refused,
received_back, damaged, lost or found. For admins.';

-- Security definer: as public.admin_check_in().
create function public.admin_undo_check_in(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  e private.parcel_events;
  undone private.parcels;
  why text;
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['token']);
  select * into e from private.parcel_events where token = (p ->> 'token')::uuid;
  perform private.lock_parcels(array[e.parcel_id]);
  -- Another request may have undone it meanwhile.
  select * into e from private.parcel_events where token = (p ->> 'token')::uuid;
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  why := private.undo_event(e);
  if why is not null then
    perform private.refuse(why, null, 409);
  end if;
  select * into undone from private.parcels where id = e.parcel_id;
  return private.respond(200, private.desk_json(undone) || jsonb_build_object(
    'ok', true, 'from', e.state, 'to', undone.state
  ));
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_undo_check_in(jsonb) to authenticated;
comment on function public.admin_undo_check_in(jsonb) is
  'Takes back the check-in of {token}, unless something newer happened. For admins.';

/*
 * Sending an order again that came back, and deliveries that failed.
 */

-- Security definer: the API writes no table.
create function public.admin_send_again(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  o public.orders;
  details private.order_details;
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['id', 'version']);
  select * into o from public.orders where id = p ->> 'id' for update;
  perform private.check_version(o, p, is_holder => false, is_booking => true);
  if private.is_erased(o.shipping_address) or not exists (
    select from private.parcels
    where order_id = o.id and is_current and state in ('returned', 'received_back', 'lost')
  ) then
    perform private.refuse_change('not_returned', o, false);
  end if;
  select * into details from private.order_details where order_id = o.id;
  perform set_config('shop.actor', 'admin', true);
  -- private.keep_parcel() leaves the parcel: the next booking makes another.
  perform private.book_order(
    o, details, '{"status": "pending", "courier": null, "trackingNumber": null, "outcome": null}'
  );
  perform set_config('shop.actor', '', true);
  return private.respond_order(o.id);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_send_again(jsonb) to authenticated;
comment on function public.admin_send_again(jsonb) is
  'Opens {id, version} again, an order whose parcel came back or is lost, without courier and number. For admins.';

-- Security definer: the parcels cannot be read through the API.
create function public.admin_failed_parcels(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page_size constant integer := 50;
  -- The oldest first, so the next page is of newer ones.
  after_id constant bigint := (p #>> '{older,id}')::bigint;
  after_at constant timestamptz := coalesce((p #>> '{older,at}')::timestamptz, '-infinity');
  shown private.parcels[];
begin
  perform private.require_admin();
  shown := array(
    select failed from private.parcels as failed
    where state = 'attempt_failed' and (state_at, id) > (after_at, coalesce(after_id, 0))
    order by state_at, id limit page_size + 1
  );
  return private.respond(200, jsonb_build_object(
    'parcels', (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'orderId', o.id, 'fullName', o.shipping_address ->> 'fullName',
          'phone', o.shipping_address ->> 'phone', 'city', o.shipping_address ->> 'city',
          'courier', failed.courier, 'trackingNumber', failed.tracking_number, 'reason', failed.reason,
          'toCollect', failed.to_collect, 'word', event.word, 'at', failed.state_at,
          'days', private.shop_day(now()) - private.shop_day(failed.state_at),
          'toldAt', (
            select max(at) from private.told_messages
            where order_id = o.id and kind = 'failed' and at >= failed.state_at
          )
        )
        order by failed.state_at, failed.id
      ), '[]')
      from unnest(shown[1:page_size]) as failed
      join public.orders as o on o.id = failed.order_id
      left join lateral (
        select word from private.parcel_events where parcel_id = failed.id order by id desc limit 1
      ) as event on true
    ),
    'older', case when cardinality(shown) > page_size then jsonb_build_object(
      'id', (shown[page_size]).id, 'at', (shown[page_size]).state_at
    ) end
  ));
end
$$;
grant execute on function public.admin_failed_parcels(jsonb) to authenticated;
comment on function public.admin_failed_parcels(jsonb) is
  'A page of parcels whose delivery failed, the oldest first, and when their customers were told since: {older?}. For
admins.';

/*
 * The evening page: what went out, was delivered, came back and was paid on some days, and what is on the road, unpaid
 * or to be paid back now.
 */

create function private.days_of_parcels(first_at timestamptz, end_at timestamptz) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'handedOver', (
      select jsonb_build_object('parcels', count(*), 'toCollect', coalesce(sum(to_collect), 0))
      from private.parcels where handed_over_at >= first_at and handed_over_at < end_at
    ),
    'cameBack', (
      select coalesce(jsonb_agg(to_jsonb(groups) order by parcels desc, reason), '[]')
      from (
        select coalesce(reason, 'returned') as reason, count(*) as parcels, sum(to_collect) as amount
        from private.parcels
        where state in ('returned', 'received_back') and ended_at >= first_at and ended_at < end_at
        group by 1
      ) as groups
    )
  )
$$;
comment on function private.days_of_parcels(timestamptz, timestamptz) is
  'The parcels that were handed over in a time, and those that came back in it.';

create function private.days_of_money(first_day date, last_day date) returns jsonb
language sql stable set search_path = '' as $$
  select private.cash_figures(first_day, last_day) || jsonb_build_object(
    'delivered', (
      select jsonb_build_object('parcels', coalesce(sum(parcels), 0), 'toCollect', coalesce(sum(expected), 0))
      from private.cash_changes where day between first_day and last_day
    )
  ) || (
    select jsonb_build_object(
      'fees', coalesce(sum(amount) filter (where kind = 'fee'), 0),
      'taxes', coalesce(sum(amount) filter (where kind = 'tax'), 0),
      'returnFees', coalesce(sum(amount) filter (where kind = 'return_fee'), 0)
    )
    from private.money_lines
    where kind in ('fee', 'tax', 'return_fee') and dated between first_day and last_day
  )
$$;
comment on function private.days_of_money(date, date) is
  'The cash of the parcels that were delivered on these days, and the costs of these days.';

create function private.open_cash() returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'onTheRoad', (
      select jsonb_build_object('parcels', count(*), 'toCollect', coalesce(sum(to_collect), 0))
      from private.parcels
      where state in ('handed_over', 'out_for_delivery', 'attempt_failed', 'returning')
    ),
    'unpaid', (
      select jsonb_agg(
        jsonb_build_object(
          'age', listed.age, 'parcels', coalesce(parcels, 0), 'amount', coalesce(amount, 0)
        )
        order by nth
      )
      from unnest(array['0-7', '8-14', '15-30', '30+']) with ordinality as listed (age, nth)
      left join (
        select case when days <= 7 then '0-7' when days <= 14 then '8-14' when days <= 30 then '15-30' else '30+' end
            as age,
          count(*) as parcels, sum(to_collect - paid) as amount
        from (
          select to_collect, paid, (select private.shop_day(now())) - delivered_on as days from private.parcels
          where paid < to_collect and delivered_on is not null
        ) as aged
        group by 1
      ) as unpaid on unpaid.age = listed.age
    ),
    -- Cash of parcels that no file and no admin has called delivered.
    'paidUndelivered', (
      select jsonb_build_object('parcels', count(*), 'amount', coalesce(sum(least(paid, to_collect)), 0))
      from private.parcels where state <> 'delivered' and paid <> 0
    )
  )
$$;
comment on function private.open_cash() is
  'What is on the road, what of delivered parcels is unpaid by the days since, and what was paid of others.';

create function private.open_claims() returns jsonb
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
          'toCollect', to_collect, 'at', ended_at
        )
        order by ended_at, id
      ), '[]')
      from private.parcels where state = 'lost'
    )
  )
$$;
comment on function private.open_claims() is
  'The advances of cancelled orders, which are to be paid back, and the lost parcels, which are claimed.';

-- Security definer: the parcels cannot be read through the API.
create function public.admin_evening(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  first_day date;
  last_day date;
begin
  perform private.require_admin();
  -- Here, where an invalid day is caught.
  first_day := coalesce((p ->> 'from')::date, '-infinity');
  last_day := coalesce((p ->> 'until')::date, 'infinity');
  return private.respond(200, private.days_of_parcels(
    first_day::timestamp at time zone 'Asia/Karachi',
    -- Infinity and a day is infinity.
    (last_day + interval '1 day') at time zone 'Asia/Karachi'
  ) || private.days_of_money(first_day, last_day) || private.open_cash() || private.open_claims());
exception
  when data_exception then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_evening(jsonb) to authenticated;
comment on function public.admin_evening(jsonb) is
  'The figures of the days of Karachi {from?, until?}, both included: handed over, delivered, came back, and costs; of
what was delivered then, the cash expected, in statements and in the bank; and as of now, on the road, unpaid by age,
paid but not delivered, advances to pay back and claims. For admins.';
