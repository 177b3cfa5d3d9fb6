/*
 * What waits for the admin. A column that a query does not name is not counted for it.
 */

create view private.waiting as
  select *, unread_messages + open_requests as unread,
    (select count(*) from private.current_pauses) as paused
  from (
    select
      (select count(*) from private.contact_messages where read_at is null) as unread_messages,
      (select count(*) from private.help_requests where state = 'open') as open_requests,
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
  'How many messages are unread, requests for help open, and both; how many orders of the last 30 days have a copy that
the form service did not take; how many orders have personal data longer than they should, up to 1,000: most are still
open; how many sizes, or the whole shop, are paused.';
