/*
 * An admin is a row in a table with a live session, looked up on every statement.
 *
 * A claim inside a token stays true until the token expires, and a user may write parts of it. A row
 * that is deleted, or a session that is signed out, ends the right at once.
 */

create table private.store_admins (
  user_id uuid primary key references auth.users (id) on delete cascade,
  added_at timestamptz not null default now()
);

comment on table private.store_admins is 'Who may read and change orders.';

alter table private.store_admins enable row level security;
create policy "Nobody reads the admins through the API" on private.store_admins
  for all using (false);

-- Security definer: the caller may read neither the admins nor the sessions.
create function private.is_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from private.store_admins as admin
    join auth.sessions as session on session.user_id = admin.user_id
    where admin.user_id = auth.uid()
      and session.id = nullif(auth.jwt() ->> 'session_id', '')::uuid
      and session.created_at > now() - interval '12 hours'
      and (session.not_after is null or session.not_after > now())
  )
$$;
grant execute on function private.is_admin() to authenticated;
comment on function private.is_admin() is
  'Whether the caller is an admin with a session that is neither signed out nor older than 12 hours.';

create function private.require_admin() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_admin() then
    raise exception using errcode = '42501', message = 'for admins only';
  end if;
end
$$;
comment on function private.require_admin() is
  'Raises an error unless the caller is an admin. PostgREST responds with 403.';

-- Security definer: the API writes no table.
create function public.admin_forget_devices() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.desk_forgets_devices();
  return private.respond(200, '{"ok": true}');
end
$$;
grant execute on function public.admin_forget_devices() to authenticated;
comment on function public.admin_forget_devices() is
  'Forgets all devices of the calling admin, who logs out everywhere.';
