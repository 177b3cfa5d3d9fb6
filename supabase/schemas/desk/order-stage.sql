/*
 * The one stage of an order, and so its next step: docs/product.md, rule 21.70. Today's lines, the chips of the list,
 * the run, batches and the order's page read it, so that a number is the number of the rows behind it.
 */

-- Scalar subqueries, as in private.packable: an order pays only for the facts that its own stage depends on. What they
-- read has the triggers of staged-orders.sql.
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
  case when back_at > now() and (no_answers < 3 or last_act = 'asked') then back_at end as due_at,
  case when is_marked or is_changed then 1 when is_large then 2 else 3 end::smallint as turn
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
    ) as no_answers,
    (select total >= 5000 from public.orders where id = packed.id) as is_large
  from private.packable as packed
) as facts;
comment on view private.order_stage is
  'The one stage of each order; when a waiting or postponed one is to be tried again, null where an admin decides; and its
turn among those to confirm: 1 where it is marked or was changed, so that its customer is asked first, 2 from 5,000 rupees
on, else 3.';

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
