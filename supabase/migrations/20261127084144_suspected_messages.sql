-- A message whose hidden field was filled in is saved, and marked.
alter table private.contact_messages add column is_suspected boolean not null default false;

-- Security definer: anonymous callers have no right to any table.
create or replace function public.send_message(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  saved private.contact_messages;
  sender text;
  email text;
begin
  perform private.require_plain_call();
  -- 10,000 characters of four bytes, and the other fields.
  perform private.check_request(
    p, 49152, array['messageId', 'name', 'email', 'subject', 'message', 'isSuspected']
  );
  if jsonb_typeof(p -> 'messageId') is distinct from 'string'
    or p ->> 'messageId' !~ '^[A-Za-z0-9_-]{16,64}$' then
    perform private.refuse('bad_field', 'messageId');
  end if;

  -- Two requests with one id wait for each other, so that the second finds what the first has saved.
  perform pg_advisory_xact_lock(hashtextextended('message:' || (p ->> 'messageId'), 0));
  select * into saved from private.contact_messages where id = p ->> 'messageId';
  if found then
    -- Another message under the same id is not taken for saved.
    if saved.message is distinct from private.clean_lines(p ->> 'message') then
      perform private.refuse('attempt_reused');
    end if;
    return private.respond(200, '{"ok": true, "replay": true}');
  end if;
  if private.is_refused('message', 30) then
    perform private.refuse('rate_limited', null, 429);
  end if;

  sender := private.clean_field('name', p -> 'name', 100, required => true);
  email := private.clean_field('email', p -> 'email', 254, required => true);
  if email !~ '^[^\s@]+@[^\s@]+\.[^\s@]+$' then
    perform private.refuse('email_invalid', 'email');
  end if;
  insert into private.contact_messages (id, name, email, subject, message, is_suspected)
  values (
    p ->> 'messageId', sender, email,
    private.clean_field('subject', p -> 'subject', 200, required => true),
    private.clean_note('message', p -> 'message', 10000),
    coalesce((p -> 'isSuspected')::boolean, false)
  );
  return private.respond(201, '{"ok": true, "replay": false}');
exception
  when sqlstate 'SHREF' or data_exception or integrity_constraint_violation then
    return private.respond_error(sqlstate, sqlerrm);
end
$$;
comment on function public.send_message(jsonb) is
  'Saves a message of {messageId, name, email, subject, message, isSuspected?}, once per messageId.';

-- Security definer: messages cannot be read through the API.
create or replace function public.admin_messages(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page private.list_page;
begin
  perform private.require_admin();
  page := private.read_page('messages', p);
  return private.respond(200, jsonb_build_object(
    'messages', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', id,
            'name', name,
            'email', email,
            'subject', subject,
            'message', message,
            'receivedAt', received_at,
            'isRead', read_at is not null,
            'isSuspected', is_suspected
          )
          order by received_at desc, id desc
        ),
        '[]'
      )
      from private.contact_messages where id = any (page.keys)
    ),
    'older', page.older,
    'newer', page.newer
  ));
end
$$;
