/*
 * A courier's file gives parcels their tracking numbers, in the act that saves its states and money. Functions and
 * comments call it a file.
 */

alter table private.statements add column numbered jsonb;

comment on column private.statements.replaces is 'The id of the file in whose place it is.';
comment on column private.statements.numbered is
  'The parcels that have their numbers from it, with what they are since: {parcel: version}.';
comment on column private.statements.taken_back is
  'Its states, amounts and numbers, by the ids of parcels, where another file took its place: undoing that one brings them
back.';
comment on column private.parcels.paid is 'The sum of its cash in files.';
comment on column private.courier_settings.statement_columns is
  'What the columns of its files are where the shop does not know their headers, as {content: header}: an empty
header is none.';
comment on column private.courier_settings.statement_words is
  'What the words of its files mean, as the admin said: {"status return to shipper": "returned"}.';
comment on column private.acts.orders is 'The ids of the orders, batches and files that it names.';
comment on column private.money_lines.dated is 'The day that the line names, else that of its file.';
comment on table private.acts is
  'Writes of the admin, to repeat their responses and to undo them: for a week, and those of batches and files as
long as these stand in their lists.';
comment on table private.money_lines is
  'Amounts of parcels in files. What the courier keeps is negative. A file that is undone has none.';
comment on table private.payments is
  'What files pay, by the day of payment, in minor units. A file that is undone has no row.';

-- Security definer: the API writes no table.
create or replace function public.admin_delete_courier(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  courier private.couriers;
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['id', 'version']);
  courier := private.lock_courier(p);
  -- Whoever books with it holds its row, so that a booking which is not committed yet is seen.
  perform from private.couriers where id = courier.id for update;
  if exists (select from private.export_batches as batch where batch.courier = p ->> 'id')
    or exists (select from private.parcels as parcel where parcel.courier = p ->> 'id')
    or exists (select from private.statements as statement where statement.courier = p ->> 'id') then
    perform private.refuse('has_orders', null, 409);
  end if;
  delete from private.courier_settings as saved where saved.courier = p ->> 'id';
  delete from private.couriers where id = courier.id;
  return private.respond(200, jsonb_build_object('ok', true, 'couriers', private.courier_list()));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_delete_courier(jsonb) to authenticated;

comment on function public.admin_delete_courier(jsonb) is
  'Deletes this {id, version} of a courier that no order, parcel, batch or file names, for admins. Responds with
the others.';

