-- The page of an order has the act of a check-in, which is undone there; the dashboard counts payments that are not
-- ticked as in the bank, and their list finds them.
create or replace view private.order_pages as
  select
    o.id,
    (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'at', at, 'note', note) order by id), '[]')
      from private.order_notes where order_id = o.id
    ) as notes,
    (
      select coalesce(
        jsonb_agg(to_jsonb(attempt) - array['order_id', 'actor_id'] order by at, id), '[]'
      )
      from private.confirmation_attempts as attempt where order_id = o.id
    ) as attempts,
    jsonb_build_object(
      'messages', (
        select coalesce(
          jsonb_agg(jsonb_build_object('at', at, 'kind', kind, 'language', language) order by at, id), '[]'
        )
        from private.told_messages where order_id = o.id
      ),
      'language', (
        select language from private.told_messages
        where phone_key = o.phone_key and phone_key <> '' order by at desc, id limit 1
      )
    ) as told,
    (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'id', other.id, 'version', other.version, 'date', other.date, 'total', other.total,
          'items', other.items, 'fullName', other.shipping_address ->> 'fullName',
          'city', other.shipping_address ->> 'city'
        )
        order by other.date, other.id
      ), '[]')
      from public.orders as other
      where other.phone_key = o.phone_key and other.id <> o.id and not private.is_booked(other) and not private.is_erased(o.shipping_address)
        and coalesce(o.replaces, other.replaces) is null
    ) as "sameCustomer",
    jsonb_build_object(
      'into', (select into_id from private.joined_orders where order_id = o.id),
      'from', (
        select coalesce(jsonb_agg(order_id order by at, order_id), '[]')
        from private.joined_orders where into_id = o.id
      )
    ) as joined,
    (
      select coalesce(jsonb_agg(
        jsonb_build_object(
          'nth', p.nth, 'courier', p.courier, 'trackingNumber', p.tracking_number, 'state', p.state,
          'reason', p.reason, 'damaged', p.damaged, 'toCollect', p.to_collect, 'paid', p.paid,
          'isCurrent', p.is_current, 'stateAt', p.state_at,
          'events', (
            select coalesce(jsonb_agg(
              jsonb_build_object(
                'state', state, 'at', at, 'source', source, 'word', word, 'reason', reason,
                'statement', statement_id, 'undo', (
                  select done.request from private.acts as done
                  where done.act = 'check_in' and done.orders @> array[o.id] and done.before ? event.id::text
                    and done.undone_at is null
                    and not exists (select from jsonb_each_text(done.before) where value <> o.id)
                )
              )
              order by id
            ), '[]')
            from private.parcel_events as event where parcel_id = p.id
          ),
          'money', (
            select coalesce(jsonb_agg(
              jsonb_build_object('kind', kind, 'amount', amount, 'dated', dated, 'statement', statement_id)
              order by id
            ), '[]')
            from private.money_lines where parcel_id = p.id
          )
        )
        order by p.nth
      ), '[]')
      from private.parcels as p where p.order_id = o.id
    ) as parcels,
    (select replaced_by from private.packable where id = o.id) as "replacedBy"
  from public.orders as o;

comment on view private.order_pages is
  'What the admin sees beside an order, oldest first: notes, attempts to confirm it, messages about it and the
language of the last one to its phone, other open orders of the phone that no courier has, which may be joined
with it, the order that it was joined into, those that were joined into it, its parcels with what happened to them (of a
check-in the act that can be undone) and their money, and the newest order that replaces it and was not cancelled.';

create or replace view private.unticked_payments as
  select id from private.statements as statement
  where in_bank_at is null and exists (select from private.payments where statement_id = statement.id);

comment on view private.unticked_payments is 'Files with money that no admin has ticked as in the bank.';

create or replace view private.waiting_at_desk as
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

-- Security definer: the files cannot be read through the API.
create or replace function public.admin_statements(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page_size constant integer := 25;
  older_than constant numeric := (p ->> 'older')::numeric;
  shown bigint[];
begin
  perform private.require_admin();
  -- One more than a page says whether there is a next page.
  shown := array(
    select id from private.statements
    where (older_than is null or id < older_than)
      and (not p ? 'unticked' or id in (select id from private.unticked_payments))
    order by id desc limit page_size + 1
  );
  return private.respond(200, jsonb_build_object(
    'statements', (
      select coalesce(jsonb_agg(to_jsonb(listed) order by id desc), '[]')
      from private.listed_payments as listed where id = any (shown[1:page_size])
    ),
    'older', case when cardinality(shown) > page_size then shown[page_size] end
  ));
end
$$;

grant execute on function public.admin_statements(jsonb) to authenticated;

comment on function public.admin_statements(jsonb) is
  'A page of files for {older?, unticked?}, newest first, for admins: all, or those that wait for their tick.';

create or replace function private.desk_of_dashboard() returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'markedOrders', marked_orders, 'toSetUp', to_set_up, 'untickedPayments', unticked_payments,
      'standingNotices', private.standing_notices()
    )
    from private.waiting_at_desk
  );
end
$$;