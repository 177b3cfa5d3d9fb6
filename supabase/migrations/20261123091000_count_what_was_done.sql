/*
 * Limits by what was done, not by who shares an address: docs/decisions/limits.md. Counts of a client are in
 * sequences, as before. Counts of an order are in rows of that order, where no other count replaces them.
 */
create function private.require_plain_call() returns void
language plpgsql stable set search_path = '' as $$
declare
  -- A caller chooses names and texts.
  query constant text := regexp_replace(current_query(), $names$"[^"]*"|'[^']*'$names$, '', 'g');
begin
  -- What PostgREST does with the result of the function: a plain call selects all columns of the row.
  if substring(query from '.*FROM \(SELECT (.*)\) _postgrest_t')
    ~ '\m(CAST|WHERE|ORDER BY)\M|->' then
    raise exception using errcode = 'PT400', message = 'not_a_plain_call';
  end if;
end
$$;
comment on function private.require_plain_call() is
  'Refuses a request whose query string filters, casts or orders what the function returns. PostgREST does
that in the transaction of the function, with its locks, and a failing cast rolls a count back.';

drop function private.count_call(text);
drop function private.uncount_call(text);
drop function private.change_count(text, text, integer);

-- In plpgsql, which caches its plans: every new order is counted.
create or replace function private.client_header() returns text
language plpgsql stable set search_path = '' as $$
declare
  headers constant jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
begin
  return case
    when headers ->> 'cf-connecting-ip' <> '' then 'cf-connecting-ip'
    when headers ->> 'x-forwarded-for' <> '' then 'x-forwarded-for'
  end;
end
$$;

create or replace function private.hash_counted(purpose text, client text) returns bytea
language plpgsql stable set search_path = '' as $$
begin
  return (
    select sha256(salt || convert_to(purpose || ' ' || client, 'UTF8')) from private.limit_salt
  );
end
$$;

create function private.window_number() returns bigint
language sql stable set search_path = '' as $$
  select floor(extract(epoch from now()) / 600)::bigint
$$;
comment on function private.window_number() is 'The number of the window of ten minutes that is open now.';

create function private.change_count(purpose text, client text, change integer, max_count integer)
returns integer
language plpgsql volatile set search_path = '' as $$
declare
  full_bit constant bigint := 512;
  hash constant bytea := private.hash_counted(purpose, client);
  set_number constant integer := get_byte(hash, 0) % 32;
  identity constant bigint := ('x' || encode(substr(hash, 2, 4), 'hex'))::bit(32)::bigint >> 2;
  open_window constant bigint := private.window_number();
  entry constant bigint := (open_window << 30) + identity;
  slot regclass;
  value bigint;
  counted integer;
begin
  if client is null then
    return 0;
  end if;
  begin
    perform pg_advisory_xact_lock(hashtextextended('limit:' || set_number, 0));
    -- The client's own entry; else the oldest; within one window the lowest that is not full.
    select sequence, last_value into slot, value
    from generate_series(set_number * 16, set_number * 16 + 15) as nth,
      cast('private.limit_' || nth as regclass) as sequence,
      coalesce(pg_sequence_last_value(sequence), 0) as last_value
    order by last_value >> 10 <> entry, last_value >> 40, last_value & 1023
    limit 1;
    -- Where all entries are full none of them is replaced, or a caller could empty its own.
    if value >> 10 = entry or value >> 40 < open_window or value & full_bit = 0 then
      counted := case when value >> 10 = entry then value & 511 else 0 end;
      counted := least(greatest(counted + change, 0), 511);
      perform setval(
        slot,
        (entry << 10) + case when counted >= max_count then full_bit else 0 end + counted
      );
    end if;
    -- Ends the subtransaction and releases its lock, which would otherwise last until the request ends.
    raise exception using errcode = 'SH000';
  exception
    when sqlstate 'SH000' then
      return counted;
  end;
