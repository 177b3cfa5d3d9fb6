/*
 * The one stage of an order, and so its next step: docs/desk-rules.md, rule 21.70. Today's lines, the chips of the list,
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
      -- Its cash is due, whatever replaces it. One that no courier had is in no payment.
      when is_unpaid is not false then 'delivered'
      when replaced_by is not null then 'replaced'
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

create view private.stages as
select * from (values
  ('to_confirm', true, private.open_statuses()),
  ('waiting', true, private.open_statuses()),
  ('later', true, private.open_statuses()),
  ('held', true, private.open_statuses()),
  ('to_pack', true, private.open_statuses()),
  ('needs_number', true, private.open_statuses()),
  ('to_ship', true, private.open_statuses()),
  ('to_tell', true, '{shipped}'),
  ('on_the_way', true, '{shipped}'),
  ('not_delivered', true, '{shipped}'),
  ('coming_back', true, '{shipped}'),
  ('came_back', true, '{cancelled}'),
  ('delivered', false, '{delivered}'),
  ('paid', false, '{delivered}'),
  ('cancelled', false, '{cancelled}'),
  ('replaced', false, enum_range(null::public.order_status)),
  ('joined', false, '{cancelled}')
) as stage (name, has_work, statuses);
comment on view private.stages is
  'The stages, and the statuses that orders of each may have. One with work is left by a next step or by time: its list
begins with the oldest order.';