create or replace function private.leave_parcels(ids bigint[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  delete from private.parcels as p
  where id = any (ids) and state not in ('returned', 'received_back', 'lost', 'cancelled')
    and not exists (select from private.exported_orders where order_id = p.order_id)
    and not exists (select from private.money_lines where parcel_id = p.id)
    and not exists (select from private.parcel_events where parcel_id = p.id and source = 'statement');
  perform private.set_parcels(array(
    select private.admin_event(id, 'cancelled') from private.parcels
    where id = any (ids) and state not in ('returned', 'received_back', 'lost', 'cancelled')
  ));
  update private.parcels set is_current = false where id = any (ids);
end
$$;

comment on function private.leave_parcels(bigint[]) is
  'Ends parcels that their orders have no more: they go, or are cancelled where a batch or a file has them.';

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
        -- What a file has paid stays.
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

create or replace function private.set_numbers(numbers jsonb) returns void
language sql volatile set search_path = '' as $$
  select private.save_bookings(array(
    select row(
      b.order_id, b.status, b.courier, numbers ->> p.id::text, b.outcome, b.end_reason, b.state
    )::private.bookings
    from private.bookings as b join private.parcels as p on p.order_id = b.order_id and p.is_current
    where numbers ? p.id::text
  ))
$$;

comment on function private.set_numbers(jsonb) is
  'Sets the tracking numbers of current parcels whose orders are locked: {parcel: number, or null for none}.';

create or replace function private.add_numbers(rows private.statement_row[], lines jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  numbers jsonb;
begin
  with named as (
    select line.parcel_id, number, private.number_key(number) as key
    from unnest(rows) with ordinality as line
    join jsonb_array_elements(lines) with ordinality as listed (said, place) on place = line.ordinality,
      lateral (select said ->> 'trackingNumber' as number) as one
    where line.parcel_id is not null and number ~ '^[A-Za-z0-9][A-Za-z0-9 ./_-]{0,63}$'
  )
  select coalesce(jsonb_object_agg(parcel_id, number), '{}') into numbers
  from (
    select parcel_id, min(number) as number, min(key) as key from named
    group by parcel_id having count(distinct key) = 1
  ) as own
  join private.parcels as p on p.id = parcel_id
  join public.orders as o on o.id = p.order_id
  where p.is_current and p.tracking_number is null and p.state <> 'cancelled'
    and not private.is_erased(o.shipping_address)
    and not exists (select from named as other where other.key = own.key and other.parcel_id <> own.parcel_id)
    -- A column of ids is none of numbers.
    and not exists (select from public.orders where id = own.key);
  perform private.set_numbers(numbers);
  return numbers;
end
$$;

comment on function private.add_numbers(private.statement_row[], jsonb) is
  'Gives parcels without a tracking number that of their lines, and returns {parcel: number}. A parcel with two numbers,
and a number of two parcels, are not certain: nothing is set.';

create or replace view private.number_versions as
  select p.id as parcel_id, p.is_current, jsonb_build_array(
    o.version, (select max(event.id) from private.parcel_events as event where event.parcel_id = p.id)
  ) as version
  from private.parcels as p join public.orders as o on o.id = p.order_id;

comment on view private.number_versions is 'What a file that numbers a parcel is compared with, to take the number back.';

create or replace function private.save_numbered(p_id bigint, ids bigint[]) returns void
language sql volatile set search_path = '' as $$
  update private.statements set numbered = (
    select jsonb_object_agg(parcel_id, version) from private.number_versions where parcel_id = any (ids)
  )
  where id = p_id
$$;

comment on function private.save_numbered(bigint, bigint[]) is
  'Saves which parcels have their numbers from a file, and what they are after it.';

create or replace function private.numbered_by(p_id bigint) returns bigint[]
language sql stable set search_path = '' as $$
  select array(
    select parcel_id
    from private.statements as statement, jsonb_each(statement.numbered) as saved (parcel, version)
    join private.number_versions as now on parcel_id = parcel::bigint and is_current and now.version = saved.version
    where statement.id = p_id
      and not exists (select from private.money_lines where parcel_id = now.parcel_id and statement_id <> p_id)
    order by 1
  )
$$;

comment on function private.numbered_by(bigint) is
  'The parcels that have their numbers from a file, where nothing newer happened to them.';

create or replace function private.take_numbers_back(p_id bigint, ids bigint[]) returns void
language sql volatile set search_path = '' as $$
  update private.statements set numbered = null where id = p_id;
  select private.set_numbers((select jsonb_object_agg(id, null) from unnest(ids) as id))
$$;

comment on function private.take_numbers_back(bigint, bigint[]) is
  'Parcels of a file have no number again, and none is its any more.';

create or replace function private.undo_events(events private.parcel_events[]) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  e private.parcel_events;
  p private.parcels;
  b private.bookings;
  former private.parcels;
  why text;
  bookings private.bookings[] := '{}';
  remaining jsonb := '[]';
begin
  foreach e in array events loop
    select * into p from private.parcels where id = e.parcel_id;
    select * into b from private.bookings where order_id = p.order_id;
    former := jsonb_populate_record(p, e.before -> 'parcel');
    why := case
      when p.is_current <> (former.is_current and e.state <> 'cancelled') or exists (
        select from private.parcel_events as later
        join private.parcels as of_order on of_order.id = later.parcel_id
        where of_order.order_id = p.order_id and later.id > e.id
      ) then 'changed_since'
      when exists (
        select from public.orders where id = p.order_id and private.is_erased(shipping_address)
      ) then 'erased'
    end;
    if why is not null then
      remaining := remaining || jsonb_build_object('why', why, 'orderId', p.order_id);
      continue;
    end if;
    delete from private.parcel_events where id = e.id;
    update private.parcels set
      is_current = former.is_current, state = former.state, to_collect = former.to_collect,
      reason = former.reason, damaged = former.damaged, handed_over_at = former.handed_over_at,
      state_at = former.state_at, ended_at = former.ended_at, outcome = former.outcome
    where id = p.id;
    perform private.log_changes(
      'admin', p.order_id, jsonb_build_object('parcel', p.state, 'courier', b.courier),
      jsonb_build_object(
        'parcel', former.state, 'courier', case when former.is_current then p.courier else b.courier end
      )
    );
    if former.is_current and (p.state = 'cancelled'
      or private.plain_state(p.state) <> private.plain_state(former.state)
      or b.outcome is distinct from e.before #>> '{order,outcome}') then
      bookings := bookings || row(
        p.order_id, e.before #>> '{order,status}', p.courier, p.tracking_number, e.before #>> '{order,outcome}',
        e.before #>> '{order,endReason}', former.state
      )::private.bookings;
    end if;
  end loop;
  -- Of several events of an order the oldest says what it was before all of them.
  perform private.save_bookings(array(
    select distinct on (order_id)
      row(order_id, status, courier, tracking_number, outcome, end_reason, state)::private.bookings
    from unnest(bookings) with ordinality order by order_id, ordinality desc
  ));
  return remaining;
end
$$;

comment on function private.undo_events(private.parcel_events[]) is
  'Takes back what a file or the returns desk did to parcels and their orders, which are locked, the newest event
first. Returns {why, orderId} of what it cannot take back: something newer happened, or the order is erased.';

create or replace function private.take_back(
  p_id bigint, later private.statements default null, rows private.statement_row[] default '{}'
) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  paid bigint[];
  events private.parcel_events[];
  remaining jsonb;
begin
  -- What the file that replaces it says as well is not undone and done again.
  update private.parcel_events as event set statement_id = later.id
  from (select distinct parcel_id, state from unnest(rows)) as line
  where event.statement_id = p_id and (event.parcel_id, event.state) = (line.parcel_id, line.state);
  paid := array(select distinct parcel_id from private.money_lines where statement_id = p_id);
  delete from private.money_lines where statement_id = p_id;
  perform private.sum_parcels(paid);
  perform private.sum_payments(array[p_id]);
  events := array(select event from private.parcel_events as event where statement_id = p_id order by id desc);
  remaining := private.undo_events(events);
  return jsonb_build_object(
    'ok', true, 'undone', cardinality(events) - jsonb_array_length(remaining), 'left', remaining
  );
end
$$;

comment on function private.take_back(bigint, private.statements, private.statement_row[]) is
  'Takes back the money of a file whose orders are locked, and the states where nothing newer happened, but for
those that are also in the rows of one that replaces it.';

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
    ),
    'numbers', (
      select coalesce(jsonb_agg(jsonb_build_object('parcel', id)), '[]')
      from unnest(private.numbered_by(p_id)) as id
    )
  )
  where id = p_id
$$;

comment on function private.save_taken_back(bigint) is
  'Saves what a file says, before another one takes its place.';

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
  numbered constant bigint[] := private.numbered_by(later.id);
  own constant bigint[] := array(
    select id from unnest(numbered) as id
    where former.taken_back -> 'numbers' @> jsonb_build_array(jsonb_build_object('parcel', id))
  );
  response jsonb;
begin
  perform private.take_numbers_back(later.id, array(select unnest(numbered) except select unnest(own)));
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
  perform private.sum_payments(array[former.id]);
  perform private.save_numbered(former.id, own);
  return response || jsonb_build_object('restored', former.id);
end
$$;

comment on function private.bring_back(private.statements, private.statements) is
  'Undoes a file that took the place of another one, which is applied again with all that it had.';

create or replace function private.parcels_of(p_id bigint) returns bigint[]
language sql stable set search_path = '' as $$
  select array(
    select parcel_id from private.money_lines where statement_id = p_id
    union
    select parcel_id from private.parcel_events where statement_id = p_id
    union
    select parcel::bigint
    from private.statements as statement, jsonb_object_keys(statement.numbered) as parcel
    where statement.id = p_id
  )
$$;

comment on function private.parcels_of(bigint) is 'The parcels to which a file did something.';

create or replace function private.sum_payments(ids bigint[]) returns void
language sql volatile set search_path = '' as $$
  delete from private.payments where statement_id = any (ids);
  insert into private.payments (statement_id, day, collected, kept, unlisted)
  select statement_id, day, sum(collected), sum(kept), sum(unlisted)
  from (
    select statement_id, dated as day, case kind when 'cash' then amount else 0 end as collected,
      case kind when 'cash' then 0 else amount end as kept, 0 as unlisted
    from private.money_lines where statement_id = any (ids)
    union all
    select id, coalesce(dated, private.shop_day(applied_at)), 0, 0,
      net - (select coalesce(sum(amount), 0) from private.money_lines where statement_id = statement.id)
    from private.statements as statement
    where id = any (ids) and undone_at is null and net is not null
  ) as amounts
  group by statement_id, day
  having (sum(collected), sum(kept), sum(unlisted)) <> (0, 0, 0);
$$;

comment on function private.sum_payments(bigint[]) is 'Sums up files whose lines changed.';

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

comment on function private.check_lines(jsonb) is 'Refuses an invalid file.';

create or replace function private.add_money(statement private.statements, rows private.statement_row[]) returns bigint
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
  perform private.sum_payments(array[statement.id]);
  return net;
end
$$;

comment on function private.add_money(private.statements, private.statement_row[]) is
  'Saves the amounts of a file, and returns their sum.';

create or replace function private.similar_file(statement private.statements, rows private.statement_row[])
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
    -- Two numbers are two files.
    and (former.number = statement.number) is not false
  group by former.id
  having count(*) * 2 >= (select count(*) from amounts)
  order by count(*) desc, former.id desc limit 1
$$;

comment on function private.similar_file(private.statements, private.statement_row[]) is
  'A file that has at least half of the amounts already, where numbers do not tell them apart; or null.';

create or replace function private.apply_states(statement private.statements, rows private.statement_row[]) returns jsonb
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

create or replace function private.file_results(
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
      when cash.amounts > 0 and new_money -> line.parcel_id::text is distinct from former_money -> line.parcel_id::text
        then 'money'
      when numbers ? line.parcel_id::text then 'number'
      else 'unchanged'
    end,
    'orderId', line.order_id,
    'from', done.from_state,
    'to', line.state,
    'toCollect', p.to_collect,
    'number', numbers -> line.parcel_id::text,
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

comment on function private.file_results(private.statement_row[], jsonb, jsonb, jsonb, jsonb) is
  'What became of each row of a file: changed, money, number, unchanged, unknown or conflict, and why. Amounts that
the file that it replaces has as well are unchanged.';

create or replace function private.money_of(p_id bigint) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce(jsonb_object_agg(parcel_id, lines), '{}') from (
    select parcel_id, jsonb_agg(array[kind, amount::text, dated::text] order by kind, amount, dated) as lines
    from private.money_lines where statement_id = p_id group by parcel_id
  ) as parcels
$$;

comment on function private.money_of(bigint) is 'The amounts of a file by the id of their parcel.';

create or replace function private.sums_of(p_id bigint) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'sum', coalesce(sum(amount), 0), 'costs', coalesce(sum(amount) filter (where kind <> 'cash'), 0)
  )
  from private.money_lines where statement_id = p_id
$$;

comment on function private.sums_of(bigint) is 'What the amounts of a file sum to, and those that are not cash.';

create or replace function private.add_file(p jsonb) returns private.statements
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

create or replace function private.apply_file(p jsonb) returns jsonb
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
    'net', statement.net
  ) || case when former is null then '{}' else jsonb_build_object('former', former_sums) end;
end
$$;

comment on function private.apply_file(jsonb) is
  'Applies a file, in place of the one that it replaces. Refuses one that was applied already.';

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
    'before', jsonb_build_object(applied ->> 'statement', null)
  );
