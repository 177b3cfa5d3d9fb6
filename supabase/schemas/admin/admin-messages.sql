/* The admin's list of messages. */

-- Security definer: messages cannot be read through the API.
create function public.admin_messages(p jsonb default '{}') returns jsonb
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
grant execute on function public.admin_messages(jsonb) to authenticated;
comment on function public.admin_messages(jsonb) is
  'A page of messages for {older?, newer?, limit?}, newest first, for admins.';

-- Security definer: as public.admin_messages().
create function public.admin_unread_messages() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, jsonb_build_object('unread', (select unread from private.waiting)));
end
$$;
grant execute on function public.admin_unread_messages() to authenticated;
comment on function public.admin_unread_messages() is
  'How many messages are unread and requests for help open, as {unread}, for admins.';

-- Security definer: as public.admin_messages().
create function public.admin_mark_message(p_id text, p_is_read boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update private.contact_messages set read_at = case when p_is_read then now() end where id = p_id;
  return private.respond(200, jsonb_build_object('unread', (select unread from private.waiting)));
end
$$;
grant execute on function public.admin_mark_message(text, boolean) to authenticated;
comment on function public.admin_mark_message(text, boolean) is
  'Marks a message as read or unread and returns {unread}, for admins.';

-- Security definer: as public.admin_messages().
create function public.admin_delete_message(p_id text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  delete from private.contact_messages where id = p_id;
  return private.respond(200, jsonb_build_object('unread', (select unread from private.waiting)));
end
$$;
grant execute on function public.admin_delete_message(text) to authenticated;
comment on function public.admin_delete_message(text) is
  'Deletes a message for good and returns {unread}, for admins.';
