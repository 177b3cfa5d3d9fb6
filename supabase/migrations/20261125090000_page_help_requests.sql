/* The list of requests for help is paged in both directions, as every list of the admin. */

-- Security definer: requests cannot be read through the API.
create or replace function public.admin_help_requests(p jsonb default '{}') returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  page_size constant integer := 25;
  older_than constant numeric := (p ->> 'older')::numeric;
  newer_than constant numeric := case when older_than is null then (p ->> 'newer')::numeric end;
  shown bigint[];
  oldest numeric;
  newest numeric;
begin
  perform private.require_admin();
  if newer_than is null then
    shown := array(
      select id from private.help_requests
      where (older_than is null or id < older_than) and (p ->> 'state' is null or state = p ->> 'state')
      order by id desc limit page_size
    );
  else
    shown := array(
      select id from private.help_requests
      where id > newer_than and (p ->> 'state' is null or state = p ->> 'state')
      order by id limit page_size
    );
  end if;
  -- Beside a page without rows is the one that led to it.
  select coalesce(min(id), newer_than + 1), coalesce(max(id), older_than - 1)
  into oldest, newest from unnest(shown) as id;
  return private.respond(200, jsonb_build_object(
    'requests', (
      select coalesce(jsonb_agg(private.help_request_json(request) order by id desc), '[]')
      from private.help_requests as request where id = any (shown)
    ),
    'open', private.count_open_help_requests(),
    'older', case when exists (
      select from private.help_requests
      where id < oldest and (p ->> 'state' is null or state = p ->> 'state')
    ) then oldest end,
    'newer', case when exists (
      select from private.help_requests
      where id > newest and (p ->> 'state' is null or state = p ->> 'state')
    ) then newest end
  ));
end
$$;
comment on function public.admin_help_requests(jsonb) is
  'A page of requests for help for {state?, older?, newer?}, newest first, and how many are open. For admins.';
