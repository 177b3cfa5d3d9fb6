-- The dry run of a file says what the courier keeps of each row, and what the payment comes to, as the list does then.
-- A check-in responds with the lines of its order, which the page says shortly.

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
  ) || case when why is null then jsonb_build_object('before', (
    select jsonb_build_object(max(id), before.order_id) from private.parcel_events where parcel_id = before.id
  )) else '{"unchanged": true}' end;
end
$$;

comment on function private.check_in_row(jsonb) is
  'A row of the act "check_in": {id, act}, where the id is a code and the act is received_back, damaged, lost, found,
try_again or bring_back: the last two of what was not delivered.';