/*
 * Confirming orders before they are packed. Each contact about an order is an attempt. Attempts are only added,
 * and what an order's confirmation is follows from them by their time, in whatever order they arrive. Nothing is
 * cancelled by itself.
 */

create table private.confirmation_attempts (
  id uuid primary key,
  order_id text not null references public.orders (id) on delete cascade,
  at timestamptz not null,
  actor text not null check (actor in ('admin', 'customer')),
  actor_id uuid,
  act text not null check (act in ('yes', 'reset', 'no_answer', 'later', 'tomorrow', 'hold', 'resume', 'asked')),
  reason text check (reason in ('address', 'phone', 'stock', 'doubtful', 'payment', 'other')),
  text text
);
create index confirmation_attempts_order_idx on private.confirmation_attempts (order_id, at, id);
create index confirmation_attempts_asked_idx on private.confirmation_attempts (at) where act = 'asked';

comment on table private.confirmation_attempts is
  'What came of each contact with a customer about an order. Rows are only added, but for a press that is undone.';
comment on column private.confirmation_attempts.id is 'Made by the device, so that a retry adds nothing.';
comment on column private.confirmation_attempts.at is 'When it was made, which may be before it arrived.';
comment on column private.confirmation_attempts.act is
  'What was said. "reset" takes a yes back, "resume" ends a hold, "asked" is a message that waits for its reply.';

alter table private.confirmation_attempts enable row level security;
create policy "Nobody reads the attempts to confirm through the API" on private.confirmation_attempts
  for all using (false);

create function private.erase_confirmation_attempts(ids text[]) returns void
language sql volatile set search_path = '' as $$
  update private.confirmation_attempts set text = null where order_id = any (ids) and text is not null
$$;
comment on function private.erase_confirmation_attempts(text[]) is 'Erases the words of attempts to confirm erased orders.';

create type private.confirmation as (
  confirmed_at timestamptz, confirmed_by text, held_at timestamptz, reason text, text text,
  no_answers integer, last_act text, last_at timestamptz
);
comment on type private.confirmation is
  'What follows from the attempts of an order: when and by whom it was confirmed, since when and why it is held,
how often there was no answer, and the last attempt.';

-- In plpgsql, which caches its plans: every row of the queue calls it.
create function private.confirmation_of(p_id text) returns private.confirmation
language plpgsql stable set search_path = '' as $$
declare
  result private.confirmation;
  attempt private.confirmation_attempts;
begin
  result.no_answers := 0;
  for attempt in
    select * from private.confirmation_attempts where order_id = p_id order by at, id
  loop
    case attempt.act
      when 'yes' then
        result.confirmed_at := attempt.at;
        result.confirmed_by := attempt.actor;
      when 'reset' then
        result.confirmed_at := null;
        result.confirmed_by := null;
      when 'hold' then
        result.held_at := attempt.at;
        result.reason := attempt.reason;
        result.text := attempt.text;
      when 'resume' then
        result.held_at := null;
        result.reason := null;
        result.text := null;
      when 'no_answer' then
        result.no_answers := result.no_answers + 1;
      else null;
    end case;
    result.last_act := attempt.act;
    result.last_at := attempt.at;
  end loop;
  return result;
end
$$;
comment on function private.confirmation_of(text) is 'What follows from the attempts of an order.';

create function private.reply_time() returns interval
language sql immutable set search_path = '' as $$ select interval '2 hours' $$;
comment on function private.reply_time() is
  'How long an order waits for the reply to a message before it is due again.';

create function private.due_at(last_act text, last_at timestamptz, hours int4range) returns timestamptz
language plpgsql immutable set search_path = '' as $$
declare
  zone constant text := 'Asia/Karachi';
  due timestamp;
