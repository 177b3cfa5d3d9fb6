-- Notes are acts; the rows of attempts, messages and notes go through one loop.

create or replace function private.note_row(asked jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
begin
  perform private.check_request(asked, 16384, array['id', 'note']);
  -- Locked, so that it is not erased meanwhile.
  select * into o from public.orders where id = asked ->> 'id' for share;
  if not found then
    perform private.refuse('not_found');
  end if;
  if private.is_erased(o.shipping_address) then
    perform private.refuse('erased');
  end if;
  insert into private.order_notes (order_id, actor_id, note)
  values (o.id, auth.uid(), private.clean_note('note', asked -> 'note', 1000));
  return jsonb_build_object('id', o.id, 'ok', true);
end
$$;

comment on function private.note_row(jsonb) is 'Adds a note to an order: {id, note}.';

create or replace function private.attempt_row(asked jsonb) returns jsonb
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

create or replace function private.tell_row(listed jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
  waiting uuid;
begin
  perform private.check_request(listed, 1024, array['id', 'kind', 'language', 'code']);
  select * into o from public.orders where id = listed ->> 'id';
  if not found then
    perform private.refuse('not_found');
  end if;
  insert into private.told_messages (order_id, actor_id, kind, language, phone_key)
  values (o.id, auth.uid(), listed ->> 'kind', listed ->> 'language', o.phone_key);
  -- The order waits for the reply.
  if listed ->> 'kind' = 'confirm' and private.is_open(o.status) then
    insert into private.confirmation_attempts (order_id, at, actor, actor_id, act)
    values (o.id, now(), 'admin', auth.uid(), 'asked')
    returning id into waiting;
    delete from private.order_leases where order_id = o.id;
  end if;
  if listed ? 'code' then
    perform private.save_code(o, listed ->> 'code');
  end if;
  return private.attempt_result(o.id, waiting) || jsonb_build_object(
    'told', (select told from private.order_pages where id = o.id),
    'chats', (select chats from private.new_chats)
  );
end
$$;

comment on function private.tell_row(jsonb) is
  'Notes that the admin opened a chat about an order: {id, kind, language, code?}, the code of the message''s link. An open
order that was asked to confirm waits for the reply. Returns all messages about the order, and how many new chats the
last hour had.';

create or replace function private.act_rows(act text, rows jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
declare
  asked jsonb;
  results jsonb[] := '{}';
begin
  -- Two acts lock their orders in one sequence.
  for asked in select listed from jsonb_array_elements(rows) as listed order by listed ->> 'id' loop
    begin
      results := results || case act
        when 'attempt' then private.attempt_row(asked)
        when 'tell' then private.tell_row(asked)
        when 'note' then private.note_row(asked)
      end;
    exception
      when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
        results := results || private.refused_row(asked ->> 'id', sqlstate, sqlerrm);
    end;
  end loop;
  return results;
end
$$;

comment on function private.act_rows(text, jsonb) is 'Does the rows of an act, each for itself.';

-- Security definer: the API writes no table.
create or replace function public.admin_act(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  max_rows constant integer := 500;
  ids text[];
  own private.acts;
  results jsonb[];
begin
  perform private.require_admin();
  perform private.check_request(p, 1000000, array['request', 'act', 'rows']);
  if coalesce(p ->> 'act', '') not in ('book', 'attempt', 'tell', 'note', 'release', 'discard', 'delete') then
    perform private.refuse('bad_field', 'act');
  end if;
  if jsonb_typeof(p -> 'rows') is distinct from 'array' then
    perform private.refuse('bad_field', 'rows');
  end if;
  ids := array(select listed ->> 'id' from jsonb_array_elements(p -> 'rows') as listed);
  -- Each order once.
  if cardinality(ids) > (select count(distinct id) from unnest(ids) as id) then
    perform private.refuse('bad_field', 'rows');
  end if;
  if cardinality(ids) > max_rows then
    perform private.refuse('too_many', 'rows');
  end if;
  delete from private.acts where at < now() - interval '7 days';
  -- Waits for the same request where it is under way.
  insert into private.acts (request, act, digest)
  values ((p ->> 'request')::uuid, p ->> 'act', md5(p::text))
  on conflict (request) do nothing
  returning * into own;
  if not found then
    select * into own from private.acts where request = (p ->> 'request')::uuid;
    if own.digest <> md5(p::text) then
      perform private.refuse('request_used', 'request', 409);
    end if;
    return private.respond(200, own.response);
  end if;

  results := case own.act
    when 'book' then private.book_rows(p -> 'rows')
    when 'delete' then private.delete_rows(p -> 'rows')
    when 'release' then private.decide_rows(own.act, p -> 'rows')
    when 'discard' then private.decide_rows(own.act, p -> 'rows')
    else private.act_rows(own.act, p -> 'rows')
  end;
  update private.acts set
    orders = ids,
    before = (
      select coalesce(jsonb_object_agg(result ->> 'id', result -> 'before'), '{}')
      from unnest(results) as result where result ? 'before'
    ),
    response = private.act_response(results)
  where request = own.request
  returning * into own;
  return private.respond(200, own.response);
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;

grant execute on function public.admin_act(jsonb) to authenticated;

comment on function public.admin_act(jsonb) is
  'Does an act once: {request, act, rows}, where the request is a UUID of its own. Responds with a result for each row,
{id, ok} or {id, ok: false, code}, and with the same ones to the same request. The acts are book (private.book_rows),
attempt, tell and note (private.<act>_row), release and discard (private.decide_rows), and delete
(private.delete_rows). For admins.';

drop function admin_add_note(jsonb);

drop function private.add_attempt(jsonb);

drop function private.attempt_rows(jsonb);

drop function private.tell_rows(jsonb);