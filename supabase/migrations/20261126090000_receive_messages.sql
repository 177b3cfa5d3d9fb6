/*
 * Messages of the contact form. Where no form service is configured, the form sends them here and the
 * admin reads them. src/features/contact/contact-message.ts has the same limits.
 */
create table private.contact_messages (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{16,64}$'),
  name text not null check (length(name) <= 100),
  email text not null check (length(email) <= 254),
  -- Finds the messages of a customer, however the address was written.
  email_key text not null generated always as (lower(email)) stored,
  subject text not null check (length(subject) <= 200),
  message text not null check (length(message) <= 10000),
  received_at timestamptz not null default now(),
  read_at timestamptz
);
create index contact_messages_received_idx on private.contact_messages (received_at desc, id desc);
create index contact_messages_email_idx on private.contact_messages (email_key);
create index contact_messages_unread_idx on private.contact_messages (id) where read_at is null;

alter table private.contact_messages enable row level security;
create policy "Nobody reaches the messages past their functions" on private.contact_messages
  for all using (false);

comment on table private.contact_messages is
  'Messages of the contact form. The id is the form''s own, and the same when it sends one again.';

create function private.clean_lines(typed text) returns text
language sql immutable set search_path = '' as $$
  -- Like private.clean_text(), line by line, but without the normal form: it takes a second to make
  -- where thousands of combining marks follow each other.
  select btrim(
    regexp_replace(
      regexp_replace(
        regexp_replace(
          regexp_replace(typed, '\r\n|[\r\u2028\u2029]', E'\n', 'g'),
          '[\u202A-\u202E\u2066-\u2069]', '', 'g'
        ),
        '[\u0001-\u0009\u000B-\u001F\u007F-\u009F\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000\uFEFF]+',
        ' ', 'g'
      ),
      ' *\n *', E'\n', 'g'
    ),
    E' \n'
  )
$$;
comment on function private.clean_lines(text) is
  'Text of several lines, without characters that reorder it, trimmed.';

create function private.clean_message_field(field text, typed jsonb) returns text
language plpgsql volatile set search_path = '' as $$
declare
  most constant integer :=
    case field when 'name' then 100 when 'email' then 254 when 'subject' then 200 else 10000 end;
  cleaned text;
begin
  if jsonb_typeof(typed) is distinct from 'string' then
    perform private.refuse('required', field);
  end if;
  -- Before it is cleaned, which takes long for a long text.
  if length(typed #>> '{}') > most then
    perform private.refuse('too_long', field);
  end if;
  cleaned := case field
    when 'message' then private.clean_lines(typed #>> '{}')
    else private.clean_text(typed #>> '{}')
  end;
  if private.is_blank(translate(cleaned, E'\n', ' ')) then
    perform private.refuse('required', field);
  end if;
  if length(cleaned) > most then
    perform private.refuse('too_long', field);
  end if;
  if field = 'email' and cleaned !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' then
    perform private.refuse('email_invalid', field);
  end if;
  return cleaned;
end
$$;
comment on function private.clean_message_field(text, jsonb) is
  'One field of a message as it is saved; refuses what the form would refuse.';

create function private.refuse_message(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  unknown text;
begin
  if private.is_read_only() then
    return private.answer_refusal(405, 'use_post');
  end if;
  if jsonb_typeof(p) is distinct from 'object' then
    return private.answer_refusal(400, 'bad_request');
  end if;
  -- 10,000 characters of four bytes, and the other fields.
  if pg_column_size(p) > 49152 then
    return private.answer_refusal(413, 'too_large');
  end if;
  select left(key, 40) into unknown from jsonb_object_keys(p) as key
  where key not in ('messageId', 'name', 'email', 'subject', 'message');
  if found then
    return private.answer_refusal(400, 'unknown_field', unknown);
  end if;
  if jsonb_typeof(p -> 'messageId') is distinct from 'string'
    or p ->> 'messageId' !~ '^[A-Za-z0-9_-]{16,64}$' then
    return private.answer_refusal(422, 'bad_field', 'messageId');
  end if;
  return null;
end
$$;
comment on function private.refuse_message(jsonb) is
  'A refusal of what cannot be a message, without a look at the tables, or null.';

create function private.save_message(p jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  code text;
  field text;
begin
  insert into private.contact_messages (id, name, email, subject, message)
  values (
    p ->> 'messageId',
    private.clean_message_field('name', p -> 'name'),
    private.clean_message_field('email', p -> 'email'),
    private.clean_message_field('subject', p -> 'subject'),
    private.clean_message_field('message', p -> 'message')
  );
  return private.answer(201, '{"ok": true, "replay": false}');
exception
  when sqlstate 'SH422' then
    get stacked diagnostics code = message_text, field = pg_exception_detail;
    return private.answer_refusal(422, code, nullif(field, ''));
  -- The error of a constraint would show the row to the caller.
  when data_exception or integrity_constraint_violation then
    return private.answer_refusal(422, 'invalid');
end
$$;
comment on function private.save_message(jsonb) is 'Saves a new message, or says by a code why not.';

-- Security definer: anonymous callers have no right to any table.
create function private.send_message(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  refusal jsonb := private.refuse_message(p);
  saved private.contact_messages;
begin
  if refusal is not null then
    return refusal;
  end if;

  -- Two sends of one message wait for each other: the second finds what the first has saved.
  perform pg_advisory_xact_lock(hashtextextended('message:' || (p ->> 'messageId'), 0));
  select * into saved from private.contact_messages where id = p ->> 'messageId';
  if found then
    -- Told by its last field, so that another message under the same id is not taken for saved.
    if saved.message is distinct from private.clean_lines(p ->> 'message') then
      return private.answer_refusal(422, 'attempt_reused');
    end if;
    return private.answer(200, '{"ok": true, "replay": true}');
  end if;
  if private.count_call('message') > 10 then
    return private.answer_refusal(429, 'rate_limited');
  end if;
  return private.save_message(p);
end
$$;
grant execute on function private.send_message(jsonb) to anon, authenticated;
comment on function private.send_message(jsonb) is 'What public.send_message() does.';

create function public.send_message(p jsonb) returns jsonb
language sql volatile set search_path = '' as $$
  select private.send_message(p)
$$;
grant execute on function public.send_message(jsonb) to anon, authenticated;
comment on function public.send_message(jsonb) is
  'Saves a message of {messageId, name, email, subject, message}, once per messageId.';
