-- The chips of the list of orders add up to all: every stage is counted.

create or replace view private.stages as
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

-- Security definer: stages cannot be read through the API.
create or replace function public.admin_stages() returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off set jit = off as $$
begin
  perform private.require_admin();
  perform private.fold_stages();
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'stages', (
      select coalesce(jsonb_object_agg(stage, orders), '{}') from private.stage_counts
      where orders > 0
    ),
    'nextDueAt', (
      select min(due_at) from private.staged_orders where stage in ('waiting', 'later') and due_at is not null
    ),
    'lastBackup', (select max(made_at) from private.backups)
  ));
end
$$;

grant execute on function public.admin_stages() to authenticated;

comment on function public.admin_stages() is
  'How many orders are in each stage, when the next one is to be tried again, and when the last backup was made, as
{stages: {to_confirm, …}, nextDueAt, lastBackup}, for admins.';