end
$$;
comment on function private.change_count(text, text, integer, integer) is
  'Adds to the count of a client in the window that is open now, and returns the count, at most 511; or null
where there is no room for it. An entry that has reached the maximum is full, and is never replaced in its
window. A rollback does not undo it. Without a client nothing is counted.';

create function private.count_call(purpose text, max_count integer) returns boolean
language sql volatile set search_path = '' as $$
  select private.change_count(purpose, private.client_address(), 1, max_count) > max_count
$$;
comment on function private.count_call(text, integer) is
  'Counts a request of the client. Returns whether they are more than the maximum, or null where there is no
room to count.';

create function private.uncount_call(purpose text, max_count integer) returns void
language sql volatile set search_path = '' as $$
  select private.change_count(purpose, private.client_address(), -1, max_count)
$$;
comment on function private.uncount_call(text, integer) is
  'Takes back what private.count_call() has counted.';

create function private.is_refused(purpose text, max_count integer) returns boolean
language sql volatile set search_path = '' as $$
  -- Where there is no room to count, guessing is closed.
  select coalesce(private.count_call(purpose, max_count), true)
$$;
comment on function private.is_refused(text, integer) is
  'Counts a request that may be a guess. Returns whether it is over the limit.';

create table private.wrong_finds (
  order_id text primary key references public.orders (id) on delete cascade,
  counted_in bigint not null,
  tries integer not null,
  limit_reached_at timestamptz
) with (fillfactor = 50);
alter table private.wrong_finds enable row level security;
create policy "Nobody reads the counts of wrong finds through the API" on private.wrong_finds
  for all using (false);
comment on table private.wrong_finds is
  'How often an order was tried with a wrong phone in a window of ten minutes, by anybody.';
comment on column private.wrong_finds.counted_in is 'The number of the window, of private.window_number().';
comment on column private.wrong_finds.limit_reached_at is 'When a window last reached the limit.';

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

alter table private.order_keys
  add column counted_in bigint not null default 0,
  add column reads integer not null default 0,
  add column changes integer not null default 0;
comment on column private.order_keys.counted_in is
  'The number of the window in which reads are counted, of private.window_number().';
comment on column private.order_keys.reads is 'How often the device has read its order in that window.';
comment on column private.order_keys.changes is
  'How often the device has changed or cancelled its order or asked for help, in all.';

create function private.count_read(p_id text) returns boolean
language plpgsql volatile set search_path = '' as $$
declare
  max_reads constant integer := 600;
  open_window constant bigint := private.window_number();
begin
  update private.order_keys set
    counted_in = open_window, reads = case when counted_in = open_window then reads + 1 else 1 end
  where order_id = p_id and (counted_in <> open_window or reads < max_reads);
  return not found;
end
$$;
comment on function private.count_read(text) is
  'Counts a read of an order by its own device. Returns whether it has to be refused: one a second.';

create function private.without_equal(part jsonb, other jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(part) = 'object' and jsonb_typeof(other) = 'object' then (
    select jsonb_object_agg(key, value) from jsonb_each(part)
    where value is distinct from other -> key
  ) else part end
$$;
comment on function private.without_equal(jsonb, jsonb) is
  'The fields of an object that differ from another one. Any other value as it is.';

create or replace function private.log_changes(actor text, p_id text, before jsonb, after jsonb)
returns void
language sql volatile set search_path = '' as $$
  insert into private.order_audit (order_id, actor, actor_id, before, after)
  select
    p_id, actor, auth.uid(),
    jsonb_object_agg(key, private.without_equal(before -> key, value)),
    jsonb_object_agg(key, private.without_equal(value, before -> key))
  from jsonb_each(after)
  -- Lines and total are logged together: protect_order() reads both.
  where value is distinct from before -> key or (
    key in ('items', 'total', 'version') and after -> 'items' is distinct from before -> 'items'
  )
  having count(*) > 0
$$;
