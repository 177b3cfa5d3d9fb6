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

create function private.count_find(p_id text) returns boolean
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
    return true;
  end if;
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
    return true;
  end if;
  return false;
end
$$;
comment on function private.count_find(text) is
  'Counts a try at an order before its phone is compared. Returns whether it has to be refused. Of an unknown
number nothing is counted.';

create function private.uncount_find(p_id text) returns void
language sql volatile set search_path = '' as $$
  update private.wrong_finds set tries = tries - 1 where order_id = p_id and tries > 0
$$;
comment on function private.uncount_find(text) is 'Takes back what private.count_find() has counted.';

create function private.find_by_phone(p jsonb, out o public.orders, out refusal jsonb)
language plpgsql volatile set search_path = '' as $$
declare
  max_finds constant integer := 20;
  sought text;
  phone text;
begin
  if jsonb_typeof(p -> 'id') is distinct from 'string' then
    perform private.refuse('bad_field', 'id');
  end if;
  if jsonb_typeof(p -> 'phone') is distinct from 'string' then
    perform private.refuse('bad_field', 'phone');
  end if;
  sought := upper(regexp_replace(private.fold_digits(p ->> 'id'), '[^0-9A-Za-z]', '', 'g'));
  -- An erased order has no phone key, so no phone finds it.
  phone := nullif(private.phone_key(p ->> 'phone'), '');

  -- Every pair is counted before the lookup, and runs the same statements until it is known to match. A
  -- client over its limit does not count for the order: it cannot make others wait.
  if private.is_refused('find', max_finds) then
    perform private.refuse('rate_limited', null, 429);
  end if;
  if private.count_find(sought) then
    refusal := private.respond(429, '{"ok": false, "code": "too_many_tries"}');
    return;
  end if;
  select * into o from public.orders where id = sought;
  if o.phone_key is distinct from phone or phone is null then
    o := null;
    refusal := private.respond(200, '{"ok": false, "code": "not_found"}');
    return;
  end if;
  perform private.uncount_call('find', max_finds);
  perform private.uncount_find(o.id);
end
$$;
comment on function private.find_by_phone(jsonb) is
  'The order of a request''s number and phone, or else the response that a wrong try gets and that saves its
count. Limits the tries of a client and at an order.';

-- Security definer: customers have no right to any table.
create function public.find_order(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '1s' as $$
declare
  result record;
  refused text;
begin
  perform private.require_plain_call();
  perform private.check_request(p, 1024, array['id', 'phone']);
  select * into result from private.find_by_phone(p);
  if result.refusal is not null then
    return result.refusal;
  end if;
  return private.respond(200, jsonb_build_object(
    'ok', true, 'order', private.order_json(result.o, true)
  ));
exception
  when sqlstate 'SHREF' then
    get stacked diagnostics refused = pg_exception_detail;
    return private.respond_refusal(refused);
end
$$;
grant execute on function public.find_order(jsonb) to anon, authenticated;
comment on function public.find_order(jsonb) is
  'The order of {id, phone} in full, where both belong together. It gives no right to change the order.';
