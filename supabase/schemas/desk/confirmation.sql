/*
 * Confirming orders before they are packed. Each contact about an order is an attempt. Attempts are only added,
 * and what an order's confirmation is follows from them by their time, in whatever order they arrive. Nothing is
 * cancelled by itself.
 */

create table private.confirmation_attempts (
  id uuid primary key default gen_random_uuid(),
  order_id text not null references public.orders (id) on delete cascade,
  at timestamptz not null,
  actor text not null check (actor in ('admin', 'customer')),
  actor_id uuid,
  act text not null check (act in ('yes', 'reset', 'no_answer', 'later', 'tomorrow', 'hold', 'resume', 'asked')),
  reason text check (reason in ('address', 'phone', 'stock', 'doubtful', 'payment', 'other')),
  text text
);
create index confirmation_attempts_order_idx on private.confirmation_attempts (order_id, at, id);

comment on table private.confirmation_attempts is
  'What came of each contact with a customer about an order. Rows are only added, but for a press that is undone.';
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

create function private.reply_time() returns interval
language sql immutable set search_path = '' as $$ select interval '2 hours' $$;
comment on function private.reply_time() is
  'How long an order waits for the reply to a message before it is due again.';

create function private.call_hours() returns int4range
language sql immutable set search_path = '' as $$ select int4range(10, 22) $$;
comment on function private.call_hours() is
  'The hours of Karachi within which customers are called. What is put off comes back within them.';

create function private.due_at(last_act text, last_at timestamptz) returns timestamptz
language plpgsql immutable set search_path = '' as $$
declare
  zone constant text := 'Asia/Karachi';
  hours constant int4range := private.call_hours();
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
  if last_act <> 'tomorrow' and extract(hour from due) >= upper(hours) then
    due := date_trunc('day', due) + interval '1 day';
  end if;
  if last_act = 'tomorrow' or extract(hour from due) < lower(hours) then
    due := date_trunc('day', due) + lower(hours) * interval '1 hour';
  end if;
  return due at time zone zone;
end
$$;
comment on function private.due_at(text, timestamptz) is
  'When an order is to be tried again after its last attempt, within the hours of calls; null where nothing postponed it.';

-- In plpgsql, which caches its plans: every row of the queue calls it.
create function private.confirmation_json(o public.orders) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return (
    select jsonb_build_object(
      'state', case
        when packed.is_held then 'held'
        when packed.said_yes then 'confirmed'
        when packed.is_known then 'known'
        when tried.no_answers >= 3 then 'unreached'
        else 'open'
      end,
      'by', tried.said_by,
      'reason', tried.reason,
      'noAnswers', tried.no_answers
    )
    from private.packable as packed, (
      select
        count(*) filter (where act = 'no_answer') as no_answers,
        (array_agg(case act when 'yes' then actor end order by at desc, id desc)
          filter (where act in ('yes', 'reset')))[1] as said_by,
        (array_agg(reason order by at desc, id desc) filter (where act in ('hold', 'resume')))[1] as reason
      from private.confirmation_attempts where order_id = o.id
    ) as tried
    where packed.id = o.id
  );
end
$$;
comment on function private.confirmation_json(public.orders) is
  'The confirmation of an order as JSON, {state, by, reason, noAnswers}: its state is held, confirmed, known,
unreached (three times no answer, which waits for the admin''s decision) or open. That it waits for a reply is its stage.';

create function private.save_yes() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
  insert into private.confirmation_attempts (order_id, at, actor, act)
  values (new.order_id, new.used_at, 'customer', 'yes');
  return null;
end
$$;
comment on function private.save_yes() is
  'Adds that the customer said yes, by the link of a message. Whoever changes the order by it has confirmed the rest.';

create function private.attempt_result(order_id text, attempt uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', id, 'ok', true) || case when attempt is null then '{}' else
    jsonb_build_object('before', jsonb_build_object('version', version, 'attempt', attempt))
  end
  from public.orders where id = order_id
$$;
comment on function private.attempt_result(text, uuid) is
  'The result of an act that added an attempt, which undoing it deletes. Null for none.';

create function private.attempt_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
  said text;
  added uuid;
begin
  perform private.check_request(asked, 4096, array['id', 'act', 'at', 'reason', 'text']);
  if coalesce(asked ->> 'act', '') not in ('yes', 'reset', 'no_answer', 'later', 'tomorrow', 'hold', 'resume') then
    perform private.refuse('bad_field', 'act');
  end if;
  if coalesce(asked ->> 'reason', 'other') not in ('address', 'phone', 'stock', 'doubtful', 'payment', 'other')
    or (asked ->> 'act' = 'hold') <> (asked ? 'reason') then
    perform private.refuse('bad_field', 'reason');
  end if;
  -- A device may have been offline.
  if coalesce((asked ->> 'at')::timestamptz < now() - interval '7 days', true) then
    perform private.refuse('bad_field', 'at');
  end if;
  if asked ->> 'text' ~ '\S' then
    said := private.clean_note('text', asked -> 'text', 300);
  end if;
  -- Locked, so that it is neither closed nor erased meanwhile.
  select * into o from public.orders where id = asked ->> 'id' for share;
  if not found then
    perform private.refuse('not_found');
  end if;
  if private.is_erased(o.shipping_address) then
    perform private.refuse('erased');
  end if;
  if private.is_final(o.status) then
    perform private.refuse('closed');
  end if;
  insert into private.confirmation_attempts (order_id, at, actor, actor_id, act, reason, text)
  values (
    -- By a clock that is ahead it would be the last one for a while.
    o.id, least((asked ->> 'at')::timestamptz, now()), 'admin', auth.uid(),
    asked ->> 'act', asked ->> 'reason', said
  )
  returning id into added;
  delete from private.order_leases where order_id = o.id;
  return private.attempt_result(o.id, added);
end
$$;
comment on function private.attempt_row(jsonb) is
  'Adds an attempt to confirm an order that is not closed: {id, act, at, reason?, text?}; only a hold has a reason.';

create function private.undo_attempts(before jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
declare
  results jsonb[];
begin
  with made as (
    select key as id, (value ->> 'attempt')::uuid as attempt, case
      when o.id is null then 'not_found'
      when private.is_booked(o) then 'booked'
      when o.version <> (value ->> 'version')::integer or (value ->> 'attempt')::uuid is distinct from (
        select id from private.confirmation_attempts where order_id = key order by at desc, id desc limit 1
      ) then 'stale'
    end as why
    from jsonb_each(before) left join public.orders as o on o.id = key
  ),
  undone as (
    delete from private.confirmation_attempts where id in (select attempt from made where why is null)
  )
  select array_agg(private.row_result(id, why) order by id) into results from made;
  return results;
end
$$;
comment on function private.undo_attempts(jsonb) is
  'Deletes the attempts of an act, of orders that were neither booked, closed nor changed since and have no newer attempt.
A message that was sent stays noted.';
