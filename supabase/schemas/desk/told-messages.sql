/*
 * Messages to customers by WhatsApp: which chats the admin opened, and the texts of the messages. WhatsApp
 * restricts numbers that start many chats, so new ones are counted.
 */

create table private.told_messages (
  id uuid primary key default gen_random_uuid(),
  order_id text not null references public.orders (id) on delete cascade,
  at timestamptz not null default now(),
  actor_id uuid,
  kind text not null check (kind in (
    'confirm', 'preparing', 'replacement', 'shipped', 'failed', 'delivered', 'cancelled', 'help', 'other'
  )),
  language text not null check (language in ('en', 'ur-Latn')),
  phone_key text not null
);
create index told_messages_order_idx on private.told_messages (order_id, at);
create index told_messages_phone_idx on private.told_messages (phone_key, at);
create index told_messages_at_idx on private.told_messages (at);

comment on table private.told_messages is 'Chats that the admin opened with a message about an order.';
comment on column private.told_messages.phone_key is 'Of the customer. Empty once it is erased.';

alter table private.told_messages enable row level security;
create policy "Nobody reads the messages to customers through the API" on private.told_messages
  for all using (false);

create function private.erase_told_messages(ids text[]) returns void
language sql volatile set search_path = '' as $$
  update private.told_messages set phone_key = '' where order_id = any (ids)
$$;
comment on function private.erase_told_messages(text[]) is 'Erases whose phone was written to about erased orders.';

create view private.new_chats as
  select count(distinct told.phone_key) as chats from private.told_messages as told
  where told.at > now() - interval '1 hour' and not exists (
    select from private.told_messages as earlier
    where earlier.phone_key = told.phone_key and earlier.at <= now() - interval '1 hour'
  );
comment on view private.new_chats is 'How many new chats were opened in the last hour.';

create function private.tell_row(listed jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  o public.orders;
  message uuid;
  waiting uuid;
begin
  perform private.check_request(listed, 1024, array['id', 'kind', 'language', 'code']);
  -- Locked, so that it is not erased meanwhile.
  select * into o from public.orders where id = listed ->> 'id' for share;
  if not found then
    perform private.refuse('not_found');
  end if;
  insert into private.told_messages (order_id, actor_id, kind, language, phone_key)
  values (o.id, auth.uid(), listed ->> 'kind', listed ->> 'language', o.phone_key)
  returning id into message;
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
  return private.attempt_result(o.id, waiting) || case when listed ->> 'kind' = 'shipped' then
    jsonb_build_object('before', jsonb_build_object('message', message)) else '{}'
  end || jsonb_build_object(
    'told', (select told from private.order_pages where id = o.id),
    'chats', (select chats from private.new_chats)
  );
end
$$;
comment on function private.tell_row(jsonb) is
  'Notes that the admin opened a chat about an order: {id, kind, language, code?}, the code of the message''s link. An open
order that was asked to confirm waits for the reply. Returns all messages about the order, and how many new chats the
last hour had.';

create function private.undo_told(before jsonb) returns jsonb[]
language plpgsql volatile set search_path = '' as $$
declare
  attempts jsonb;
  results jsonb[];
begin
  select coalesce(jsonb_object_agg(key, value) filter (where value ? 'attempt'), '{}') into attempts
  from jsonb_each(before);
  with gone as (
    delete from private.told_messages where id in (
      select (value ->> 'message')::uuid from jsonb_each(before)
    )
    returning order_id
  )
  select array_agg(private.row_result(key, case when order_id is null then 'not_found' end) order by key) into results
  from jsonb_each(before) left join gone on order_id = key
  where value ? 'message';
  return private.undo_attempts(attempts) || results;
end
$$;
comment on function private.undo_told(jsonb) is
  'That customers were told that their parcels are on the way is forgotten. Of an order that was asked to confirm only the
attempt ends: private.undo_attempts().';

create table private.message_templates (
  kind text not null check (kind in (
    'confirm', 'preparing', 'replacement', 'shipped', 'failed', 'delivered', 'cancelled', 'help'
  )),
  language text not null check (language in ('en', 'ur-Latn')),
  text text not null,
  primary key (kind, language)
);

comment on table private.message_templates is
  'Texts of messages that the admin changed. Those without a row are in the site: message-texts.ts.';

alter table private.message_templates enable row level security;
create policy "Nobody reads the templates of messages through the API" on private.message_templates
  for all using (false);

-- Security definer: the templates cannot be read through the API.
create function public.admin_templates() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, jsonb_build_object('chats', (select chats from private.new_chats), 'templates', (
    select coalesce(jsonb_agg(to_jsonb(template) order by kind, language), '[]')
    from private.message_templates as template
  )));
end
$$;
grant execute on function public.admin_templates() to authenticated;
comment on function public.admin_templates() is
  'The changed templates of messages and how many new chats the last hour had, as {templates: [{kind, language,
text}], chats}, for admins.';

create function private.unknown_braces(text text) returns text[]
language sql immutable set search_path = '' as $$
  select array(
    select match[1] from regexp_matches(
      regexp_replace(text, '\{(name|shop|id|sum|courier|number|link|reason|replaced)\}', '', 'g'),
      '([{｛﹛][^{}｛｝﹛﹜]*[}｝﹜]|[{}｛｝﹛﹜])', 'g'
    ) as match
  )
$$;
comment on function private.unknown_braces(text) is
  'The braces of a message, of any width, that nothing is filled into. As unknownBraces() in the browser.';

-- Security definer: the API writes no table.
create function public.admin_save_template(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  unknown text[];
begin
  perform private.require_admin();
  perform private.check_request(p, 8192, array['kind', 'language', 'text']);
  unknown := private.unknown_braces(p ->> 'text');
  if cardinality(unknown) > 0 then
    perform private.refuse('unknown_braces', 'text', 422, jsonb_build_object('braces', to_jsonb(unknown)));
  end if;
  if p -> 'text' = 'null' then
    delete from private.message_templates
    where kind = p ->> 'kind' and language = p ->> 'language';
  else
    insert into private.message_templates (kind, language, text)
    values (p ->> 'kind', p ->> 'language', private.clean_note('text', p -> 'text', 1000))
    on conflict (kind, language) do update set text = excluded.text;
  end if;
  return private.respond(200, '{"ok": true}');
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
grant execute on function public.admin_save_template(jsonb) to authenticated;
comment on function public.admin_save_template(jsonb) is
  'Saves the text of a message for admins: {kind, language, text}. Null brings the text of the shop back. Refuses a
text with unknown braces, which are named.';
