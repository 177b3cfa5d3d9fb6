/*
 * What waits for the admin. A column that a query does not name is not counted for it.
 */

create view private.waiting as
  select *, unread_messages + open_requests as unread,
    (select count(*) from private.current_pauses) as paused,
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
    ) as marked_groups
  from (
    select
      (select count(*) from private.contact_messages where read_at is null) as unread_messages,
      (select count(*) from private.help_requests where state = 'open') as open_requests,
      (
        select count(distinct order_id) from (
          select order_id from private.undecided_marks limit 1000
        ) as undecided
      ) as marked_orders,
      (
        select count(*) from private.unsent_copies where reported_at > now() - interval '30 days'
      ) as unsent_copies,
      (
        select count(*) from (
          select from public.orders
          where not private.is_erased(shipping_address)
            -- Closed orders are erased within a day; the second day is for a late run.
            and date < now() - private.retention_time() - interval '2 days'
          limit 1000
        ) as late
      ) as past_retention
  ) as counts;
comment on view private.waiting is
  'How many messages are unread, requests for help open, and both; how many marked orders are open and not
booked, of the first 1,000 marks, and their 20 largest groups, {mark, group, orders}; how many orders of the last 30 days have a copy that the form service did not
take; how many orders have personal data longer than they should, up to 1,000: most are still open; how many
sizes, or the whole shop, are paused; and what a new shop has to set up still: "notices" while no device of an admin is
told, "couriers" until one is changed or used.';
