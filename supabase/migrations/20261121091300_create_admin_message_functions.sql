/*
 * What the admin calls about the messages of the contact form: the list, how many are unread, mark, delete.
 */
-- Security definer: messages cannot be read through the API.
create function private.admin_messages(p jsonb) returns jsonb
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
            'isRead', read_at is not null
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
grant execute on function private.admin_messages(jsonb) to authenticated;
comment on function private.admin_messages(jsonb) is 'The implementation of public.admin_messages().';

create function public.admin_messages(p jsonb default '{}') returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_messages(p)
$$;
grant execute on function public.admin_messages(jsonb) to authenticated;
comment on function public.admin_messages(jsonb) is
  'A page of messages for {older?, newer?, limit?}, newest first, for admins.';

create function private.count_open_help_requests() returns bigint
language sql stable set search_path = '' as $$
  select count(*) from private.help_requests where state = 'open'
$$;
comment on function private.count_open_help_requests() is 'How many requests for help are open.';

create function private.count_unread() returns bigint
language sql stable set search_path = '' as $$
  select (select count(*) from private.contact_messages where read_at is null)
    + private.count_open_help_requests()
$$;
comment on function private.count_unread() is
  'How many messages are unread, and requests for help open.';

create function private.respond_unread() returns jsonb
language sql volatile set search_path = '' as $$
  select private.respond(200, jsonb_build_object('unread', private.count_unread()))
$$;
comment on function private.respond_unread() is
  'Responds with the number of unread messages and open requests for help.';

-- Security definer: as private.admin_messages().
create function private.admin_unread_messages() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond_unread();
end
$$;
grant execute on function private.admin_unread_messages() to authenticated;
comment on function private.admin_unread_messages() is
  'The implementation of public.admin_unread_messages().';

create function public.admin_unread_messages() returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_unread_messages()
$$;
grant execute on function public.admin_unread_messages() to authenticated;
comment on function public.admin_unread_messages() is
  'How many messages are unread and requests for help open, as {unread}, for admins.';

-- Security definer: as private.admin_messages().
create function private.admin_mark_message(p_id text, p_is_read boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update private.contact_messages set read_at = case when p_is_read then now() end where id = p_id;
  return private.respond_unread();
end
$$;
grant execute on function private.admin_mark_message(text, boolean) to authenticated;
comment on function private.admin_mark_message(text, boolean) is
  'The implementation of public.admin_mark_message().';

create function public.admin_mark_message(p_id text, p_is_read boolean) returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_mark_message(p_id, p_is_read)
$$;
grant execute on function public.admin_mark_message(text, boolean) to authenticated;
comment on function public.admin_mark_message(text, boolean) is
  'Marks a message as read or unread and returns {unread}, for admins.';

-- Security definer: as private.admin_messages().
create function private.admin_delete_message(p_id text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  delete from private.contact_messages where id = p_id;
  return private.respond_unread();
end
$$;
grant execute on function private.admin_delete_message(text) to authenticated;
comment on function private.admin_delete_message(text) is
  'The implementation of public.admin_delete_message().';

create function public.admin_delete_message(p_id text) returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_delete_message(p_id)
$$;
grant execute on function public.admin_delete_message(text) to authenticated;
comment on function public.admin_delete_message(text) is
  'Deletes a message for good and returns {unread}, for admins.';
