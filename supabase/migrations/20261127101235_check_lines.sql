/*
 * A file of up to 6,000 rows, whose dates are dates.
 */

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
comment on function private.check_lines(jsonb) is 'Refuses an invalid request of admin_apply_statement().';