begin
  -- Messages are sent at any hour.
  if last_act = 'asked' then
    return last_at + private.reply_time();
  end if;
  due := (case last_act
    when 'no_answer' then last_at + interval '2 hours'
    when 'later' then last_at + interval '3 hours'
    when 'tomorrow' then last_at + interval '1 day'
  end) at time zone zone;
  if last_act = 'tomorrow' then
    due := date_trunc('day', due) + lower(hours) * interval '1 hour';
  elsif extract(hour from due) >= upper(hours) then
    due := date_trunc('day', due) + interval '1 day' + lower(hours) * interval '1 hour';
  elsif extract(hour from due) < lower(hours) then
    due := date_trunc('day', due) + lower(hours) * interval '1 hour';
  end if;
  return due at time zone zone;
end
$$;
comment on function private.due_at(text, timestamptz, int4range) is
  'When an order is to be tried again after its last attempt, within these hours of Karachi; null where nothing postponed it.';

create function private.confirmation_json(o public.orders) returns jsonb
language plpgsql stable set search_path = '' set timezone = 'UTC' as $$
declare
  confirmation constant private.confirmation := private.confirmation_of(o.id);
begin
  return jsonb_build_object(
    'state', case
      when confirmation.held_at is not null then 'held'
      when confirmation.confirmed_at is not null then 'confirmed'
      when (select is_known from private.packable where id = o.id) then 'known'
      when confirmation.last_act = 'asked' and confirmation.last_at > now() - private.reply_time()
        then 'waiting'
      when confirmation.no_answers >= 3 then 'unreached'
      else 'open'
    end,
    'at', coalesce(confirmation.held_at, confirmation.confirmed_at),
    'by', confirmation.confirmed_by,
    'reason', confirmation.reason,
    'text', confirmation.text,
    'noAnswers', confirmation.no_answers,
    'lastAct', confirmation.last_act,
    'lastAt', confirmation.last_at
  );
end
$$;
comment on function private.confirmation_json(public.orders) is
  'The confirmation of an order as JSON: its state is held, confirmed, known, waiting (for the reply to a
message), unreached (three times no answer, which waits for the admin''s decision) or open.';

-- Security definer: the API writes no table.
create function public.admin_add_attempt(p jsonb default '{}') returns jsonb
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
  -- Locked, so that it is neither closed nor erased meanwhile.
  select * into o from public.orders where id = p ->> 'id' for share;
  if not found then
    perform private.refuse('not_found', null, 200);
  end if;
  if private.is_erased(o.shipping_address) then
    perform private.refuse('erased', null, 409);
  end if;
  -- A retry whose response was lost is not refused.
  if private.is_final(o.status) and not exists (
    select from private.confirmation_attempts where id = (p ->> 'attempt')::uuid
  ) then
    perform private.refuse('closed', null, 409);
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
grant execute on function public.admin_add_attempt(jsonb) to authenticated;
comment on function public.admin_add_attempt(jsonb) is
  'Adds an attempt to confirm an order that is not closed, once per its own id: {id, attempt, act, at, reason?, text?};
only a hold has a reason. For admins. Responds with what follows from all attempts, and the status.';

-- Security definer: the API writes no table.
create function public.admin_undo_attempt(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  o public.orders;
  newest private.confirmation_attempts;
begin
  perform private.require_admin();
  perform private.check_request(p, 1024, array['id', 'attempt', 'version']);
  select * into o from public.orders where id = p ->> 'id' for update;
  perform private.check_version(o, p, is_holder => false);
  select * into newest from private.confirmation_attempts
  where order_id = o.id order by at desc, id desc limit 1;
  if newest.id = (p ->> 'attempt')::uuid then
    delete from private.confirmation_attempts where id = newest.id;
  -- A retry finds it undone.
  elsif exists (
    select from private.confirmation_attempts
    where order_id = o.id and id = (p ->> 'attempt')::uuid
  ) then
    perform private.refuse_change('stale', o, false);
  end if;
  return private.respond(200, '{"ok": true}');
exception
  when sqlstate 'SHREF' or data_exception then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_undo_attempt(jsonb) to authenticated;
comment on function public.admin_undo_attempt(jsonb) is
  'Undoes the newest attempt of an order: {id, attempt, version}. Refused as booked or stale where the order was booked,
closed or changed since, or has a newer attempt. A message that was sent stays noted. For admins.';
