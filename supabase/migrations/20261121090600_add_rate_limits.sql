/*
 * Limits for callers, counted in windows of ten minutes: docs/decisions/limits.md.
 *
 * The counts are values of sequences, because a rollback does not undo setval(). A request that makes
 * PostgREST fail after the function has counted is rolled back and remains counted. No IP address is
 * stored: an entry holds a part of a keyed hash.
 *
 * The 512 sequences are 32 sets of 16. A value is one entry: 24 bits of the window's number, 31 bits
 * that identify what is counted, and 8 bits of the count.
 */
create table private.limit_salt (
  only_row boolean primary key default true check (only_row),
  salt bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
);
insert into private.limit_salt default values;

alter table private.limit_salt enable row level security;
create policy "Nobody reads the salt through the API" on private.limit_salt
  for all using (false);

comment on table private.limit_salt is
  'A random key for the hashes of the limits, so that no caller can choose where it is counted.';

do $$
begin
  for slot in 0..511 loop
    execute format('create sequence private.limit_%s', slot);
  end loop;
end
$$;

create function private.client_header() returns text
language sql stable set search_path = '' as $$
  select name
  from unnest(array['cf-connecting-ip', 'x-forwarded-for']) with ordinality as header (name, nth)
  where nullif(current_setting('request.headers', true), '')::jsonb ->> name <> ''
  order by nth limit 1
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

create function private.hash_counted(purpose text, client text) returns bytea
language sql stable set search_path = '' as $$
  select sha256(salt || convert_to(purpose || ' ' || client, 'UTF8')) from private.limit_salt
$$;
comment on function private.hash_counted(text, text) is 'The keyed hash that identifies a count.';

create function private.change_count(purpose text, client text, change integer) returns integer
language plpgsql volatile set search_path = '' as $$
declare
  hash constant bytea := private.hash_counted(purpose, client);
  set_number constant integer := get_byte(hash, 0) % 32;
  slots constant text[] := array(
    select 'limit_' || set_number * 16 + nth from generate_series(0, 15) as nth
  );
  identity constant bigint := ('x' || encode(substr(hash, 2, 4), 'hex'))::bit(32)::bigint >> 1;
  entry constant bigint := (floor(extract(epoch from now()) / 600)::bigint << 31) + identity;
  slot text;
  value bigint;
  counted integer;
begin
  if client is null then
    return 0;
  end if;
  begin
    perform pg_advisory_xact_lock(hashtextextended('limit:' || set_number, 0));
    -- The client's own entry; else the oldest, and within one window the one with the lowest count.
    select sequencename, coalesce(last_value, 0) into slot, value
    from pg_catalog.pg_sequences
    where schemaname = 'private' and sequencename = any (slots)
    order by coalesce(last_value, 0) >> 8 <> entry, coalesce(last_value, 0) >> 39,
      coalesce(last_value, 0) & 255
    limit 1;
    counted := case when value >> 8 = entry then value & 255 else 0 end;
    counted := least(greatest(counted + change, 0), 255);
    perform setval(format('private.%I', slot)::regclass, (entry << 8) + counted);
    -- Ends the subtransaction and releases its lock, which would otherwise last until the request ends.
    raise exception using errcode = 'SH000';
  exception
    when sqlstate 'SH000' then
      return counted;
  end;
end
$$;
comment on function private.change_count(text, text, integer) is
  'Adds to the count of a client in the window that is open now, and returns the count, at most 255.
A rollback does not undo it. Without a client nothing is counted.';

create function private.count_call(purpose text) returns integer
language sql volatile set search_path = '' as $$
  select private.change_count(purpose, private.client_address(), 1)
$$;
comment on function private.count_call(text) is 'Counts a request of the client, and returns the count.';

create function private.uncount_call(purpose text) returns void
language sql volatile set search_path = '' as $$
  select private.change_count(purpose, private.client_address(), -1)
$$;
comment on function private.uncount_call(text) is 'Takes back what private.count_call() has counted.';

-- Which request headers reach the API depends on the host, so a check compares this with what it
-- expects: docs/decisions/limits.md.
-- Security definer: the function that reads the headers is not granted to any caller.
create function private.admin_client() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, jsonb_build_object(
    'address', private.client_address(), 'header', private.client_header()
  ));
end
$$;
grant execute on function private.admin_client() to authenticated;
comment on function private.admin_client() is 'The implementation of public.admin_client().';

create function public.admin_client() returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_client()
$$;
grant execute on function public.admin_client() to authenticated;
comment on function public.admin_client() is
  'The {address, header} that requests of this admin are counted under, null where none is readable.';