end
$$;

comment on function private.apply_row(jsonb) is
  'The row of the act "apply": a courier''s file, which is applied whole or not at all, {id, courier, number?, digest,
fileName, dated?, net?, replaces?, lines: [{row, reference?, trackingNumber?, state?, word?, reason?, at?, money: [{kind,
amount, dated?}]}]}. Responds with how many rows came to what.';

-- Security definer: the files cannot be read through the API. As long as public.admin_act().
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

create or replace view private.listed_payments as
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

comment on view private.listed_payments is
  'Files with what they pay, their number of parcels and the act that applied them, as the API has them.';

-- Security definer: the files cannot be read through the API.
create or replace function public.admin_statements(p jsonb default '{}') returns jsonb
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
      from private.listed_payments as listed where id = any (shown[1:page_size])
    ),
    'older', case when cardinality(shown) > page_size then shown[page_size] end
  ));
end
$$;

grant execute on function public.admin_statements(jsonb) to authenticated;

comment on function public.admin_statements(jsonb) is
  'A page of files for {older?}, newest first, for admins.';

-- Security definer: as public.admin_statements(). Without sequential scans, as public.admin_act().
create or replace function public.admin_statement(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off as $$
declare
  page_size constant integer := 500;
  listed private.listed_payments;
  shown bigint[];
begin
  perform private.require_admin();
  select * into listed from private.listed_payments where id = (p ->> 'id')::bigint;
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
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'parcel', saved.id, 'orderId', o.id, 'fullName', o.shipping_address ->> 'fullName',
          'city', o.shipping_address ->> 'city', 'trackingNumber', saved.tracking_number, 'state', saved.state,
          'toCollect', saved.to_collect, 'paid', saved.paid, 'overpaid', greatest(saved.paid - saved.to_collect, 0),
          'money', (
            select coalesce(
              jsonb_agg(jsonb_build_object('kind', kind, 'amount', amount, 'dated', dated) order by id), '[]'
            )
            from private.money_lines where parcel_id = saved.id and statement_id = listed.id
          )
        )
        order by saved.id
      ), '[]')
      from private.parcels as saved join public.orders as o on o.id = saved.order_id
      where saved.id = any (shown[1:page_size])
    ),
    'next', case when cardinality(shown) > page_size then shown[page_size] end
  ));
