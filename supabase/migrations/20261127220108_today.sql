-- The dashboard says what is paused and what is to be set up; the sums of money stand in those of the evening.

create or replace view private.waiting as
  select *, unread_messages + open_requests as unread,
    (select count(*) from private.current_pauses) as paused,
    array_remove(array[
      case when not exists (select from private.notice_targets where way = 'push' and order_id is null) then 'notices' end,
      case when not exists (select from private.export_batches)
        and not exists (select from private.courier_settings)
        and not exists (select from private.couriers where version > 1) then 'couriers' end
    ], null) as to_set_up
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
booked, of the first 1,000 marks; how many orders of the last 30 days have a copy that the form service did not
take; how many orders have personal data longer than they should, up to 1,000: most are still open; how many
sizes, or the whole shop, are paused; and what a new shop has to set up still: "notices" while no device of an admin is
told, "couriers" until one is changed or used.';

-- Security definer: the totals cannot be read through the API.
create or replace function public.admin_dashboard() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  today constant date := private.shop_day(now());
  figures jsonb;
begin
  perform private.require_admin();
  -- Erases where nothing else did for a day. One caller at a time, and no other caller waits.
  if current_setting('transaction_read_only') = 'off' then
    perform from private.last_retention where at < now() - interval '1 day' for update skip locked;
    if found then
      perform private.apply_retention();
    end if;
  end if;
  figures := (
    select jsonb_build_object(
      'totalOrders', coalesce(sum(orders - replacements), 0),
      'totalRevenue', coalesce(sum(revenue) filter (where private.counts_as_revenue(status)), 0),
      'pendingOrders', coalesce(sum(orders - replacements) filter (where private.is_open(status)), 0),
      'completedOrders', coalesce(sum(orders - replacements) filter (where status = 'delivered'), 0)
    )
    from private.status_totals
  ) || (
    -- Days without orders included.
    select jsonb_build_object(
      'revenue30', coalesce(sum(revenue) filter (where listed.day > today - 30), 0),
      'revenuePrevious30', coalesce(sum(revenue) filter (where listed.day <= today - 30), 0),
      'days', jsonb_agg(
        jsonb_build_object('day', listed.day, 'orders', coalesce(orders, 0), 'revenue', coalesce(revenue, 0.00))
        order by listed.day
      ) filter (where listed.day > today - 30)
    )
    from (select today - nth as day from generate_series(0, 59) as nth) as listed
    left join (
      -- Named here as well: Postgres would sum up all days for the join.
      select * from private.day_totals where day between today - 59 and today
    ) as total on total.day = listed.day
  ) || (
    select jsonb_build_object(
      'openRequests', open_requests,
      'pastRetention', past_retention,
      'markedOrders', marked_orders,
      'unsentCopies', unsent_copies,
      'paused', paused,
      'toSetUp', to_set_up,
      'standingNotices', private.standing_notices(),
      'databaseBytes', pg_database_size(current_database()),
      'databaseLimitMb', (select megabytes from private.database_limit),
      'recent', private.order_summaries(array(select id from public.orders order by date desc, id desc limit 5))
    )
    from private.waiting
  );
  -- Last, when orders were read: a TRUNCATE of them, which waits for a fold, cannot have begun.
  perform private.fold_totals();
  return private.respond(200, figures);
end
$$;

grant execute on function public.admin_dashboard() to authenticated;

comment on function public.admin_dashboard() is
  'Totals, the last 30 days of Karachi without cancelled orders, the 5 newest orders, how many requests for help are
open, how many orders are marked, how many copies of orders were not sent, what is paused, what is to be set up, since
when notices stand still, and the bytes of the database and its limit, for admins.';