/*
 * The retention time. apply_retention() erases one batch. It is called every ten minutes by pg_cron where
 * that extension is available, by the local backend at its start and once a day, and by the dashboard
 * where nothing else has called it for a day.
 */

create table private.last_retention (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null
);

comment on table private.last_retention is 'When nothing was left to erase.';

alter table private.last_retention enable row level security;
create policy "Nobody reads the time of the last erasing through the API" on private.last_retention
  for all using (false);

insert into private.last_retention (at) values ('-infinity');

create function private.retention_time() returns interval
language sql immutable set search_path = '' as $$
  select interval '24 months'
$$;
comment on function private.retention_time() is
  'How long after its date an order has personal data, unless it is still open. The privacy page says so.';

create function private.apply_retention() returns integer
language plpgsql volatile set search_path = '' as $$
declare
  batch constant integer := 500;
  limit_date constant timestamptz := now() - private.retention_time();
  -- An order that another transaction is changing waits for the next batch.
  ids constant text[] := array(
    select id from public.orders
    where not private.is_erased(shipping_address)
      and date < limit_date and private.is_final(status)
    order by date
    limit batch
    for update skip locked
  );
begin
  delete from private.contact_messages where received_at < limit_date;
  delete from private.order_clients where at < now() - interval '1 day';
  perform private.desk_forgets();
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
  'Erases at most 500 orders that are older than the retention time, old messages, and yesterday''s clients.
Returns how many orders.';

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
