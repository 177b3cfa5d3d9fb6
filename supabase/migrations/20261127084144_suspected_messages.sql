-- A message whose hidden field was filled in is saved, and marked.
alter table private.contact_messages add column is_suspected boolean not null default false;

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
