/* An attempt of a device whose clock is ahead is made when it arrives, instead of being refused. */

create or replace function public.admin_add_attempt(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  o public.orders;
  said text;
begin
  perform private.require_admin();
  perform private.check_request(p, 4096, array['id', 'attempt', 'act', 'at', 'reason', 'text']);
  if coalesce(p ->> 'attempt', '') !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    perform private.refuse('bad_field', 'attempt');
  end if;
  if coalesce(p ->> 'act', '') not in ('yes', 'reset', 'no_answer', 'later', 'tomorrow', 'hold', 'resume') then
    perform private.refuse('bad_field', 'act');
  end if;
  if coalesce(p ->> 'reason', 'other') not in ('address', 'phone', 'stock', 'doubtful', 'payment', 'other')
    or (p ->> 'act' = 'hold') <> (p ? 'reason') then
    perform private.refuse('bad_field', 'reason');
  end if;
  -- A device may have been offline.
  if coalesce((p ->> 'at')::timestamptz < now() - interval '7 days', true) then
    perform private.refuse('bad_field', 'at');
  end if;
  if p ->> 'text' ~ '\S' then
    said := private.clean_note('text', p -> 'text', 300);
  end if;
  select * into o from public.orders where id = p ->> 'id';
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  if private.is_erased(o.shipping_address) then
    perform private.refuse('erased', null, 409);
  end if;
  insert into private.confirmation_attempts (id, order_id, at, actor, actor_id, act, reason, text)
  values (
    -- By a clock that is ahead it would be the last one for a while.
    (p ->> 'attempt')::uuid, o.id, least((p ->> 'at')::timestamptz, now()), 'admin', auth.uid(),
    p ->> 'act', p ->> 'reason', said
  )
  on conflict (id) do nothing;
  delete from private.order_leases where order_id = o.id;
  return private.respond(200, jsonb_build_object(
    'ok', true,
    'status', o.status,
    'confirmation', private.confirmation_json(o),
    'attempts', (select attempts from private.order_pages where id = o.id)
  ));
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
