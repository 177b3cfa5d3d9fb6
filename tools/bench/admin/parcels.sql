/*
 * The parcels of the orders that were sent, whose customers were told, and the courier's files that paid them, 500 parcels
 * each. What was delivered in the last week is not paid yet.
 */
insert into private.parcels (
  order_id, nth, courier, tracking_number, state, to_collect, outcome, booked_at, handed_over_at, state_at, ended_at, paid
)
select
  id, 1, 'postex', tracking_number,
  case status when 'delivered' then 'delivered' when 'shipped' then 'handed_over' else 'received_back' end
    ::private.parcel_state,
  total * 100, case status when 'cancelled' then 'returned' end, date + interval '8 hours', date + interval '1 day',
  date + interval '3 days', case when status <> 'shipped' then date + interval '3 days' end,
  case when status = 'delivered' and date < now() - interval '10 days' then total * 100 else 0 end
from public.orders
-- A third of the cancelled ones was sent.
where status in ('shipped', 'delivered') or status = 'cancelled' and hashtextextended(id, 1) % 3 = 0
order by date;

insert into private.told_messages (order_id, at, kind, language, phone_key)
select id, date + interval '1 day', 'shipped', 'en', phone_key from public.orders where status = 'shipped';

create temporary table paid on commit drop as
select id, to_collect, delivered_on, (row_number() over (order by ended_at, id) - 1) / 500 + 1 as file
from private.parcels where paid > 0;

insert into private.statements (id, courier, number, digest, file_name, dated, net, applied_at) overriding system value
select file, 'postex', 'P' || file, encode(sha256(file::text::bytea), 'hex'), 'payment.csv', max(delivered_on) + 3,
  sum(to_collect - 20000), max(delivered_on) + interval '3 days'
from paid group by file;
select setval('private.statements_id_seq', (select coalesce(max(id), 0) + 1 from private.statements), false);

insert into private.money_lines (parcel_id, statement_id, kind, amount, dated)
select paid.id, file, kind, case kind when 'cash' then to_collect else -20000 end, dated
from paid join private.statements as statement on statement.id = file, unnest(array['cash', 'fee']) as kind;
