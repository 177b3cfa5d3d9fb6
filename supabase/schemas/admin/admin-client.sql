/* What requests are counted under: a check of a hosted project asks it. */

-- Which request headers reach the API depends on the host, so a check compares this with what it
-- expects: docs/decisions/limits.md.
-- Security definer: the function that reads the headers is not granted to any caller.
create function public.admin_client() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.respond(200, jsonb_build_object(
    'address', private.client_address(), 'header', private.client_header()
  ));
end
$$;
grant execute on function public.admin_client() to authenticated;
comment on function public.admin_client() is
  'The {address, header} that requests of this admin are counted under, null where none is readable.';
