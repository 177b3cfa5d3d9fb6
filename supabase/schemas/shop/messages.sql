/*
 * Messages of the contact form. Where no form service is configured, the form sends them here and the
 * admin reads them. src/shop/contact/contact-message.ts has the same limits.
 */

create table private.contact_messages (
  id text primary key check (id ~ '^[A-Za-z0-9_-]{16,64}$'),
  name text not null check (length(name) <= 100),
  email text not null check (length(email) <= 254),
  -- Finds the messages of a customer, in whichever case the email was typed.
  email_key text not null generated always as (lower(email)) stored,
  subject text not null check (length(subject) <= 200),
  message text not null check (length(message) <= 10000),
  received_at timestamptz not null default now(),
  read_at timestamptz,
  -- The form has a field that people do not see: what fills it in is mostly a program.
  is_suspected boolean not null default false
);
create index contact_messages_received_idx on private.contact_messages (received_at desc, id desc);
create index contact_messages_email_idx on private.contact_messages (email_key);
create index contact_messages_unread_idx on private.contact_messages (id) where read_at is null;

comment on table private.contact_messages is
  'Messages of the contact form. The form makes the id, and sends the same one when it retries.';

alter table private.contact_messages enable row level security;
create policy "Nobody reads the messages through the API" on private.contact_messages
  for all using (false);

-- Security definer: anonymous callers have no right to any table.
create function public.send_message(p jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '3s' as $$
declare
  -- Of the longest ones 60 MB. Then each client may send a few: one alone must not shut the others out.
  many_unread constant integer := 2000;
  max_of_client integer := 30;
  -- One subscriber may have a /48 network.
  max_of_network integer := 100;
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
    if saved.message is distinct from private.clean_note('message', p -> 'message', 10000) then
      perform private.refuse('attempt_reused');
    end if;
    return private.respond(200, '{"ok": true, "replay": true}');
  end if;
  if (
    select count(*) = many_unread from (
      select from private.contact_messages where read_at is null limit many_unread
    ) as unread
  ) then
    max_of_client := 3;
    max_of_network := 10;
  end if;
  if private.is_refused('message', max_of_client)
    or coalesce(
      private.change_count('message', private.network_hash()::text, 1, max_of_network) > max_of_network, true
    )
    or private.is_nearly_full()
  then
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
grant execute on function public.send_message(jsonb) to anon, authenticated;
comment on function public.send_message(jsonb) is
  'Saves a message of {messageId, name, email, subject, message, isSuspected?}, once per messageId.';
