/*
 * The one stage of an order, and so its next step: docs/product.md, rule 21.70. Today's lines, the chips of the list,
 * the run, batches and the order's page read it, so that a number is the number of the rows behind it.
 */

-- Scalar subqueries, as in private.packable: an order pays only for the facts that its own stage depends on.
create view private.order_stage as
select
  id, date, status,
  case
    when status = 'cancelled' then case
      when joined_into is not null then 'joined'
      when state = 'returned' then 'came_back'
      when replaced_by is not null then 'replaced'
      else 'cancelled'
    end
    when status = 'delivered' then case
      when replaced_by is not null then 'replaced'
      when is_unpaid then 'delivered'
      else 'paid'
    end
    when status = 'shipped' then case
      when state = 'attempt_failed' then 'not_delivered'
      when state = 'lost' and replaced_by is not null then 'replaced'
      when state = 'lost' then 'not_delivered'
      when state = 'returning' then 'coming_back'
      when is_told then 'on_the_way'
      else 'to_tell'
    end
    when replaced_by is not null then 'replaced'
    when is_held then 'held'
    when is_booked and tracking_number is null then 'needs_number'
    when is_booked then 'to_ship'
    when (said_yes or is_known) and not is_marked and not is_changed then 'to_pack'
    when back_at > now() then case last_act when 'asked' then 'waiting' else 'later' end
    when no_answers >= 3 then 'later'
    else 'to_confirm'
  end as stage,
  case when no_answers < 3 then back_at end as due_at,
  is_marked or is_changed as needs_look
from (
  select
    packed.*,
    exists (
      select from private.told_messages where order_id = packed.id and kind = 'shipped'
    ) as is_told,
    (
      select act from private.confirmation_attempts
      where order_id = packed.id order by at desc, id desc limit 1
    ) as last_act,
    (
      select private.due_at(act, at) from private.confirmation_attempts
      where order_id = packed.id order by at desc, id desc limit 1
    ) as back_at,
    (
      select count(*) from private.confirmation_attempts where order_id = packed.id and act = 'no_answer'
    ) as no_answers
  from private.packable as packed
) as facts;
comment on view private.order_stage is
  'The one stage of each order; when a waiting or postponed one is to be tried again, null where an admin decides; and
whether it is marked or was changed, so that its customer is asked first.';

create function private.stages_with_work() returns text[]
language sql immutable set search_path = '' as $$
  select '{to_confirm,waiting,later,held,to_pack,needs_number,to_ship,to_tell,on_the_way,not_delivered,coming_back,came_back}'::text[]
$$;
comment on function private.stages_with_work() is
  'The stages that an order leaves by a next step or by time: they are counted, and their lists begin with the oldest.';

create function private.statuses_of_stage(stage text) returns public.order_status[]
language sql immutable set search_path = '' as $$
  select case
    when stage in ('to_tell', 'on_the_way', 'not_delivered', 'coming_back') then '{shipped}'
    when stage in ('came_back', 'cancelled', 'joined') then '{cancelled}'
    when stage in ('delivered', 'paid') then '{delivered}'
    when stage = 'replaced' then enum_range(null::public.order_status)
    when stage = any (private.stages_with_work()) then private.open_statuses()
  end
$$;
comment on function private.statuses_of_stage(text) is
  'The statuses that orders of a stage may have; null where there is no such stage.';

create function private.rare_orders(stage text) returns text[]
language sql stable set search_path = '' set enable_seqscan = off as $$
  select case stage
    when 'came_back' then array(select order_id from private.parcels where is_current and state = 'returned')
    when 'delivered' then array(
      select order_id from private.parcels where paid < to_collect and delivered_on is not null and is_current
    )
    when 'joined' then array(select order_id from private.joined_orders)
    when 'replaced' then array(select replaces from public.orders where replaces is not null)
  end
$$;
comment on function private.rare_orders(text) is
  'The orders that may be in a stage which few of the closed ones are in, so that these are not read one by one; else
null.';

-- Security definer: attempts and parcels cannot be read through the API. Its costs are no measure of its time: compiling
-- it takes longer than running it.
create function public.admin_stages() returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off set jit = off as $$
begin
  perform private.require_admin();
  return private.respond(200, (
    with staged as materialized (
      select stage, due_at from private.order_stage
      where status = any (private.open_statuses()) or status = 'shipped'
      union all
      select stage, null from private.order_stage
      where status = 'cancelled' and id = any (private.rare_orders('came_back'))
    ),
    counted as (
      select stage, count(*) as orders from staged where stage = any (private.stages_with_work()) group by stage
    )
    select jsonb_build_object(
      'ok', true,
      'stages', coalesce((select jsonb_object_agg(stage, orders) from counted), '{}'),
      'nextDueAt', (select min(due_at) from staged where stage in ('waiting', 'later') and due_at > now())
    )
  ));
end
$$;
grant execute on function public.admin_stages() to authenticated;
comment on function public.admin_stages() is
  'How many orders are in each stage that has work, and when the next one is to be tried again, as {stages: {to_confirm,
…}, nextDueAt}, for admins.';
