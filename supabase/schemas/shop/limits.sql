/*
 * Limits for callers, counted in windows of ten minutes: docs/decisions/limits.md. They are by what was done,
 * not by who shares an address.
 *
 * The counts of a client are values of sequences, because a rollback does not undo setval(). A request that
 * makes PostgREST fail after the function has counted is rolled back and remains counted. No IP address is
 * stored: an entry holds a part of a keyed hash. Counts of an order are in rows of that order, where no other
 * count replaces them.
 *
 * The 512 sequences are 32 sets of 16. A value is one entry: 24 bits of the window's number, 30 bits
 * that identify what is counted, one bit that says whether it is full, and 9 bits of the count.
 */

-- In plpgsql, which caches its plans: every new order is counted.
create function private.client_header() returns text
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
comment on function private.client_header() is
  'The name of the request header that private.client_address() reads, or null.';

create function private.client_address() returns text
language plpgsql stable set search_path = '' as $$
declare
  headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  hop text;
  address inet;
begin
  -- The gateway in front of the API writes the last hop. A caller can write the others.
  hop := btrim(regexp_replace(headers ->> private.client_header(), '^.*,', ''));
  address := regexp_replace(hop, '^::ffff:(?=\d+\.)', '', 'i')::inet;
  -- A household or a phone has a whole /64 network of IPv6 addresses.
  return case family(address)
    when 4 then host(address) else network(set_masklen(address, 64))::text
  end;
exception
  when invalid_text_representation then
    return null;
end
$$;
comment on function private.client_address() is
  'The client that a request is counted for: an IPv4 address, an IPv6 network, or null.';

create table private.limit_salt (
  only_row boolean primary key default true check (only_row),
  salt bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
);

comment on table private.limit_salt is
  'A random key for the hashes of the limits, so that no caller can choose where it is counted.';

alter table private.limit_salt enable row level security;
create policy "Nobody reads the salt through the API" on private.limit_salt
  for all using (false);

insert into private.limit_salt default values;

create function private.hash_counted(purpose text, client text) returns bytea
language plpgsql stable set search_path = '' as $$
begin
  return (
    select sha256(salt || convert_to(purpose || ' ' || client, 'UTF8')) from private.limit_salt
  );
end
$$;
comment on function private.hash_counted(text, text) is 'The keyed hash that identifies a count.';

create function private.window_number() returns bigint
language sql stable set search_path = '' as $$
  select floor(extract(epoch from now()) / 600)::bigint
$$;
comment on function private.window_number() is 'The number of the window of ten minutes that is open now.';

do $$
begin
  for slot in 0..511 loop
    execute format('create sequence private.limit_%s', slot);
  end loop;
end
$$;

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

create function private.is_refused(purpose text, max_count integer) returns boolean
language sql volatile set search_path = '' as $$
  -- Where there is no room to count, guessing is closed.
  select coalesce(
    private.change_count(purpose, private.client_address(), 1, max_count) > max_count, true
  )
$$;
comment on function private.is_refused(text, integer) is
  'Counts a request that may be a guess. Returns whether the client is over the limit.';
