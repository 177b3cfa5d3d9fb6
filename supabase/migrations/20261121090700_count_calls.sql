/*
 * Limits for callers, counted in windows of fixed length. A raised error would take its own count
 * back with it, so whoever counts must answer with a value: see private.answer_refusal().
 */
create table private.limit_buckets (
  name text not null,
  opened_at timestamptz not null,
  hits integer not null,
  primary key (name, opened_at)
);
create index limit_buckets_opened_at_idx on private.limit_buckets (opened_at);

alter table private.limit_buckets enable row level security;
create policy "Nobody reaches the limits through the API" on private.limit_buckets
  for all using (false);

comment on table private.limit_buckets is 'How often a caller did something within one window.';

create function private.client_address() returns text
language plpgsql stable set search_path = '' as $$
declare
  headers jsonb := coalesce(nullif(current_setting('request.headers', true), '')::jsonb, '{}');
  -- Only the last hop was written by our own gateway; those before it are the caller's words.
  hop text := regexp_replace(headers ->> 'x-forwarded-for', '^.*,', '');
  address inet;
begin
  hop := btrim(coalesce(nullif(headers ->> 'cf-connecting-ip', ''), hop));
  address := regexp_replace(hop, '^::ffff:(?=\d+\.)', '', 'i')::inet;
  -- A household or a phone is given a whole /64 of IPv6 addresses.
  return coalesce(
    case family(address) when 4 then host(address) else network(set_masklen(address, 64))::text end,
    'none'
  );
exception
  when invalid_text_representation then
    return 'none';
end
$$;
comment on function private.client_address() is
  'Whom to count a call for: an IPv4 address, an IPv6 network, or none. A hint, never a proof.';

create function private.forget_buckets() returns void
language sql volatile set search_path = '' as $$
  delete from private.limit_buckets where opened_at < now() - interval '1 day'
$$;
comment on function private.forget_buckets() is 'Deletes all counts that are older than a day.';

create function private.forget_some_buckets() returns void
language sql volatile set search_path = '' as $$
  delete from private.limit_buckets where (name, opened_at) in (
    select name, opened_at from private.limit_buckets
    where opened_at < now() - interval '1 day'
    order by opened_at limit 5
    for update skip locked
  )
$$;
comment on function private.forget_some_buckets() is
  'Deletes a few counts that are older than a day, and waits for nobody who is doing the same.';

create function private.hits(bucket text, span interval) returns integer
language sql stable set search_path = '' as $$
  select coalesce(sum(known.hits), 0)::integer from private.limit_buckets as known
  where known.name = bucket and known.opened_at = date_bin(span, now(), 'epoch')
$$;
comment on function private.hits(text, interval) is 'The count of the window that is open now.';

create function private.count_hit(bucket text, span interval) returns integer
language plpgsql volatile set search_path = '' as $$
declare
  counted integer;
begin
  insert into private.limit_buckets as known (name, opened_at, hits)
  values (bucket, date_bin(span, now(), 'epoch'), 1)
  on conflict (name, opened_at) do update set hits = known.hits + 1
  returning known.hits into counted;
  -- Each call adds one row at most and clears some, so the table cannot outgrow a day of calls.
  perform private.forget_some_buckets();
  return counted;
end
$$;
comment on function private.count_hit(text, interval) is
  'Counts one more in the window that is open now, and returns the count.';
