/*
 * Finding an order by its number and phone. Tries are limited for a client, and at an order by anybody.
 */

create table private.wrong_finds (
  order_id text primary key references public.orders (id) on delete cascade,
  counted_in bigint not null,
  tries integer not null,
  limit_reached_at timestamptz
) with (fillfactor = 50);

comment on table private.wrong_finds is
  'How often an order was tried with a wrong phone in a window of ten minutes, by anybody.';
comment on column private.wrong_finds.counted_in is 'The number of the window, of private.window_number().';
comment on column private.wrong_finds.limit_reached_at is 'When a window last reached the limit.';

alter table private.wrong_finds enable row level security;
create policy "Nobody reads the counts of wrong finds through the API" on private.wrong_finds
  for all using (false);

create function private.try_phone(p_id text, phone text) returns text
language plpgsql volatile set search_path = '' as $$
declare
  max_tries constant integer := 10;
  open_window constant bigint := private.window_number();
  counted integer;
begin
  -- Beyond the limit nothing is written, so that tries at one order do not wait for each other.
  if exists (
    select from private.wrong_finds
    where order_id = p_id and counted_in = open_window and tries > max_tries
  ) then
    return 'too_many_tries';
  end if;
  -- Counted before the phone is compared. Of an unknown number nothing is counted.
  insert into private.wrong_finds as saved (order_id, counted_in, tries)
  select o.id, open_window, 1 from public.orders as o where o.id = p_id
  on conflict (order_id) do update set
    counted_in = excluded.counted_in,
    tries = case
      when saved.counted_in = excluded.counted_in then least(saved.tries + 1, max_tries + 1) else 1
    end
  returning tries into counted;
  if counted > max_tries then
    update private.wrong_finds set limit_reached_at = now() where order_id = p_id;
    return 'too_many_tries';
  end if;
  -- An erased order has no phone key, so no phone finds it.
  if not exists (select from public.orders where id = p_id and phone_key = nullif(phone, '')) then
    return 'not_found';
  end if;
  update private.wrong_finds set tries = tries - 1 where order_id = p_id and tries > 0;
  return 'found';
end
$$;
comment on function private.try_phone(text, text) is
  'Counts a try at an order by a phone key that is not its own: found, not_found or too_many_tries.';

create function private.find_by_phone(p jsonb, out found_id text, out refusal jsonb)
language plpgsql volatile set search_path = '' as $$
declare
  max_finds constant integer := 20;
  sought text;
begin
  if jsonb_typeof(p -> 'id') is distinct from 'string' then
    perform private.refuse('bad_field', 'id');
  end if;
  if jsonb_typeof(p -> 'phone') is distinct from 'string' then
    perform private.refuse('bad_field', 'phone');
  end if;
  sought := upper(regexp_replace(private.fold_digits(p ->> 'id'), '[^0-9A-Za-z]', '', 'g'));

  -- Every pair is counted before the lookup, and runs the same statements until it is known to match. A
  -- client over its limit does not count for the order: it cannot make others wait.
  if private.is_refused('find', max_finds) then
    perform private.refuse('rate_limited', null, 429);
  end if;
  case private.try_phone(sought, private.phone_key(p ->> 'phone'))
    when 'too_many_tries' then
      refusal := private.respond(429, '{"ok": false, "code": "too_many_tries"}');
    when 'not_found' then
      refusal := private.respond(200, '{"ok": false, "code": "not_found"}');
    else
      perform private.change_count('find', private.client_address(), -1, max_finds);
      found_id := sought;
  end case;
end
$$;
comment on function private.find_by_phone(jsonb) is
  'The id of the order of a request''s number and phone, or else the response that a wrong try gets and that saves
its count. Limits the tries of a client and at an order.';

-- Security definer: customers have no right to any table.
create function public.find_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '1s' as $$
declare
  found_id text;
  refusal jsonb;
begin
  perform private.require_plain_call();
  perform private.check_request(p, 1024, array['id', 'phone']);
  select * into found_id, refusal from private.find_by_phone(p);
  return coalesce(refusal, private.respond_order(found_id));
exception
  when sqlstate 'SHREF' then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.find_order(jsonb) to anon, authenticated;
comment on function public.find_order(jsonb) is
  'The order of {id, phone} in full, where both belong together. It gives no right to change the order.';
