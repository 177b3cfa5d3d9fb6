/*
 * How long personal data is kept. private.retention_time() is the one place that says so; the privacy
 * page says it in words.
 *
 * apply_retention() erases one batch. It is called every ten minutes by pg_cron where that extension is
 * to be had, by the local backend at its start and once a day, and by the dashboard where nobody else
 * did it for a day.
 */
create function private.retention_time() returns interval
language sql immutable set search_path = '' as $$
  select interval '24 months'
$$;
comment on function private.retention_time() is
  'How long after its date an order keeps personal data, unless it is still open.';

create index orders_with_personal_data_idx on public.orders (date)
  where not private.is_erased(shipping_address);

create table private.last_retention (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null
);
insert into private.last_retention (at) values ('-infinity');
alter table private.last_retention enable row level security;
create policy "Nobody reaches the time of the last erasing through the API" on private.last_retention
  for all using (false);
comment on table private.last_retention is 'When nothing was left to erase.';

create function private.erase_old_messages(received_before timestamptz) returns void
language sql volatile set search_path = '' as $$
  delete from private.contact_messages where received_at < received_before
$$;
comment on function private.erase_old_messages(timestamptz) is
  'Deletes the contact messages that came before a moment.';

create function private.apply_retention() returns integer
language plpgsql volatile set search_path = '' as $$
declare
  batch constant integer := 500;
  limit_date constant timestamptz := now() - private.retention_time();
  -- An order that somebody changes at this moment waits for the next batch.
  ids constant text[] := array(
    select id from public.orders
    where not private.is_erased(shipping_address)
      and date < limit_date and status in ('delivered', 'cancelled')
    order by date
    limit batch
    for update skip locked
  );
begin
  perform private.erase_old_messages(limit_date);
  if cardinality(ids) > 0 then
    perform private.erase_orders(ids);
    insert into private.erasures (actor, orders) values ('system', cardinality(ids));
  end if;
  if cardinality(ids) < batch then
    update private.last_retention set at = now() where only_row;
  end if;
  return cardinality(ids);
end
$$;
comment on function private.apply_retention() is
  'Erases at most 500 orders that are older than the retention time, and returns how many.';

create function private.apply_retention_if_due() returns void
language plpgsql volatile set search_path = '' as $$
begin
  -- One caller at a time, and nobody waits for it. A GET can change nothing.
  if private.is_read_only() then
    return;
  end if;
  perform from private.last_retention where at < now() - interval '1 day' for update skip locked;
  if found then
    perform private.apply_retention();
  end if;
end
$$;
comment on function private.apply_retention_if_due() is
  'Erases a batch where nobody looked for a day, or more than a batch was left.';

create function private.orders_past_retention() returns bigint
language sql stable set search_path = '' as $$
  select count(*) from (
    select from public.orders
    where not private.is_erased(shipping_address)
      -- Two days of patience: closed orders are erased within one.
      and date < now() - private.retention_time() - interval '2 days'
    limit 1000
  ) as late
$$;
comment on function private.orders_past_retention() is
  'How many orders hold personal data longer than they should, up to 1,000: most are still open.';

do $$
begin
  if not exists (select from pg_catalog.pg_available_extensions where name = 'pg_cron') then
    raise notice 'Without pg_cron the dashboard applies the retention time.';
    return;
  end if;
  create extension if not exists pg_cron;
  perform cron.schedule('apply_retention', '*/10 * * * *', 'select private.apply_retention()');
exception
  -- Installed, but not loaded with the server, or in another database of it.
  when others then
    raise warning 'pg_cron cannot be used (%): the dashboard applies the retention time.', sqlerrm;
end
$$;
