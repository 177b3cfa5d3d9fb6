/*
 * Checking a courier's file, locking its parcels, and its money.
 */

create function private.is_day(given jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_typeof(given), 'null') = 'null'
    or given #>> '{}' ~ '^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$'
$$;
comment on function private.is_day(jsonb) is
  'Whether a value is a day as 2026-11-27, or missing. Postgres reads words such as infinity as dates.';

create function private.check_lines(p jsonb) returns void
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

create function private.sum_parcels(ids bigint[]) returns void
language sql volatile set search_path = '' as $$
  update private.parcels as p set paid = sums.paid
  from unnest(ids) as summed (id), lateral (
    select coalesce(sum(amount), 0) as paid from private.money_lines as line
    where line.parcel_id = summed.id and line.kind = 'cash'
  ) as sums
  where p.id = summed.id and p.paid <> sums.paid
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
  perform private.sum_payments(array[statement.id]);
  return net;
end
$$;
comment on function private.add_money(private.statements, private.statement_row[]) is
  'Saves the amounts of a file, and returns their sum.';

create function private.similar_file(statement private.statements, rows private.statement_row[])
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
