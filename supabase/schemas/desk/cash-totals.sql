/*
 * The cash of delivered parcels by the day of their delivery, as a journal like private.total_changes: the dashboard
 * reads no parcel. It is folded and computed again with the totals.
 */

create table private.cash_changes (
  id bigint generated always as identity,
  day date not null,
  parcels bigint not null,
  expected bigint not null,
  folded boolean not null default false,
  primary key (day, id)
);

comment on table private.cash_changes is
  'How many parcels became or ceased to be delivered on a day, and the minor units to collect. Rows are only added, and
folded into one row for each day.';

alter table private.cash_changes enable row level security;
create policy "Nobody reads the changes of cash through the API" on private.cash_changes
  for all using (false);

create function private.note_parcels() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    insert into private.cash_changes (day, parcels, expected)
    select delivered_on, -count(*), -sum(to_collect) from old_rows where delivered_on is not null group by 1;
  end if;
  if tg_op = 'DELETE' then
    insert into private.stage_changes (order_id) select order_id from old_rows;
  else
    insert into private.cash_changes (day, parcels, expected)
    select delivered_on, count(*), sum(to_collect) from new_rows where delivered_on is not null group by 1;
    insert into private.stage_changes (order_id) select order_id from new_rows;
  end if;
  return null;
end
$$;
comment on function private.note_parcels() is
  'Notes the cash of changed parcels, and their orders in the journal of stages (staged-orders.sql), whatever changes them.';

create trigger note_new_parcels after insert on private.parcels
  referencing new table as new_rows
  for each statement execute function private.note_parcels();
create trigger note_updated_parcels after update on private.parcels
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.note_parcels();
create trigger note_deleted_parcels after delete on private.parcels
  referencing old table as old_rows
  for each statement execute function private.note_parcels();

create or replace function private.desk_folds() returns void
language plpgsql volatile set search_path = '' as $$
begin
  with gone as (
    delete from private.cash_changes as change
    using (select distinct day from private.cash_changes where not folded) as added
    where change.day = added.day
    returning change.*
  )
  insert into private.cash_changes (day, parcels, expected, folded)
  select day, sum(parcels), sum(expected), true from gone
  group by day
  having (sum(parcels), sum(expected)) <> (0, 0);
end
$$;

create or replace function private.desk_recounts() returns void
language plpgsql volatile set search_path = '' set enable_hashagg = off as $$
begin
  lock table private.parcels in share row exclusive mode;
  delete from private.cash_changes where true;
  insert into private.cash_changes (day, parcels, expected, folded)
  select delivered_on, count(*), sum(to_collect), true
  from private.parcels where delivered_on is not null group by 1;
  perform private.sum_payments(array(select id from private.statements));
end
$$;
