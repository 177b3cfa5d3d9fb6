/*
 * The cash of delivered parcels by the day of their delivery, as a journal like private.total_changes: the dashboard
 * reads no parcel. private.fold_totals() folds it.
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

create function private.count_cash_changes() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    insert into private.cash_changes (day, parcels, expected)
    select delivered_on, -count(*), -sum(to_collect) from old_rows where delivered_on is not null group by 1;
  end if;
  if tg_op <> 'DELETE' then
    insert into private.cash_changes (day, parcels, expected)
    select delivered_on, count(*), sum(to_collect) from new_rows where delivered_on is not null group by 1;
  end if;
  return null;
end
$$;
comment on function private.count_cash_changes() is
  'Updates the figures of delivered parcels, whatever changes parcels.';

create trigger count_new_parcels after insert on private.parcels
  referencing new table as new_rows
  for each statement execute function private.count_cash_changes();
create trigger count_updated_parcels after update on private.parcels
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_cash_changes();
create trigger count_deleted_parcels after delete on private.parcels
  referencing old table as old_rows
  for each statement execute function private.count_cash_changes();
