/* What waits for the admin at the desk. A column that a query does not name is not counted for it. */

create view private.waiting_at_desk as
  select
    (
      select count(distinct order_id) from (
        select order_id from private.undecided_marks limit 1000
      ) as undecided
    ) as marked_orders,
    array_remove(array[
      case when not exists (select from private.notice_targets where way = 'push' and order_id is null) then 'notices' end,
      case when not exists (select from private.export_batches)
        and not exists (select from private.courier_settings)
        and not exists (select from private.couriers where version > 1) then 'couriers' end
    ], null) as to_set_up,
    (
      select coalesce(jsonb_agg(to_jsonb(grouped) order by orders desc, mark, "group"), '[]') from (
        select mark, group_key as "group", count(*) as orders
        from (select * from private.undecided_marks limit 1000) as undecided
        group by mark, group_key order by orders desc, mark, group_key limit 20
      ) as grouped
    ) as marked_groups,
    (select count(*) from private.unticked_payments) as unticked_payments;
comment on view private.waiting_at_desk is
  'How many marked orders are open and not booked, of the first 1,000 marks, and their 20 largest groups, {mark, group,
orders}; what a new shop has to set up still: "notices" while no device of an admin is told, "couriers" until one is
changed or used; and how many payments are not ticked as in the bank.';