end
$$;

grant execute on function public.admin_statement(jsonb) to authenticated;

comment on function public.admin_statement(jsonb) is
  'The file of {id, after?} and at most 500 of its parcels after this one, with their money in it and
what all files paid of them; or null. For admins.';

create or replace function private.undo_file(p_id bigint) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  undone private.statements;
  former private.statements;
  numbered bigint[];
  others text[];
  response jsonb;
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
  -- Another file may have its number or its lines meanwhile.
  if former.id is not null and not exists (
    select from private.statements as other
    where other.courier = former.courier and other.undone_at is null
      and (other.digest = former.digest or other.number = former.number)
  ) then
    return private.bring_back(former, undone);
  end if;
  numbered := private.numbered_by(undone.id);
  others := array(
    select order_id from private.parcels
    where id = any (private.parcels_of(undone.id)) and undone.numbered ? id::text and id <> all (numbered)
  );
  perform private.take_numbers_back(undone.id, numbered);
  response := private.take_back(undone.id);
  return jsonb_set(response, '{left}', (response -> 'left') || coalesce((
    select jsonb_agg(jsonb_build_object('why', 'changed_since', 'orderId', id) order by id)
    from unnest(others) as id
    where not response -> 'left' @> jsonb_build_array(jsonb_build_object('orderId', id))
  ), '[]'));
end
$$;

comment on function private.undo_file(bigint) is
  'Undoes a file: its money goes, and states and numbers go back where nothing newer happened. The others are in
"left". One in whose place it was is applied again, and named in "restored".';

create or replace function private.undo_applied(before jsonb) returns jsonb[]
language sql volatile set search_path = '' as $$
  select array(
    select jsonb_build_object('id', id) || private.undo_file(id::bigint)
    from jsonb_object_keys(before) as id order by id::bigint desc
  )
$$;

comment on function private.undo_applied(jsonb) is 'Undoes the files of an act, the last one first.';

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
  'A row of the act "bank": whether what a file pays is in the bank, {id, inBank}. The other tick undoes it.';

drop function private.add_statement(jsonb);

drop function private.apply_statement(jsonb);

drop function private.similar_statement(private.statements,private.statement_row[]);

drop function private.statement_results(private.statement_row[],jsonb,jsonb,jsonb);

drop function private.undo_statement(bigint);

drop view private.listed_statements;