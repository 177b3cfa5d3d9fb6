/*
 * The cash of delivered parcels by the day of their delivery, as a journal like private.total_changes: the dashboard
 * reads no parcel. private.fold_totals() folds it.
 */

create table private.cash_changes (
  id bigint generated always as identity,
  day date not null,
  parcels bigint not null,
  expected bigint not null,
  in_statements bigint not null,
  in_bank bigint not null,
  folded boolean not null default false,
  primary key (day, id)
);

comment on table private.cash_changes is
  'How many parcels became or ceased to be delivered on a day, and the minor units to collect, in statements and in
the bank. Rows are only added, and folded into one row for each day.';

alter table private.cash_changes enable row level security;
create policy "Nobody reads the changes of cash through the API" on private.cash_changes
  for all using (false);

create function private.delivered_cash(p private.parcels)
returns table (day date, parcels bigint, expected bigint, in_statements bigint, in_bank bigint)
language sql immutable set search_path = '' as $$
  select private.shop_day(p.ended_at), 1::bigint, p.to_collect, least(p.paid, p.to_collect),
    least(p.banked, p.to_collect)
  where p.state = 'delivered'
$$;
comment on function private.delivered_cash(private.parcels) is
  'What a delivered parcel adds to the figures of its day; no row for another. Its cash counts up to what was to be
collected.';

create function private.count_cash_changes() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into private.cash_changes (day, parcels, expected, in_statements, in_bank)
    select day, sum(parcels), sum(expected), sum(in_statements), sum(in_bank)
    from new_rows as p, private.delivered_cash(p) group by day;
    return null;
  elsif tg_op = 'DELETE' then
    insert into private.cash_changes (day, parcels, expected, in_statements, in_bank)
    select day, -sum(parcels), -sum(expected), -sum(in_statements), -sum(in_bank)
    from old_rows as p, private.delivered_cash(p) group by day;
    return null;
  end if;
  insert into private.cash_changes (day, parcels, expected, in_statements, in_bank)
  select day, sum(parcels), sum(expected), sum(in_statements), sum(in_bank)
  from (
    select cash.* from new_rows as p, private.delivered_cash(p) as cash
    union all
    select day, -parcels, -expected, -in_statements, -in_bank from old_rows as p, private.delivered_cash(p)
  ) as changes
  group by day
  having (sum(parcels), sum(expected), sum(in_statements), sum(in_bank)) <> (0, 0, 0, 0);
  return null;
end
$$;
comment on function private.count_cash_changes() is 'Updates the figures of cash, whatever changes parcels.';

create trigger count_new_parcels after insert on private.parcels
  referencing new table as new_rows
  for each statement execute function private.count_cash_changes();
create trigger count_updated_parcels after update on private.parcels
  referencing old table as old_rows new table as new_rows
  for each statement execute function private.count_cash_changes();
create trigger count_deleted_parcels after delete on private.parcels
  referencing old table as old_rows
  for each statement execute function private.count_cash_changes();

create function private.cash_figures(first_day date, last_day date) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'cashExpected', coalesce(sum(expected), 0),
    'inStatements', coalesce(sum(in_statements), 0),
    'inBank', coalesce(sum(in_bank), 0)
  )
  from private.cash_changes
  where day >= coalesce(first_day, '-infinity') and day <= coalesce(last_day, 'infinity')
$$;
comment on function private.cash_figures(date, date) is
  'What was to be collected of the parcels that were delivered on these days, or ever, what of it is in statements,
and what is in the bank.';
