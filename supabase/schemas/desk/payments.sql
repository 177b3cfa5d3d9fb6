/*
 * What couriers' files pay, by day: what customers paid, what the courier kept of it, and what came. Every figure
 * of the admin about money that came is a sum of these rows. A payment in parts has a day for each part.
 */

create table private.payments (
  statement_id bigint not null references private.statements (id),
  day date not null,
  collected bigint not null,
  kept bigint not null,
  unlisted bigint not null,
  came bigint not null generated always as (collected + kept + unlisted) stored,
  primary key (statement_id, day)
);
create index payments_day_idx on private.payments (day);

comment on table private.payments is
  'What files pay, by the day of payment, in minor units. A file that is undone has no row.';
comment on column private.payments.collected is 'Cash that customers paid. Payments that were reverted are negative.';
comment on column private.payments.kept is 'Fees, taxes, return fees (negative) and adjustments.';
comment on column private.payments.unlisted is
  'What the file says that it pays beside its lines: lines of unknown parcels, for example.';
comment on column private.payments.came is 'What the courier transferred.';

alter table private.payments enable row level security;
create policy "Nobody reads the payments through the API" on private.payments for all using (false);

create view private.unticked_payments as
  select id from private.statements as statement
  where in_bank_at is null and exists (select from private.payments where statement_id = statement.id);
comment on view private.unticked_payments is 'Files with money that no admin has ticked as in the bank.';

create function private.sum_payments(ids bigint[]) returns void
language sql volatile set search_path = '' as $$
  delete from private.payments where statement_id = any (ids);
  insert into private.payments (statement_id, day, collected, kept, unlisted)
  select statement_id, day, sum(collected), sum(kept), sum(unlisted)
  from (
    select statement_id, dated as day, case kind when 'cash' then amount else 0 end as collected,
      case kind when 'cash' then 0 else amount end as kept, 0 as unlisted
    from private.money_lines where statement_id = any (ids)
    union all
    select id, coalesce(dated, private.shop_day(applied_at)), 0, 0,
      net - (select coalesce(sum(amount), 0) from private.money_lines where statement_id = statement.id)
    from private.statements as statement
    where id = any (ids) and undone_at is null and net is not null
  ) as amounts
  group by statement_id, day
  having (sum(collected), sum(kept), sum(unlisted)) <> (0, 0, 0);
$$;
comment on function private.sum_payments(bigint[]) is 'Sums up files whose lines changed.';

create function private.payment_figures(first_day date, last_day date) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'customersPaid', coalesce(sum(collected), 0),
    'couriersKept', coalesce(sum(kept), 0),
    'unlisted', coalesce(sum(unlisted), 0),
    'inBank', coalesce(sum(came) filter (where in_bank_at is not null), 0),
    'notInBank', coalesce(sum(came) filter (where in_bank_at is null), 0)
  )
  from private.payments join private.statements on id = statement_id
  where day between first_day and last_day
$$;
comment on function private.payment_figures(date, date) is
  'What was paid on these days: {customersPaid, couriersKept, unlisted, inBank, notInBank}. The first three sum to the
last two.';
