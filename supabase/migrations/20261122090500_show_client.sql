/*
 * Which client the limits count the admin's own requests for. Which request headers reach the API is up to the
 * host, so a check compares this with what is expected: docs/decisions/limits.md.
 */
-- Security definer: the function that reads the headers is not granted to any caller.
create function private.admin_client() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.answer(200, jsonb_build_object(
    'address', private.client_address(), 'header', private.client_header()
  ));
end
$$;
grant execute on function private.admin_client() to authenticated;
comment on function private.admin_client() is 'What public.admin_client() does.';

create function public.admin_client() returns jsonb
language sql volatile set search_path = '' as $$
  select private.admin_client()
$$;
grant execute on function public.admin_client() to authenticated;
comment on function public.admin_client() is
  'The {address, header} that requests of this admin are counted under, null where none is readable.';
